package reconstruct_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

// stocked is a library whose games start with four stones on a row, with six in each hand, and on a region.
func stocked(t *testing.T) *reconstruct.Library {
	t.Helper()
	folder := fstest.MapFS{}
	for name, start := range map[string]string{
		"Row":  `(place "Stone1" {"A1" "B1" "C1" "D1"}) (place "Stone2" {"A5" "B5" "C5" "D5"})`,
		"Hand": `(place "Stone" "Hand" count:6)`,
		"Side": `(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))`,
		"One":  `(place "Stone1" {"A6" "Z9"})`,
	} {
		folder[name+".lud"] = &fstest.MapFile{Data: []byte(`(game "` + name + `" (players 2) (equipment {(board (square 6))
(piece "Stone" Each) (hand Each)}) (rules (start {` + start + `}) ` + play + end + `))`)}
	}
	l, err := reconstruct.Load(folder, nil, nil)
	if err != nil || len(l.Refused) > 0 {
		t.Fatal(err, l.Refused)
	}
	return l
}

// TestAdjust solves for the number of pieces that conditions demand.
func TestAdjust(t *testing.T) {
	l := stocked(t)
	list := func(pieces string, workers int) (texts []string, adjusted int) {
		t.Helper()
		text := `(game "Find" (players 2) (equipment {(board (square 5)) (piece "Pebble" Each) (hand Each)}) (rules
(start {[#]}) ` + play + end + `)) (metadata (recon {` + pieces + `}))`
		x := space(t, text, l, reconstruct.Frequency{})
		s := reconstruct.Stream{Space: x, Wanted: 100, Workers: workers}
		weights := map[string]float64{}
		err := s.Run(t.Context(), func(c *reconstruct.Completion, v reconstruct.Verdict) error {
			rules := c.Text()[strings.Index(c.Text(), "(start"):strings.Index(c.Text(), "(play (move")]
			texts = append(texts, fmt.Sprintf("%s %.4g", strings.TrimSpace(rules), c.Weight))
			if c.Fillers[0].Adjusted {
				adjusted++
			}
			if weights[c.Text()] != 0 {
				t.Errorf("listed twice: %s", rules)
			}
			weights[c.Text()] = c.Weight
			description, err := c.Description(1, "test")
			if err != nil || strings.Contains(description, "are ours") != c.Fillers[0].Adjusted {
				t.Errorf("%v: %s", err, description)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return texts, adjusted
	}
	has := func(texts []string, want string) {
		t.Helper()
		for _, s := range texts {
			if strings.HasPrefix(s, want) {
				return
			}
		}
		t.Errorf("no %s among\n%s", want, strings.Join(texts, "\n"))
	}
	plain, adjusted := list("", 1)
	if adjusted > 0 {
		t.Errorf("%d adjusted without a condition", adjusted)
	}
	has(plain, `(start {(place "Pebble" "Hand" count:6)})`)
	ten, adjusted := list(`(concept "NumStartComponents" 10.0)`, 1)
	if adjusted == 0 {
		t.Error("nothing is adjusted")
	}
	has(ten, `(start {(place "Pebble" "Hand" count:5)})`)
	// Both lists grow alike: the donor's sites that the board has, then the nearest.
	has(ten, `(start {(place "Pebble1" {"A1" "B1" "C1" "D1" "E1"}) (place "Pebble2" {"A5" "B5" "C5" "D5" "E5"})})`)
	has(ten, `(start {(place "Pebble1" (sites Bottom)) (place "Pebble2" (sites Top))})`)
	three, _ := list(`(and {(concept "NumStartComponents" maxValue:3.0) (concept "NumStartComponents" minValue:3.0)})`, 1)
	has(three, `(start {(place "Pebble1" {"A1" "B1" "C1"})})`)
	if odd, _ := list(`(concept "NumStartComponents" 1000000.0)`, 1); len(odd) > 0 {
		t.Errorf("a million pieces: %v", odd)
	}
	again, _ := list(`(concept "NumStartComponents" 10.0)`, 3)
	if got, want := strings.Join(again, "\n"), strings.Join(ten, "\n"); got != want {
		t.Errorf("three workers list\n%s\nwant\n%s", got, want)
	}
}

// TestAdjustFilter leaves alone what a filter of the hole excludes.
func TestAdjustFilter(t *testing.T) {
	text := `(game "Find" (players 2) (equipment {(board (square 5)) (piece "Pebble" Each) (hand Each)}) (rules
(start {[# | [- 5]]}) ` + play + end + `)) (metadata (recon (concept "NumStartComponents" 10.0)))`
	x := space(t, text, stocked(t), reconstruct.Frequency{})
	s := reconstruct.Stream{Space: x, Wanted: 100, Workers: 2}
	found := 0
	err := s.Run(t.Context(), func(c *reconstruct.Completion, _ reconstruct.Verdict) error {
		found++
		if strings.Contains(lgdl.Text(c.Fillers[0].Items), "count:5") {
			t.Errorf("excluded: %s", c.Text())
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d, %v", found, err)
	}
}

// TestSettled rejects by the start rules alone only what they settle: pieces in hand count where a rule speaks of
// cells.
func TestSettled(t *testing.T) {
	text := `(game "Find" (players 2) (equipment {(board (square 3) use:Vertex) (piece "Disc" Each) (hand Each)}) (rules
(start (place "Disc" "Hand" count:4)) [(play (move (from (handSite Mover)) (to (sites Empty)))) |
(play (or (move (from (handSite Mover)) (to (sites Empty))) (move Remove (sites Occupied by:Next on:Cell))))] ` +
		end + `))
(metadata (recon (concept "NumStartComponents" 8.0)))`
	x := space(t, text, nil, reconstruct.Uniform{})
	var want, got []string
	every, _ := all(t, x)
	for _, c := range every {
		if v := c.Judge(); v.Reason == "" {
			want = append(want, c.Text())
		}
	}
	if len(every) != 2 || len(want) != 1 {
		t.Fatalf("%d of %d completions can be played", len(want), len(every))
	}
	s := reconstruct.Stream{Space: x, Wanted: 10, Workers: 1}
	err := s.Run(t.Context(), func(c *reconstruct.Completion, _ reconstruct.Verdict) error {
		got = append(got, c.Text())
		return nil
	})
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("listed %v, want %v (%v)", got, want, err)
	}
}
