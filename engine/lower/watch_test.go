package lower_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir/closure"
	"github.com/astragal/astragal/engine/ir/wasm"
	"github.com/astragal/astragal/engine/lower"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// TestGlimpse plays games by compiled code that notes what it comes by, and the same
// moves by the rules with an observer: both tell the same metrics, bit for bit.
func TestGlimpse(t *testing.T) {
	told := 0
	lowered(t, 5, func(name string, g *game.Game) {
		plan := metric.NewPlan(g, metric.Facts{Used: [3]bool{true, false, true}})
		if !plan.Glimpses() || g.Has(game.Stochastic) {
			return
		}
		p, err := lower.Watched(g)
		var refusal *lower.Refusal
		if errors.As(err, &refusal) {
			return // watched by the rules
		} else if err != nil {
			t.Fatal(err)
		}
		if err := p.Finish(true, nil); err != nil {
			t.Fatal(err)
		}
		var m machine = closure.New(p.Program)
		if wasm.Supported() && told%2 == 0 {
			code, err := wasm.Compile(p.Program)
			if err != nil {
				t.Fatal(err)
			}
			defer code.Close()
			if m, err = code.Instance(); err != nil {
				t.Fatal(err)
			}
		}
		told++
		glimpse(t, name, newPlayer(p, m), plan)
		m.Close()
	})
	if told < 20 {
		t.Errorf("%d games are told of", told)
	}
}

func glimpse(t *testing.T, name string, pl *player, plan *metric.Plan) {
	p, mem := pl.p, pl.mem
	look, watched := pl.m.Func("look"), pl.m.Func("watched")
	ours, theirs := metric.NewBatch(p.G.Players), metric.NewBatch(p.G.Players)
	watch := plan.NewObserver(theirs)
	watch.Glimpse(true)
	for seed := range uint64(2) {
		live := rng.New(1)
		c := game.NewContext(p.G)
		c.Start(&live)
		p.Load(mem, c)
		p.Seed(mem, seed)
		watch.Start(c)
		pl.call(t, look, 0)
		var notes lower.Notes
		notes.Begin(p, mem)
		plies := 0
		for ; plies < 40 && !c.S.Over; plies++ {
			n := int(pl.call(t, watched, 1))
			if p.Faulty(mem) {
				return // the play goes on by the rules
			}
			notes.Add(p, mem, n)
			legal := c.Legal()
			watch.Ply(c, len(legal))
			found := false
			for _, m := range legal {
				mark := c.Mark()
				u := c.Temp()
				u.Play(m)
				found = pl.same(u) == nil
				c.GiveTemp(u)
				c.Release(mark)
				if found {
					c.Play(m)
					watch.Played(c)
					break
				}
			}
			if !found || n != 1 {
				t.Fatalf("%s, ply %d: no move leads to the position", name, plies)
			}
		}
		watch.End(c)
		out, board := metric.Playout{Plies: plies}, metric.Board{}
		out.Judge(c.S)
		plan.Glimpsed(&out, &board, &metric.Glimpse{Legal: notes.Legal, Occupied: notes.Occupied, Pieces: notes.Pieces,
			Scores: notes.Scores, Turns: notes.Turns, Ever: p.Ever(mem)})
		ours.Add(&out)
	}
	a, err := ours.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	b, err := theirs.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s: compiled code tells\n%s\nthe observer\n%s", name, a, b)
	}
}
