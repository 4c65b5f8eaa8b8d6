package treediff_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/treediff"
)

func parse(t *testing.T, text string) *lgdl.Node {
	t.Helper()
	list, err := lgdl.Parse("x.lud", []byte(text))
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return list[0]
}

// side is what a merged description says of one of the two.
func side(lines []treediff.Line, without treediff.Op) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteByte(' ')
		for _, s := range l.Spans {
			if s.Op != without {
				b.WriteString(s.Text)
			}
		}
	}
	return strings.Join(
		strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", "{", " { ", "}", " } ").Replace(b.String())),
		" ",
	)
}

const (
	first  = `(game "Gone" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`
	second = `(game "Gone" (players 2) (equipment {(board (square 7)) (piece "Disc" Each) (hand Each)}) (rules (play (move Add (to (sites Empty)))) (end {(if (is Line 4) (result Mover Win))})))`
)

// Reading only one side of the merged description gives that description, at any width.
func TestSides(t *testing.T) {
	a, b := parse(t, first), parse(t, second)
	for _, width := range []int{1000, 100, 40, 10} {
		parts := treediff.Compare(a, b)
		lines := treediff.Lines(parts, width, 0)
		for op, n := range map[treediff.Op]*lgdl.Node{treediff.Added: a, treediff.Removed: b} {
			if got, want := side(lines, op), side([]treediff.Line{{Spans: []treediff.Span{{Text: treediff.Text(n)}}}},
				op); got != want {
				t.Errorf("width %d without %d:\n%s\n%s", width, op, got, want)
			}
		}
	}
}

// Differences are found as deep as they lie.
func TestDeep(t *testing.T) {
	parts := treediff.Compare(parse(t, first), parse(t, second))
	var only []string
	var walk func(list []*treediff.Part)
	walk = func(list []*treediff.Part) {
		for _, p := range list {
			switch p.Op {
			case treediff.Removed:
				only = append(only, "-"+treediff.Text(p.Node))
			case treediff.Added:
				only = append(only, "+"+treediff.Text(p.Node))
			}
			walk(p.Items)
		}
	}
	walk(parts)
	want := `-5 +7 +(hand Each) -(if (is Line 3) (result Mover Win)) +{(if (is Line 4) (result Mover Win))}`
	if got := strings.Join(only, " "); got != want {
		t.Errorf("found %s\nwant  %s", got, want)
	}
	if r, a := treediff.Differences(parts); r != 2 || a != 3 {
		t.Errorf("%d removed, %d added", r, a)
	}
	if r, a := treediff.Differences(treediff.Compare(parse(t, first), parse(t, first))); r+a != 0 {
		t.Errorf("a description differs from itself: %d, %d", r, a)
	}
	folded := treediff.Lines(treediff.Compare(parse(t, first), parse(t, first)), 80, 30)
	if len(folded) != 1 || folded[0].Spans[0].Text != `(game …)` {
		t.Errorf("folded to %v", folded)
	}
}
