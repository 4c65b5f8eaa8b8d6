package main

import (
	"context"
	"fmt"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// spacePositions is the number of positions after which nothing more is looked at, told apart
// by all that their future depends on.
const spacePositions = 20_000

// space is what looking at all positions from the start, ply by ply, tells.
type space struct {
	// Positions is the number of different ones found, by what lies where and who is to move,
	// all that there are if Complete.
	Positions int  `json:"positions"`
	Complete  bool `json:"complete"`
	// Plies is the number of plies within which all positions were found.
	Plies int `json:"plies"`
	// ShortestEnd and ShortestWin are the least numbers of plies of a play that ends, and of one that
	// somebody wins; 0 where there is none within Plies, so that it takes more.
	ShortestEnd int `json:"shortestEnd"`
	ShortestWin int `json:"shortestWin"`
}

// explore looks at positions from the start of a game, what the rules draw before the first move
// as it falls for seed 1. It is nil where there is chance, secrets, simultaneous decisions or no
// way to tell positions apart, and where the description is at fault.
func explore(ctx context.Context, g formal.Game) (*space, error) {
	start := g.NewPosition()
	if _, ok := start.(formal.Keyed); !ok {
		return nil, nil
	}
	if k, ok := g.(interface{ Keyless() string }); ok && k.Keyless() != "" {
		return nil, nil
	}
	if _, f, err := search.New(g, search.None, false); err != nil || f.Draws || f.Joint || f.Hidden || f.Players == 0 {
		return nil, err
	}
	r := rng.New(1)
	start.Restart(&r)
	s, known, visible := &space{Positions: 1}, map[string]struct{}{}, map[string]struct{}{}
	key, seen := keyOf(start)
	known[key], visible[seen] = struct{}{}, struct{}{}
	for layer := []formal.Position{start}; len(layer) > 0; s.Plies++ {
		var next []formal.Position
		for _, p := range layer {
			for i := range p.Moves() {
				switch {
				case ctx.Err() != nil:
					return nil, ctx.Err()
				case len(known) > spacePositions:
					return s, nil
				}
				q := p.Clone()
				q.Apply(i)
				if f, ok := q.(interface{ Err() error }); ok && f.Err() != nil {
					return nil, nil
				}
				if !q.Terminal() && (q.Moves() < 1 || q.Mover() == formal.Chance) {
					return nil, nil
				}
				key, seen := keyOf(q)
				if _, ok := known[key]; ok {
					continue
				}
				known[key], visible[seen] = struct{}{}, struct{}{}
				s.Positions = len(visible)
				if !q.Terminal() {
					next = append(next, q)
					continue
				}
				s.ended(q)
			}
		}
		layer = next
	}
	s.Complete = true
	return s, nil
}

// ended notes a position in which a play is over, one ply after those that were all found.
func (s *space) ended(q formal.Position) {
	if s.ShortestEnd == 0 {
		s.ShortestEnd = s.Plies + 1
	}
	if s.ShortestWin > 0 {
		return
	}
	for _, v := range q.Payoffs() {
		if v.Sign() > 0 {
			s.ShortestWin = s.Plies + 1
		}
	}
}

// keyOf is the key of a position, and what is seen of it with who is to move.
func keyOf(p formal.Position) (key, seen string) {
	whole, visible := p.(formal.Keyed).AppendKey(nil)
	if !p.Terminal() {
		return string(whole), fmt.Sprint(p.Mover(), " ", string(whole[:visible]))
	}
	// A play that is over has nobody to move, and no future but what it came to.
	seen = string(whole[:visible])
	for _, v := range p.Payoffs() {
		whole = append(whole, " "+v.RatString()...)
	}
	return string(whole) + " over", seen
}
