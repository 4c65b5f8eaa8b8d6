package reconstruct_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestDefinesKept writes completions with the defines of the skeleton, known ones and its own, with arguments and in
// each other, and completions that have them in fillers; what is written expands to the same game.
func TestDefinesKept(t *testing.T) {
	defs, err := lgdl.LoadDefines(fstest.MapFS{"a.def": {Data: []byte(`(define "LineOf" (is Line #1)) // a line
		(define "WinIf" (if #1 (result Mover Win)))`)}})
	if err != nil {
		t.Fatal(err)
	}
	text := `(define "Put" (move Add (to (sites Empty)) #1))
	(define "Twice" (and {("LineOf" #1) ("LineOf" #2)}))
	` + described("[3 | 4]", `(play ("Put" (then (and (addScore Mover 1) (addScore Mover 2)))))
		(end {("WinIf" ("LineOf" 3)) ("WinIf" ("Twice" 2 3)) [#]})`)
	d, err := lgdl.Read("skeleton.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := reconstruct.Read(d, defs, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := reconstruct.Load(fstest.MapFS{"d.lud": {Data: []byte(described("4", play+
		`(end {(if (is Line 4) (result Mover Win)) (if (no Moves Next) (result Mover Loss))})`))}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reconstruct.NewSpace(s, l, reconstruct.Frequency{})
	if err != nil {
		t.Fatal(err)
	}
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	list, _ := all(t, x)
	if len(list) < 4 {
		t.Fatalf("%d completions", len(list))
	}
	for i, c := range list {
		text, err := c.Description(i+1, "in a test")
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(ruleset.Source{File: "x.lud", Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if rs.Expanded() != c.Text() {
			t.Errorf("another game:\n%s\n%s", rs.Expanded(), c.Text())
		}
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range []string{`(define "LineOf" (is Line #1))`, `("WinIf" ("LineOf" 3))`, `("WinIf" ("Twice" 2 3))`,
			`("Put" (then`} {
			if !strings.Contains(flat, want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
		if strings.Contains(c.Text(), "(is Line 4)") && !strings.Contains(flat, `("LineOf" 4)`) {
			t.Errorf("the filler is not written with the define:\n%s", text)
		}
	}
}

// TestDifference shows which names and numbers of a filler are not the donor's, and says the rules in words.
func TestDifference(t *testing.T) {
	x := space(t, `(game "S" (players 2) (equipment {(board (square 5)) (piece "Bead" P1) (piece "Ring" P2)})
		(rules (start [#]) `+play+end+`))`, donors(t), reconstruct.Frequency{})
	list, _ := all(t, x)
	found := 0
	for _, c := range list {
		if !strings.Contains(c.Text(), "sites Bottom") || !strings.Contains(c.Text(), `"Ring2" (sites Top)`) {
			continue
		}
		found++
		want := `(place [-"Ball1"-] {+"Bead1"+} (sites Bottom))`
		if got := c.Fillers[0].Difference(); !strings.Contains(got, want) {
			t.Errorf("%s, want …%s…", got, want)
		}
		if lacks, adds := c.Against(c.Fillers[0].First()); lacks == 0 || adds == 0 {
			t.Errorf("against the donor: %d, %d", lacks, adds)
		}
		text, err := c.Description(1, "in a test")
		if err != nil || !strings.Contains(text, "{+\"Bead1\"+}") || !strings.Contains(text, "// Beside B: without") ||
			!strings.Contains(text, "Pieces form a line of some length (how many sites, at least 1: 3)") {
			t.Errorf("%v\n%s", err, text)
		}
	}
	if found == 0 {
		t.Error("no completion has both pieces")
	}
}

// TestPassedPhase holds that a phase which is over when it begins keeps no game from beginning, but a player who can
// never move does.
func TestPassedPhase(t *testing.T) {
	phases := `phases:{(phase "Placement" P1 (play (move (from (handSite Mover)) (to (sites Empty))))
		(nextPhase Mover NEXT "Movement")) (phase "Movement" (play (forEach Piece)))}`
	for next, want := range map[string]string{`(= 0 (count Cell at:(handSite P1)))`: "", `False`: "start"} {
		list, _ := all(t, space(t, `(game "S" (players 2) (equipment {(board (square [3])) (hand P1)
			(piece "Dog" P1 (move Step (to if:(is Empty (to))))) (piece "Deer" P2 (move Step (to if:(is Empty (to)))))})
			(rules (start {(place "Dog1" 0) (place "Deer2" 8)}) `+strings.Replace(phases, "NEXT", next, 1)+
			` (end (if (no Moves P2) (result P1 Win)))))`, nil, reconstruct.Uniform{}))
		if len(list) != 1 {
			t.Fatalf("%d completions", len(list))
		}
		if v := list[0].Judge(); v.Reason != want {
			t.Errorf("%s: %q (%v), want %q", next, v.Reason, v.Err, want)
		}
	}
}
