package plan

// complete reports whether all places can be paired such that every pair is allowed:
// whether the graph has a perfect matching, found by augmenting paths with blossoms
// (J. Edmonds, Paths, trees, and flowers, 1965) in the cube of the number of places.
func complete(places []int, allowed func(a, b int) bool) bool {
	n := len(places)
	if n&1 == 1 {
		return false
	}
	g := newGraph(n, func(i, j int) bool { return allowed(places[i], places[j]) })
	for v := range n {
		if g.mate[v] < 0 && !g.augment(v) {
			return false
		}
	}
	return true
}

// graph is a graph with a matching that grows.
//
//	root ═ - ═ - … free      a path from a free vertex through edges that are in turn
//	                         outside (-) and inside (═) of the matching
type graph struct {
	edges [][]int
	mate  []int // -1 for none
	// parent is the vertex before a vertex on its path, base stands for the blossom (odd
	// circle) it is in, even is set for those at an even distance from the root.
	parent, base []int
	even         []bool
}

func newGraph(n int, edge func(i, j int) bool) *graph {
	g := &graph{edges: make([][]int, n), mate: make([]int, n), parent: make([]int, n), base: make([]int, n), even: make([]bool, n)}
	for i := range n {
		g.mate[i] = -1
		for j := range n {
			if i != j && edge(i, j) {
				g.edges[i] = append(g.edges[i], j)
			}
		}
	}
	return g
}

// augment makes the matching larger by one edge, root being one end of the path; false
// when there is no such path.
func (g *graph) augment(root int) bool {
	for i := range g.base {
		g.parent[i], g.base[i], g.even[i] = -1, i, false
	}
	g.even[root] = true
	queue := []int{root}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, to := range g.edges[v] {
			if g.base[v] == g.base[to] || g.mate[v] == to {
				continue
			}
			if to == root || g.mate[to] >= 0 && g.parent[g.mate[to]] >= 0 {
				queue = append(queue, g.shrink(v, to)...)
				continue
			}
			if g.parent[to] >= 0 {
				continue
			}
			g.parent[to] = v
			if g.mate[to] < 0 {
				g.flip(to)
				return true
			}
			g.even[g.mate[to]] = true
			queue = append(queue, g.mate[to])
		}
	}
	return false
}

// flip turns the path that ends in v around: what was outside is inside then.
func (g *graph) flip(v int) {
	for v >= 0 {
		before := g.parent[v]
		next := g.mate[before]
		g.mate[v], g.mate[before] = before, v
		v = next
	}
}

// shrink makes one vertex of the odd circle that the edge a-b closes, and returns
// those of its vertices that are to be looked at now.
func (g *graph) shrink(a, b int) []int {
	top := g.common(a, b)
	inside := make([]bool, len(g.base))
	g.mark(inside, a, top, b)
	g.mark(inside, b, top, a)
	var fresh []int
	for i := range g.base {
		if inside[g.base[i]] {
			g.base[i] = top
			if !g.even[i] {
				g.even[i] = true
				fresh = append(fresh, i)
			}
		}
	}
	return fresh
}

// mark notes the blossoms on the path from v up to top, and that child lies below.
func (g *graph) mark(inside []bool, v, top, child int) {
	for g.base[v] != top {
		inside[g.base[v]], inside[g.base[g.mate[v]]] = true, true
		g.parent[v] = child
		child = g.mate[v]
		v = g.parent[child]
	}
}

// common returns the blossom in which the paths of a and b to the root meet.
func (g *graph) common(a, b int) int {
	seen := make([]bool, len(g.base))
	for {
		a = g.base[a]
		seen[a] = true
		if g.mate[a] < 0 {
			break
		}
		a = g.parent[g.mate[a]]
	}
	for {
		b = g.base[b]
		if seen[b] {
			return b
		}
		b = g.parent[g.mate[b]]
	}
}
