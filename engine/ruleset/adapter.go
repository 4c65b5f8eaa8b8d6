package ruleset

import (
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/trace"
)

// adapter shows a compiled game in the form common to all formalisms.
type adapter struct{ g *game.Game }

func (a *adapter) Formalism() string { return "lgdl" }

func (a *adapter) Name() string { return a.g.Name }

func (a *adapter) Players() []string {
	names := make([]string, a.g.Players)
	for i := range names {
		names[i] = fmt.Sprintf("P%d", i+1)
	}
	return names
}

func (a *adapter) NewPosition() formal.Position {
	return &position{g: a.g, c: game.NewContext(a.g)}
}

// position replays its decisions to clone itself: moves live in the arena of
// their own context.
type position struct {
	g     *game.Game
	c     *game.Context
	start rng.SplitMix64 // generator state at the start
	live  rng.SplitMix64
	made  []int
	picks []game.Move // decisions of the current simultaneous turn
	err   error       // that the play failed with
}

// Err returns the error that a play without result ended with: its rules asked
// for something impossible. Such a position is terminal.
func (p *position) Err() error { return p.err }

func (p *position) Restart(r *rng.SplitMix64) {
	p.start = *r
	p.live = *r
	p.made, p.picks = p.made[:0], p.picks[:0]
	p.err = game.Catch(func() {
		p.c.Start(&p.live)
		p.c.Legal()
	})
	*r = p.live
}

func (p *position) Clone() formal.Position {
	q := &position{g: p.g, c: game.NewContext(p.g)}
	r := p.start
	q.Restart(&r)
	for _, i := range p.made {
		q.Apply(i)
	}
	return q
}

func (p *position) Terminal() bool { return p.err != nil || p.c.S.Over }

func (p *position) Mover() int {
	if p.g.Mode == game.Simultaneous {
		for q := 1; q <= p.g.Players; q++ {
			if p.c.S.IsActive(q) && !p.picked(q) {
				return q
			}
		}
	}
	return p.c.S.Mover
}

func (p *position) picked(q int) bool {
	for _, m := range p.picks {
		if int(m.Mover) == q {
			return true
		}
	}
	return false
}

func (p *position) moves() []game.Move {
	legal := p.c.Legal()
	if p.g.Mode != game.Simultaneous {
		return legal
	}
	mover := p.Mover()
	var own []game.Move
	for _, m := range legal {
		if int(m.Mover) == mover {
			own = append(own, m)
		}
	}
	return own
}

func (p *position) Moves() int { return len(p.moves()) }

func (p *position) MoveText(i int) string { return trace.MoveText(p.c, p.moves()[i]) }

func (p *position) Probability(int) *big.Rat { return nil }

func (p *position) Apply(i int) {
	p.made = append(p.made, i)
	m := p.moves()[i]
	if p.g.Mode != game.Simultaneous {
		p.play(m)
		return
	}
	p.picks = append(p.picks, m)
	for q := 1; q <= p.g.Players; q++ {
		if p.c.S.IsActive(q) && !p.picked(q) {
			return
		}
	}
	p.play(p.c.Combine(p.picks))
	p.picks = p.picks[:0]
}

// play makes a move and computes those that follow, all that can fail.
func (p *position) play(m game.Move) {
	p.err = game.Catch(func() {
		p.c.Play(m)
		p.c.Legal()
	})
}

// Payoffs derives payoffs from the ranking: 1 for the best rank, -1 for the worst, linear between.
func (p *position) Payoffs() []*big.Rat {
	n := p.g.Players
	out := make([]*big.Rat, n)
	for i := range out {
		rank := p.c.S.Ranking[i+1]
		switch {
		case p.err != nil:
			out[i] = new(big.Rat)
		case n == 1:
			out[i] = new(big.Rat).SetFloat64(rank)
		case rank == 0:
			out[i] = new(big.Rat)
		default:
			r := new(big.Rat).SetFloat64(rank)
			out[i] = r.Sub(big.NewRat(int64(n+1), 2), r).Mul(r, big.NewRat(2, int64(n-1)))
		}
	}
	return out
}

// Observation is the position as the player sees it: what no rule hides from him.
func (p *position) Observation(player int) string {
	return p.c.Visible(player)
}
