package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Games that draw edges and claim the cells around which all are drawn have a
// plan where the moves only ever add to free edges. The sites of the plan are
// the edges then; what is claimed is kept apart, and nothing asks for it.

// edged ends the planning of such a game at clauses that may take a number for
// that of an element of another type.
func (k *planner) edged(e *lgdl.Expr) {
	switch e.Form.Text {
	case "(last lastType [afterConsequence:bool])", "(site)", "(intersection sites sites)", "(union sites sites)", "(difference sites (sites | int))",
		"(count [countSiteType] [siteType] [in:sites | at:int | string])", "(count countSimpleType [siteType])", "(forEach Site sites moves [noMoveYet:moves] [(then)])", "(claim [(piece)] (to) [(then)])",
		"(sites Incident siteType of:siteType at:int [owner:(player) | roleType])", "(sites sitesIndexType [siteType] [int])":
		return
	}
	if e.Form.Keyword == "site" {
		return
	}
	k.narrow(e)
}

// drawing plans (move Add (to Edge (sites Empty Edge))).
func (k *planner) drawing(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: piece, to, count, stack, then.
	to := args[1]
	if args[0] != nil || args[2] != nil || args[3] != nil {
		k.other(e)
	}
	k.only(to, 0, 1)
	if !isType(to.Args[0], board.Edge) || to.Args[1] == nil {
		k.other(to)
	}
	return k.choosing(&act{kind: actAdd, then: k.with(outer, args[4])}, k.edges(to.Args[1]), nil, "to")
}

func isType(e *lgdl.Expr, st board.SiteType) bool { return e != nil && e.Text == st.String() }

// edges plans a region of edges.
func (k *planner) edges(e *lgdl.Expr) *region {
	if e.Kind != lgdl.Clause {
		k.other(e)
	}
	switch e.Form.Text {
	case "(sites sitesIndexType [siteType] [int])":
		if e.Args[0].Text == "Empty" && e.Args[2] == nil && isType(e.Args[1], board.Edge) {
			return kept(func(s *State) []uint64 { return s.set(0) }, ofBoard)
		}
	case "(sites Incident siteType of:siteType at:int [owner:(player) | roleType])":
		if isType(e.Args[1], board.Edge) && isType(e.Args[2], board.Cell) && e.Args[4] == nil && e.Args[5] == nil {
			return k.aroundCell(e.Args[3])
		}
	case "(intersection sites sites)":
		return k.intersection([]*region{k.edges(e.Args[0]), k.edges(e.Args[1])})
	case "(union sites sites)":
		return k.union([]*region{k.edges(e.Args[0]), k.edges(e.Args[1])})
	case "(difference sites (sites | int))":
		if e.Args[1] != nil && game.IsRegion(e.Args[1]) {
			return k.difference(k.edges(e.Args[0]), k.edges(e.Args[1]))
		}
	}
	k.other(e)
	return nil
}

// aroundCell plans the edges of a cell.
func (k *planner) aroundCell(e *lgdl.Expr) *region {
	at := k.integer(e)
	f := at.fn()
	sets := make([][]uint64, k.g.Topo.Num(board.Cell))
	for c := range sets {
		sets[c] = make([]uint64, k.p.words)
		for _, x := range k.g.Topo.Incident(board.Cell, int32(c), board.Edge) {
			sets[c][x>>6] |= 1 << (x & 63)
		}
	}
	return kept(func(s *State) []uint64 {
		if c := f(s); uint(c) < uint(len(sets)) {
			return sets[c]
		}
		return s.none()
	}, at.reads)
}

// eachCell plans (forEach Site …) of an effect for the cells on both sides of an edge.
func (k *planner) eachCell(e *lgdl.Expr) effect {
	// Slots: Site, region, moves, otherwise, then.
	k.only(e, 0, 1, 2)
	r := e.Args[1]
	if r.Kind != lgdl.Clause || r.Form.Text != "(sites Incident siteType of:siteType at:int [owner:(player) | roleType])" ||
		!isType(r.Args[1], board.Cell) || !isType(r.Args[2], board.Edge) || r.Args[4] != nil || r.Args[5] != nil || k.ofCells {
		k.other(e)
	}
	at := k.integer(r.Args[3])
	if mentions(e.Args[2], "Next", "next") {
		k.other(e) // moving again changes who is next
	}
	k.ofCells = true
	do := k.effect(e.Args[2])
	k.ofCells = false
	if do.reads&do.writes&^ofTurn != 0 {
		k.other(e) // what follows from one cell would follow from the other
	}
	cells := make([][]int32, k.p.sites)
	for x := range cells {
		set := game.NewSet(k.g.Topo.Num(board.Cell))
		for _, c := range k.g.Topo.Incident(board.Edge, int32(x), board.Cell) {
			set.Add(int(c))
		}
		set.Each(func(c int) bool { cells[x] = append(cells[x], int32(c)); return true })
	}
	f, g := at.fn(), do.do
	return effect{do: func(s *State) {
		x := f(s)
		if uint(x) >= uint(len(cells)) {
			return
		}
		to, site := s.to, s.site
		for _, c := range cells[x] {
			s.to, s.site = int(c), int(c)
			g(s)
		}
		s.to, s.site = to, site
	}, reads: at.reads | do.reads, writes: do.writes}
}

// mentions tells whether a constant or a keyword is part of a clause.
func mentions(e *lgdl.Expr, constant, keyword string) bool {
	if e == nil {
		return false
	}
	if e.Kind == lgdl.Const && e.Text == constant || e.Kind == lgdl.Clause && e.Form != nil && e.Form.Keyword == keyword {
		return true
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if mentions(x, constant, keyword) {
				return true
			}
		}
	}
	return false
}

// claiming plans (claim (to Cell (site))) of the cell of (forEach Site …).
func (k *planner) claiming(e *lgdl.Expr) effect {
	// Slots: piece, to, then.
	to := e.Args[1]
	k.only(e, 1, 2)
	k.only(to, 0, 2)
	if x := to.Args[2]; !k.ofCells || !isType(to.Args[0], board.Cell) || x == nil || x.Kind != lgdl.Clause || x.Form.Text != "(site)" {
		k.other(e)
	}
	out := effect{do: func(s *State) { s.claims[s.site] = uint8(s.mover) }, reads: ofIterators, writes: ofClaims}
	if k.p.players >= k.p.comps {
		k.other(e)
	}
	if then := e.Args[2]; then != nil {
		if len(then.Args) > 1 && then.Args[1] != nil {
			k.other(then)
		}
		f := k.effect(then.Args[0])
		if f.reads&^(ofTurn|ofIterators|ofScore) != 0 || f.writes&ofBoard != 0 {
			k.other(then)
		}
		claim, more := out.do, f.do
		out.do = func(s *State) { claim(s); more(s) }
		out.reads, out.writes = out.reads|f.reads&^ofScore, out.writes|f.writes
	}
	return out
}

// beginEdges checks that nothing is on the board yet.
func (s *State) beginEdges(k *planner, c *game.Context) {
	for _, st := range [...]board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for x := range k.g.Topo.Num(st) {
			if c.S.What(st, x) != 0 || c.S.StateAt(st, x, -1) != 0 || !c.S.IsEmpty(st, x) {
				k.no(nil, "edges and cells that are not free at the start")
			}
		}
	}
}
