package lgdl_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// TestHoleErrors reports what is wrong with a hole, at its place.
func TestHoleErrors(t *testing.T) {
	for hole, want := range map[string]string{
		`[3 | 4`:                      `where "]" has to close the "["`,
		`[3 | (4]`:                    `where ")" has to close the "("`,
		`3]`:                          `found "]" where ")" has to close`,
		`[]`:                          `an item of this hole is empty`,
		`[3 | ]`:                      `an item of this hole is empty`,
		`[# 3]`:                       `behind the hashes`,
		`[3 | [- 3]]`:                 `nothing may fill this hole`,
		`[3 | [-  ]]`:                 `this filter names nothing`,
		`[3 | [+ 3 4]]`:               `a filter holds one`,
		`[1..5000]`:                   `more than 1000 numbers`,
		`[1..9 step 0]`:               `step of a range`,
		`[3 ~0]`:                      `weight of a choice`,
		`["A1".."x"]`:                 `a range of sites has the form`,
		`[n:]`:                        `no hole before this one has the name "n"`,
		`[n: 3] pyramidal:[n: 4]`:     `has other choices here`,
		`([3] 4)`:                     `a hole cannot be a keyword`,
		`[(hex 3)]`:                   `(square `,
		`[3 | 4] 5`:                   `(square `,
		strings.Repeat("[", 40) + "3": `has to close the "["`,
		strings.Repeat("[(a ", 25) + "3" + strings.Repeat(")]", 25): `nested more than`,
	} {
		text := `(game "G" (players 2) (equipment {(board (square ` + hole +
			`)) (piece "D" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))`
		d, err := lgdl.Read("h.lud", []byte(text))
		if err == nil {
			var e *lgdl.Expanded
			if e, err = d.Expand(nil, lgdl.Selection{}); err == nil {
				_, err = e.Skeleton(ludeme.Grammar())
			}
		}
		if err == nil || !strings.HasPrefix(err.Error(), "h.lud:1:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want …%s…", hole, err, want)
		}
	}
}

// TestHolesAreText leaves square brackets of comments, strings and metadata alone.
func TestHolesAreText(t *testing.T) {
	text := `(game "G [3]" (players 2) // [#]
		(equipment {(board (square 3)) (piece "D" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))
		(metadata (info {(description "Of [1] and [#]")}))`
	d, err := lgdl.Read("h.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil || len(e.Holes) > 0 {
		t.Fatal(err, len(e.Holes))
	}
	if _, err := e.Check(ludeme.Grammar()); err != nil && !strings.Contains(err.Error(), "metadata") {
		t.Error(err)
	}
	d, err = lgdl.Read("h.lud", []byte(strings.Replace(text, `"Of [1] and [#]"`, "[#]", 1)))
	if err == nil {
		_, err = d.Expand(nil, lgdl.Selection{})
	}
	if err == nil || !strings.Contains(err.Error(), "only a game has holes") {
		t.Errorf("a hole in the metadata: %v", err)
	}
}

// TestUnfinished refuses a skeleton where a finished game is asked for.
func TestUnfinished(t *testing.T) {
	text := `(game "G" (players 2) (equipment {(board (square [3 | 4])) (piece "D" Each)}) (rules [#]))`
	d, err := lgdl.Read("h.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil || len(e.Holes) != 2 {
		t.Fatal(err)
	}
	if _, err := e.Check(ludeme.Grammar()); err == nil || !lgdl.Unfinished(err.Error()) {
		t.Error(err)
	}
	want := `(game "G" (players 2) (equipment {(board (square [3 | 4])) (piece "D" Each)}) (rules [#]))`
	if e.Canonical() != want {
		t.Error(e.Canonical())
	}
	s, err := e.Skeleton(ludeme.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	if p := s.Places[e.Holes[0]]; len(p) == 0 || p[0].Type != "dim" {
		t.Errorf("%+v", p)
	}
}
