package rg

import (
	"math"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// drawnGames are descriptions with one decision at the start, and whether its moves can be drawn.
var drawnGames = map[string]struct {
	text  string
	draws bool
}{
	"a value and a branch, told by tags": {
		`a, b: x = T(*); b, c: x != t0; c, d: $$ x; d, e(u: U): $ u; e(u: U), end: player = keeper;`, true},
	"a branch told by the value at the end": {`a, b: x = T(*); b, c: x != t0;
c, d(u: U): y = u; d(u: U), end: player = keeper;`, false},
	"a value that is lost": {
		`a, b: x = T(*); b, c: x != t0; c, d: x = t0; d, end: player = keeper;`, false},
	"a value told too late": {
		`a, b: x = T(*); b, c: x = t1; c, d: $$ x; d, end: player = keeper;`, false},
	"a value kept to the end": {
		`a, b: x = T(*); b, end: player = keeper;`, true},
	"as many tags, not the same ones": {
		`a, b: $ u0; a, c: $ u0; b, d: $ u1; c, d: $ u2; d, end: player = keeper;`, true},
	"the same tags twice": {
		`a, b: $ u0; a, c: $ u0; b, d: $ u1; c, d: $ u1; d, end: player = keeper;`, false},
	"one tag more": {
		`a, b: $ u0; a, c: $ u0; b, c: $ u1; c, end: player = keeper;`, true},
	"unequal numbers of choices": {
		`a, b: $ u0; a, c: $ u1; b, d(u: U): $ u;
d(u: U), end: player = keeper;
c, end: player = keeper;`, true},
	"a loop that chooses": {
		`a, b: x = T(*); b, c: $$ x; c, a: y == u1; c, end: player = keeper;`, false},
	"a loop that does not": {
		`a, b: x = T(*); b, c: $$ x; c, d: x == t0; c, e: x != t0; d, c: x = t1; e, end: player = keeper;`, true},
	"a cast that may fail": {
		`a, b: x = T(*); b, c: V(x) == t0; b, c: V(x) != t0; c, end: player = keeper;`, false},
	"almost nothing is possible": {
		`a, b: x = T(*); b, c: $$ x; c, d: z = T(*); d, e: $$ z; e, f: x == t2; f, g: z == t3;
g, end: player = keeper;`, true},
	"nothing is possible": {
		`a, b: x = T(*); b, c: x != t0; c, d: x == t0; d, end: player = keeper;`, true},
}

// TestDraw demands that drawn moves are those that are listed, with equal frequencies.
func TestDraw(t *testing.T) {
	const head = `type Player = { ann }; type Score = { 0, 1 }; type T = { t0, t1, t2, t3 }; type U = { u0, u1, u2 };
type V = { t0, t1 };
var x: T = t0; var z: T = t0; var y: U = u0; begin, a: player = ann; `
	for name, c := range drawnGames {
		g, err := Load(name, name, []byte(head+c.text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := g.NewState()
		if drawn := s.g.samplers[s.at] != nil; drawn != c.draws {
			t.Errorf("%s: drawn %t", name, drawn)
		}
		compareDraws(t, name, s, 20_000)
	}
}

// TestDrawGames does so in positions of whole games, whose moves are all drawn.
func TestDrawGames(t *testing.T) {
	for _, name := range []string{"ticTacToe.hrg", "connectFour.hrg", "breakthrough.hrg"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := ParseHigh(name, name, text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := d.Compile()
		if err != nil {
			t.Fatal(err)
		}
		s, r := g.NewState(), rng.New(5)
		for ply := 0; s.Moves() > 0; ply++ {
			if g.samplers[s.at] == nil {
				t.Fatalf("%s, ply %d: moves are not drawn", name, ply)
			}
			if ply%3 == 0 {
				compareDraws(t, name, s, 2_000)
			}
			s.Apply(r.Below(s.Moves()))
		}
	}
}

// compareDraws draws many moves of a state and compares them with those listed.
func compareDraws(t *testing.T, name string, s *State, times int) {
	t.Helper()
	type position struct {
		mem string
		at  int32
	}
	of := func(s *State) position {
		key := make([]byte, 0, 2*len(s.mem))
		for _, v := range s.mem {
			key = append(key, byte(v), byte(v>>8))
		}
		return position{string(key), s.at}
	}
	listed := map[position]int{}
	c := s.g.NewState()
	moves := 0
	for {
		c.CopyFrom(s)
		if moves == c.Moves() {
			break
		}
		c.Apply(moves)
		listed[of(c)]++ // moves may have the same effect
		moves++
	}
	r, counts, made := rng.New(1), map[position]int{}, 0
	for range times {
		c.CopyFrom(s)
		if c.Random(&r) {
			made++
			counts[of(c)]++
		}
	}
	if want := map[bool]int{true: times}[moves > 0]; made != want {
		t.Errorf("%s: %d moves of %d", name, made, want)
	}
	for p, n := range counts {
		share := float64(listed[p]) / float64(moves)
		mean, sigma := share*float64(times), math.Sqrt(float64(times)*share*(1-share))
		if listed[p] == 0 || math.Abs(float64(n)-mean) > 5*sigma+1e-9 {
			t.Errorf("%s: a move of %d is drawn %d times, expected %.0f ± %.0f", name, moves, n, mean, sigma)
		}
	}
	if len(counts) != len(listed) && moves > 0 {
		t.Errorf("%s: %d different moves of %d are drawn", name, len(counts), len(listed))
	}
}
