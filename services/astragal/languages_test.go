package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sides is one game in every language: a takes a side, b sees it and takes one; a wins if they are the same.
var sides = map[string]string{
	"efg": `EFG 2 R "Sides" { "a" "b" } ""
p "" 1 1 { "left" "right" } 0
p "" 2 1 { "left" "right" } 0
t "" 1 "" { 100 0 }
t "" 2 "" { 0 100 }
p "" 2 2 { "left" "right" } 0
t "" 2
t "" 1
`,
	"kif": `(role a) (role b) (init (turn a)) (side left) (side right)
(<= (legal ?r ?s) (true (turn ?r)) (side ?s))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a))) (<= (next (turn over)) (true (turn b)))
(<= (next (took ?r ?s)) (does ?r ?s) (side ?s)) (<= (next (took ?r ?s)) (true (took ?r ?s)))
(<= same (true (took a ?s)) (true (took b ?s)))
(<= terminal (true (turn over)))
(<= (goal a 100) same) (<= (goal a 0) (not same)) (<= (goal b 0) same) (<= (goal b 100) (not same))
`,
	"infix.gdl": `role(a). role(b). init(turn(a)). side(left). side(right).
legal(?r, ?s) <= true(turn(?r)), side(?s).
legal(a, noop) <= true(turn(b)). legal(b, noop) <= true(turn(a)).
next(turn(b)) <= true(turn(a)). next(turn(over)) <= true(turn(b)).
next(took(?r, ?s)) <= does(?r, ?s), side(?s). next(took(?r, ?s)) <= true(took(?r, ?s)).
same <= true(took(a, ?s)), true(took(b, ?s)).
terminal <= true(turn(over)).
goal(a, 100) <= same. goal(a, 0) <= not same. goal(b, 0) <= same. goal(b, 100) <= not same.
`,
	"stanford.gdl": `role(a) role(b) init(turn(a)) side(left) side(right)
legal(R, S) :- true(turn(R)) & side(S)
legal(a, noop) :- true(turn(b))
legal(b, noop) :- true(turn(a))
next(turn(b)) :- true(turn(a))
next(turn(over)) :- true(turn(b))
next(took(R, S)) :- side(S) & (does(R, S) | true(took(R, S)))
same :- true(took(a, S)) & true(took(b, S))
terminal :- true(turn(over))
goal(a, 100) :- same
goal(a, 0) :- ~same
goal(b, 0) :- same
goal(b, 100) :- ~same
`,
	"rbg": `#players = a(100), b(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right,[e,e])
#anywhere = (left* + right*)
#rules = ->a anywhere {e} ->> [x] ->b anywhere ({e} + {x}) ->> [y]
    ({? anywhere {x}} [$ a = 0, b = 100] + {! anywhere {x}} [$ a = 100, b = 0]) ->> {}
`,
	"rg": `type Player = { a, b };
type Score = { 0, 100 };
type Side = { left, right };
var one: Side = left;
begin, a1: player = a;
a1, a2(s: Side): $ s;
a2(s: Side), b1: one = s;
b1, b2: player = b;
b2, b3(s: Side): $ s;
b3(s: Side), b4(s: Side): player = keeper;
b4(s: Side), same: one == s;
b4(s: Side), differ: one != s;
same, end: goals[a] = 100;
differ, end: goals[b] = 100;
`,
	"hrg": `domain Player = a | b
domain Score = 0 | 100
domain Side = left | right
one : Side = left
graph rules() {
  player = a
  forall s: Side {
    $ s
    one = s
  }
  player = b
  forall s: Side {
    $ s
    player = keeper
    if one == s {
      goals[a] = 100
    } else {
      goals[b] = 100
    }
  }
}
`,
	"lud": `(game "Sides" (players 2) (equipment {(board (rectangle 1 5)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (intersection (sites Empty) (if (is Mover P1) (sites {0 1}) (sites {2 3}))))))
    (end {
      (if
        (or (and (is Occupied 0) (is Occupied 2)) (and (is Occupied 1) (is Occupied 3)))
        (payoffs {(payoff P1 100) (payoff P2 0)})
      )
      (if
        (or (and (is Occupied 0) (is Occupied 3)) (and (is Occupied 1) (is Occupied 2)))
        (payoffs {(payoff P1 0) (payoff P2 100)})
      )
    })
  )
)
`,
}

// deal is a game in which what a player knows decides what is legal: a card is dealt, and shown or not.
var deal = map[string]string{
	"efg": `EFG 2 R "Deal" { "bob" } ""
c "" 1 "" { "black" 1/4 "black shown" 1/4 "red" 1/4 "red shown" 1/4 } 0
p "" 1 3 { "black" "red" } 0
t "" 2 "" { 60 }
t "" 3 "" { 0 }
p "" 1 1 { "claim" } 0
t "" 1 "" { 100 }
p "" 1 3 { "black" "red" } 0
t "" 3
t "" 2
p "" 1 2 { "claim" } 0
t "" 1
`,
	"kif": `(role random) (role bob) (init (step 1)) (card red) (card black)
(<= (legal random (deal ?c ?w)) (true (step 1)) (card ?c) (way ?w)) (way shown) (way hidden)
(<= (legal random noop) (not (true (step 1))))
(<= (legal bob noop) (true (step 1)))
(<= (legal bob claim) (true (step 2)) (knows bob (dealt ?c)))
(<= sure (knows bob (dealt ?c)))
(<= (legal bob (guess ?c)) (true (step 2)) (card ?c) (not sure))
(<= (dealt ?c) (true (on ?c)))
(<= (next (on ?c)) (does random (deal ?c ?w)))
(<= (next (on ?c)) (true (on ?c)))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= (next claimed) (does bob claim))
(<= (next right) (does bob (guess ?c)) (true (on ?c)))
(<= (sees bob ?c) (does random (deal ?c shown)))
(<= terminal (true (step 3)))
(<= (goal bob 100) (true claimed))
(<= (goal bob 60) (true right))
(<= (goal bob 0) (not (true claimed)) (not (true right)))
`,
}

// TestLanguages takes the same games through every command in every language: they are checked, counted, played to
// the end by the protocol, translated to a tree, and proven to be a form that was written by hand; another payoff is
// found different.
func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		forms          map[string]string
		perft          string
		payoff, change string
	}{
		{sides, "[2,4]", "{ 100 0 }", "{ 99 0 }"},
		{deal, "[4,6]", "{ 60 }", "{ 61 }"},
	} {
		dir := t.TempDir()
		write := func(name, text string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		known, other := write("known.efg", c.forms["efg"]),
			write("other.efg", strings.Replace(c.forms["efg"], c.payoff, c.change, 1))
		for language, text := range c.forms {
			name := "game." + language
			file := write(name, text)
			run := func(want int, stdin string, args ...string) string {
				t.Helper()
				status, out, errs := invoke(t, stdin, args...)
				if status != want {
					t.Errorf("%v: status %d, expected %d\n%s%s", args, status, want, out, errs)
				}
				return out
			}
			run(0, "", "check", file)
			if out := run(0, "", "perft", "--json", "--depth", "2", file); !strings.Contains(out, `"perft":`+c.perft) {
				t.Errorf("%s: %s", name, out)
			}
			if text := playedOut(t, file); !strings.Contains(text, `"payoffs":[`) {
				t.Errorf("%s is not played to the end: %s", name, text)
			}
			run(0, "", "playout", "-n", "20", file)
			run(0, "", "equivalent", known, file)
			run(1, "", "equivalent", other, file)
			tree := filepath.Join(dir, "tree-"+language+".efg")
			run(0, "", "convert", file, tree)
			run(0, "", "equivalent", file, tree)
			run(1, "", "equivalent", other, tree)
		}
	}
}

// playedOut plays a game by the protocol, always the first legal move, and returns the last answer.
func playedOut(t *testing.T, file string) (last string) {
	t.Helper()
	commands := `{"cmd":"new","seed":3}` + "\n"
	for range 8 {
		status, out, errs := talk(t, commands+`{"cmd":"legal"}`+"\n", "play", "--protocol", file)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", file, status, errs)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		last = lines[len(lines)-1]
		var answer struct{ Moves []string }
		if err := json.Unmarshal([]byte(last), &answer); err != nil {
			t.Fatal(err)
		}
		if len(answer.Moves) == 0 {
			return last
		}
		move, err := json.Marshal(map[string]string{"cmd": "play", "move": answer.Moves[0]})
		if err != nil {
			t.Fatal(err)
		}
		commands += string(move) + "\n"
	}
	return last
}
