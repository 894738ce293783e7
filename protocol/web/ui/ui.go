// Package ui holds the page that the board shows in a browser: HTML, styles,
// scripts, texts and sounds, all within the program.
//
//	static/…  ──embed──▶  Files  ──▶ web.Server ──▶ browser
//
// It knows nothing of the server; both speak as doc/web.md says.
package ui

import (
	"embed"
	"io/fs"
)

//go:embed static
var static embed.FS

// Files returns the page's files, index.html at the root.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // only for an invalid name
	}
	return files
}
