package heuristic

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// mobility is the number of legal moves that a player would have on his turn; of the player to move it is known.
func mobility(c Position, player int, _ float32, legal int) float32 {
	if player != c.Mover() {
		legal = 0
		c.Moves(player, func(int32) { legal++ })
	}
	return float32(legal)
}

// influence is the share of all sites that the moves of a player lead to.
func influence(c Position, player int) float32 {
	sites := c.Game().Topo.NumSites()
	for i := range c.Game().Containers {
		if c.Game().Containers[i].Kind != game.Board {
			sites += c.Game().Containers[i].Sites
		}
	}
	reached := make(game.Set, c.Game().SetWords)
	c.Moves(player, func(to int32) {
		if to >= 0 && int(to) < len(reached)*64 {
			reached.Add(int(to))
		}
	})
	return float32(reached.Len()) / float32(max(sites, 1))
}

// unthreatened adds up the pieces of a player on the board that no move of an
// opponent goes to or removes. The opponent whose turn it is threatens nothing, as
// in the reference.
func unthreatened(weights []float32) valuer {
	return func(c Position, player int, least float32, _ int) (sum float32) {
		threatened := make(game.Set, c.Game().SetWords)
		sites := len(threatened) * 64
		note := func(site int32) {
			if site >= 0 && int(site) < sites {
				threatened.Add(int(site))
			}
		}
		for q := 1; q <= c.Game().Players; q++ {
			if q == player || q == c.Mover() || !c.IsActive(q) {
				continue
			}
			c.Threats(q, note)
		}
		owned(c, player, weights, least, func(w float32, p game.Place) {
			if containerOf(c, p) == 0 && !threatened.Has(int(p.Site)) {
				sum += w
			}
		})
		return sum
	}
}

// lineLength is the largest constant length of a line that the end rules ask for,
// at least 2; 3 if they ask for none.
func lineLength(g *game.Game) int {
	longest := 0
	var walk func(e *lgdl.Expr, ends bool)
	walk = func(e *lgdl.Expr, ends bool) {
		if e == nil {
			return
		}
		if e.Kind == lgdl.Clause {
			ends = ends || e.Text == "end"
			if ends && e.Text == "is" && e.Form.Slots[0].Const == "Line" {
				for _, a := range e.Args {
					if a != nil && a.Kind == lgdl.Int {
						longest = max(longest, a.Int, 2)
						break
					}
				}
			}
		}
		for _, a := range e.Args {
			walk(a, ends)
		}
		for _, a := range e.Items {
			walk(a, ends)
		}
	}
	walk(g.Root(), false)
	if longest == 0 {
		return 3
	}
	return longest
}

// lines values how near a player is to complete lines of a length: the best segment
// of so many sites on which no opponent stands and half of the second best. A
// segment is worth the share of it that the player has, halved for each end at which
// an opponent bars the way. Where there is no second, or no best one, it counts −1.
func lines(length int) valuer {
	return func(c Position, player int, _ float32, _ int) float32 {
		best, second := float32(-1), float32(-1)
		done := make(game.Set, c.Game().SetWords)
		consider := func(v float32) {
			if v > best {
				best, second = v, best
			} else if v > second {
				second = v
			}
		}
		for _, k := range c.Game().ComponentsOf(player) {
			for _, p := range c.Places(int(k)) {
				if containerOf(c, p) != 0 || int(p.Site) >= c.Game().Topo.Num(p.Type) || done.Has(int(p.Site)) {
					continue
				}
				for _, d := range c.Game().Topo.Supported(p.Type, board.RelAdjacent) {
					for _, r := range c.Game().Topo.DistinctRadials(p.Type, p.Site, d) {
						through(c, player, p, r.Path, r.Opposite, length, done, consider)
					}
				}
				done.Add(int(p.Site))
			}
		}
		if best < 0 {
			return -0.5
		}
		return best + second/2
	}
}

// through considers the segments through a piece along a radial and its opposite.
func through(c Position, player int, p game.Place, ahead, behind []int32, length int, done game.Set,
	consider func(float32)) {
	front, barred := reach(c, player, p.Type, ahead, length, done)
	back, blocked := reach(c, player, p.Type, behind, length, done)
	for j := range length {
		i := length - 1 - j // ahead
		if i >= len(front) || j >= len(back) {
			continue
		}
		v := float32(front[i]+back[j]+1) / float32(length)
		if barred && i == len(front)-1 {
			v /= 2
		}
		if blocked && j == len(back)-1 {
			v /= 2
		}
		consider(v)
	}
}

// reach walks along a radial, its start excluded, and returns for 0, 1, … steps how
// many of the player's pieces they pass. It ends after length − 1 steps, with the
// radial, before a piece that was dealt with, or before that of somebody else, which
// bars the way.
func reach(c Position, player int, st board.SiteType, path []int32, length int, done game.Set) (
	own []int, barred bool) {
	own = []int{0}
	for k := 1; k < len(path); k++ {
		who := c.Who(st, int(path[k]))
		if who != 0 && who != player {
			return own, true
		}
		if k == length || done.Has(int(path[k])) {
			return own, false
		}
		n := own[k-1]
		if who == player {
			n++
		}
		own = append(own, n)
	}
	return own, false
}
