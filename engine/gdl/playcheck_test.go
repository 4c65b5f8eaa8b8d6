package gdl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// walk is a walk along three places; the text of the rules that list fluents and
// moves is put in front.
const walk = `(role a) (init (at 1))
(<= (legal a (go ?y)) (true (at ?x)) (succ ?x ?y)) (succ 1 2) (succ 2 3)
(<= (next (at ?y)) (does a (go ?y)))
(<= terminal (true (at 3))) (goal a 50)
`

func TestCheckPlay(t *testing.T) {
	check := func(text string) string {
		t.Helper()
		g, err := Load("w.kif", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, game := range []*Game{g, g.proved()} {
			found, err := game.CheckPlay(t.Context(), 1, 20, 30)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, f := range found {
				all = append(all, f.String())
			}
			lines = append(lines, strings.Join(all, "\n"))
		}
		if lines[0] != lines[1] {
			t.Errorf("the network finds\n%s\nthe prover\n%s", lines[0], lines[1])
		}
		return lines[0]
	}
	for text, want := range map[string]string{
		walk: "",
		"(<= (base (at ?x)) (place ?x)) (place 1) (place 2) (place 3) (<= (input a (go ?x)) (place ?x))\n" + walk: "",
		"(place 1)\n (<= (base (at ?x)) (place ?x))\n" +
			walk: "w.kif:2:7: warning: 'base' does not list (at 2), which holds in a play",
		"(place 2) (<= (input ?r (go ?x)) (role ?r) (place ?x))\n" +
			walk: "w.kif:1:16: warning: 'input' does not list (go 3) for a, which is legal in a play",
		"(input b (go 2)) (input a (go 2))\n" + walk:                                                             "w.kif:1:2: warning: 'input' does not list (go 3) for a, which is legal in a play",
		strings.ReplaceAll(walk, "(succ 2 3)", ""):                                                               "w.kif:1:1: warning: role a has no legal move in the state {(at 2)}",
		strings.ReplaceAll(walk, "(goal a 50)", "(<= (goal a 50) (true (at 1)))"):                                "w.kif:1:1: warning: no goal for a in the terminal state {(at 3)}",
		walk + "(<= (goal a 100) (true (at 3)))":                                                                 "w.kif:1:1: warning: several goals for a in the terminal state {(at 3)}",
		strings.ReplaceAll(walk, "(succ 2 3)", "(succ 2 1)"):                                                     "w.kif:1:1: warning: 20 of 20 random plays are not over after 30 steps",
		strings.ReplaceAll(walk, "(goal a 50)", "(<= (goal a 50) (true (at 1))) (<= (goal a 20) (true (at 3)))"): "w.kif:1:1: note: the goal of a falls along a play: the game is not monotonic",
	} {
		if got := check(text); got != want {
			t.Errorf("%s\ngives\n%s\nwant\n%s", text, got, want)
		}
	}
	g, err := Load("w.kif", []byte(walk))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.proved().CheckPlay(ctx, 1, 20, 30); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestPerceptClasses compares with the corpus, and with a game of two steps in
// which only one player sees the coin.
func TestPerceptClasses(t *testing.T) {
	const coin = `(role random) (role p) (role q) (init (step 1)) (side h) (side t)
(<= (legal random ?x) (true (step 1)) (side ?x)) (<= (legal random wait) (true (step 2)))
(legal p wait) (legal q wait) (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
(<= (sees p ?x) (does random ?x) (side ?x)) (<= terminal (true (step 3))) (goal p 0) (goal q 0)`
	g, err := Load("coin.kif", []byte(coin))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := g.PerceptClasses(100); err != nil || fmt.Sprint(got) != "[[1 2 2] [1 1 1]]" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := g.PerceptClasses(4); err == nil || err.Error() != "coin has more than 4 histories" {
		t.Errorf("5 histories: %v", err)
	}
	for _, row := range table(t, "gdl2.tsv") {
		g, err := Load(row["file"], load(t, row["file"]))
		if err != nil {
			t.Fatal(err)
		}
		classes, err := g.PerceptClasses(1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		var players []string
		for _, counts := range classes {
			players = append(players, strings.ReplaceAll(strings.Trim(fmt.Sprint(counts), "[]"), " ", "/"))
		}
		if got := strings.Join(players, " "); got != row["percept_classes"] {
			t.Errorf("%s: %s, want %s", row["file"], got, row["percept_classes"])
		}
	}
}
