package lower_test

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// TestWalk checks what looks ahead against what plays: candidates are those picked one
// by one, a step from an unlisted position does what a move of the list does, and the
// moves of a recorded playout are those of one that is not recorded, and lead again where it led.
func TestWalk(t *testing.T) {
	lowered(t, 6, func(name string, g *game.Game) {
		if g.Mode == game.Simultaneous {
			return // a step is the move of all: such games have no walks
		}
		p, list := machines(t, g)
		for _, m := range list {
			pl := newPlayer(p, m)
			step, record := m.Func("step"), m.Func("record")
			live := rng.New(1)
			c := game.NewContext(g)
			c.Start(&live)
			p.Load(pl.mem, c)
			p.Seed(pl.mem, 3)
			at := make([]byte, p.Program.Size)
			made := make([]byte, p.Program.Size)
			for range 40 {
				if p.Var(pl.mem, lower.Over) != 0 {
					break
				}
				copy(at, pl.mem)
				n := int(pl.call(t, pl.list, 0))
				moves := p.Candidates(pl.mem, nil)
				if k := int(pl.call(t, m.Func("count"), 0)); len(moves) != n || k != n {
					t.Fatalf("%s: %d moves, %d candidates, %d counted", name, n, len(moves), k)
				}
				for i := range n {
					if x := pl.call(t, pl.pick, i); x != moves[i] {
						t.Fatalf("%s: candidate %d is %x, picked %x", name, i, moves[i], x)
					}
				}
				for i := 0; i < n; i += 1 + n/5 {
					copy(pl.mem, at)
					pl.call(t, pl.list, 0)
					pl.call(t, pl.play, i)
					copy(made, pl.mem)
					copy(pl.mem, at)
					pl.stack[0] = moves[i]
					if err := step(pl.stack); err != nil {
						t.Fatal(err)
					}
					if x := p.Differ(pl.mem, made); x != nil || (uint32(pl.stack[0]) != 0) != (p.Var(made, lower.Over) != 0) {
						t.Fatalf("%s: a step is not the move: %v", name, x)
					}
				}
				copy(pl.mem, at)
				plies := int(pl.call(t, record, 50))
				if p.Faulty(pl.mem) {
					return // the play goes on by the rules
				}
				copy(made, pl.mem)
				line := []uint64{}
				p.Line(pl.mem, plies, func(player int, move uint64) { line = append(line, move) })
				if len(line) != plies {
					t.Fatalf("%s: %d moves of %d are kept", name, len(line), plies)
				}
				copy(pl.mem, at)
				if n := int(pl.call(t, pl.po, 50)); n != plies || p.Differ(pl.mem, made) != nil {
					t.Fatalf("%s: %d moves are kept and %d played, or others: %v", name, plies, n, p.Differ(pl.mem, made))
				}
				copy(pl.mem, at)
				for _, x := range line {
					if g.Has(game.Stochastic) {
						copy(pl.mem, made) // other draws, other moves
						break
					}
					pl.stack[0] = x
					if err := step(pl.stack); err != nil {
						t.Fatal(err)
					}
				}
				if x := p.Differ(pl.mem, made); x != nil {
					t.Fatalf("%s: the moves of a playout lead elsewhere: %v", name, x)
				}
				copy(pl.mem, at)
				pl.call(t, pl.po, 1)
				if slices.Equal(at[p.Lo:p.Hi], pl.mem[p.Lo:p.Hi]) {
					t.Fatalf("%s: a move changes nothing", name)
				}
			}
		}
	})
}
