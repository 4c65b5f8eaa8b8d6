// Package shelf is a library of descriptions as browsers load it: all known defines and
// all descriptions in one file, with what lists of them show.
package shelf

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Shelf is a library.
type Shelf struct {
	Defs  map[string]string `json:"defs"`  // by path below def
	Games []Game            `json:"games"` // by path
}

// Game is a description of the library.
type Game struct {
	Path     string   `json:"path"` // below lud, with its extension
	Name     string   `json:"name"`
	Kind     string   `json:"kind"` // the folder that it is in
	Text     string   `json:"text"`
	Rulesets []string `json:"rulesets,omitempty"` // declared ones that can be played
}

// Page is the name of the file that a site has for the game.
func (g Game) Page() string {
	name := strings.TrimSuffix(g.Path, path.Ext(g.Path))
	return strings.NewReplacer("/", "-", " ", "-").Replace(name) + ".html"
}

var named = regexp.MustCompile(`\((?:game|match)\s+"([^"]*)"`)

// Read reads the folders lud and def of a library.
func Read(library fs.FS) (*Shelf, error) {
	s := &Shelf{Defs: map[string]string{}, Games: []Game{}}
	err := fs.WalkDir(library, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		folder, rest, _ := strings.Cut(file, "/")
		if folder == "def" && path.Ext(file) == ".def" || folder == "lud" && path.Ext(file) == ".lud" {
			text, err := fs.ReadFile(library, file)
			if err != nil {
				return err
			}
			if folder == "def" {
				s.Defs[rest] = string(text)
			} else {
				s.Games = append(s.Games, gameOf(rest, text))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(s.Games, func(a, b Game) int { return strings.Compare(a.Path, b.Path) })
	return s, nil
}

func gameOf(file string, text []byte) Game {
	g := Game{Path: file, Name: strings.TrimSuffix(path.Base(file), path.Ext(file)), Kind: path.Dir(file),
		Text: string(text)}
	if m := named.FindSubmatch(text); m != nil {
		g.Name = string(m[1])
	}
	if d, err := lgdl.Read(file, text); err == nil {
		for _, r := range d.Rulesets() {
			if r.Implemented() && r.Complete() {
				g.Rulesets = append(g.Rulesets, r.Heading)
			}
		}
	}
	return g
}

// Compressed is the library as gzip-compressed JSON. Equal libraries give equal bytes.
func (s *Shelf) Compressed() ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
