package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// begin compiles a description and begins a play of it.
func begin(text string) (*game.Context, error) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		return nil, err
	}
	rs, err := loader.Compile(ruleset.Source{File: "start.lud", Text: []byte(text)})
	if err != nil {
		return nil, err
	}
	c := game.NewContext(rs.Plan())
	r := rng.New(1)
	return c, game.Catch(func() { c.Start(&r) })
}

// TestPuzzlePlacements: placing the piece of a value on sites of a deduction puzzle
// resolves their variables, one after the other.
func TestPuzzlePlacements(t *testing.T) {
	puzzle := func(values, start string) string {
		return fmt.Sprintf(`(game "Lines" (players 1) (equipment {(board (square 3) (values Cell (range %s)))})
			(rules (start {%s}) (play (satisfy (all Different (sites Row 0))))
				(end (if (is Solved) (result P1 Win)))))`, values, start)
	}
	for _, x := range []struct{ values, start, want string }{
		{"1 3", `(place "2" 4)`, "4=2"},
		{"1 3", `(place "2" coord:"A2")`, "3=2"},
		{"1 3", `(place "1" {7 5})`, "7=1 5=1"},
		{"1 3", `(place "3" (sites Row 1))`, "3=3 4=3 5=3"},
		{"1 3", `(place "2" {"C1" "A3"})`, "2=2 6=2"},
		{"1 3", `(forEach Site (sites Row 2) (place "1" (site)))`, "6=1 7=1 8=1"},
		{"1 3", `(place "1" {0}) (place "3" {1 2})`, "0=1 1=3 2=3"},
		{"2 3", `(place "3" {0})`, "0=2"}, // the second piece
		{"1 3", `(place "4" {0})`, `no piece named "4"`},
		{"1 3", `(place "02" {0})`, `no piece named "02"`},
		{"0 0", `(place "0" {0})`, `no piece named "0"`},
	} {
		c, err := begin(puzzle(x.values, x.start))
		if err != nil {
			if !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s, values %s: %v; want %s", x.start, x.values, err, x.want)
			}
			continue
		}
		var got []string
		for _, a := range c.PlacedActions() {
			if text := trace.ActionText(c, a); text != fmt.Sprintf("[Set:type=Cell,var=%d,value=%d]", a.To, a.Value) {
				t.Errorf("%s: recorded as %s", x.start, text)
			}
			if v := c.S.PuzzleValues(board.Cell, int(a.To)); v.Len() != 1 || !v.Has(int(a.Value)) {
				t.Errorf("%s: cell %d may be one of %d values", x.start, a.To, v.Len())
			}
			got = append(got, fmt.Sprintf("%d=%d", a.To, a.Value))
		}
		if s := strings.Join(got, " "); s != x.want {
			t.Errorf("%s, values %s: got %s, want %s", x.start, x.values, s, x.want)
		}
	}
}
