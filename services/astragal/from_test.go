package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/rng"
)

// TestFrom begins where the first player has two in a row and the second has nothing: whoever
// looks one move ahead wins with the next, at random he wins far more often than from the start.
func TestFrom(t *testing.T) {
	move := func(player, cell int) string {
		return fmt.Sprintf("[Move:mover=%d,from=%d,to=%d,actions=[Add:type=Cell,to=%d,what=%d,decision=true]]\n", player,
			cell, cell, cell, player)
	}
	moves := filepath.Join(t.TempDir(), "moves.txt")
	putFile(t, moves, move(1, 0)+move(2, 5)+"\n"+move(1, 1)+move(2, 7))
	run := func(args ...string) (line playoutLine) {
		t.Helper()
		status, out, errs := runLine(t, append(append([]string{"playout", "--json", "-n", "40"}, args...), ticTacToe)...)
		if err := json.Unmarshal([]byte(out), &line); status != 0 || err != nil {
			t.Fatalf("%d %v: %s", status, err, errs)
		}
		return line
	}
	if x := run("--from", moves, "--agent", "uct:50", "--metrics"); x.Outcomes["P1"] != 40 || x.Plies != 40 ||
		x.Metrics["SearchUncertainty"].Mean != 0 {
		t.Errorf("%+v", x)
	}
	one, two := run("--from", moves), run("--from", moves, "--threads", "3")
	if one.Outcomes["P1"] < 25 || one.Plies > 5*40 || one.Outcomes["P1"] != two.Outcomes["P1"] || one.Plies != two.Plies {
		t.Errorf("%+v, then %+v", one, two)
	}
	// Dice fall as the seed has them before, and anew after.
	ur := "../../library/lud/race/RoyalGameOfUr.lud"
	answers := converse(t, ur, `{"cmd":"new","seed":4}`, `{"cmd":"legal"}`)
	text := answers[1]["moves"].([]any)[0].(string)
	putFile(t, moves, text+"\n")
	status, out, errs := runLine(t, "playout", "--json", "-n", "20", "--seed", "4", "--from", moves, ur)
	var x playoutLine
	if err := json.Unmarshal([]byte(out), &x); status != 0 || err != nil || x.Playouts != 20 || x.Outcomes["P1"] == 20 {
		t.Errorf("%d %v: %+v %s", status, err, x, errs)
	}
	for text, want := range map[string]string{"nonsense": "moves.txt:1: \"nonsense\" is none of the 9 legal moves",
		move(1, 0) + move(2, 3) + move(1, 1) + move(2, 4) + move(1, 2): "is over after 5"} {
		putFile(t, moves, text)
		if status, _, errs := runLine(t, "playout", "--from", moves, ticTacToe); status != 1 ||
			!strings.Contains(errs, want) {
			t.Errorf("%d: %s, want %q", status, errs, want)
		}
	}
	if status, _, errs := runLine(t, "playout", "--from", "/nowhere", ticTacToe); status != 1 ||
		!strings.Contains(errs, "/nowhere") {
		t.Errorf("%d: %s", status, errs)
	}
}

// BenchmarkProtocol plays random moves by the protocol: a legal and a play a move, with all that it
// takes to read, list and write them.
func BenchmarkProtocol(b *testing.B) {
	for _, file := range []string{ticTacToe, connectFour, breakthrough} {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".lud"), func(b *testing.B) { benchmarkProtocol(b, file) })
	}
}

func benchmarkProtocol(b *testing.B, file string) {
	rs, err := (&choice{}).open(b.Context(), file)
	if err != nil {
		b.Fatal(err)
	}
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- speak(b.Context(), rs, false, agent.Spec{}, in, out) }()
	lines := bufio.NewScanner(answers)
	lines.Buffer(nil, maxCommand)
	ask := func(command map[string]any, reply any) {
		text, _ := json.Marshal(command)
		if _, err := commands.Write(append(text, '\n')); err != nil || !lines.Scan() {
			b.Fatal(err, lines.Err())
		}
		if err := json.Unmarshal(lines.Bytes(), reply); err != nil {
			b.Fatal(err)
		}
	}
	pick := rng.New(1)
	var ok status
	ask(map[string]any{"cmd": "new", "seed": 1}, &ok)
	for b.Loop() {
		var legal legalReply
		ask(map[string]any{"cmd": "legal"}, &legal)
		if legal.Over {
			ask(map[string]any{"cmd": "new"}, &ok)
			ask(map[string]any{"cmd": "legal"}, &legal)
		}
		ask(map[string]any{"cmd": "play", "move": legal.Moves[pick.Below(len(legal.Moves))]}, &ok)
		if !ok.OK {
			b.Fatal("a legal move is refused")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	commands.Close()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
}
