package metric

import "github.com/astragal/astragal/engine/game"

// Glimpse is what the positions of a play tell, without its moves: for every ply the
// number of legal moves, for every position, one more, the sites of the board that are
// occupied, the pieces on the board, and the largest difference of scores, nil in games
// without scores.
type Glimpse struct {
	Legal, Occupied, Pieces, Scores []int32
	Turns                           int // runs of moves of one player
	Ever                            int // sites of the board that were ever occupied
}

// uniform is what a Glimpse stands for in a game whose sites all count alike.
type uniform struct {
	ok          bool
	all, used   int32 // elements of the board that a site of the default type stands for
	board, hand int   // pieces at the start
}

// newUniform looks whether all sites of the board count alike, and nothing else counts;
// c is the position after the start rules.
func (p *Plan) newUniform(c *game.Context) (u uniform) {
	g := p.game
	if !p.fixedStart || g.Stacks || g.Boardless || g.DeductionPuzzle || g.Has(game.LargePiece) {
		return uniform{}
	}
	counted := 0
	for i := range p.weights {
		w := &p.weights[i]
		_, n := c.S.SlotHolds(i)
		u.board += int(w.used) * n
		u.hand += int(w.hand) * n
		if w.all == 0 {
			continue
		}
		if counted++; counted == 1 {
			u.all, u.used = int32(w.all), int32(w.used)
		}
		if w.def != 1 || int32(w.all) != u.all || int32(w.used) != u.used {
			return uniform{}
		}
	}
	u.ok = counted == p.sites
	return u
}

// Glimpses reports whether a Glimpse of a play tells what its observer would tell.
func (p *Plan) Glimpses() bool { return p.uniform.ok }

// Glimpsed sets what a Glimpse tells of a playout; plies and result are told otherwise.
// It keeps references to the lists until the playout is added to a batch.
func (p *Plan) Glimpsed(x *Playout, b *Board, g *Glimpse) {
	u := &p.uniform
	x.Turns, x.Branching, x.Board = g.Turns, g.Legal, b
	pieces := g.Pieces
	if u.all != 1 {
		for i := range pieces {
			pieces[i] *= u.all
		}
	}
	*b = Board{Rough: true, Sites: p.sites, Occupied: g.Occupied, Pieces: pieces, Scores: g.Scores,
		CoverageDefault: ratio(int32(g.Ever), p.sites), CoverageFull: ratio(u.all*int32(g.Ever), p.all),
		CoverageUsed: ratio(u.used*int32(g.Ever), p.used), StateComplexity: p.complexity,
		StartBoard: u.board, StartHand: u.hand, SameStart: true}
}
