package ruleset

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/astragal/astragal/engine/game"
)

// compile compiles the checked description of a game or a match.
func (l *Loader) compile(r *Ruleset, opt game.Options) (err error) {
	e := r.checked.Game
	if e.Form == nil || e.Form.Keyword != "match" {
		r.game, err = game.CompileWith(e, opt)
		return err
	}
	library := r.src.Library
	r.game, err = game.CompileMatch(e, func(name, option string) (*game.Game, error) {
		file, err := FindGame(library, name)
		if err != nil {
			return nil, err
		}
		text, err := fs.ReadFile(library, file)
		if err != nil {
			return nil, err
		}
		// The games of a match are ordinary games: without a library of its
		// own, a match among them is an error and not an endless descent.
		sub := Source{File: file, Text: text}
		if option != "" {
			sub.Options = []string{option}
		}
		rs, err := l.CompileWith(sub, opt)
		if err != nil {
			return nil, err
		}
		r.subgames = append(r.subgames, rs)
		return rs.game, nil
	})
	return err
}

// FindGame returns the description of a game of a match in a library: the file
// of that name, or else the shortest path that ends with it, in small or capital
// letters.
func FindGame(library fs.FS, name string) (string, error) {
	if library == nil {
		return "", errors.New("no library of descriptions was given to find it in")
	}
	want := strings.ToLower(name) + ".lud"
	best, exact := "", false
	err := fs.WalkDir(library, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(strings.ToLower(p), want) {
			return err
		}
		same := strings.ToLower(path.Base(p)) == want
		if best == "" || same && !exact || same == exact && len(p) < len(best) {
			best, exact = p, same
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if best == "" {
		return "", fmt.Errorf("there is no file %s.lud in the library", name)
	}
	return best, nil
}
