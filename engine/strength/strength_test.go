package strength_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/strength"
)

// open compiles a game of our library, or of the tests of a formalism.
func open(t *testing.T, file string) engine.Ruleset {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash("../../" + file))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := engine.New().Compile(t.Context(),
		engine.Source{File: file, Text: text, Defs: os.DirFS("../../library/def")})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func simulate(t *testing.T, rs engine.Ruleset, p engine.Params) *metric.Batch {
	t.Helper()
	b, err := rs.Simulate(t.Context(), p)
	if err != nil {
		t.Fatalf("%s: %v", rs.Name(), err)
	}
	return b
}

// TestBatches measures the same plays with a ladder in one batch and in several: equal to the
// last bit, in all formalisms, for one player and for two.
func TestBatches(t *testing.T) {
	for _, file := range []string{"library/lud/line/Tic-Tac-Toe.lud", "library/lud/race/RoyalGameOfUr.lud",
		"library/lud/hidden/PhantomTicTacToe.lud",
		"engine/gdl/testdata/games/ticTacToe.kif"} {
		if _, err := os.Stat(filepath.FromSlash("../../" + file)); err != nil {
			t.Fatal(err)
		}
		rs := open(t, file)
		p := engine.Params{Seed: 5, Playouts: 4, Agent: "uct:40", Ladder: true, MaxPlies: 60}
		whole := simulate(t, rs, p)
		parts := metric.NewBatch(rs.Players())
		for n := range 4 {
			p.First, p.Playouts = 3-n, 1
			if err := parts.Merge(simulate(t, rs, p)); err != nil {
				t.Fatal(err)
			}
		}
		a, _ := whole.MarshalBinary()
		b, _ := parts.MarshalBinary()
		if !bytes.Equal(a, b) {
			t.Errorf("%s: batches matter", rs.Name())
		}
		s := whole.Summary().Metrics
		for _, name := range []string{"SkillStep1", "SkillStep2", "AdvantageP1Step2", "AgentDiscrimination",
			"SkillTraceScore", "StrategicDepth", "DecisionEntropy", "MoveEntropy"} {
			if s[name].N != 4 {
				t.Errorf("%s: %s of %d plays", rs.Name(), name, s[name].N)
			}
		}
		if _, has := s["SkillStep3"]; has {
			t.Errorf("%s: more steps than the budget has", rs.Name())
		}
	}
}

// TestStrength measures what is known of Tic-Tac-Toe: it has 5,478 positions, 4,520 of them with
// a decision; no win takes fewer than 5 plies; 200 playouts win far more often than they lose
// against random play (400 games of seed 1: 339 to 14).
func TestStrength(t *testing.T) {
	s := simulate(t, open(t, "library/lud/line/Tic-Tac-Toe.lud"),
		engine.Params{Seed: 1, Playouts: 40, Agent: "uct:200", Ladder: true}).Summary().Metrics
	if e := s["ShortestWin"]; e.N > 0 && (e.Mean < 5 || e.Mean > 9) {
		t.Errorf("the shortest win: %+v", e)
	}
	if e := s["StateSpaceSize"]; e.Mean > 3.66 || e.Low < 1 || e.High < 3.655 {
		t.Errorf("size: %+v", e)
	}
	if e := s["AgentDiscrimination"]; e.Mean < 0.5 || e.Low < 0.25 {
		t.Errorf("against random play: %+v", e)
	}
	if e := s["DecisionEntropy"]; e.Mean <= 0 || e.Mean > s["MoveEntropy"].Mean+1 {
		t.Errorf("entropies %+v, %+v", e, s["MoveEntropy"])
	}
	if e, ok := s["SearchUncertainty"]; !ok || e.Mean < 0.5 {
		t.Errorf("a game that is drawn is open: %+v", e)
	}
}

// TestRandomPlay is measured as before: it thinks nothing.
func TestRandomPlay(t *testing.T) {
	for name := range simulate(t, open(t, "library/lud/line/Tic-Tac-Toe.lud"),
		engine.Params{Seed: 1, Playouts: 20, Agent: "random"}).Summary().Metrics {
		if metric.OfSearch(name) {
			t.Error(name)
		}
	}
}

// TestRefused names agents that have no ladder, and measurements that have none.
func TestRefused(t *testing.T) {
	for _, file := range []string{"library/lud/line/Tic-Tac-Toe.lud", "engine/gdl/testdata/games/ticTacToe.kif"} {
		rs := open(t, file)
		for _, c := range []struct {
			p    engine.Params
			want string
		}{
			{engine.Params{Agent: "random"}, "iterations"}, {engine.Params{Agent: "uct:19"}, "at least 20"},
			{engine.Params{Agent: "alphabeta:1"}, "depth of at least 2"},
			{engine.Params{Agent: "uct:50/uct:60"}, "one agent for all seats"},
			{engine.Params{Agent: "uct:50", Bare: true}, "all metrics"},
		} {
			c.p.Ladder, c.p.Playouts = true, 1
			if _, err := rs.Simulate(t.Context(), c.p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s: %v, want %q", file, c.p.Agent, err, c.want)
			}
		}
	}
}

// TestLevels names the levels of agents of all kinds that have some.
func TestLevels(t *testing.T) {
	for text, want := range map[string]string{
		"uct:100,select=grave": "uct:100,select=grave uct:50,select=grave uct:25,select=grave uct:12,select=grave",
		"flat:20":              "flat:20 flat:10",
		"alphabeta:3:5":        "alphabeta:3:5 alphabeta:2:5 alphabeta:1:5",
		"alphabeta:2,time=1s":  "alphabeta:2,time=1s alphabeta:1,time=1s",
		"alphabeta:time=5ms":   "alphabeta:time=5ms alphabeta:time=2.5ms alphabeta:time=1.25ms",
		"best:time=2ms":        "best:time=2ms best:time=1ms",
		"uct:1000000": "uct:1000000 uct:500000 uct:250000 uct:125000 uct:62500 uct:31250 uct:15625 " +
			"uct:7812 uct:3906",
		"alphabeta:2,table=no":  "alphabeta:2,table=no alphabeta:1,table=no",
		"alphabeta:2,order=yes": "alphabeta:2 alphabeta:1",
	} {
		team, err := agent.ParseTeam(text)
		if err != nil {
			t.Fatal(err)
		}
		levels, err := strength.Levels(team)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		names := make([]string, len(levels))
		for i, l := range levels {
			names[i] = l.String()
			if again, err := agent.Parse(names[i]); err != nil || again.String() != names[i] {
				t.Errorf("%s: level %s is read as %s, %v", text, names[i], again, err)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestNoLevels names the agents that have no lower level.
func TestNoLevels(t *testing.T) {
	for _, text := range []string{"random", "deduce:100", "uct:19", "alphabeta:1:20", "flat:time=1ms", "uct:20/uct:40"} {
		team, err := agent.ParseTeam(text)
		if err != nil {
			t.Fatal(err)
		}
		if levels, err := strength.Levels(team); err == nil {
			t.Errorf("%s: %v", text, levels)
		}
	}
}

// TestDepths measures a ladder of alpha-beta by depth in a game that three plies in a row decide.
func TestDepths(t *testing.T) {
	s := simulate(t, open(t, "library/lud/line/Tic-Tac-Toe.lud"),
		engine.Params{Seed: 1, Playouts: 10, Agent: "alphabeta:3", Ladder: true}).Summary().Metrics
	for _, name := range []string{"SkillStep1", "SkillStep2", "AgentDiscrimination", "SkillTraceScore", "StrategicDepth"} {
		if s[name].N != 10 {
			t.Errorf("%s of %d plays", name, s[name].N)
		}
	}
	if _, has := s["SkillStep3"]; has {
		t.Error("more steps than there are depths")
	}
	if e := s["AgentDiscrimination"]; e.Mean < 0.4 {
		t.Errorf("against random play: %+v", e)
	}
}

// TestGivenUp leaves plays out of which the ladder does not come to its end in time.
func TestGivenUp(t *testing.T) {
	rs := open(t, "library/lud/line/Tic-Tac-Toe.lud")
	b := simulate(t, rs, engine.Params{Seed: 1, Playouts: 2, Agent: "uct:1000000", Ladder: true,
		Timeout: time.Millisecond})
	if b.Abandoned != 2 || b.Playouts != 0 || b.Thinking != nil {
		t.Errorf("%d abandoned, %d playouts, %+v", b.Abandoned, b.Playouts, b.Thinking)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rs.Simulate(ctx, engine.Params{Playouts: 1, Agent: "uct:1000", Ladder: true}); err == nil {
		t.Error("it goes on")
	}
}
