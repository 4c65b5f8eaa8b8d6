package posterior

import (
	"context"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// sitesMost bounds the sites that a picture shows.
const sitesMost = 1_000

// shows is the share of random plays in the course of which the sites of a picture hold what it shows, with half a play
// added; false if the board has not all of the sites, or there are no plays.
func (x *Item) shows(ctx context.Context, rs *ruleset.Ruleset, opt Options) (share float64, known bool) {
	g := rs.Plan()
	if opt.Plays == 0 || g.IsMatch() {
		return 0, false
	}
	type seen struct{ site, owner int }
	var wanted []seen
	for label, owner := range x.Sites {
		site := g.Topo.Find(g.DefaultType, label)
		if site < 0 || owner > g.Players {
			return 0, false
		}
		wanted = append(wanted, seen{int(site), owner})
	}
	hits := 0
	fault := game.Catch(func() {
		p := rs.Game().NewPosition()
		at, ok := p.(interface{ Context() *game.Context })
		if !ok {
			return
		}
		known = true
		for n := range opt.Plays {
			r, pick := rng.Derive(opt.Seed, uint64(2*n)), rng.Derive(opt.Seed, uint64(2*n+1))
			p.Restart(&r)
			for range opt.MaxPlies {
				hit := true
				for _, w := range wanted {
					hit = hit && at.Context().S.Who(g.DefaultType, w.site) == w.owner
				}
				if hit {
					hits++
					break
				}
				if p.Terminal() || ctx.Err() != nil {
					break
				}
				p.Apply(choose(p, &pick))
			}
		}
	})
	if fault != nil {
		return 0, false
	}
	return (float64(hits) + 0.5) / (float64(opt.Plays) + 1), known
}

// choose draws a decision: chance by its probabilities, all others alike.
func choose(p formal.Position, r *rng.SplitMix64) int {
	if p.Mover() == formal.Chance {
		return formal.Draw(p, r)
	}
	return r.Intn(p.Moves())
}
