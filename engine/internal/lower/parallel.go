package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/rng"
)

// gather is a body with conditions as sets, see transform.GatherIn.
func (k *Lowerer) gather(body []*ir.Stmt) []*ir.Stmt {
	if k.off("gather") {
		return body
	}
	return transform.GatherIn(k.P, body, k.Index())
}

// parallel has the pieces of a generator go all at once where they are many.
func (k *Lowerer) parallel(gen *ir.Func) {
	if k.off("parallel") {
		return
	}
	pieces := k.startPieces()
	var number func(set *ir.Expr) int
	number = func(set *ir.Expr) int {
		switch set.Op {
		case ir.SetLoad:
			if i, ok := set.Args[0].Number(); ok && set.Field == k.Fields.At && pieces[i] > 0 {
				return pieces[i]
			}
		case ir.SetAnd, ir.SetMinus:
			n := number(set.Args[0])
			if set.Op == ir.SetAnd {
				n = min(n, number(set.Args[1]))
			}
			return n
		case ir.SetOr:
			return number(set.Args[0]) + number(set.Args[1])
		}
		return unknownNumber
	}
	if !k.off("slides") {
		gen.Body = transform.Flanked(k.P, gen.Body)
	}
	gen.Body = transform.Parallel(k.P, gen.Body, number)
}

// exists is the function that reports whether a generator emits a candidate, of all pieces at once where they
// are many.
func (k *Lowerer) exists(gen *ir.Func) *ir.Func {
	all := *gen
	all.Body = k.atOnce(gen.Body)
	return k.d.Exists(&all)
}

// atOnce is a body in which candidates of all pieces are found at once where these are many.
func (k *Lowerer) atOnce(body []*ir.Stmt) []*ir.Stmt {
	all := ir.Func{Body: k.gather(body)}
	k.parallel(&all)
	return all.Body
}

// SitesWhere is the set of the sites of the board at which a condition holds, nil if it
// is none, and whether all of them are empty.
func (k *Lowerer) SitesWhere(cond func(site *ir.Expr) *ir.Expr) (set *ir.Expr, empty bool) {
	site, env := ir.Within("site", 0, k.Fields.Board-1), k.Env
	defer func() { k.Env = env }()
	var before []*ir.Stmt
	k.Inside(func() {
		set, before, empty = transform.SitesWhere(
			k.P,
			k.Scoped(func() *ir.Expr { return cond(ir.Read(site)) }),
			site,
			k.Index(),
		)
	})
	k.Add(before...)
	if set != nil && !set.Pure() {
		set = k.Keep(set)
	}
	return set, empty
}

// Slides adds what f adds for each line of a row, from a site on. Where x says what that
// is, this is noted, so that pieces may slide, or what is flanked be found, all at once.
func (k *Lowerer) Slides(x *ir.Slide, by, lines *write.Rows, from, row *ir.Expr, f func(line *ir.Expr)) {
	body := k.Inside(func() { k.Row(by, row, f) })
	s := &ir.Stmt{Op: ir.Scope, Label: &ir.Label{Name: "slide"}, Body: body}
	if x != nil && !k.off("slides") && from.Op == ir.Get && position.SameRead(from, row) && !k.Stacked() &&
		(x.Run || k.AnyOrder()) {
		x.From, x.By, x.Lines = from.Local, by.List, lines.List
		s.Slide = x
	}
	k.Add(s)
}

// startPieces is the number of pieces by component after the start rules. It finds the highest stack, too.
func (k *Lowerer) startPieces() []int {
	if k.pieces == nil {
		k.pieces = make([]int, k.Fields.Comps)
		live := rng.New(0)
		c := game.NewContext(k.G)
		c.Start(&live)
		for site := 0; site < k.Fields.Sites && k.puzzle == nil; site++ { // of which values are no pieces
			st := k.G.TypeAt(k.G.DefaultType, site)
			n := c.S.CountAt(st, site)
			if n > maxCount {
				k.No(nil, "more than %d pieces on a site", maxCount)
			}
			what := c.S.What(st, site)
			if d := k.Dice; d != nil && what != 0 && site >= d.First && site < d.First+len(d.Faces) &&
				k.G.Components[what].Kind != "die" {
				k.No(nil, "pieces at the places of dice") // see offDice
			}
			k.pieces[what] += n
			k.highest = max(k.highest, c.S.SizeAt(st, site))
		}
	}
	return k.pieces
}

// unknownNumber stands for the size of a set of which nothing is known.
const unknownNumber = 1 << 10

// maxCount bounds the pieces on a site at the start, so that no play comes to more than a number has room for.
const maxCount = 1 << 24
