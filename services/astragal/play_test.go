package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	ticTacToe    = "../../library/lud/line/Tic-Tac-Toe.lud"
	connectFour  = "../../library/lud/line/ConnectFour.lud"
	breakthrough = "../../library/lud/race/Breakthrough.lud"
)

// talk runs a command with an input.
func talk(t *testing.T, input string, args ...string) (int, string, string) {
	t.Helper()
	var o, e bytes.Buffer
	status := dispatch(context.Background(), &streams{strings.NewReader(input), &o, &e}, args)
	return status, o.String(), e.String()
}

// converse sends commands of the protocol and returns the answers.
func converse(t *testing.T, file string, commands ...string) []map[string]any {
	t.Helper()
	status, out, errs := talk(t, strings.Join(commands, "\n")+"\n", "play", "--protocol", file)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	var answers []map[string]any
	for line := range strings.Lines(out) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(commands) {
		t.Fatalf("%d answers to %d commands: %s", len(answers), len(commands), out)
	}
	return answers
}

// TestProtocol plays a game by the protocol: what is wrong changes nothing, moves are
// taken back, and the play ends with payoffs.
func TestProtocol(t *testing.T) {
	move := func(player string, cell string) string {
		return `{"cmd":"play","move":"[Move:mover=` + player + `,from=` + cell + `,to=` + cell +
			`,actions=[Add:type=Cell,to=` + cell + `,what=` + player + `,decision=true]]"}`
	}
	a := converse(t, ticTacToe, `{"cmd":"new","seed":3}`, `{"cmd":"legal"}`, move("1", "4"), move("1", "5"),
		move("2", "4"),
		`{"cmd":"state"}`, `{"cmd":"undo"}`, `{"cmd":"undo"}`, move("1", "0"), move("2", "3"), move("1", "1"), move("2", "4"),
		`{"cmd":"go","agent":"uct:200"}`, `{"cmd":"evaluate","agent":"uct:200"}`, move("1", "2"), `{"cmd":"legal"}`,
		`{"cmd":"go"}`,
		`{"cmd":"dance"}`, `{"cmd":"new","colour":1}`, `nonsense`, `{"cmd":"new","game":"Chess"}`,
		`{"cmd":"go","agent":"genius"}`, `{"cmd":"quit"}`)
	if a[0]["ok"] != true || a[0]["game"] != "Tic-Tac-Toe" || a[0]["mover"] != 1.0 || len(a[1]["moves"].([]any)) != 9 {
		t.Errorf("begin %v, %v", a[0], a[1])
	}
	for i, want := range map[int]string{3: "none of the 8 legal moves", 4: "none of the 8", 7: "no move to take back",
		16: "over", 17: "expected new, legal",
		18: "unknown field", 19: "expected a command", 20: "Tic-Tac-Toe", 21: "expected random"} {
		if text, _ := a[i]["error"].(string); !strings.Contains(text, want) {
			t.Errorf("answer %d: %v, want %q", i, a[i], want)
		}
	}
	if a[5]["mover"] != 2.0 || a[5]["ply"] != 1.0 || len(a[5]["sites"].([]any)) != 1 {
		t.Errorf("state %v", a[5])
	}
	if text, _ := a[12]["move"].(string); !strings.Contains(text, "to=2,") || a[12]["value"] != 1.0 ||
		a[12]["iterations"] == 0.0 {
		t.Errorf("three in a row are not seen: %v", a[12])
	}
	if list := a[13]["moves"].([]any); len(list) == 0 {
		t.Errorf("evaluation %v", a[13])
	}
	if a[14]["over"] != true || len(a[15]["moves"].([]any)) != 0 || a[15]["payoffs"].([]any)[0] != 1.0 {
		t.Errorf("end %v, %v", a[14], a[15])
	}
	if a[22]["ok"] != true {
		t.Errorf("quit %v", a[22])
	}
}

// TestTerminal plays a game by names and numbers, with a hint and moves taken back.
func TestTerminal(t *testing.T) {
	input := "moves\nA1\nb2\nundo\n5\nZ9\nhint\n99\nB1\nB3\nC1\n"
	status, out, errs := talk(t, input, "play", "--agent", "uct:50", "--seed", "5", ticTacToe)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, want := range []string{"   9 C3", "  1  ○  ·  ·", "  2  ·  ●  ·", "no such move",
		"moves have the numbers 1 to 7", "uct:50 plays", "  1  ○  ○  ○", "player 1: +1", "player 2: -1"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	status, out, _ = talk(t, "1\nquit\n", "play", "--agent", "random", "--seat", "2", connectFour)
	if status != 0 || strings.Count(out, "player 1 (random)") < 1 {
		t.Errorf("the agent does not begin: %s", out)
	}
	for _, args := range [][]string{{"play"}, {"play", "--seat", "3", ticTacToe}, {"play", "--agent", "x", ticTacToe}} {
		if status, _, _ := talk(t, "", args...); status != 2 {
			t.Errorf("%v: status %d", args, status)
		}
	}
}

// TestArena plays matches from the command line, with a program outside as a seat:
// the example in Python, which beats random play by capturing.
func TestArena(t *testing.T) {
	status, out, errs := talk(t, "", "arena", "--agents", "uct:30,random,flat:10", "-n", "8", "--json", ticTacToe)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) != 6 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	var l arenaLine
	if err := json.Unmarshal([]byte(lines[0]), &l); err != nil || l.Game != "Tic-Tac-Toe" || l.A != "uct:30" ||
		l.B != "random" || l.Games != 8 || l.Wins+l.Draws+l.Losses != 8 {
		t.Errorf("%s, %v", lines[0], err)
	}
	_, again, _ := talk(t, "", "arena", "--agents", "uct:30/random/flat:10", "-n", "8", "--workers", "3", "--json",
		ticTacToe)
	if again != out {
		t.Errorf("with three workers\n%s\nwith others\n%s", again, out)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	script, err := filepath.Abs("../../deploy/examples/agent.py")
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs = talk(t, "", "arena", "--agents", "program:py,random", "--program", "py=python3 "+script, "-n",
		"10", "--json", breakthrough)
	if err := json.Unmarshal([]byte(out), &l); status != 0 || err != nil || l.Wins < 8 {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	bad := filepath.Join(t.TempDir(), "bad.sh")
	if err := os.WriteFile(bad, []byte("#!/bin/sh\nread x\necho '{\"ok\":true}'\nread x\necho "+
		"'{\"move\":\"up\"}'\nread x\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"none of the 9 legal ones": {"--agents", "program:x,random", "--program", "x=" + bad, "-n", "2", "--workers", "1",
			ticTacToe},
		"there is no --program y":   {"--agents", "program:y,random", ticTacToe},
		"an even number":            {"--agents", "random,random", "-n", "3", ticTacToe},
		"at least two agents":       {"--agents", "uct:5", ticTacToe},
		"the smaller one first":     {"--agents", "uct:5,random", "--until", "5,1", ticTacToe},
		"expected random, flat":     {"--agents", "uct:5,genius:1", ticTacToe},
		"no description; expected":  {"--agents", "uct:5,random", "play_test.go"},
		"expected --agents":         {ticTacToe},
		"no such file or directory": {"--agents", "uct:5,random", "nowhere.lud"},
	} {
		if status, out, errs := talk(t, "", append([]string{"arena"}, args...)...); status == 0 ||
			!strings.Contains(errs, want) {
			t.Errorf("arena %v: status %d, %s%s; want %q", args, status, out, errs, want)
		}
	}
}
