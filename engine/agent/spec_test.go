package agent

import (
	"strings"
	"testing"
)

// TestCanonical gives every agent one text, whatever way it is written in.
func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"random": "random", "flat:1": "flat:1", "uct:200": "uct:200", "uct:1000000": "uct:1000000",
		"alphabeta:3": "alphabeta:3", "alphabeta:64:10": "alphabeta:64:10", "alphabeta:3,10": "alphabeta:3:10",
		"uct:iterations=1000,playout=mast,select=grave": "uct:1000,select=grave,playout=mast",
		"uct:1000,select=grave,playout=mast":            "uct:1000,select=grave,playout=mast",
		"uct:10,select=ucb1,reuse=yes":                  "uct:10",
		"uct:time=1000ms":                               "uct:time=1s",
		"uct:10,explore=0.70":                           "uct:10,explore=0.7",
		"alphabeta:depth=4,time=1s":                     "alphabeta:4,time=1s",
		"alphabeta:time=1s,playouts=3":                  "alphabeta:time=1s,playouts=3",
		"alphabeta:2,playouts=5,quiet=yes":              "alphabeta:2,playouts=5,quiet=yes",
		"best:100,blunder=0.25":                         "best:100,blunder=0.25",
		"program:my-agent.2":                            "program:my-agent.2",
	} {
		s, err := Parse(text)
		if err != nil || s.String() != want {
			t.Errorf("%s: %s, %v; want %s", text, s, err, want)
			continue
		}
		if again, err := Parse(s.String()); err != nil || again != s {
			t.Errorf("%s is read as %s, %v", s, again, err)
		}
	}
}

func TestRefuseSpecs(t *testing.T) {
	for _, text := range []string{"", "genius", "random:1", "uct", "uct:", "uct:0", "uct:-1", "uct:+1", "uct:01",
		"uct:1.5", "uct:1000001",
		"uct:1:2", "flat:x", "alphabeta:65", "alphabeta:3:0", "alphabeta:3:1:1", "UCT:5", "uct:5 ", "uct:5,depth=3",
		"uct:5,time=1s",
		"uct:5,iterations=6", "uct:time=0s", "uct:time=2h", "uct:5,blunder=2", "uct:5,explore=NaN", "uct:5,explore=1e1",
		"uct:5,reuse=maybe",
		"program:", "program:a/b", "uct:select=grave", "uct:5,=", "uct:5,,", "uct:1e5"} {
		if s, err := Parse(text); err == nil || !strings.Contains(err.Error(), "exp") &&
			!strings.Contains(err.Error(), "twice") && !strings.Contains(err.Error(), "exclude") {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

// TestTeams reads lists with both separators, and gives one agent for all one name.
func TestTeams(t *testing.T) {
	for text, want := range map[string]string{
		"uct:100/random": "uct:100/random", "uct:100,playout=mast,random": "uct:100,playout=mast/random",
		"uct:5/uct:5": "uct:5", "alphabeta:2,3,flat:7/random": "alphabeta:2:3/flat:7/random", "random": "random",
	} {
		if team, err := ParseTeam(text); err != nil || team.String() != want {
			t.Errorf("%s: %s, %v; want %s", text, team, err, want)
		}
	}
	team, err := ParseTeam("uct:1/uct:2")
	if err != nil {
		t.Fatal(err)
	}
	if err := team.fits(3); err == nil || !strings.Contains(err.Error(), "2 agents") {
		t.Errorf("two agents for three players: %v", err)
	}
	for _, text := range []string{"/", "uct:5/", "uct:5,genius:3", "random,5"} {
		if team, err := ParseTeam(text); err == nil {
			t.Errorf("%q: %s", text, team)
		}
	}
	timed, err := ParseTeam("uct:time=1s/random")
	if err != nil || timed.Repeatable() == nil || team.Repeatable() != nil {
		t.Errorf("repeatable: %v, %v, %v", err, timed.Repeatable(), team.Repeatable())
	}
}
