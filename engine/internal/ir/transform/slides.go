package transform

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Pieces that slide over empty sites go all at once, too: what they pass is filled in a
// few steps, each of which doubles how far it reaches, and the sites next to it are where
// they stop.

// slidesOf are the candidates of a slide inside a loop over sites, for all sites of the loop
// at once, or of one that is in no loop; nil if that cannot be said by shifts.
func slidesOf(p *ir.Program, loop, s *ir.Stmt) []*ir.Stmt {
	x := s.Slide
	if x == nil || x.Run || loop != nil && x.From != loop.Local || !plain(x.Cross, nil) ||
		x.Stop != nil && !plain(x.Stop, nil) || x.Rest != nil && !plain(x.Rest, nil) {
		return nil
	}
	cross, stop := slideRules(s.Body, x)
	if cross == nil || loop != nil && !reads(cross[1], x.From) {
		return nil
	}
	of, ok := linesOf(p, x)
	if !ok || len(of) == 0 || len(of) > maxWays {
		return nil
	}
	f := filler{}
	var pieces *ir.Expr
	if loop == nil {
		pieces = f.keep("pieces", ir.SetAt(singles(p), ir.Read(x.From)))
	} else {
		pieces = f.keep("pieces", loop.Args[0])
	}
	ends := ir.SetOf(make([]uint64, p.Words)) // of one piece, whichever way it goes
	pass := x.Cross
	if x.Stop != nil {
		pass = ir.Calc(ir.SetMinus, pass, x.Stop)
	}
	pass = f.keep("pass", pass)
	at, stopAt := pass, x.Stop
	if x.Rest != nil {
		at = f.keep("rest", ir.Calc(ir.SetAnd, pass, x.Rest))
		if stopAt != nil {
			stopAt = f.keep("rest", ir.Calc(ir.SetAnd, stopAt, x.Rest))
		}
	}
	for _, w := range of {
		through := f.keep("through", ir.Calc(ir.SetAnd, pass, ir.SetOf(w.to)))
		reached := f.fill(pieces, through, w.by, w.longest)
		next := f.keep("next", shifted(ir.Calc(ir.SetAnd, reached, ir.SetOf(w.from)), w.by))
		if loop == nil {
			ends = f.keep("ends", ir.Calc(ir.SetOr, ends, next))
			continue
		}
		behind := behindOf(p, loop.Args[0], w)
		emit := func(a []*ir.Expr, in *ir.Expr) {
			at := ir.Within("at", 0, 64*p.Words-1)
			f.out = append(f.out, &ir.Stmt{Op: ir.EmitSet, Local: at,
				Args: []*ir.Expr{a[0], ir.Invoke(behind, ir.Read(at)), ir.Calc(ir.SetAnd, next, in), a[3]}})
		}
		emit(cross, at)
		if x.Stop != nil {
			emit(stop, stopAt)
		}
	}
	if loop == nil {
		emit := func(a []*ir.Expr, in *ir.Expr) {
			from := a[1]
			if !reads(from, x.From) {
				from = ir.Num(-1)
			}
			f.out = append(f.out, &ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{a[0], from, ir.Calc(ir.SetAnd, ends, in), a[3]}})
		}
		emit(cross, at)
		if x.Stop != nil {
			emit(stop, stopAt)
		}
	}
	return f.out
}

// filler is code that fills sets.
type filler struct{ out []*ir.Stmt }

func (f *filler) keep(name string, e *ir.Expr) *ir.Expr {
	l := ir.NewLocal(name, ir.Set)
	f.out = append(f.out, ir.Put(l, e))
	return ir.Read(l)
}

// fill is what is reached from sites by so many steps through others, at least.
func (f *filler) fill(reached, through *ir.Expr, by, most int) *ir.Expr {
	for step := 1; step < most; step *= 2 {
		reached = f.keep("reached", ir.Calc(ir.SetOr, reached, ir.Calc(ir.SetAnd, through, shifted(reached, step*by))))
		if 2*step < most {
			through = f.keep("through", ir.Calc(ir.SetAnd, through, shifted(through, step*by)))
		}
	}
	return reached
}

func shifted(set *ir.Expr, by int) *ir.Expr {
	return (&ir.Expr{Op: ir.SetShift, Type: ir.Set, K: int64(by), Args: []*ir.Expr{set}}).Weigh()
}

// singles is a table of the sets of one site each.
func singles(p *ir.Program) *ir.Field {
	const name = "single"
	for _, f := range p.Fields {
		if f.Name == name {
			return f
		}
	}
	sites := 64 * p.Words
	words := make([]int64, sites*p.Words)
	for i := range sites {
		words[i*p.Words+i>>6] = 1 << (i & 63)
	}
	return p.TableOf(name, ir.Word, words)
}

// slideRules are the operands of the candidates of a slide; cross is nil where they are
// not the same at all sites.
func slideRules(body []*ir.Stmt, x *ir.Slide) (cross, stop []*ir.Expr) {
	var emits []*ir.Stmt
	ok := true
	ir.Walk(body, func(s *ir.Stmt) {
		if s.Op == ir.Emit {
			emits = append(emits, s)
			ok = ok && (reads(s.Args[1], x.From) || reads(s.Args[1], s.Args[2].Local)) && s.Args[3].Op == ir.Const
		}
		ok = ok && s.Op != ir.EmitSet && s.Op != ir.Generate && !s.Test && !s.Best
	}, nil)
	switch {
	case ok && x.Stop == nil && len(emits) == 1:
		return emits[0].Args, nil
	case ok && x.Stop != nil && len(emits) == 2:
		return emits[1].Args, emits[0].Args
	}
	return nil, nil
}

// lineWay is a way along lines: by how much the numbers of sites grow.
type lineWay struct {
	by, longest int
	from, to    []uint64 // the sites from which a step this way is possible, and those to which
}

// linesOf takes lines apart into ways; false where numbers of sites do not tell them.
func linesOf(p *ir.Program, x *ir.Slide) (all []*lineWay, ok bool) {
	place := map[int]*lineWay{}
	each := func(f func(site int, path []int32) bool) bool {
		for site, lines := range x.By {
			for _, n := range lines {
				if path := x.Lines[n]; len(path) > 0 && !f(site, path) {
					return false
				}
			}
		}
		return true
	}
	has := func(set []uint64, site int) bool { return set[site>>6]>>(site&63)&1 != 0 }
	ok = each(func(site int, path []int32) bool {
		by, first := int(path[0])-site, int(path[0])
		w := place[by]
		if w == nil {
			w = &lineWay{by: by, from: make([]uint64, p.Words), to: make([]uint64, p.Words)}
			place[by], all = w, append(all, w)
		}
		if has(w.from, site) {
			return false // two lines this way
		}
		w.from[site>>6] |= 1 << (site & 63)
		w.to[first>>6] |= 1 << (first & 63)
		w.longest = max(w.longest, len(path))
		return true
	})
	return all, ok && each(func(site int, path []int32) bool {
		w, at := place[int(path[0])-site], site
		for i, next := range path {
			at = int(next)
			if at != site+(i+1)*w.by || has(w.from, at) != (i+1 < len(path)) {
				return false
			}
		}
		return true
	})
}

// behindOf is the function that returns the first site of a set behind another one, on a way.
func behindOf(p *ir.Program, set *ir.Expr, w *lineWay) *ir.Func {
	at, loop := ir.Within("at", 0, 64*p.Words-1), &ir.Label{Name: "line"}
	fn := p.Func(fmt.Sprintf("behind.%d", len(p.Funcs)), ir.I32, at)
	fn.Body = []*ir.Stmt{{Op: ir.Loop, Label: loop, Rounds: w.longest + 1, Body: []*ir.Stmt{
		ir.Put(at, ir.Calc(ir.Sub, ir.Read(at), ir.Num(w.by))),
		ir.When(ir.Calc(ir.Not, ir.Calc(ir.Below, ir.Read(at), ir.Num(64*p.Words))), ir.Leave(loop)), // never
		ir.When(ir.Calc(ir.SetHas, set, ir.Read(at)), ir.Leave(loop)),
	}}, ir.Give(ir.Read(at))}
	return fn
}
