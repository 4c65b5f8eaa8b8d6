// Package studio is the part of the laboratory that runs where the user is: pages on
// which games are played and written, the engine for browsers that they work with, and
// the same as files for any web server (see Site).
//
//	/play, /edit       the pages; without JavaScript they list the games
//	/studio/…          scripts, style, the engine and the library, by their own names
//	/studio/source/ID  a description of the catalogue with its defines, if there is one
//
// All addresses within the pages are relative, so that a site of files works below any
// address. The engine is built by make worker; without it the pages say so.
package studio

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/astragal/astragal/services/studio/shelf"
)

//go:embed web dist
var content embed.FS

// Policy lets the pages run our own scripts, WebAssembly and workers, and load from
// nowhere else. Styles are in the drawings of boards.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
	"style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// asset is a file that the pages load.
type asset struct {
	data []byte
	kind string // media type
}

// kinds are the media types of assets by extension.
var kinds = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".zst": "application/octet-stream",
	".gz":  "application/octet-stream", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
	".LICENSE": "text/plain; charset=utf-8"}

// studio is what is embedded, read once.
type studio struct {
	assets  map[string]asset
	version string // changes with any asset
	shelf   *shelf.Shelf
	built   bool // whether the engine is there

	hasManual bool // of a site
}

var load = sync.OnceValues(func() (*studio, error) {
	s := &studio{assets: map[string]asset{}, shelf: &shelf.Shelf{}}
	sum := sha256.New()
	for _, dir := range []string{"web", "web/vendor", "dist"} {
		entries, err := content.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			kind := kinds[path.Ext(e.Name())]
			if e.IsDir() || kind == "" {
				continue
			}
			data, err := content.ReadFile(path.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			s.assets[e.Name()] = asset{data, kind}
			fmt.Fprintf(sum, "%s %d\n", e.Name(), len(data))
			sum.Write(data)
		}
	}
	s.version = hex.EncodeToString(sum.Sum(nil)[:6])
	_, s.built = s.assets["engine.wasm.zst"]
	if packed, ok := s.assets["library.json.gz"]; ok {
		z, err := gzip.NewReader(bytes.NewReader(packed.data))
		if err != nil {
			return nil, err
		}
		if err := json.NewDecoder(z).Decode(s.shelf); err != nil {
			return nil, err
		}
	}
	return s, nil
})

// page is what a template gets.
type page struct {
	Title, Page string
	Version     string // of the assets
	Built       bool
	Static      bool   // whether the pages are files: then nothing can be submitted
	Ext         string // of the addresses of pages
	Kinds       []kindOf
	Games       int
	Policy      string // of a page that is a file
	Root        string // address of the site's root from the page, "" or "../"
	Manual      bool   // whether the site has one
	Data        any
}

// kindOf are the games of one folder.
type kindOf struct {
	Name  string
	Games []shelf.Game
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{"words": words, "percent": percent,
	"next": func(i int) int { return i + 1 }}).ParseFS(content, "web/*.html"))

// words writes the name of a folder as a heading: "sow/two" as "Sow, two".
func words(name string) string {
	name = strings.ReplaceAll(name, "/", ", ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// titles of the pages by their templates.
var titles = map[string]string{"play": "Play", "edit": "Write a game", "index": "Library"}

// render writes a page.
func (s *studio) render(name string, static bool) ([]byte, error) {
	p := s.page(name, static)
	return execute(name, p)
}

// execute writes a page by its template.
func execute(name string, p page) ([]byte, error) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name+".html", p); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// page is what the template of a page gets.
func (s *studio) page(name string, static bool) page {
	p := page{Title: titles[name], Page: name, Version: s.version, Built: s.built, Static: static,
		Manual: static && s.hasManual,
		Games:  len(s.shelf.Games)}
	if static {
		p.Ext, p.Policy = ".html", strings.TrimSuffix(Policy, "; frame-ancestors 'none'")
	}
	for _, g := range s.shelf.Games {
		i := slices.IndexFunc(p.Kinds, func(k kindOf) bool { return k.Name == g.Kind })
		if i < 0 {
			i = len(p.Kinds)
			p.Kinds = append(p.Kinds, kindOf{Name: g.Kind})
		}
		p.Kinds[i].Games = append(p.Kinds[i].Games, g)
	}
	return p
}

// Source is a description of a catalogue with all that it takes to compile it.
type Source struct {
	File      string            `json:"file"`
	Text      string            `json:"text"`
	Options   []string          `json:"options,omitempty"`
	Ruleset   string            `json:"ruleset,omitempty"`
	Formalism string            `json:"formalism,omitempty"`
	Defs      map[string]string `json:"defs,omitempty"`
	Games     map[string]string `json:"games,omitempty"`
}

// Finder finds the source of a ruleset by the ruleset's hash. An error is shown as not found.
type Finder func(r *http.Request, hash string) (Source, error)

// Register adds the pages. Guard surrounds every handler, for access and the like; find
// may be nil where there is no catalogue.
func Register(mux *http.ServeMux, guard func(http.Handler) http.Handler, find Finder) error {
	s, err := load()
	if err != nil {
		return err
	}
	for _, name := range []string{"play", "edit"} {
		text, err := s.render(name, false)
		if err != nil {
			return err
		}
		mux.Handle("GET /"+name, guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Security-Policy", Policy)
			h.Set("X-Content-Type-Options", "nosniff")
			w.Write(text)
		})))
	}
	mux.Handle("GET /studio/source/{hash}", guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if find == nil {
			http.NotFound(w, r)
			return
		}
		src, err := find(r, r.PathValue("hash"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(src) // whoever asked may be gone
	})))
	mux.Handle("GET /studio/{name}", guard(http.HandlerFunc(s.serve)))
	return nil
}

// serve gives an asset; one that is asked for with its version may be kept for good.
func (s *studio) serve(w http.ResponseWriter, r *http.Request) {
	a, ok := s.assets[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", Policy) // of workers
	tag := `"` + s.version + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == s.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Write(a.data)
}
