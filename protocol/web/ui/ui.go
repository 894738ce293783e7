// Package ui is the page that plays: files for a browser, embedded in the binary. It
// knows nothing of games or of the server; the page speaks to it over the messages that
// package web defines.
//
//	static/index.html ──▶ css/*.css
//	                  ──▶ js/main.js ──▶ js/*.js ──▶ text/{en,zh,de}.js
package ui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

//go:embed static
var static embed.FS

// Policy is the content security policy that the page lives under: everything from the
// server itself, no scripts or styles within the page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// file is a file as it goes over the wire.
type file struct {
	body, zipped []byte // zipped is nil where that would not be shorter
	kind, tag    string
}

// types are told here since the system's table may say otherwise.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".webmanifest": "application/manifest+json",
}

// Handler returns a handler that serves the page: its files, and index.html for every
// other path without a dot, so that the address of a game leads to the page too. It
// answers GET and HEAD.
func Handler() http.Handler {
	files, err := load()
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		f, ok := files[name]
		if !ok && !strings.Contains(name, ".") {
			f, ok = files["index.html"]
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		f.serve(w, r)
	})
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Content-Security-Policy", Policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cache-Control", "no-cache") // ask each time, with the tag
	header.Set("Vary", "Accept-Encoding")
	body, tag := f.body, f.tag
	if f.zipped != nil && accepts(r, "gzip") {
		body, tag = f.zipped, f.tag+"-gzip"
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", `"`+tag+`"`)
	if known := r.Header.Values("If-None-Match"); slices.ContainsFunc(known, func(k string) bool { return strings.Contains(k, `"`+tag+`"`) }) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // a reader that has gone away needs no answer
	}
}

// accepts reports whether the client names a coding and does not rule it out.
func accepts(r *http.Request, coding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.ReplaceAll(quality, " ", "")
			return q != "q=0" && q != "q=0.0"
		}
	}
	return false
}

func load() (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := static.ReadFile(name)
		if err != nil {
			return err
		}
		files[strings.TrimPrefix(name, "static/")], err = pack(name, body)
		return err
	})
	if err != nil {
		return nil, err
	}
	return files, preload(files)
}

func pack(name string, body []byte) (file, error) {
	sum := sha256.Sum256(body)
	f := file{body: body, kind: types[path.Ext(name)], tag: hex.EncodeToString(sum[:8])}
	if f.kind == "" {
		f.kind = mime.TypeByExtension(path.Ext(name))
	}
	var buffer bytes.Buffer
	w, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return f, err
	}
	if _, err := w.Write(body); err != nil {
		return f, err
	}
	if err := w.Close(); err != nil {
		return f, err
	}
	if buffer.Len() < len(body) {
		f.zipped = buffer.Bytes()
	}
	return f, nil
}

// preload names the scripts in the page, so that the browser fetches them at once instead
// of one after the other as they name each other.
func preload(files map[string]file) error {
	const place = "<!-- modules -->"
	var names []string
	for name := range files {
		if strings.HasPrefix(name, "js/") && name != "js/theme.js" && name != "js/main.js" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var links strings.Builder
	for _, name := range names {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"/%s\">\n", name)
	}
	page := files["index.html"]
	if !bytes.Contains(page.body, []byte(place)) {
		return fmt.Errorf("index.html: no %s", place)
	}
	packed, err := pack("index.html", bytes.Replace(page.body, []byte(place+"\n"), []byte(links.String()), 1))
	files["index.html"] = packed
	return err
}
