package lint_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/ruleset"
)

// Warnings say where, what, and what was probably meant.
func TestPlacesAndHints(t *testing.T) {
	const define = `(define "Goal"
    (is In (last To) (sites #1)))
(option "Size" <Size> args:{ <n> } {
    (item "Small" <3> "three")*
    (item "Large" <5> "five")
})
(game "Example"
    (players 2)
    (equipment {
        (board (square <Size:n>))
        (piece "Dog" Each (move Step (to if:(is Empty (to)))))
        (regions "Rosettes" (sites Top))
        (dice num:1)
        (hand Each)
    })
    (rules
        (start {
            (place "Dog1" {"A1" "D1"})
            (place "Dog1" "Hand1" count:2)
            (place "Dog2" (sites Top))
        })
        (play (do (roll) next:(forEach Piece "Dog1")))
        (end (if (and ("Goal" "Rosette") ("Goal" "Rosettes")) (result Mover Win)))
    )
)
`
	_, found := warningsOf(t, define, false)
	var got []string
	for _, w := range found {
		got = append(got, w.String())
	}
	want := []string{
		`example.lud:18:33: warning W108: the board has no site "D1"`,
		`example.lud:19:13: warning W301: this places Die1 in Hand1, not Dog1: in a hand by its number`,
		`example.lud:22:46: warning W102: no piece is called "Dog1", the number of its owner aside; did you mean "Dog"?`,
		`example.lud:23:31: warning W101: no region is called "Rosette": these sites are none; did you mean "Rosettes"?`,
	}
	if len(got) != len(want) {
		t.Fatalf("%s", strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%s\nwant %s", got[i], want[i])
		}
	}
}

// The three traps of the review pass check without a word otherwise.
func TestTrapsOfTheReview(t *testing.T) {
	base := lint.Example{Equipment: "(dice num:1)\n(hand Each)\n" +
		`(piece "Dog" Each (move Step (to if:(is Empty (to)))))` + "\n" + `(regions "Rosettes" (sites Top))`,
		Start: `(place "Dog1" (sites Bottom)) (place "Dog2" (sites Top)) (place "Dog" "Hand")`,
		Play:  `(do (roll) next:(forEach Piece))`, End: `(if (is In (last To) (sites "Rosettes")) (result Mover Win))`}.Text()
	if codes, found := warningsOf(t, base, false); len(codes) > 0 {
		t.Fatalf("%v", found)
	}
	for _, c := range []struct{ old, new, code, says string }{
		{`(sites "Rosettes")`, `(sites "Rosette")`, "W101", `did you mean "Rosettes"?`},
		{`(hand Each)`, ``, "W301", "player 1, 2 has no hand"},
		{`(place "Dog" "Hand")`, `(place "Dog1" "Hand1")`, "W301",
			`this places Die1 in Hand1, not Dog1: in a hand by its number the language places the piece with the number of the container; did you mean (place "Dog" "Hand")?`},
		{`(place "Dog" "Hand")`, ``, "W206", "the hand of Each is never used"},
		{`(do (roll) next:(forEach Piece))`, `(forEach Piece)`, "W207", "the dice"},
	} {
		_, found := warningsOf(t, strings.Replace(base, c.old, c.new, 1), false)
		if !slices.ContainsFunc(found, func(w lint.Warning) bool {
			return w.Code == c.code &&
				strings.Contains(w.String(), c.says)
		}) {
			t.Errorf("%s for %s: %v", c.new, c.old, found)
		}
	}
}

// What another choice of options uses is not unused.
func TestOptionsUseThings(t *testing.T) {
	text := func(item string) string {
		return `(option "Goal" <Goal> args:{ <end> } {
    (item "Line" <(is Line 4 Diagonal)> "in a line")*
    (item "Other" <` + item + `> "another")
})
` + lint.Example{Equipment: `(piece "Disc" Each (move Step (to if:(is Empty (to)))))` + "\n" + `(regions "Goal" (sites Top))`,
			Play: `(forEach Piece (then (set Var "Moved" 1)))`, End: `(if <Goal:end> (result Mover Win))`}.Text()
	}
	if codes, _ := warningsOf(t, text(`(and (= 1 (var "Moved")) (is In (last To) (sites "Goal")))`),
		false); len(codes) > 0 {
		t.Errorf("%v", codes)
	}
	if codes, _ := warningsOf(t, text(`(is Line 3)`), false); !slices.Equal(codes, []string{"W201", "W204"}) {
		t.Errorf("%v", codes)
	}
}

// Dice that a double lets play twice count in the variable without a name, so a
// rule that clears it does something.
func TestDoublesReadTheVariableWithoutName(t *testing.T) {
	text := func(argument string) string {
		return lint.Example{Equipment: "(dice num:2)\n" + `(piece "Disc" Each (move Step (to if:(is Empty (to)))))`,
			Start: `(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))`,
			Play:  `(do (and (roll) (set Var)) next:(forEach Die ` + argument + ` if:(!= (pips) 0) (forEach Piece)))`,
			End:   `(if (no Moves Next) (result Mover Win))`}.Text()
	}
	if codes, found := warningsOf(t, text("replayDouble:True"), false); len(codes) > 0 {
		t.Errorf("%v", found)
	}
	if codes, _ := warningsOf(t, text(""), false); !slices.Equal(codes, []string{"W204"}) {
		t.Errorf("%v", codes)
	}
}

// Comments silence on their line, on the next one, and from the top for all.
func TestSilence(t *testing.T) {
	const game = `(game "Example"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Disc" Each (move Step (to if:(is Empty (to)))))
        %s
        (regions "Home" (sites Bottom))
    })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
`
	for _, c := range []struct {
		top, line string
		want      []string
	}{
		{"", `(regions "Goal" (sites Top))`, []string{"W201", "W201"}},
		{"", `(regions "Goal" (sites Top)) // astragal: ignore W201`, []string{"W201"}},
		{"", "// astragal: ignore W201\n\n   // drawn only\n" + `(regions "Goal" (sites Top))`, []string{"W201"}},
		{"", "// astragal: ignore W101, W201 for the graphics\n" + `(regions "Goal" (sites Top))`, []string{"W201"}},
		{"", "// astragal: ignore W101\n" + `(regions "Goal" (sites Top))`, []string{"W201", "W201"}},
		{"// Example\n// astragal: ignore W201\n", `(regions "Goal" (sites Top))`, nil},
		{"// astragal: ignore W201 W299\n", `(regions "Goal" (sites Top))`, []string{"W002"}},
	} {
		if codes, found := warningsOf(t, c.top+fmt.Sprintf(game, c.line), false); !slices.Equal(codes, c.want) {
			t.Errorf("%s%s: %v", c.top, c.line, found)
		}
	}
	quiet := "// astragal: ignore W402\r\n" + lint.Lookup("W402").Bad.Text()
	if codes, _ := warningsOf(t, quiet, true); slices.Contains(codes, "W402") {
		t.Errorf("%v", codes)
	}
}

// Plays that do not end within the bounds, fail or are cut short raise nothing that
// they do not show.
func TestPlaysAreBounded(t *testing.T) {
	text := lint.Lookup("W402").Bad.Text()
	_, found := warningsOf(t, text, true)
	_, again := warningsOf(t, text, true)
	if len(found) != 1 || !slices.Equal(found, again) || found[0].Plays != 20 {
		t.Errorf("%v, then %v", found, again)
	}
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := rs.PlayWarnings(ctx, lint.Thorough); len(found) > 0 {
		t.Errorf("%v", found)
	}
}

// A typed name is found wherever it stands: misspelling one of the names of a
// description is an error or a warning.
func TestMisspeltNames(t *testing.T) {
	text := lint.Example{
		Equipment: `(piece "Disc" Each (move Step (to if:(is Empty (to)))))` + "\n" + `(piece "Crown" Each (move Slide))
        (regions "Goal" P1 (sites Top))
        (regions "Pit" (sites Centre))
        (map "Doors" {(pair P1 "B2") (pair P2 "Crown2")})
        (hand Each)`,
		Start: `(place "Disc1" (sites Bottom)) (place "Disc2" {"A4" "B4"}) (place "Crown" "Hand")`,
		Play: `(or {(forEach Piece "Disc") (forEach Piece "Crown")
            (move (from (handSite Mover)) (to (sites Empty)) (then (set Var "Drops" (+ 1 (var "Drops")))))})`,
		End: `{(if (is In (last To) (sites P1 "Goal")) (result P1 Win)) (if (is In (last To) (sites "Pit")) (result Mover Loss))
            (if (= (what at:(last To)) (id "Crown" Mover)) (result Mover Win))
            (if (= (where "Disc" P1) (mapEntry "Doors" Mover)) (result Mover Win)) (if (no Pieces P2 "Disc") (result P1 Win))}`}.Text()
	if codes, found := warningsOf(t, text, false); len(codes) > 0 {
		t.Fatal(found)
	}
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := strings.Index(text, "(equipment"); i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		end := i + 1 + strings.IndexByte(text[i+1:], '"')
		name := text[i+1 : end]
		wrong := text[:end] + "s" + text[end:]
		if i < strings.Index(text, "(rules") { // a part of a name may be enough to ask for it
			wrong = text[:end-1] + text[end:]
		}
		if lgdl.IsCoordinate(name) {
			wrong = text[:end] + "9" + text[end:]
		}
		rs, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(wrong)})
		if err == nil && len(rs.Warnings()) == 0 {
			t.Errorf("%s at byte %d can be misspelt without a word: %s", name, i, wrong[i-20:end+5])
		}
		n++
		i = end
	}
	if n < 20 {
		t.Errorf("%d names", n)
	}
}

// Descriptions that nobody wrote are looked at in bounded time.
func TestManyNames(t *testing.T) {
	var sets strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&sets, `(set Var "V%d" (var "W%d")) `, i, i)
	}
	text := lint.Example{Play: `(forEach Piece (then (and {` + sets.String() + `})))`}.Text()
	start := time.Now()
	if codes, _ := warningsOf(t, text, false); len(codes) != 2*4000 {
		t.Errorf("%d warnings", len(codes))
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("%v", d)
	}
	text = strings.Replace(text, `(then (and {`,
		`(then (and {`+strings.ReplaceAll(sets.String(), `"V`, `"U`), 1)
	if codes, _ := warningsOf(t, text, false); len(codes) != 0 {
		t.Errorf("%d warnings of what is too large to look at", len(codes))
	}
}
