package plan

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// playersRegion plans the region of the player of an iteration.
func (k *planner) playersRegion(e *lgdl.Expr) *region {
	role := e.Args[1]
	if role == nil || role.Text != "Player" || k.players == 0 || !k.settled {
		k.other(e)
	}
	table := make([][]uint64, k.p.players+1)
	r := k.parts.Region(e)
	k.later = append(k.later, func() {
		c := k.blank
		outer := c.Player
		for p := 1; p < len(table); p++ {
			c.Player = p
			set := make(game.Set, max(k.g.SetWords, k.p.words))
			r.AddTo(c, set)
			if next(set, k.p.sites) >= 0 {
				k.no(e, "sites beyond the board")
			}
			table[p] = set[:k.p.words]
		}
		c.Player = outer
	})
	return kept(func(s *State) []uint64 { return table[s.player] }, ofIterators)
}

// countIn plans (count in:…): the pieces on the sites of a region of the board.
func (k *planner) countIn(r *region) integer {
	return integer{f: func(s *State) int {
		set, borrowed := r.sites(s)
		n := 0
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			n += int(s.count[x])
		}
		if borrowed {
			s.giveBack()
		}
		return n
	}, reads: r.reads | ofBoard}
}
