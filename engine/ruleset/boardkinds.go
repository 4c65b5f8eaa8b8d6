package ruleset

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// The columns of tables: six or seven on either side, with one between them or none.
const leastTables, mostTables = 12, 14

// Tables reports whether the board is like that of backgammon: two rows of twelve sites
// or a few more, around which pieces run by dice.
func Tables(g *game.Game) bool {
	t, st := g.Topo, g.DefaultType
	columns := t.Columns(st).Len()
	return st != board.Edge && t.Rows(st).Len() == 2 && columns >= leastTables && columns <= mostTables &&
		t.Num(st) == 2*columns && Run(g)
}

// Run reports whether pieces run along tracks by dice.
func Run(g *game.Game) bool { return len(g.Tracks) > 0 && len(g.Dice) > 0 }

// Race reports whether the board is the way of a race alone: points or lines, along which
// pieces run by dice.
func Race(g *game.Game) bool { return g.DefaultType != board.Cell && Run(g) && !g.Mancala }

// window are the sites of a board without bounds that can be seen: those that may be played
// on; what is occupied is drawn anyway. A board with bounds has none.
func window(c *game.Context) []int32 {
	g := c.G
	if !g.Boardless {
		return nil
	}
	var sites []int32
	n := g.Topo.NumSites()
	for site := range n {
		if c.S.Playable(site) {
			sites = append(sites, int32(site))
		}
	}
	if len(sites) == 0 { // before the first piece lies
		sites = append(sites, g.Topo.Set(g.DefaultType, board.Centre)...)
	}
	return sites
}

// boxes are the regions of a puzzle that are blocks of cells, as of Sudoku: neither rows nor
// columns nor all of the board.
func boxes(g *game.Game) [][]int32 {
	if g.DefaultType != board.Cell {
		return nil
	}
	var list [][]int32
	add := func(sites []int32) {
		if block(g.Topo, sites) {
			list = append(list, sites)
		}
	}
	for _, region := range g.Regions {
		for _, kind := range region.Kinds {
			if kind == "SubGrids" {
				for _, sites := range g.StaticRegions(kind) {
					add(sites)
				}
			}
		}
		add(region.Ints)
	}
	return list
}

// block reports whether cells hang together and lie in more than one row and column.
func block(t *board.Topology, sites []int32) bool {
	if len(sites) < 4 || len(sites) == t.Num(board.Cell) {
		return false
	}
	rows, columns := map[int32]bool{}, map[int32]bool{}
	for _, s := range sites {
		if s < 0 || int(s) >= t.Num(board.Cell) {
			return false
		}
		rows[t.Row(board.Cell, s)], columns[t.Column(board.Cell, s)] = true, true
	}
	if len(rows) < 2 || len(columns) < 2 {
		return false
	}
	reached := []int32{sites[0]}
	for i := 0; i < len(reached); i++ {
		for _, n := range t.Neighbours(board.Cell, board.RelOrthogonal, reached[i]) {
			if slices.Contains(sites, n) && !slices.Contains(reached, n) {
				reached = append(reached, n)
			}
		}
	}
	return len(reached) == len(sites)
}

// jumps are the ladders and snakes of a game: the pairs of a map that moves go by,
// (to (mapEntry …)), between squares of one track. Steps are the squares of that track.
func (r *Ruleset) jumps() (jumps []draw.Jump, steps []int32) {
	g := r.game
	if r.checked.Game == nil || len(g.Maps) == 0 || len(g.Tracks) == 0 {
		return nil, nil
	}
	used := map[string]bool{}
	eachClause(r.checked.Game, func(e *lgdl.Expr) {
		if e.Form.Keyword != "to" {
			return
		}
		for x := range e.Parts() {
			if x.Is("mapEntry") {
				used[clause.MapEntry(x).String().Word("")] = true
			}
		}
	})
	for i, m := range g.Maps {
		if !used[m.Name] && !(used[""] && i == 0) {
			continue
		}
		for _, t := range g.Tracks {
			if found := jumpsAlong(g, t, m.Pair); len(found) > 0 {
				for _, e := range t.Elems {
					steps = append(steps, e.Site)
				}
				return found, steps
			}
		}
	}
	return nil, nil
}

// jumpsAlong are the pairs of a map between squares of a track that passes every square once.
func jumpsAlong(g *game.Game, t *board.Track, pairs map[int]int) []draw.Jump {
	if t.Loop || crosses(t) {
		return nil
	}
	place := map[int]int{}
	for i, e := range t.Elems {
		if e.Site >= 0 && int(e.Site) < g.Topo.NumSites() {
			place[int(e.Site)] = i
		}
	}
	var jumps []draw.Jump
	for from, to := range pairs {
		a, on := place[from]
		b, onto := place[to]
		if !on || !onto {
			return nil
		}
		jumps = append(jumps, draw.Jump{From: int32(from), To: int32(to), Ahead: b > a})
	}
	slices.SortFunc(jumps, func(a, b draw.Jump) int { return int(a.From - b.From) })
	return jumps
}

// layTiles turns the tiles of a line of play, on a board of one row: each lies along the
// line with the half that is equal to its neighbour's beside it, and doubles lie across.
func layTiles(g *game.Game, pieces []draw.Piece) {
	if g.DefaultType != board.Cell || g.Topo.Rows(board.Cell).Len() != 1 {
		return
	}
	at := map[int32]*draw.Piece{}
	for i := range pieces {
		if x := &pieces[i]; x.Kind == draw.Domino && x.Type == board.Cell && len(x.Cells) < 2 {
			at[x.Site] = x
		}
	}
	open, before := -1, int32(-2) // the value of the end that the next tile lies at
	for s := range int32(g.Topo.Num(board.Cell)) {
		x := at[s]
		if x == nil {
			continue
		}
		first := x.Faces[0]
		next := at[s+1]
		switch {
		case before == s-1 && x.Faces[1] == open:
			first = x.Faces[1]
		case before != s-1 && next != nil && (first == next.Faces[0] || first == next.Faces[1]) &&
			x.Faces[1] != next.Faces[0] && x.Faces[1] != next.Faces[1]:
			first = x.Faces[1]
		}
		open, before = x.Faces[0]+x.Faces[1]-first, s
		switch {
		case x.Faces[0] == x.Faces[1]:
			x.Turn = 0
		case first == x.Faces[0]:
			x.Turn = 270
		default:
			x.Turn = 90
		}
	}
}
