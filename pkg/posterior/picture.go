package posterior

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/symmetry"
	"github.com/astragal/astragal/engine/traffic"
)

// sitesMost bounds the sites that a picture shows.
const sitesMost = 1_000

// seen is a site of a picture with the player whose piece is there.
type seen struct{ site, owner int }

// shows is the share of random plays in the course of which the sites of a picture hold what it shows, with half a play
// added; false if the board has not all of the sites, or there are no plays. Of a picture that may be turned it is the
// mean over all turns and reflections of the board onto itself.
func (x *Item) shows(ctx context.Context, rs *ruleset.Ruleset, opt Options) (share float64, known bool) {
	g := rs.Plan()
	if opt.Plays == 0 || g.IsMatch() {
		return 0, false
	}
	var picture []seen
	for label, owner := range x.Sites {
		site := g.Topo.Find(g.DefaultType, label)
		if site < 0 || owner > g.Players {
			return 0, false
		}
		picture = append(picture, seen{int(site), owner})
	}
	turned := [][]seen{picture}
	if x.Turned {
		var err error
		if turned, err = turns(g, picture); err != nil {
			return 0, false
		}
	}
	hits := 0
	fault := game.Catch(func() {
		p := rs.Game().NewPosition()
		at, ok := p.(interface{ Context() *game.Context })
		if !ok {
			return
		}
		known = true
		hit := make([]bool, len(turned))
		for n := range opt.Plays {
			r, pick := rng.Derive(opt.Seed, uint64(2*n)), rng.Derive(opt.Seed, uint64(2*n+1))
			p.Restart(&r)
			clear(hit)
			before := hits
			for range opt.MaxPlies {
				for i, picture := range turned {
					if !hit[i] && holds(at.Context(), picture) {
						hit[i] = true
						hits++
					}
				}
				if hits == before+len(turned) || p.Terminal() || ctx.Err() != nil {
					break
				}
				p.Apply(choose(p, &pick))
			}
		}
	})
	if fault != nil {
		return 0, false
	}
	return (float64(hits)/float64(len(turned)) + 0.5) / (float64(opt.Plays) + 1), known
}

// holds reports whether a position is as the picture shows it.
func holds(c *game.Context, picture []seen) bool {
	for _, w := range picture {
		if c.S.Who(c.G.DefaultType, w.site) != w.owner {
			return false
		}
	}
	return true
}

// turns lays a picture on the board in all ways in which turns and reflections lay the board on itself.
func turns(g *game.Game, picture []seen) (list [][]seen, err error) {
	b, err := traffic.NewBoard(g)
	if err != nil {
		return nil, err
	}
	for _, image := range symmetry.Geometric(b, symmetry.Of(b)) {
		turned := make([]seen, len(picture))
		for i, w := range picture {
			if w.site >= len(image) {
				return nil, errors.New("the picture shows what is not of the board")
			}
			turned[i] = seen{int(image[w.site]), w.owner}
		}
		list = append(list, turned)
	}
	return list, nil
}

// choose draws a decision: chance by its probabilities, all others alike.
func choose(p formal.Position, r *rng.SplitMix64) int {
	if p.Mover() == formal.Chance {
		return formal.Draw(p, r)
	}
	return r.Intn(p.Moves())
}
