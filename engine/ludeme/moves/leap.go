package moves

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var leapRows = []lgdl.Form{
	{Text: "(leap [(from)] {{stepType}} [forward:bool] [rotations:bool] (to) [(then)])",
		Lower: lower.MovesRule(lowerLeap), Result: "moves:effect", Concepts: []string{"LeapEffect", "skip forward:"},
		Marks: concept.Rule(leapConcepts), Meaning: "Jumps to the ends of walks such as a knight's, whatever stands between.",
		Impl: asEffect(compileLeap)},
}

// leaper is a compiled (leap …).
type leaper struct {
	from               fromPart
	walks              [][]board.Turn
	forward, rotations game.Bool
	to                 toPart
	decision           bool
	all, one           board.Table // ends of the walks by site: from all directions, from the first only
}

func compileLeap(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := clause.AnyLeap(e)
	l := &leaper{from: compileFrom(k, args.From(), fromVar), forward: k.BoolOr(args.Forward(), false),
		rotations: k.BoolOr(args.Rotations(), true), to: compileTo(k, args.To(), toVar), decision: decision}
	l.walks = k.Walks(args.StepTypes())
	k.Later(func() {
		dirs := k.G.Topo.Headings(k.G.DefaultType)
		l.all = l.ends(k.G, dirs)
		l.one = l.ends(k.G, dirs[:min(1, len(dirs))])
	})
	return k.Followed(l.eval, args.Then())
}

// ends computes for every site of the board where the walks end that start in
// the given directions, each end once and in ascending order.
func (l *leaper) ends(g *game.Game, dirs []board.Direction) board.Table {
	st := l.from.Type
	n := g.Topo.Num(st)
	t := board.Table{Off: make([]int32, 1, n+1)}
	var path []int32
	found := game.NewSet(n)
	for s := range n {
		found.Clear()
		for _, d := range dirs {
			for _, w := range l.walks {
				var ok bool
				path, ok = g.Topo.Walk(append(path[:0], int32(s)), st, int32(s), d, w)
				if ok {
					found.Add(int(path[len(path)-1]))
				}
			}
		}
		found.Each(func(x int) bool { t.Val = append(t.Val, int32(x)); return true })
		t.Off = append(t.Off, int32(len(t.Val)))
	}
	return t
}

func (l *leaper) eval(c *game.Context, out *game.MoveList) {
	st := l.from.Type
	f := l.from.Loc.Get(c)
	if !c.G.OnBoard(st, f) {
		return
	}
	from, to := c.From, c.To
	c.From = f
	// A failed from condition leaves (from) set: part 4, §1.3.
	if !l.from.If.Ok(c) {
		return
	}
	targets := l.one
	if l.rotations.Get(c) {
		targets = l.all
	}
	forward := l.forward.Get(c)
	for _, t := range targets.Row(int32(f)) {
		if forward && !ahead(c, st, int32(f), t) {
			continue
		}
		c.To = int(t)
		if !l.to.If.Ok(c) {
			continue
		}
		out.Add(l.move(c, f, t))
	}
	c.From, c.To = from, to
}

// move makes the leap from f to t.
func (l *leaper) move(c *game.Context, f int, t int32) game.Move {
	tf := game.SiteType(l.from.Type)
	m := c.One(decide(game.MovePiece(tf, f, game.Off, tf, int(t), game.Off, game.Off, game.Off, game.Off, false),
		l.decision))
	if l.to.Apply.If.Ok(c) {
		m = l.to.Apply.compose(c, m)
	}
	m.From, m.To, m.Mover = int32(f), t, int32(c.S.Mover)
	return m
}

// ahead reports whether t lies in front of the piece on f, by rows and columns.
func ahead(c *game.Context, st board.SiteType, f, t int32) bool {
	return before(c.G, c.S.What(st, int(f)), st, f, t)
}

// before is ahead for a component on f.
func before(g *game.Game, what int, st board.SiteType, f, t int32) bool {
	if what <= 0 || what >= len(g.Components) || !faces(g, what) {
		return true
	}
	topo := g.Topo
	north := topo.Row(st, t) - topo.Row(st, f)
	east := topo.Column(st, t) - topo.Column(st, f)
	switch g.FacingOf(what) {
	case board.N:
		return north > 0
	case board.S:
		return north < 0
	case board.E:
		return east > 0
	case board.W:
		return east < 0
	case board.NE:
		return north > 0 && east > 0
	case board.NW:
		return north > 0 && east < 0
	case board.SE:
		return north < 0 && east > 0
	case board.SW:
		return north < 0 && east < 0
	}
	return false
}

// faces reports whether a component or its owner has a facing of its own.
func faces(g *game.Game, what int) bool {
	k := &g.Components[what]
	return k.HasFacing || k.Owner > 0 && k.Owner < len(g.Facings) && g.Facings[k.Owner].Specific()
}

// lowerLeap lowers jumps to the ends of walks, whatever stands between.
func lowerLeap(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyLeap(e)
	forward := a.Forward() != nil && !k.Bool(a.Forward()).Is(0)
	if forward && !k.Bool(a.Forward()).Is(1) {
		k.No(a.Forward(), "leaps that are forward at times")
	}
	l := &leaper{from: fromPart{site{Type: k.G.DefaultType}}, walks: k.Parts.Walks(a.StepTypes())}
	dirs := k.G.Topo.Headings(k.G.DefaultType)
	if a.Rotations() != nil {
		all, ok := k.Bool(a.Rotations()).Number()
		if !ok {
			k.No(a.Rotations(), "rotations that change")
		}
		if all == 0 {
			dirs = dirs[:min(1, len(dirs))]
		}
	}
	t := lowerTarget(k, a.To())
	lowerOrigin(k, a.From(), true, func(from *ir.Expr) {
		piece := k.Piece()
		if forward && piece == 0 {
			k.No(a.Forward(), "leaps forward of a piece that is not known before")
		}
		facing := -1 // any
		if forward && faces(k.G, piece) {
			facing = int(k.G.FacingOf(piece))
		}
		rows := func() [][][]int32 {
			rows, ends := make([][]int32, k.Sites()), l.ends(k.G, dirs)
			for s := range int32(ends.Len()) {
				for _, x := range ends.Row(s) {
					if !forward || before(k.G, piece, k.G.DefaultType, s, x) {
						rows[s] = append(rows[s], x)
					}
				}
			}
			return [][][]int32{rows}
		}
		before := lowerApart(k, &t.apply)
		carried := moving(k.Moving(), t.effect)
		arrive := func(from, to, _ *ir.Expr) {
			t.arrive(k)
			k.Carry(from, to, carried, nil)
		}
		same := lower.Same{By: "leap", Effect: t.apply, Piece: carried}
		near := k.RowsOnce([]string{"leaps"}, fmt.Sprint(l.walks, len(dirs), facing), rows)[0]
		if to, ok := k.Where(t.when); ok && k.AnyOrder() {
			k.EmitSet(lower.Candidate{From: from, Same: same}, ir.Calc(ir.SetAnd, k.RowSet(near, from), to), a.Then(), arrive)
			return
		}
		k.Reached(near, from, t.when, func(to *ir.Expr) {
			before()
			k.Emit(lower.Candidate{From: from, To: to, Same: same}, a.Then(), arrive)
		})
	})
}
