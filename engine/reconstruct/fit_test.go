package reconstruct_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/reconstruct"
)

// TestFit moves the sites that a donor names to where they are on other boards: as far from the nearer edges. What the
// board has stays as it is, and what has no place there is not moved.
func TestFit(t *testing.T) {
	game := func(name, size, start, end string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`(game "` + name + `" (players 2) (equipment {(board (square ` + size +
			`)) (piece "Disc" P1) (piece "Cross" P2)}) (rules (start ` + start + `) ` + play + " " + end + `))`)}
	}
	l, err := reconstruct.Load(fstest.MapFS{
		"a.lud": game("A", "9", `{(place "Disc1" {"A1" "I9"}) (place "Cross2" (sites {"E5" "B8"}))}`,
			`(end (if (is In (last To) (sites Row 8)) (result Mover Win)))`),
	}, nil, nil)
	if err != nil || len(l.Donors) != 1 {
		t.Fatal(err, l)
	}
	for _, c := range []struct{ size, start, end string }{
		{"5", `{(place "Disc1" {"A1" "E5"}) (place "Cross2" (sites {"C3" "B4"}))}`, `(sites Row 4)`},
		{"9", `{(place "Disc1" {"A1" "I9"}) (place "Cross2" (sites {"E5" "B8"}))}`, `(sites Row 8)`},
		{"11", `{(place "Disc1" {"A1" "I9"}) (place "Cross2" (sites {"E5" "B8"}))}`, `(sites Row 8)`}, // the board has all
		{"4", "", `(sites Row 3)`}, // has no middle
	} {
		x := space(t, `(game "S" (players 2) (equipment {(board (square `+c.size+`)) (piece "Disc" P1) (piece "Cross" P2)})
			(rules (start [#]) `+play+` (end [#])))`, l, reconstruct.Frequency{})
		stream := reconstruct.Stream{Space: x, Wanted: 100}
		found := 0
		err := stream.Run(t.Context(), func(k *reconstruct.Completion, v reconstruct.Verdict) error {
			text := k.Text()
			if c.start != "" && strings.Contains(text, c.start) && strings.Contains(text, c.end) {
				found++
				if moved := k.Fillers[0].Moved; moved != (c.size == "5") || k.Fillers[1].Moved != moved {
					t.Errorf("on %s: moved %v", c.size, moved)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if (found > 0) != (c.start != "") {
			t.Errorf("on %s: %d completions, rejected %v", c.size, found, stream.Rejected)
		}
	}
}

// TestFitLines makes lines shorter that no row of the board has room for, and keeps all others.
func TestFitLines(t *testing.T) {
	text := func(size, length string) string {
		return `(game "S" (players 2) (equipment {(board (square ` + size + `)) (piece "Disc" Each)})
			(rules (play (move Add (to (sites Empty)))) (end ` + length + `)))`
	}
	for _, c := range []struct{ theirs, length, ours, want string }{
		{"5", "5", "3", "3"}, // a whole row
		{"5", "4", "4", "4"}, // has room
		{"7", "6", "5", "4"}, // a site less than a row
		{"4", "3", "7", "3"}, // a larger board
		{"9", "5", "4", "3"}, // no less than three
		{"4", "6", "3", ""},  // which the donor has no room for either: is left
	} {
		l, err := reconstruct.Load(fstest.MapFS{"a.lud": &fstest.MapFile{
			Data: []byte(text(c.theirs, "(if (is Line "+c.length+") (result Mover Win))"))}}, nil, nil)
		if err != nil || len(l.Donors) != 1 {
			t.Fatal(err, l)
		}
		stream := reconstruct.Stream{Space: space(t, text(c.ours, "[#]"), l, reconstruct.Frequency{}), Wanted: 10}
		want := c.want
		if want == "" {
			want = c.length
		}
		found := 0
		err = stream.Run(t.Context(), func(k *reconstruct.Completion, _ reconstruct.Verdict) error {
			if found++; !strings.Contains(k.Text(), "(is Line "+want+")") {
				t.Errorf("from %s to %s: %s", c.theirs, c.ours, k.Text())
			}
			return nil
		})
		if err != nil || found == 0 {
			t.Errorf("from %s to %s: %d completions, %v, %v", c.theirs, c.ours, found, stream.Rejected, err)
		}
	}
}
