package selfplay_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/learn"
	"github.com/astragal/astragal/engine/selfplay"
)

func parse(t *testing.T, text string) agent.Spec {
	t.Helper()
	s, err := agent.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLearns learns Breakthrough from a few plays: the same whatever the number of
// workers, kept in a file as it is, and worth something: with it few playouts beat as
// many without.
func TestLearns(t *testing.T) {
	g := enginetest.Ours(t, "race/Breakthrough.lud").Game()
	plan := selfplay.Plan{Agent: parse(t, "uct:100"), Plays: 40, Seed: 1, MaxPlies: 300, Workers: 1}
	first, err := selfplay.Run(t.Context(), g, plan)
	if err != nil {
		t.Fatal(err)
	}
	plan.Workers = 3
	again, err := selfplay.Run(t.Context(), g, plan)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, again) {
		t.Error("what is learned depends on the number of workers")
	}
	var file bytes.Buffer
	if err := first.Model.Write(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	read, err := learn.Read(&file)
	if err != nil || !reflect.DeepEqual(read, first.Model) {
		t.Fatalf("the model is another one when it is read again: %v", err)
	}
	known := &agent.Learned{Models: map[string]*learn.Model{"m": read}}
	m := arena.Match{Game: g, A: parse(t, "uct:50,policy=m,value=m").With(known), B: parse(t, "uct:50"), Seed: 1,
		MaxPlies: 300}
	out, err := arena.Run(t.Context(), m, arena.Plan{Games: 40, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if out.Score.Mean() < 0.6 {
		t.Errorf("with what was learned uct:50 scores %.2f of 40 games against itself", out.Score.Mean())
	}
	for _, s := range []string{"uct:50,policy=m", "best:50,value=m", "alphabeta:1,value=m"} {
		if _, err := agent.All(parse(t, s).With(known)).Sit(g); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if _, err := agent.All(parse(t, s)).Sit(g); err == nil {
			t.Errorf("%s has a seat without a model", s)
		}
		if _, err := agent.All(parse(t, s).With(known)).Sit(enginetest.Ours(t, "capture/Konane.lud").Game()); err == nil {
			t.Errorf("%s plays a game that it has not learned", s)
		}
		if _, err := agent.Canonical(s); err == nil {
			t.Errorf("evaluations take %s, whose name does not say what it is", s)
		}
	}
	for what, bad := range map[string]string{"no JSON": "x",
		"another version": strings.Replace(text, `"version":1`, `"version":9`, 1),
		"fewer weights":   strings.Replace(text, `"value":[0`, `"value":[`, 1),
		"another board":   strings.Replace(text, `"sites":64`, `"sites":65`, 1),
		"a huge board":    strings.Replace(text, `"sites":64`, `"sites":99999999`, 1)} {
		if _, err := learn.Read(strings.NewReader(bad)); err == nil && bad != text {
			t.Errorf("a model with %s is read", what)
		}
	}
}

// TestRefused asks for what cannot be learned.
func TestRefused(t *testing.T) {
	plan := selfplay.Plan{Agent: parse(t, "uct:10"), Plays: 1, Seed: 1, MaxPlies: 10, Workers: 1}
	for _, path := range []string{"puzzle/Sudoku.lud", "simultaneous/RockPaperScissors.lud",
		"hidden/PhantomTicTacToe.lud"} {
		if _, err := selfplay.Run(t.Context(), enginetest.Ours(t, path).Game(), plan); err == nil {
			t.Errorf("%s is learned", path)
		}
	}
	plan.Agent = parse(t, "alphabeta:2")
	if _, err := selfplay.Run(t.Context(), enginetest.Ours(t, "race/Breakthrough.lud").Game(), plan); err == nil {
		t.Error("alpha-beta has no visits to learn from")
	}
}
