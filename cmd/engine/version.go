package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// Who plays.
const (
	name    = "Ishi"
	version = "0.1.0"
	authors = "The Ishi authors"
	country = "International"
)

// longVersion tells which program this is to the commit.
func longVersion() string {
	text := fmt.Sprintf("%s %s (%s %s/%s", name, version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "GOAMD64", s.Key == "vcs.revision":
				text += " " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				text += " modified"
			}
		}
	}
	return text + ")"
}

func printVersion(_ []string, out io.Writer) error {
	_, err := fmt.Fprintln(out, longVersion())
	return err
}
