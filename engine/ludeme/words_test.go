package ludeme

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
)

// TestInWords says rules in words, each clause below the one that it belongs to, with all numbers and names.
func TestInWords(t *testing.T) {
	d, err := lgdl.Read("x.lud", []byte(`(game "Three" (players 2) (equipment {(board (square 7)) (piece "Disc" Each)})
		(rules (start {(place "Disc1" {"A1" "B2"}) (place "Disc2" "C3")}) (play (move Add (to (sites Empty))))
		(end (if (is Line 4) (result Mover Win)))))`))
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.Check(Grammar())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, s := range InWords(c.Game) {
		fmt.Fprintf(&text, "%s%s\n", strings.Repeat("\t", s.Depth), s.Text)
	}
	for _, want := range []string{"Three", "Disc", "7", "A1, B2", "C3", "Mover", "Win",
		"\t\t\tthe condition: Pieces form a line of some length (how many sites, at least 1: 4)\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestArgumentsBySlot holds that arguments are documented in the order of their slots, as InWords goes through them.
func TestArgumentsBySlot(t *testing.T) {
	for _, f := range Grammar().Forms() {
		var slots []string
		for i := range f.Slots {
			if f.Slots[i].Const == "" || f.Slots[i].Optional {
				slots = append(slots, f.Slots[i].String())
			}
		}
		var said []string
		for _, a := range Document(f).Arguments {
			said = append(said, a.Name)
		}
		if strings.Join(slots, " ") != strings.Join(said, " ") {
			t.Errorf("%s: %v, want %v", f, said, slots)
		}
	}
}
