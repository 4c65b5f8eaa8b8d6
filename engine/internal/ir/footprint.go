package ir

import "slices"

// Effects for several sites have nothing to do with one another where each looks at what it changes at its own site
// alone, but for what all of them do alike at the site that they have in common.

// siteKind says of a number which site it is.
type siteKind uint8

const (
	ownSite    siteKind = 1 << iota // the one that an effect is for
	commonSite                      // the one that all have in common, which is none of those
	otherSite                       // another one, or that is not known
)

// siting is what is known of a number: which site it is, and whether it is the same for all effects.
type siting struct {
	is    siteKind
	fixed bool
}

// footprint is what effects do by site, as it is found out.
type footprint struct {
	spoil         *Field
	apply         func(rule int) *Func
	of            map[*Local]siting
	written, read map[*Field]siteKind
	unfit         bool
	depth         int
}

// maxFootprint bounds how deep functions call each other that are looked at.
const maxFootprint = 8

// apart reports whether the effects of a run have nothing to do with one another, and notes what they write.
func (run *capturing) apart() bool {
	w := &footprint{spoil: run.spoil, apply: run.apply, written: map[*Field]siteKind{}, read: map[*Field]siteKind{},
		of: map[*Local]siting{run.x.Over: {ownSite, false}, run.x.From: {commonSite, true}}}
	w.code(run.do, run.x.Over)
	if w.unfit || jumps(run.do) {
		return false
	}
	for f, at := range w.written {
		if at&w.read[f]&commonSite != 0 || w.read[f]&otherSite != 0 {
			return false
		}
		run.wrote = append(run.wrote, f)
	}
	return true
}

// code looks at the body of effects, or of a function with parameters: variables that it assigns once are what they
// are assigned.
func (w *footprint) code(body []*Stmt, params ...*Local) {
	times := map[*Local]int{}
	for _, l := range params {
		times[l]++
	}
	Walk(body, func(s *Stmt) { times[s.Local]++ }, nil)
	for l, n := range times {
		if l != nil && (n > 1 || !slices.Contains(params, l)) {
			w.of[l] = siting{is: otherSite}
		}
	}
	w.body(body, times)
}

func (w *footprint) body(body []*Stmt, times map[*Local]int) {
	for _, s := range body {
		switch s.Op {
		case Assign:
			w.expr(s.Args[0])
			if times[s.Local] == 1 {
				w.of[s.Local] = w.siting(s.Args[0])
			}
			continue
		case Store:
			if s.Field == w.spoil && s.Args[1].Op == Const {
				continue
			}
			w.change(s.Field, s.Args[0], s.Args[1])
		case Include, Exclude:
			w.change(s.Field, s.Args[1], s.Args[0])
		case Emit:
			w.call(w.apply(int(s.Args[0].K)), s.Args[1:])
		case If, Loop, Scope, Each, Break, Continue, Return, Do:
		default:
			w.unfit = true
		}
		for _, a := range s.Args {
			w.expr(a)
		}
		w.body(s.Body, times)
		w.body(s.Else, times)
	}
}

// change notes that a field is changed at a site, by a value that is the same for all if it is the common one.
func (w *footprint) change(f *Field, site, value *Expr) {
	at := w.siting(site).is
	w.written[f] |= at
	w.unfit = w.unfit || at == otherSite || at == commonSite && !w.siting(value).fixed
}

// siting is what is known of the value of an expression.
func (w *footprint) siting(e *Expr) siting {
	switch {
	case e.Op == Const:
		return siting{otherSite, true}
	case e.Op == Get:
		if n, known := w.of[e.Local]; known {
			return n
		}
		return siting{otherSite, true}
	case e.Field != nil || e.Op == Call || e.Op == Block:
		return siting{is: otherSite}
	}
	n := siting{otherSite, true}
	for _, a := range e.Args {
		n.fixed = n.fixed && w.siting(a).fixed
	}
	return n
}

// expr notes what an expression reads.
func (w *footprint) expr(e *Expr) {
	switch {
	case e.Op == Load && e.Field.Kind != Table:
		w.read[e.Field] |= w.siting(e.Args[0]).is
	case e.Op == SetHas:
		w.expr(e.Args[1])
		w.set(e.Args[0], w.siting(e.Args[1]).is)
		return
	case e.Field != nil && e.Field.Kind != Table:
		w.read[e.Field] |= otherSite
	case e.Op == Call:
		w.call(e.Func, e.Args)
	case e.Op == Block:
		w.unfit = w.unfit || slices.ContainsFunc(e.Body, func(s *Stmt) bool { return s.Op != Assign && s.Op != If })
		w.blocks(e.Body)
	}
	for _, a := range e.Args {
		w.expr(a)
	}
}

// blocks notes what statements in front of a value read. Of what they assign nothing is known.
func (w *footprint) blocks(body []*Stmt) {
	for _, s := range body {
		w.unfit = w.unfit || s.Op != Assign && s.Op != If
		for _, a := range s.Args {
			w.expr(a)
		}
		w.blocks(s.Body)
		w.blocks(s.Else)
	}
}

// set notes what is read to know whether a set has a site.
func (w *footprint) set(e *Expr, at siteKind) {
	switch e.Op {
	case SetAnd, SetOr, SetMinus:
		w.set(e.Args[0], at)
		w.set(e.Args[1], at)
	case SetSelect:
		w.expr(e.Args[0])
		w.set(e.Args[1], at)
		w.set(e.Args[2], at)
	case SetLoad, SetEqual, SetLess:
		w.expr(e.Args[0])
		if e.Field.Kind != Table {
			w.read[e.Field] |= at
		}
	default:
		w.expr(e)
	}
}

// call looks at what a function does. One that does the same for all, at the common site alone, may look there.
func (w *footprint) call(f *Func, args []*Expr) {
	if f.Body == nil || f.Host || w.depth == maxFootprint {
		w.unfit = true
		return
	}
	in := &footprint{spoil: w.spoil, apply: w.apply, depth: w.depth + 1, of: map[*Local]siting{},
		written: map[*Field]siteKind{}, read: map[*Field]siteKind{}}
	alike := f.Result == None
	for i, l := range f.Params {
		in.of[l] = w.siting(args[i])
		alike = alike && in.of[l].fixed
	}
	w.unfit = w.unfit || len(unset(f)) > 0
	in.code(f.Body, f.Params...)
	for f, at := range in.written {
		w.written[f] |= at
		alike = alike && at == commonSite
	}
	for f, at := range in.read {
		if alike {
			at &^= commonSite
		}
		w.read[f] |= at
	}
	w.unfit = w.unfit || in.unfit
}
