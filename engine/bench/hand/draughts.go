package hand

import "github.com/astragal/astragal/engine/rng"

// The pieces of draughts: man and king of each player.
const (
	draughtsMan  = 1
	draughtsKing = 2
)

// draughtsNear and draughtsOver are the cells one and two diagonal steps away,
// -1 beyond the board; directions 0 and 1 lead up, 2 and 3 down.
var draughtsNear, draughtsOver = func() (near, over [64][4]int8) {
	for s := range 64 {
		for d, step := range [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			at := func(n int) int8 {
				x, y := s%8+n*step[0], s/8+n*step[1]
				if x < 0 || x > 7 || y < 0 || y > 7 {
					return -1
				}
				return int8(8*y + x)
			}
			near[s][d], over[s][d] = at(1), at(2)
		}
	}
	return near, over
}()

type draughts struct {
	owner [64]int8 // 0 empty, 1, 2
	kind  [64]int8
	moves [][3]int8 // from, to, captured or -1
}

// directions are those in which a piece goes, as a range.
func (g *draughts) directions(s int) (lo, hi int) {
	switch {
	case g.kind[s] == draughtsKing:
		return 0, 4
	case g.owner[s] == 1:
		return 0, 2
	}
	return 2, 4
}

// captures adds the captures of the piece on s.
func (g *draughts) captures(s int) {
	lo, hi := g.directions(s)
	for d := lo; d < hi; d++ {
		t := draughtsOver[s][d]
		if t < 0 || g.owner[t] != 0 {
			continue
		}
		if over := draughtsNear[s][d]; g.owner[over] == 3-g.owner[s] {
			g.moves = append(g.moves, [3]int8{int8(s), t, over})
		}
	}
}

func (g *draughts) steps(s int) {
	lo, hi := g.directions(s)
	for d := lo; d < hi; d++ {
		if t := draughtsNear[s][d]; t >= 0 && g.owner[t] == 0 {
			g.moves = append(g.moves, [3]int8{int8(s), t, -1})
		}
	}
}

// list lists the moves of player p: captures if there are any.
func (g *draughts) list(p int8) {
	g.moves = g.moves[:0]
	for s := range 64 {
		if g.owner[s] == p {
			g.captures(s)
		}
	}
	if len(g.moves) > 0 {
		return
	}
	for s := range 64 {
		if g.owner[s] == p {
			g.steps(s)
		}
	}
}

// The engine's limit of turns, which ends a play as a draw.
const draughtsTurns = 2500

// Draughts plays English draughts, each jump of a turn as a ply of its own.
func Draughts(r *rng.SplitMix64) (plies, winner int) {
	var store [96][3]int8
	g := draughts{moves: store[:0]}
	for s := range 64 {
		if (s+s/8)%2 != 0 {
			continue
		}
		switch row := s / 8; {
		case row < 3:
			g.owner[s], g.kind[s] = 1, draughtsMan
		case row > 4:
			g.owner[s], g.kind[s] = 2, draughtsMan
		}
	}
	p := int8(1)
	g.list(p)
	for turns := 0; turns < draughtsTurns; turns++ {
		for {
			m := g.moves[r.Below(len(g.moves))]
			from, to, over := m[0], m[1], m[2]
			g.owner[to], g.kind[to], g.owner[from] = p, g.kind[from], 0
			plies++
			if over >= 0 {
				g.owner[over] = 0
			}
			if row := to / 8; g.kind[to] == draughtsMan && (p == 1 && row == 7 || p == 2 && row == 0) {
				g.kind[to] = draughtsKing
				break // a new king does not go on jumping
			}
			if over < 0 {
				break
			}
			g.moves = g.moves[:0]
			g.captures(int(to))
			if len(g.moves) == 0 {
				break
			}
		}
		p = 3 - p
		if g.list(p); len(g.moves) == 0 {
			return plies, int(3 - p)
		}
	}
	return plies, 0
}
