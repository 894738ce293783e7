package engine

import "strings"

// Is reports whether name is the option's, in any case and with "_" for "-".
func (o Option) Is(name string) bool {
	return strings.EqualFold(o.Name, strings.ReplaceAll(name, "_", "-"))
}
