package ir

import "slices"

// Undo has what is tried keep no more of the position than it may change. Small fields are copied. Stores to large ones
// are noted, each with what was there, and taken back one by one, as most of what is tried changes little of them: a
// move that puts a piece on a stack changes one of a thousand levels. A trial that changes more than can be noted is a
// fault. It lays the program out, as copies say which addresses they are of.
func Undo(p *Program, fault *Field) {
	p.Layout()
	if p.Mid-p.Lo <= smallPosition || slices.ContainsFunc(p.Funcs, func(f *Func) bool { return f.Host }) {
		return // not worth a look, or anything may change it
	}
	u := &undoer{p: p, known: accesses{}, lost: map[*Field]bool{}, inside: map[*Func]bool{},
		journals: map[*Field]*journal{}}
	for _, f := range p.Funcs {
		u.at = f
		u.find(f.Body, nil)
	}
	u.resolve()
	funcs := p.Funcs[:len(p.Funcs):len(p.Funcs)]
	u.choose(fault)
	for _, f := range funcs {
		if u.inside[f] || slices.ContainsFunc(u.trials, func(t *trial) bool { return t.of == f }) {
			u.change(f)
		}
	}
	p.Layout()
	u.place()
}

// smallPosition is the number of bytes of a position up to which it is copied whole: that takes less than looking at all
// code does, which costs chesses of a kilobyte a sixth of the time to their first playout.
const smallPosition = 1 << 12

// copiedWhole is the number of bytes of a position up to which all that is tried changes is copied, and noted that of
// a field up to which it is: vector instructions copy it in less time than notes take.
const (
	copiedWhole = 1024
	copiedField = 512
)

// Copies go by so many bytes, from an address that is divided by it on; so many between two parts are copied rather
// than left out.
const (
	copiedAtOnce = 16
	closeParts   = 32
)

// mostNoted is the number of stores to a field that can be taken back.
const mostNoted = 1 << 12

// trial is what a function tries with a position that it keeps.
type trial struct {
	of      *Func
	kept    *Field // a snapshot
	regions [][]*Stmt
	changes []*Field // of the position; nil if that is not known
}

// journal notes what was at elements of a field before they were stored to.
type journal struct {
	count, index, old *Field
	note, undo        *Func
}

type undoer struct {
	p        *Program
	known    accesses
	at       *Func
	trials   []*trial
	lost     map[*Field]bool // snapshots that are looked at where they may have been kept by others
	inside   map[*Func]bool  // functions that trials which need notes call, and those that they are in
	journals map[*Field]*journal
	copied   []copying
}

// trial is what a function tries with a snapshot, nil if it does not.
func (u *undoer) trial(f *Func, x *Field) *trial {
	for _, t := range u.trials {
		if t.of == f && t.kept == x {
			return t
		}
	}
	return nil
}

// find finds the trials of a body in which some snapshots have been kept.
func (u *undoer) find(body []*Stmt, kept []*Field) {
	for i, s := range body {
		u.findIn(s.Args, kept)
		switch {
		case s.Op == Save:
			t := u.trial(u.at, s.Field)
			if t == nil {
				t = &trial{of: u.at, kept: s.Field}
				u.trials = append(u.trials, t)
			}
			if region := tried(body[i+1:], s.Field); s.Field.own {
				t.regions = [][]*Stmt{u.at.Body}
			} else {
				t.regions = append(t.regions, region)
			}
			kept = append(slices.Clip(kept), s.Field)
		case s.Op == Restore && (s.Field.own || slices.Contains(kept, s.Field)):
		case s.Field != nil && s.Field.snapshot:
			u.lost[s.Field] = true
		}
		u.find(s.Body, kept)
		u.find(s.Else, kept)
	}
}

func (u *undoer) findIn(list []*Expr, kept []*Field) {
	for _, e := range list {
		if e.nodes > 0 {
			continue // no snapshot is in it
		}
		if e.Field != nil && e.Field.snapshot {
			u.lost[e.Field] = true
		}
		u.findIn(e.Args, kept)
		u.find(e.Body, kept)
	}
}

// tried is what is done until a snapshot is gone back to for the last time.
func tried(body []*Stmt, x *Field) []*Stmt {
	for i := len(body) - 1; i >= 0; i-- {
		found := false
		Walk(body[i:i+1], func(s *Stmt) { found = found || s.Op == Restore && s.Field == x }, nil)
		if found {
			return body[:i+1]
		}
	}
	return nil
}

// resolve finds what trials change.
func (u *undoer) resolve() {
	for _, t := range u.trials {
		if u.lost[t.kept] {
			continue
		}
		changes, unknown := []*Field{}, false // by now all functions have their bodies, though nothing may be in them
		for _, region := range t.regions {
			does := u.known.of(region)
			for _, x := range does.Reads {
				unknown = unknown || u.lost[x]
			}
			for _, x := range does.Writes {
				if x.Kind == State && !x.log && !slices.Contains(changes, x) {
					changes = append(changes, x)
				}
			}
		}
		if !unknown {
			t.changes = changes
		}
	}
}

func (f *Field) bytes() int { return f.Len * f.Elem.Size() }

// choose finds the fields whose stores are noted, and the functions that note them.
func (u *undoer) choose(fault *Field) {
	noted := map[*Field]bool{}
	for _, t := range u.trials {
		all := 0
		for _, x := range t.changes {
			all += x.bytes()
		}
		for _, x := range t.changes {
			noted[x] = noted[x] || all > copiedWhole && x.bytes() > copiedField
		}
	}
	for _, x := range slices.Clone(u.p.Fields) { // in their order
		if noted[x] {
			u.journals[x] = u.journal(x, fault)
		}
	}
	var in []*Func // of the trials: what is called inside is not all that they call
	for _, t := range u.trials {
		if slices.ContainsFunc(t.changes, func(x *Field) bool { return noted[x] }) {
			in = append(in, t.of)
			for _, region := range t.regions {
				reach(region, u.inside, func(*Stmt) {})
			}
		}
	}
	for _, f := range in {
		u.inside[f] = true
	}
}

// journal has stores to a field noted.
func (u *undoer) journal(x *Field, fault *Field) *journal {
	p := u.p
	j := &journal{count: p.Field(x.Name+".noted", Scratch, Int, 1),
		index: p.Field(x.Name+".stored", Scratch, Int, mostNoted), old: p.Field(x.Name+".was", Scratch, x.Elem, mostNoted)}
	i, mark := Within("i", 0, x.Len-1), NewLocal("mark", I32)
	n, at := NewLocal("n", I32), Within("at", 0, mostNoted-1)
	wrapped := Calc(And, Read(n), Num(mostNoted-1))
	j.note = p.Func(x.Name+".note", None, i)
	j.note.Body = []*Stmt{Put(n, At(j.count, Num(0))), Put(at, wrapped), Write(j.index, Read(at), Read(i)),
		Write(j.old, Read(at), At(x, Read(i))), Write(j.count, Num(0), Calc(Add, Read(n), Num(1)))}
	back, loop := Within("i", 0, x.Len-1), &Label{Name: "noted"}
	j.undo = p.Func(x.Name+".undo", None, mark)
	j.undo.Body = []*Stmt{Put(n, At(j.count, Num(0))),
		When(Calc(Below, Num(mostNoted), Calc(Sub, Read(n), Read(mark))), Write(fault, Num(0), Num(1)), Put(n, Read(mark))),
		{Op: Loop, Label: loop, Rounds: mostNoted + 1, Body: []*Stmt{
			When(Calc(Eq, Read(n), Read(mark)), Leave(loop)),
			Put(n, Calc(Sub, Read(n), Num(1))),
			Put(at, wrapped), Put(back, At(j.index, Read(at))),
			Write(x, Read(back), At(j.old, Read(at)))}},
		Write(j.count, Num(0), Read(n))}
	return j
}

// change has a function keep what its trials change, and note what it stores.
func (u *undoer) change(f *Func) {
	marks := map[*trial]map[*Field]*Local{}
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch j := u.journals[s.Field]; {
		case s.Op == Save || s.Op == Restore:
			if t := u.trial(f, s.Field); t != nil && t.changes != nil {
				return u.copies(t, s.Op, marks), true
			}
		case s.Op == Store && j != nil && u.inside[f]:
			out, i, v := r.placed(s)
			return append(out, &Stmt{Op: Do, Args: []*Expr{Invoke(j.note, i)}}, Write(s.Field, i, v)), true
		}
		return nil, false
	}}
	f.Body = r.body(f.Body)
}

// copies is what keeps what a trial changes, or goes back to it.
func (u *undoer) copies(t *trial, op StmtOp, marks map[*trial]map[*Field]*Local) (out []*Stmt) {
	if marks[t] == nil {
		marks[t] = map[*Field]*Local{}
	}
	var parts []*Field
	for _, x := range t.changes {
		j := u.journals[x]
		if j == nil {
			parts = append(parts, x)
			continue
		}
		if marks[t][x] == nil {
			marks[t][x] = NewLocal("mark", I32)
		}
		if op == Save {
			out = append(out, Put(marks[t][x], At(j.count, Num(0))))
		} else {
			out = append(out, &Stmt{Op: Do, Args: []*Expr{Invoke(j.undo, Read(marks[t][x]))}})
		}
	}
	if len(parts) > 0 {
		s := &Stmt{Op: op, Field: t.kept}
		u.copied = append(u.copied, copying{s, parts})
		out = append(out, s)
	}
	return out
}

// copying is a statement that copies parts of a position.
type copying struct {
	s     *Stmt
	parts []*Field
}

// place has the statements that copy parts of a position say from where to where, after Layout.
func (u *undoer) place() {
	for _, c := range u.copied {
		var spans []Span
		slices.SortFunc(c.parts, func(a, b *Field) int { return a.Addr - b.Addr })
		for _, x := range c.parts {
			from, to := x.Addr&^(copiedAtOnce-1), (x.Addr+x.bytes()+copiedAtOnce-1)&^(copiedAtOnce-1)
			if n := len(spans); n > 0 && from <= spans[n-1].To+closeParts {
				spans[n-1].To = max(spans[n-1].To, to)
			} else {
				spans = append(spans, Span{from, to})
			}
		}
		c.s.Args = nil
		for _, x := range spans {
			c.s.Args = append(c.s.Args, Num(x.From), Num(x.To))
		}
	}
}
