package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Undo has what is tried keep no more of the position than it may change. Small fields are copied. Stores to large ones
// are noted, each with what was there, and taken back one by one, as most of what is tried changes little of them: a
// move that puts a piece on a stack changes one of a thousand levels. A trial that changes more than can be noted is a
// fault. It lays the program out, as copies say which addresses they are of.
func Undo(p *ir.Program, fault *ir.Field) {
	p.Layout()
	if p.Mid-p.Lo <= smallPosition || slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return f.Host }) {
		return // not worth a look, or anything may change it
	}
	u := &undoer{p: p, known: ir.Accesses{}, lost: map[*ir.Field]bool{}, inside: map[*ir.Func]bool{},
		journals: map[*ir.Field]*journal{}}
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

// smallPosition is the number of bytes of a position up to which it is copied whole: that takes less than looking at
// all code does, which costs chesses of a kilobyte a sixth of the time to their first playout.
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
	of      *ir.Func
	kept    *ir.Field // a snapshot
	regions [][]*ir.Stmt
	changes []*ir.Field // of the position; nil if that is not known
}

// journal notes what was at elements of a field before they were stored to.
type journal struct {
	count, index, old *ir.Field
	note, undo        *ir.Func
}

type undoer struct {
	p        *ir.Program
	known    ir.Accesses
	at       *ir.Func
	trials   []*trial
	lost     map[*ir.Field]bool // snapshots that are looked at where they may have been kept by others
	inside   map[*ir.Func]bool  // functions that trials which need notes call, and those that they are in
	journals map[*ir.Field]*journal
	copied   []copying
}

// trial is what a function tries with a snapshot, nil if it does not.
func (u *undoer) trial(f *ir.Func, x *ir.Field) *trial {
	for _, t := range u.trials {
		if t.of == f && t.kept == x {
			return t
		}
	}
	return nil
}

// find finds the trials of a body in which some snapshots have been kept.
func (u *undoer) find(body []*ir.Stmt, kept []*ir.Field) {
	for i, s := range body {
		u.findIn(s.Args, kept)
		switch {
		case s.Op == ir.Save:
			t := u.trial(u.at, s.Field)
			if t == nil {
				t = &trial{of: u.at, kept: s.Field}
				u.trials = append(u.trials, t)
			}
			if region := tried(body[i+1:], s.Field); s.Field.Own {
				t.regions = [][]*ir.Stmt{u.at.Body}
			} else {
				t.regions = append(t.regions, region)
			}
			kept = append(slices.Clip(kept), s.Field)
		case s.Op == ir.Restore && (s.Field.Own || slices.Contains(kept, s.Field)):
		case s.Field != nil && s.Field.Snapshot:
			u.lost[s.Field] = true
		}
		u.find(s.Body, kept)
		u.find(s.Else, kept)
	}
}

func (u *undoer) findIn(list []*ir.Expr, kept []*ir.Field) {
	for _, e := range list {
		if e.Nodes > 0 {
			continue // no snapshot is in it
		}
		if e.Field != nil && e.Field.Snapshot {
			u.lost[e.Field] = true
		}
		u.findIn(e.Args, kept)
		u.find(e.Stmts(), kept)
	}
}

// tried is what is done until a snapshot is gone back to for the last time.
func tried(body []*ir.Stmt, x *ir.Field) []*ir.Stmt {
	for i := len(body) - 1; i >= 0; i-- {
		found := false
		ir.Walk(body[i:i+1], func(s *ir.Stmt) { found = found || s.Op == ir.Restore && s.Field == x }, nil)
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
		changes, unknown := []*ir.Field{}, false // by now all functions have their bodies, though nothing may be in them
		for _, region := range t.regions {
			does := u.known.Of(region)
			for _, x := range does.Reads {
				unknown = unknown || u.lost[x]
			}
			for _, x := range does.Writes {
				if x.Kind == ir.State && !x.Log && !slices.Contains(changes, x) {
					changes = append(changes, x)
				}
			}
		}
		if !unknown {
			t.changes = changes
		}
	}
}

// choose finds the fields whose stores are noted, and the functions that note them.
func (u *undoer) choose(fault *ir.Field) {
	noted := map[*ir.Field]bool{}
	for _, t := range u.trials {
		all := 0
		for _, x := range t.changes {
			all += x.Bytes()
		}
		for _, x := range t.changes {
			noted[x] = noted[x] || all > copiedWhole && x.Bytes() > copiedField
		}
	}
	for _, x := range slices.Clone(u.p.Fields) { // in their order
		if noted[x] {
			u.journals[x] = u.journal(x, fault)
		}
	}
	var in []*ir.Func // of the trials: what is called inside is not all that they call
	for _, t := range u.trials {
		if slices.ContainsFunc(t.changes, func(x *ir.Field) bool { return noted[x] }) {
			in = append(in, t.of)
			for _, region := range t.regions {
				ir.ReachExcept(region, u.inside, func(*ir.Stmt) {})
			}
		}
	}
	for _, f := range in {
		u.inside[f] = true
	}
}

// journal has stores to a field noted.
func (u *undoer) journal(x *ir.Field, fault *ir.Field) *journal {
	p := u.p
	j := &journal{count: p.Field(x.Name+".noted", ir.Scratch, ir.Int, 1),
		index: p.Field(
			x.Name+".stored",
			ir.Scratch,
			ir.Int,
			mostNoted,
		), old: p.Field(x.Name+".was", ir.Scratch, x.Elem, mostNoted)}
	i, mark := ir.Within("i", 0, x.Len-1), ir.NewLocal("mark", ir.I32)
	n, at := ir.NewLocal("n", ir.I32), ir.Within("at", 0, mostNoted-1)
	wrapped := ir.Calc(ir.And, ir.Read(n), ir.Num(mostNoted-1))
	j.note = p.Func(x.Name+".note", ir.None, i)
	j.note.Body = []*ir.Stmt{
		ir.Put(n, ir.At(j.count, ir.Num(0))),
		ir.Put(at, wrapped),
		ir.Write(j.index, ir.Read(at), ir.Read(i)),
		ir.Write(
			j.old,
			ir.Read(at),
			ir.At(x, ir.Read(i)),
		),
		ir.Write(j.count, ir.Num(0), ir.Calc(ir.Add, ir.Read(n), ir.Num(1))),
	}
	back, loop := ir.Within("i", 0, x.Len-1), &ir.Label{Name: "noted"}
	j.undo = p.Func(x.Name+".undo", ir.None, mark)
	j.undo.Body = []*ir.Stmt{ir.Put(n, ir.At(j.count, ir.Num(0))),
		ir.When(
			ir.Calc(ir.Below, ir.Num(mostNoted), ir.Calc(ir.Sub, ir.Read(n), ir.Read(mark))),
			ir.Write(fault, ir.Num(0), ir.Num(1)),
			ir.Put(n, ir.Read(mark)),
		),
		{Op: ir.Loop, Label: loop, Rounds: mostNoted + 1, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Eq, ir.Read(n), ir.Read(mark)), ir.Leave(loop)),
			ir.Put(n, ir.Calc(ir.Sub, ir.Read(n), ir.Num(1))),
			ir.Put(at, wrapped), ir.Put(back, ir.At(j.index, ir.Read(at))),
			ir.Write(x, ir.Read(back), ir.At(j.old, ir.Read(at)))}},
		ir.Write(j.count, ir.Num(0), ir.Read(n))}
	return j
}

// change has a function keep what its trials change, and note what it stores.
func (u *undoer) change(f *ir.Func) {
	marks := map[*trial]map[*ir.Field]*ir.Local{}
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch j := u.journals[s.Field]; {
		case s.Op == ir.Save || s.Op == ir.Restore:
			if t := u.trial(f, s.Field); t != nil && t.changes != nil {
				return u.copies(t, s.Op, marks), true
			}
		case s.Op == ir.Store && j != nil && u.inside[f]:
			out, i, v := storeOf(r, s)
			return append(out, &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(j.note, i)}}, ir.Write(s.Field, i, v)), true
		}
		return nil, false
	}}
	f.Body = r.Body(f.Body)
}

// copies is what keeps what a trial changes, or goes back to it.
func (u *undoer) copies(t *trial, op ir.StmtOp, marks map[*trial]map[*ir.Field]*ir.Local) (out []*ir.Stmt) {
	if marks[t] == nil {
		marks[t] = map[*ir.Field]*ir.Local{}
	}
	var parts []*ir.Field
	for _, x := range t.changes {
		j := u.journals[x]
		if j == nil {
			parts = append(parts, x)
			continue
		}
		if marks[t][x] == nil {
			marks[t][x] = ir.NewLocal("mark", ir.I32)
		}
		if op == ir.Save {
			out = append(out, ir.Put(marks[t][x], ir.At(j.count, ir.Num(0))))
		} else {
			out = append(out, &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(j.undo, ir.Read(marks[t][x]))}})
		}
	}
	if len(parts) > 0 {
		s := &ir.Stmt{Op: op, Field: t.kept}
		u.copied = append(u.copied, copying{s, parts})
		out = append(out, s)
	}
	return out
}

// copying is a statement that copies parts of a position.
type copying struct {
	s     *ir.Stmt
	parts []*ir.Field
}

// place has the statements that copy parts of a position say from where to where, after Layout.
func (u *undoer) place() {
	for _, c := range u.copied {
		var spans []ir.Span
		slices.SortFunc(c.parts, func(a, b *ir.Field) int { return a.Addr - b.Addr })
		for _, x := range c.parts {
			from, to := x.Addr&^(copiedAtOnce-1), (x.Addr+x.Bytes()+copiedAtOnce-1)&^(copiedAtOnce-1)
			if n := len(spans); n > 0 && from <= spans[n-1].To+closeParts {
				spans[n-1].To = max(spans[n-1].To, to)
			} else {
				spans = append(spans, ir.Span{From: from, To: to})
			}
		}
		c.s.Args = nil
		for _, x := range spans {
			c.s.Args = append(c.s.Args, ir.Num(x.From), ir.Num(x.To))
		}
	}
}
