package ui

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// get asks the handler for a path, with a header of name and value if one is given.
func get(t *testing.T, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := static.ReadFile("static/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// names lists the files of the page with an extension, all for "".
func names(t *testing.T, extension string) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, extension) {
			found = append(found, strings.TrimPrefix(name, "static/"))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("files ending in %q: %v, %v", extension, found, err)
	}
	return found
}

func TestServesEveryFile(t *testing.T) {
	for _, name := range names(t, "") {
		r := get(t, "/"+name)
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", name, r.StatusCode)
		}
		if want := types[path.Ext(name)]; want == "" || r.Header.Get("Content-Type") != want {
			t.Errorf("%s: type %q, want %q", name, r.Header.Get("Content-Type"), want)
		}
		if got := r.Header.Get("Content-Security-Policy"); got != Policy {
			t.Errorf("%s: policy %q", name, got)
		}
	}
}

func TestAddressesOfGamesLeadToThePage(t *testing.T) {
	for _, target := range []string{"/", "/g/Ab12", "/g/Ab12/", "/index.html"} {
		r := get(t, target)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != http.StatusOK || !strings.Contains(string(body), `src="/js/main.js"`) {
			t.Errorf("%s: status %d, %d bytes", target, r.StatusCode, len(body))
		}
	}
	for _, target := range []string{"/js/none.js", "/../ui.go", "/favicon.ico"} {
		if r := get(t, target); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", target, r.StatusCode)
		}
	}
}

func TestRefusesOtherMethods(t *testing.T) {
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
}

func TestKnownFilesAreNotSentAgain(t *testing.T) {
	for _, coding := range []string{"", "gzip"} {
		tag := get(t, "/js/main.js", "Accept-Encoding", coding).Header.Get("ETag")
		r := get(t, "/js/main.js", "Accept-Encoding", coding, "If-None-Match", tag)
		if r.StatusCode != http.StatusNotModified || tag == "" {
			t.Errorf("coding %q, tag %q: status %d", coding, tag, r.StatusCode)
		}
	}
	if r := get(t, "/js/main.js", "If-None-Match", `"another"`); r.StatusCode != http.StatusOK {
		t.Errorf("another tag: status %d", r.StatusCode)
	}
}

func TestCompresses(t *testing.T) {
	r := get(t, "/css/base.css", "Accept-Encoding", "br, gzip;q=0.8")
	if r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("coding %q", r.Header.Get("Content-Encoding"))
	}
	z, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(z)
	if err != nil || string(body) != text(t, "css/base.css") {
		t.Errorf("unpacked %d bytes, %v", len(body), err)
	}
	if r := get(t, "/css/base.css", "Accept-Encoding", "gzip;q=0"); r.Header.Get("Content-Encoding") != "" {
		t.Error("compressed although the client forbids it")
	}
}

// TestWeight keeps the page light even where nothing is compressed.
func TestWeight(t *testing.T) {
	const most = 300_000
	total, zipped := 0, 0
	files, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		total += len(f.body)
		zipped += len(f.body)
		if f.zipped != nil {
			zipped += len(f.zipped) - len(f.body)
		}
	}
	t.Logf("%d files, %d bytes, %d compressed", len(files), total, zipped)
	if total > most {
		t.Errorf("%d bytes in all, want at most %d", total, most)
	}
}

// TestNothingInline keeps the page within its policy.
func TestNothingInline(t *testing.T) {
	page := text(t, "index.html")
	for _, wrong := range []string{`<style`, `style="`, `onclick=`, `onload=`, `javascript:`, `http://`, `https://`} {
		if strings.Contains(page, wrong) {
			t.Errorf("index.html contains %s", wrong)
		}
	}
	if inline := regexp.MustCompile(`<script(?:[^>]*)>[^<]+`).FindString(page); inline != "" {
		t.Errorf("a script within the page: %s", inline)
	}
	for _, name := range names(t, ".js") {
		if regexp.MustCompile(`setAttribute\("style"|innerHTML|insertAdjacentHTML|\beval\(|new Function`).MatchString(text(t, name)) {
			t.Errorf("%s: styles as text, markup as text, or code as text", name)
		}
	}
}

var keyLine = regexp.MustCompile(`(?m)^  (?:"([^"]+)"|(\w+)): "((?:[^"\\]|\\.)*)",$`)

// texts reads the texts of a language.
func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	source := text(t, "text/"+language+".js")
	found := map[string]string{}
	for _, m := range keyLine.FindAllStringSubmatch(source, -1) {
		if _, twice := found[m[1]+m[2]]; twice {
			t.Errorf("%s: %s%s stands there twice", language, m[1], m[2])
		}
		found[m[1]+m[2]] = m[3]
	}
	if lines := strings.Count(source, "\": \"") + strings.Count(source, ": \"") - strings.Count(source, "\": \""); lines != len(found) {
		t.Errorf("%s: %d texts, %d of them understood", language, lines, len(found))
	}
	return found
}

func TestLanguagesSayTheSame(t *testing.T) {
	english := texts(t, "en")
	gaps := regexp.MustCompile(`\{\w+\}`)
	for _, language := range []string{"de", "zh"} {
		other := texts(t, language)
		for key, want := range english {
			got, ok := other[key]
			if !ok || got == "" {
				t.Errorf("%s: no text %s", language, key)
				continue
			}
			a, b := gaps.FindAllString(want, -1), gaps.FindAllString(got, -1)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: %s has the gaps %v, want %v", language, key, b, a)
			}
		}
		for key := range other {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is in no other language", language, key)
			}
		}
	}
}

// TestTextsExist looks for every text that scripts and page ask for by its full key, and
// for texts that nobody asks for.
func TestTextsExist(t *testing.T) {
	english := texts(t, "en")
	used := map[string]bool{}
	full := regexp.MustCompile(`\bt\("([\w.-]+)"|data-t(?:-label)?="([\w.-]+)"`)
	var sources strings.Builder
	for _, name := range append(names(t, ".js"), "index.html") {
		if strings.HasPrefix(name, "text/") {
			continue
		}
		source := text(t, name)
		sources.WriteString(source)
		for _, m := range full.FindAllStringSubmatch(source, -1) {
			key := m[1] + m[2]
			used[key] = true
			if _, ok := english[key]; !ok {
				t.Errorf("%s asks for the text %s", name, key)
			}
		}
	}
	begun := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z]+\\.)\\$\\{").FindAllStringSubmatch(sources.String(), -1) {
		begun[m[1]] = true
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		family, _, _ := strings.Cut(key, ".")
		if !used[key] && !begun[family+"."] && !strings.Contains(sources.String(), fmt.Sprintf("%q", key)) {
			t.Errorf("nobody asks for the text %s", key)
		}
	}
}

// TestModulesExist follows the imports of the scripts.
func TestModulesExist(t *testing.T) {
	from := regexp.MustCompile(`(?m)^(?:import|export) .*from "(\./[\w.-]+)";$`)
	for _, name := range names(t, ".js") {
		for _, m := range from.FindAllStringSubmatch(text(t, name), -1) {
			if _, err := static.ReadFile("static/" + path.Join(path.Dir(name), m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
