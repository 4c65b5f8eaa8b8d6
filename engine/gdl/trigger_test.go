package gdl

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestEffects checks on a game in which moves join groups of stones that what moves do
// is worked out for each move, and that plays are the same as by the prover.
func TestEffects(t *testing.T) {
	for _, name := range []string{"joined", "pairs", "reach", "groups"} {
		g := ofFile(t, "testdata/hex/"+name+".kif")
		n := g.network()
		if n == nil {
			t.Fatal(g.grounded.why)
		}
		if stored := name == "joined" || name == "groups"; stored != (n.size.Cycles == 0) {
			t.Errorf("%s has %d cycles", name, n.size.Cycles)
		}
		if n.effects == nil {
			t.Fatalf("%s has no effects", name)
		}
		agree(t, g, 12)
		// No other moves than one of each side's with a pass are made.
		if made := len(n.effects.known); made == 0 || made > 2*17 {
			t.Errorf("%s: %d joint moves", name, made)
		}
	}
}

// lamps is a game in which one player touches lamps, which goes on or off, and others
// look at them at the same time, who see some of the others. Lamps that are looked at
// stay on.
func lamps(count, steps, others int) string {
	text := fmt.Sprintf("(role a) (init (step 0)) (<= terminal (true (step %d))) (goal a 0)\n", steps)
	for i := range max(count, steps) {
		text += fmt.Sprintf("(succ %d %d)\n", i, i+1)
	}
	for i := range count {
		text += fmt.Sprintf("(lamp %d) (init (lit %d))\n", i, i)
	}
	for i := range others {
		text += fmt.Sprintf("(role b%d) (goal b%d 50) (<= (legal b%d (look ?x)) (lamp ?x))\n", i, i, i)
	}
	return text + `(near 0) (near 1) (near 2) (near 3)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= (legal a (touch ?x)) (lamp ?x))
(<= (watched ?x) (does ?b (look ?x)))
(<= (next (lit ?x)) (true (lit ?x)) (does a (touch ?y)) (distinct ?x ?y))
(<= (next (lit ?x)) (true (lit ?x)) (watched ?x))
(<= (next (lit ?x)) (does a (touch ?x)) (not (true (lit ?x))))
(<= (next (seen ?x ?y)) (does a (touch ?x)) (true (lit ?y)) (near ?y))`
}

// TestSimultaneous checks that plays are those of the prover where several choose at
// the same time: where there are so many joint moves that gates follow moves, of which
// those are no triggers that go on and on, such as not to touch a lamp; and where there
// are few.
func TestSimultaneous(t *testing.T) {
	for _, x := range []struct{ count, others int }{{40, 0}, {12, 1}, {5, 3}, {140, 1}, {30, 2}} {
		g, err := Load("lamps.kif", []byte(lamps(x.count, 40, x.others)))
		if err != nil {
			t.Fatal(err)
		}
		n := g.network()
		if n == nil {
			t.Fatal(g.grounded.why)
		}
		joint := x.count + 1
		for range x.others {
			joint *= x.count + 1
		}
		if effects := joint <= maxJoint; effects != (n.effects != nil) {
			t.Errorf("%d joint moves: effects %v", joint, !effects)
		} else if size := n.play.triggers.size; !effects && (size == 0 || size > 12*x.count) {
			t.Errorf("%d conditions of moves", size) // those of "seen" and of lamps that are off
		}
		agree(t, g, 10)
	}
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
