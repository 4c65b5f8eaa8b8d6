package ir

import "fmt"

// Pieces that slide over empty sites go all at once, too: what they pass is filled in a
// few steps, each of which doubles how far it reaches, and the sites next to it are where
// they stop.

// Slide says of a scope that it does no more than to emit candidates from a site along
// lines: one to each site that is crossed, and one to the first that is in the set of those
// where it must stop, if the piece may rest there; the first of neither kind ends a line. Of a Run it says that nothing
// is done unless a line begins with sites that are crossed, one or more, and then goes on with one where it must stop.
type Slide struct {
	Run   bool
	Over  *Local // of a Run: the site crossed to which something is done, all of it for one after the other; nil for none
	From  *Local
	By    [][]int32 // the numbers of the lines by site
	Lines [][]int32 // their sites, in order
	Cross *Expr     // the sites that may be crossed, none of which has a piece
	Stop  *Expr     // nil for none
	Rest  *Expr     // the sites to which there are candidates at all, nil for all
}

// slidesOf are the candidates of a slide inside a loop over sites, for all sites of the loop
// at once, or of one that is in no loop; nil if that cannot be said by shifts.
func slidesOf(p *Program, loop, s *Stmt) []*Stmt {
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
	var pieces *Expr
	if loop == nil {
		pieces = f.keep("pieces", SetAt(singles(p), Read(x.From)))
	} else {
		pieces = f.keep("pieces", loop.Args[0])
	}
	ends := SetOf(make([]uint64, p.Words)) // of one piece, whichever way it goes
	pass := x.Cross
	if x.Stop != nil {
		pass = Calc(SetMinus, pass, x.Stop)
	}
	pass = f.keep("pass", pass)
	at, stopAt := pass, x.Stop
	if x.Rest != nil {
		at = f.keep("rest", Calc(SetAnd, pass, x.Rest))
		if stopAt != nil {
			stopAt = f.keep("rest", Calc(SetAnd, stopAt, x.Rest))
		}
	}
	for _, w := range of {
		through := f.keep("through", Calc(SetAnd, pass, SetOf(w.to)))
		reached := f.fill(pieces, through, w.by, w.longest)
		next := f.keep("next", shifted(Calc(SetAnd, reached, SetOf(w.from)), w.by))
		if loop == nil {
			ends = f.keep("ends", Calc(SetOr, ends, next))
			continue
		}
		behind := behindOf(p, loop.Args[0], w)
		emit := func(a []*Expr, in *Expr) {
			at := Within("at", 0, 64*p.Words-1)
			f.out = append(f.out, &Stmt{Op: EmitSet, Local: at,
				Args: []*Expr{a[0], Invoke(behind, Read(at)), Calc(SetAnd, next, in), a[3]}})
		}
		emit(cross, at)
		if x.Stop != nil {
			emit(stop, stopAt)
		}
	}
	if loop == nil {
		emit := func(a []*Expr, in *Expr) {
			from := a[1]
			if !reads(from, x.From) {
				from = Num(-1)
			}
			f.out = append(f.out, &Stmt{Op: EmitSet, Args: []*Expr{a[0], from, Calc(SetAnd, ends, in), a[3]}})
		}
		emit(cross, at)
		if x.Stop != nil {
			emit(stop, stopAt)
		}
	}
	return f.out
}

// filler is code that fills sets.
type filler struct{ out []*Stmt }

func (f *filler) keep(name string, e *Expr) *Expr {
	l := NewLocal(name, Set)
	f.out = append(f.out, Put(l, e))
	return Read(l)
}

// fill is what is reached from sites by so many steps through others, at least.
func (f *filler) fill(reached, through *Expr, by, most int) *Expr {
	for step := 1; step < most; step *= 2 {
		reached = f.keep("reached", Calc(SetOr, reached, Calc(SetAnd, through, shifted(reached, step*by))))
		if 2*step < most {
			through = f.keep("through", Calc(SetAnd, through, shifted(through, step*by)))
		}
	}
	return reached
}

func shifted(set *Expr, by int) *Expr {
	return (&Expr{Op: SetShift, Type: Set, K: int64(by), Args: []*Expr{set}}).weigh()
}

// singles is a table of the sets of one site each.
func singles(p *Program) *Field {
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
	return p.TableOf(name, Word, words)
}

// slideRules are the operands of the candidates of a slide; cross is nil where they are
// not the same at all sites.
func slideRules(body []*Stmt, x *Slide) (cross, stop []*Expr) {
	var emits []*Stmt
	ok := true
	Walk(body, func(s *Stmt) {
		if s.Op == Emit {
			emits = append(emits, s)
			ok = ok && (reads(s.Args[1], x.From) || reads(s.Args[1], s.Args[2].Local)) && s.Args[3].Op == Const
		}
		ok = ok && s.Op != EmitSet && s.Op != Generate && !s.Test && !s.Best
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
func linesOf(p *Program, x *Slide) (all []*lineWay, ok bool) {
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
func behindOf(p *Program, set *Expr, w *lineWay) *Func {
	at, loop := Within("at", 0, 64*p.Words-1), &Label{Name: "line"}
	fn := p.Func(fmt.Sprintf("behind.%d", len(p.Funcs)), I32, at)
	fn.Body = []*Stmt{{Op: Loop, Label: loop, Rounds: w.longest + 1, Body: []*Stmt{
		Put(at, Calc(Sub, Read(at), Num(w.by))),
		When(Calc(Not, Calc(Below, Read(at), Num(64*p.Words))), Leave(loop)), // never
		When(Calc(SetHas, set, Read(at)), Leave(loop)),
	}}, Give(Read(at))}
	return fn
}
