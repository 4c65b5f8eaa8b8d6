package lint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/ruleset"
)

// What is said of the games of the public library is so: a piece that never comes
// into play is on no site of any position of some plays, and a hand that is never
// used stays empty.
func TestLibraryIsAsSaid(t *testing.T) {
	const library = "../../../shared/library"
	if _, err := os.Stat(library); err != nil {
		t.Skip("the library is not there")
	}
	if testing.Short() {
		t.Skip("compiles and plays many games")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(library, "def")))
	if err != nil {
		t.Fatal(err)
	}
	files, counts := 0, map[string]int{}
	err = filepath.WalkDir(filepath.Join(library, "lud"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rs, err := loader.Compile(ruleset.Source{File: path, Text: text})
		if err != nil {
			return nil // matches of games that it does not have
		}
		files++
		check := map[string][]lint.Warning{}
		for _, w := range rs.Warnings() {
			counts[w.Code]++
			check[w.Code] = append(check[w.Code], w)
		}
		idle := map[int]bool{} // components
		for _, w := range check["W202"] {
			for i := range declaredAt(rs, w.Line, w.Column) {
				idle[i] = true
			}
		}
		hands := len(check["W206"]) > 0
		if len(idle) == 0 && !hands {
			return nil
		}
		g := rs.Plan()
		p := play.NewRandom(g)
		for seed := range uint64(3) {
			p.Start(seed)
			for n := 0; !p.Context().S.Over && n < 300; n++ {
				p.Step()
				inspect(t, path, p.Context(), idle, hands && len(check["W206"]) == declaredHands(rs))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, warnings by code: %v", files, counts)
	if counts["W202"] == 0 || counts["W206"] == 0 {
		t.Error("nothing was tried")
	}
}

// declaredAt returns the components of the piece that is declared at a place.
func declaredAt(rs *ruleset.Ruleset, line, column int) map[int]bool {
	found := map[int]bool{}
	walk(rs.Checked().Game, func(e *lgdl.Expr) {
		if e.Form == nil || e.Form.Result != "item" || e.Pos.Line != line || e.Pos.Col != column {
			return
		}
		name, role := clause.Component(e).String().Text, clause.Component(e).RoleType().Word("")
		for i := 1; i < len(rs.Plan().Components); i++ {
			c := &rs.Plan().Components[i]
			owned := c.Owner >= 1 && c.Owner <= rs.Players()
			if n, ok := game.RoleNumber(role); ok {
				owned = c.Owner == n
			} else if role == "Shared" {
				owned = c.Owner > rs.Players()
			}
			if owned && (c.Name == name || len(c.Name) == len(name)+1 && c.Name[:len(name)] == name) {
				found[i] = true
			}
		}
	})
	return found
}

func declaredHands(rs *ruleset.Ruleset) (n int) {
	walk(rs.Checked().Game, func(e *lgdl.Expr) {
		if e.Form != nil && e.Form.Result == "item" && e.Form.Keyword == "hand" {
			n++
		}
	})
	return n
}

func walk(e *lgdl.Expr, f func(e *lgdl.Expr)) {
	f(e)
	for _, list := range [][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if x != nil {
				walk(x, f)
			}
		}
	}
}

// inspect looks for idle components, and for anything in a hand.
func inspect(t *testing.T, path string, c *game.Context, idle map[int]bool, hands bool) {
	t.Helper()
	for i := range idle {
		if len(c.S.Places(i)) > 0 {
			t.Fatalf("%s: the piece %s is said never to come into play", path, c.G.Components[i].Name)
		}
	}
	for i := range c.G.Containers {
		if k := &c.G.Containers[i]; hands && k.Kind == game.Hand {
			for s := k.First; s < k.First+k.Sites; s++ {
				if c.S.What(2, s) != 0 {
					t.Fatalf("%s: %s is said never to be used", path, k.Name)
				}
			}
		}
	}
}
