package gdl

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestTriggers checks on a game in which moves join groups of stones that what moves
// do is kept with the moves, and that plays are the same as without and by the prover.
func TestTriggers(t *testing.T) {
	for _, name := range []string{"joined", "pairs", "reach", "groups"} {
		g := ofFile(t, "testdata/hex/"+name+".kif")
		n := g.network()
		if n == nil {
			t.Fatal(g.grounded.why)
		}
		stored := name == "joined" || name == "groups"
		if name == "joined" && n.play.triggers.size < n.size.Wires/3 {
			t.Errorf("%s: %d of %d wires are conditions of moves", name, n.play.triggers.size, n.size.Wires)
		}
		if !stored && n.size.Cycles == 0 {
			t.Errorf("%s has no cycles", name)
		}
		agree(t, g, 12)
	}
}

// TestLasting checks that an event which goes on and on is no trigger: the choice
// of a that is not to touch a lamp.
func TestLasting(t *testing.T) {
	text := "(role a) (init (step 0)) (<= terminal (true (step 40))) (goal a 0)\n"
	for i := range 40 {
		text += fmt.Sprintf("(succ %d %d) (lamp %d) (init (lit %d))\n", i, i+1, i, i)
	}
	text += `(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= (legal a (touch ?x)) (lamp ?x))
(<= (next (lit ?x)) (true (lit ?x)) (does a (touch ?y)) (distinct ?x ?y))
(<= (next (lit ?x)) (does a (touch ?x)) (not (true (lit ?x))))
(<= (next (seen ?x ?y)) (does a (touch ?x)) (true (lit ?y)))`
	g, err := Load("lamps.kif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	n := g.network()
	if n == nil {
		t.Fatal(g.grounded.why)
	}
	// Those of "seen" and of the lamps that are off, but none of those left alone.
	if size := n.play.triggers.size; size == 0 || size > 40*40+40 {
		t.Errorf("%d conditions of moves", size)
	}
	agree(t, g, 40)
}

// ofFile is the game of a file.
func ofFile(t *testing.T, file string) *Game {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// agree plays some plays by both machines and compares all that they tell; now and
// then the machines are sent back to an earlier state.
func agree(t *testing.T, g *Game, plays int) {
	t.Helper()
	a, err := g.machine(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.proved().machine(nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(m machine, list []term) string {
		var all []string
		for _, x := range list {
			all = append(all, m.text(x))
		}
		return fmt.Sprint(all)
	}
	for play := range plays {
		x, y := a.initial(), b.initial()
		a.load(x)
		b.load(y)
		var oldX, oldY state
		for ply := 0; ; ply++ {
			if p, q := texts(a, a.fluents()), texts(b, b.fluents()); p != q || a.terminal() != b.terminal() {
				t.Fatalf("play %d, ply %d: %s %v, want %s %v", play, ply, p, a.terminal(), q, b.terminal())
			}
			for r := range g.prog.roles {
				if p, q := texts(a, a.goals(r)), texts(b, b.goals(r)); p != q {
					t.Fatalf("play %d, ply %d: goals %s, want %s", play, ply, p, q)
				}
			}
			if a.terminal() {
				break
			}
			if ply == 5 {
				oldX, oldY = slices.Clone(x), slices.Clone(y)
			}
			if ply == 12 && play%2 == 0 && oldX != nil {
				a.load(oldX)
				b.load(oldY)
				oldX = nil
				continue
			}
			var choice []int
			for r := range g.prog.roles {
				if a.legal(r) != b.legal(r) {
					t.Fatalf("play %d, ply %d: %d moves, want %d", play, ply, a.legal(r), b.legal(r))
				}
				choice = append(choice, (7*ply+3*r+11*play)%a.legal(r))
			}
			x, y = a.step(choice), b.step(choice)
		}
	}
}

// TestStop stops the making of a network and the reasoning of the prover; both can be
// done again.
func TestStop(t *testing.T) {
	g := ofFile(t, "testdata/hex/joined.kif")
	enough := errors.New("enough")
	asked := 0
	poll := func() error {
		if asked++; asked == 3 {
			return enough
		}
		return nil
	}
	if _, err := g.NewPlayer(poll); err != enough || asked != 3 {
		t.Errorf("stopped: %v after %d looks", err, asked)
	}
	stopped := func() error { return enough }
	if _, err := g.NewPlayer(stopped); err != enough {
		t.Errorf("stopped at once: %v", err)
	}
	if n, err := g.Network(); err != nil || n.Gates == 0 {
		t.Errorf("made again: %+v, %v", n, err)
	}
	p, err := g.proved().NewPlayer(nil)
	if err != nil {
		t.Fatal(err)
	}
	reasoner := p.m.(*proofs).p
	reasoner.poll, reasoner.total = stopped, 1000*pollEvery+100 // in the middle of a question
	r := rng.New(1)
	if _, _, err := p.Playout(&r, 1000); err != enough {
		t.Errorf("the prover goes on: %v", err)
	}
	reasoner.poll = nil
	if n, over, err := p.Playout(&r, 1000); err != nil || !over || n < 7 {
		t.Errorf("after a stop: %d plies, %v, %v", n, over, err)
	}
}
