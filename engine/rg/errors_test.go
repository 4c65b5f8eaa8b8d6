package rg_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/rng"
)

// head declares what every game must.
const head = "type Player = { a, b };\ntype Score = { 0, 100 };\n"

// TestErrors demands a message with its place for what cannot be a game.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "1:1: type Player is missing"},
		{"type Player = { a };", "type Score is missing"},
		{head, "no edge leaves the node begin"},
		{head + "begin, end: player = c;", "3:22: unknown name 'c'"},
		{head + "begin, end: player = 100;", "'100' is not in the type"},
		{head + "begin, end: player == 100", "expected ';' after a declaration, found the end"},
		{head + "begin end: ;", "3:7: expected ',' between the two nodes"},
		{head + "begin, end: goals[c] = 0;", "3:19: unknown name 'c'"},
		{head + "begin, end: goals[100] = 0;", "'100' is no argument"},
		{head + "begin, end: goals = 0;", "'0' is not in the type"},
		{head + "begin, end: a = b;", "only variables can be assigned to"},
		{head + "begin, end: player = Goals(*);", "'Goals' is no type of symbols"},
		{head + "begin, end(x: Nothing): ;", "unknown type 'Nothing'"},
		{head + "end, begin: ;", "no edge may leave the node end"},
		{head + "type Player = { c };", "already declared"},
		{head + "type X = { c, c };", "3:15: symbol 'c' is in the type twice"},
		{head + "var x: Player = c;", "'c' is not in the type"},
		{head + "var x: Player -> Score = { a: 0 };", "no value at 'b'"},
		{head + "var a: Player = a;", "'a' is the name of a player"},
		{head + "var goals: Player = a;", "goals must be a variable of its own type"},
		{"type Player = { keeper };\ntype Score = { 0 };", "'keeper' is no player"},
		{"type Player = { a };\ntype Score = { many };", "score 'many' is no integer"},
		{head + "begin, end: ? begin(x: Player) -> end;", "no parameter can be declared here"},
		{head + "begin, end: # x;", "3:13: stray character '#'"},
		{head + "@unique begin", "pragma is not closed"},
		{head + "var x: " + strings.Repeat("Player -> ", 300) + "Score = 0;", "nested deeper"},
		{head + "var x: " + strings.Repeat("Player -> ", 30) + "Score = { :0 };", "take more than"},
	} {
		g, err := rg.Load("x.rg", "x", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "x.rg:") {
			t.Errorf("%q: %v, %v, want %q", c.text, g, err, c.want)
		}
	}
}

// highHead is the same at the high level.
const highHead = "domain Player = a | b\ndomain Score = 0 | 100\n"

// TestErrorsOfTheHighLevel does the same for HRG.
func TestErrorsOfTheHighLevel(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{highHead, "expected a graph rules()"},
		{highHead + "graph rules() { turn(a) }", "3:17: unknown graph 'turn'"},
		{highHead + "graph rules() { end player = a }", "3:21: this is never reached"},
		{highHead + "graph rules() { loop { rules() } }", "graphs use each other more than"},
		{highHead + "f : Player -> Score\ngraph rules() { end }", "no case of function 'f' fits"},
		{highHead + "f : Player -> Score\nf(X) = f(X)\ngraph rules() { end }", "functions call each other more than"},
		{highHead + "f(X) = 0", "function 'f' has no type"},
		{highHead + "f : Player -> Score\nf(X) = if X then 0 else 100\ngraph rules() { end }", "expected a condition"},
		{highHead + "f : Player -> Score\nf(X) = 1 / 0\ngraph rules() { end }", "division by zero"},
		{highHead + "domain S = P(X) where X in 0..100000\n", "has more than"},
		{highHead + "domain S = P(X) where X in Nobody\n", "unknown domain 'Nobody'"},
		{highHead + "domain S = P(X) where X in 0-1..0\n", "symbols cannot be negative"},
		{highHead + "graph rules() { check(player) }", "this is no condition"},
		{highHead + "graph rules() { check(a == nobody) }", "unknown name 'nobody'"},
		{highHead + "graph t(p: Player) { end } graph rules() { t(player) }", "must be known beforehand"},
		{highHead + "graph t(p: Player) { end } graph rules() { t(100) }", "is not in the type of parameter"},
		{highHead + "graph rules() { forall p: Nobody { end } }", "unknown domain 'Nobody'"},
		{highHead + "graph rules() { repeat 1000000000 { player = a } }", "more than"},
		{highHead + "graph rules() {", "the end of the file"},
		{highHead + "graph rules() { check(" + strings.Repeat("(", 300) + " }", "nested deeper"},
	} {
		g, err := rg.LoadHigh("x.hrg", "x", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "x.hrg:") {
			t.Errorf("%q: %v, %v, want %q", c.text, g, err, c.want)
		}
	}
}

// TestFaults demands that what goes wrong in a play is told, within bounds of time.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{head + "begin, begin: player = keeper;", "keeper does not finish"},
		{head + "type N = { x, y };\nvar n: N = x;\nbegin, a1: player = a;\na1, a1: $ x;\na1, end: player = keeper;",
			"walk of more than"},
		{head + "type Q = { x, a };\nvar q: Q = x;\nbegin, m: player = a;\nm, end: player = q;",
			"value x is not in the type"},
		{head + "type Q = { x, a };\nvar q: Q = x;\nbegin, m: player = a;\nm, n: goals[q] = 0;\nn, end: player = keeper;",
			"value x is no argument"},
		{head + "type Q = { x, a };\nvar q: Q = x;\nbegin, m: player = a;\nm, n: Player(q) == a;\nn, end: player = keeper;",
			"value x is not in the type of its cast"},
	} {
		g, err := rg.Load("x.rg", "x", []byte(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		s := g.NewState()
		r := rng.New(1)
		if _, over := s.Playout(&r, 10); !over || s.Err() == nil || !strings.Contains(s.Err().Error(), c.want) {
			t.Errorf("%q: over %t, %v, want %q", c.text, over, s.Err(), c.want)
		}
	}
}

// TestLoops demands that loops in which nothing happens end, inside of moves and of reachability.
func TestLoops(t *testing.T) {
	g, err := rg.Load("x.rg", "x", []byte(head+`
type Bit = { 0, 1 };
const other: Bit -> Bit = { 0: 1, 1: 0 };
var bit: Bit = 0;
begin, m: player = a;
m, m1: bit = other[bit];
m1, m: ;
m, tag: $ here;
tag, done: player = keeper;
done, end: ! search -> found;
search, search1: bit = other[bit];
search1, search: ;
search, found: bit == bit2;
`[1:]+"var bit2: Bit = 0;\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := g.NewState()
	// The same tags with the bit as it was and as the other one are two moves.
	if n := s.Moves(); n != 2 || s.Err() != nil {
		t.Errorf("%d moves, %v", n, s.Err())
	}
	s.Apply(0)
	if s.Moves() != 0 || s.Err() != nil {
		t.Errorf("%d moves after the end, %v", s.Moves(), s.Err())
	}
}
