package main

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/services/ggp"
)

// A player of its own process plays against an agent.
func TestGGP(t *testing.T) {
	self := exec.CommandContext(t.Context(), "/proc/self/exe", "ggp", "player", "--addr", "127.0.0.1:0", "--agent",
		"uct:200")
	self.Env = commandEnvironment()
	out, err := self.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(strings.TrimPrefix(line, "a player at "))
	file := files(t, map[string]string{"nim.kif": `(role a) (role b) (init (pile 2)) (init (turn a))
(succ 0 1) (succ 1 2) (other a b) (other b a)
(<= (legal ?r (take ?y)) (true (turn ?r)) (true (pile ?x)) (succ ?y ?x))
(<= (legal ?r (take 0)) (true (turn ?r)) (true (pile ?x)))
(<= (legal ?r noop) (true (turn ?s)) (other ?s ?r))
(<= (next (pile ?y)) (does ?r (take ?y)))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= terminal (true (pile 0)))
(<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (true (turn ?s)) (other ?s ?r))`})("nim.kif")
	status, text, errs := invoke(t, "", "ggp", "match", "--player", url, "--player", "random", "--start", "5s", "--play",
		"5s", "--json", file)
	var o ggp.Outcome
	if err := json.Unmarshal([]byte(text), &o); err != nil || status != 0 ||
		!slices.Equal(o.Goals, []string{"100", "0"}) || len(o.Offences) != 0 {
		t.Errorf("status %d, %v: %s%s", status, err, text, errs)
	}
	for want, args := range map[string][]string{
		"expected player, or match": {"dance"},
		"whole seconds":             {"match", "--play", "500ms", file},
		"0 players for the 2":       {"match", file},
		"games in GDL only":         {"match", ticTacToe},
		"expected random, flat":     {"player", "--agent", "genius"},
		"one word":                  {"player", "--name", "a b"},
	} {
		if status, out, errs := invoke(t, "", append([]string{"ggp"}, args...)...); status == 0 ||
			!strings.Contains(errs, want) {
			t.Errorf("%v: status %d, %s%s; expected %q", args, status, out, errs, want)
		}
	}
}
