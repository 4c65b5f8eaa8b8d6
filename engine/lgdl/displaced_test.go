package lgdl_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// A known define is told from a name by the clause that it stands in, and the
// error that it leads to says so.
func TestDisplaced(t *testing.T) {
	known, err := lgdl.LoadDefines(fstest.MapFS{"Known.def": {Data: []byte(
		`(define "Home" (sites Bottom)) (define "Alias" "Other") (define "Moves" (move Slide))`)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ item, name, hint string }{
		{`(regions "Alias" P1 (sites Top))`, "Alias", ""},
		{`(piece "Alias" Each)`, "Alias", ""},
		{`(regions "Home" P1 (sites Top))`, "Home", "is a known define here"},
		{`(regions "Home")`, "", ""},
		{`(regions P1 "Home")`, "", ""},
		{`(regions "Mine" P1 "Home")`, "", ""},
		{`(piece "Man" Each "Moves")`, "", ""},
		{`(piece "Man" Each ("Moves"))`, "", ""},
		{`(regions "House" P1 (sites Top))`, "", ""},
	} {
		d, err := lgdl.Read("x.lud", []byte(`(game "G" (players 2) (equipment {(board (square 3)) `+c.item+
			`}) (rules (play (move Pass)) (end (if (no Moves Next) (result Mover Win)))))`))
		if err != nil {
			t.Fatal(err)
		}
		x, err := d.Expand(known, lgdl.Selection{})
		if err != nil {
			t.Fatal(err)
		}
		found := x.Displaced()
		switch {
		case (c.name == "") != (len(found) == 0) || c.name != "" && found[0].Name != c.name:
			t.Errorf("%s: %v", c.item, found)
		case c.name != "" && (found[0].Pos.File != "x.lud" || found[0].Pos.Line != 1):
			t.Errorf("%s: at %v", c.item, found[0].Pos)
		}
		_, err = x.Check(ludeme.Grammar())
		if (c.hint != "") != (err != nil) || err != nil && !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s: %v", c.item, err)
		}
	}
}
