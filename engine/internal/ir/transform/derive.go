// Package transform makes other programs from programs of package ir.
//
// Lowering writes generators, functions that emit candidate moves. What is asked
// of them is derived: the list of the candidates, their number, the one of a
// number, whether there is one (derive.go, emitted.go), one at random (sample.go),
// and going back after a trial (undo.go). Passes then say the same in less time:
// what all sites are asked is gathered in sets (gather.go), what does not change is
// a table or found once (tabulate.go, remember.go, steady.go), what costs little is
// asked first (order.go), all pieces go at once (parallel.go, slides.go), dead
// state goes (strip.go), sets become words (expand.go), calls are put in line
// (inline.go), and what is known is carried along (forward.go, common.go). Each
// leaves a program that ir.Verify accepts; package lower says in what order they
// come (lower.Passes), docs/performance.md what each is worth.
package transform

import "github.com/astragal/astragal/engine/internal/ir"

// A generator is a function that emits candidate moves. What is asked of it is
// derived: the list of its candidates, whether there is one, whether one goes to
// a site.

// Candidates is the working space of lists of candidates. A candidate is one
// number: rule, data, from and to, see Pack. Candidates to all sites of a set are
// one entry, counted by their number.
type Candidates struct {
	Moves    *ir.Field // packed candidates
	Count    *ir.Field // 0: entries of Moves; 1: entries of Sets; 2: candidates in Sets
	Sets     *ir.Field // sets of sites
	SetMoves *ir.Field // packed rule and data of a set
	Fault    *ir.Field // element 0 is set to 1 when a list is full
}

// The sizes of lists.
const (
	maxMoves = 1 << 14
	maxSets  = 1 << 10
)

// The bits of a packed candidate.
const (
	fromShift = 16
	dataShift = 32
	ruleShift = 52
)

// Pack is the number of a candidate.
func Pack(rule, from, to, data *ir.Expr) *ir.Expr {
	long := func(e *ir.Expr, mask uint64, by uint64) *ir.Expr {
		return ir.Calc(ir.Shl, ir.Calc(ir.And, ir.Calc(ir.Wide, e), ir.Long(mask)), ir.Long(by))
	}
	return ir.Calc(ir.Or, ir.Calc(ir.Or, long(rule, 0xfff, ruleShift), long(data, 0xfffff, dataShift)),
		ir.Calc(ir.Or, long(from, 0xffff, fromShift), long(to, 0xffff, 0)))
}

// Unpack is the rule, from, to and data of a packed candidate; from and to are
// -1 to 32,767.
func Unpack(c uint64) (rule, from, to, data int) {
	return int(c >> ruleShift), int(int16(c >> fromShift)), int(int16(c)), int(c >> dataShift & 0xfffff)
}

// unpackSite is the part of a packed candidate that lies at a shift, as a signed 16-bit number.
func unpackSite(c *ir.Expr, shift uint64) *ir.Expr {
	x := ir.Calc(ir.Narrow, ir.Calc(ir.Shr, c, ir.Long(shift)))
	// The sign of 16 bits: (x & 0xffff ^ 0x8000) - 0x8000.
	return ir.Calc(ir.Sub, ir.Calc(ir.Xor, ir.Calc(ir.And, x, ir.Num(0xffff)), ir.Num(0x8000)), ir.Num(0x8000))
}

// RuleOf, FromOf, ToOf and DataOf are the parts of a packed candidate.
func RuleOf(c *ir.Expr) *ir.Expr { return ir.Calc(ir.Narrow, ir.Calc(ir.Shr, c, ir.Long(ruleShift))) }

// FromOf is the from of a packed candidate.
func FromOf(c *ir.Expr) *ir.Expr { return unpackSite(c, fromShift) }

// ToOf is the to of a packed candidate.
func ToOf(c *ir.Expr) *ir.Expr { return unpackSite(c, 0) }

// DataOf is the data of a packed candidate.
func DataOf(c *ir.Expr) *ir.Expr {
	return ir.Calc(ir.And, ir.Calc(ir.Narrow, ir.Calc(ir.Shr, c, ir.Long(dataShift))), ir.Num(0xfffff))
}

// NewCandidates gives a program room for lists.
func NewCandidates(p *ir.Program) *Candidates {
	return &Candidates{
		Moves: p.Field("moves", ir.Scratch, ir.Word, maxMoves), Count: p.Field("moves.count", ir.Scratch, ir.Int, 3),
		Sets: p.Sets("moves.sets", ir.Scratch, maxSets), SetMoves: p.Field("moves.rule", ir.Scratch, ir.Word, maxSets),
		Fault: p.Field("fault", ir.Scratch, ir.Int, 1),
	}
}

// deriver makes functions from generators, each once.
type deriver struct {
	p     *ir.Program
	spoil *ir.Field
	made  map[string]*ir.Func
}

// List is the function that appends the candidates of a generator to the list.
// With all, candidates are appended whether or not their tests hold.
func (d *deriver) list(c *Candidates, gen *ir.Func, all bool) *ir.Func {
	name := gen.Name + ".list"
	if all {
		name = gen.Name + ".untested"
	}
	if f := d.made[name]; f != nil {
		return f
	}
	f := d.p.Func(name, ir.None, gen.Params...)
	d.made[name] = f
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			return c.append(r.Exprs(s.Args)), true
		case ir.EmitSet:
			if s.Local != nil {
				return Listed(c, []*ir.Stmt{r.Copy(s)}), true
			}
			return c.appendSet(r.Exprs(s.Args)), true
		case ir.Generate:
			return []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(d.list(c, s.Func, all), r.Exprs(s.Args)...)}}}, true
		case ir.If:
			if all && s.Test && len(Emitted(s.Body)) > 0 {
				return r.Body(s.Body), true
			}
		}
		return nil, false
	}}
	f.Body = r.Body(gen.Body)
	return f
}

func (c *Candidates) append(a []*ir.Expr) []*ir.Stmt {
	n := ir.Within("n", 0, 1<<30)
	return []*ir.Stmt{
		ir.Put(n, ir.At(c.Count, ir.Num(0))),
		{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(n), ir.Num(maxMoves))}, Body: []*ir.Stmt{
			ir.Write(c.Moves, ir.Read(n), Pack(a[0], a[1], a[2], a[3])),
			ir.Write(c.Count, ir.Num(0), ir.Calc(ir.Add, ir.Read(n), ir.Num(1))),
		}, Else: []*ir.Stmt{ir.Write(c.Fault, ir.Num(0), ir.Num(1))}},
	}
}

func (c *Candidates) appendSet(a []*ir.Expr) []*ir.Stmt {
	n, k := ir.Within("n", 0, 1<<30), ir.NewLocal("k", ir.I32)
	return []*ir.Stmt{
		ir.Put(n, ir.At(c.Count, ir.Num(1))),
		{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(n), ir.Num(maxSets))}, Body: []*ir.Stmt{
			{Op: ir.SetStore, Field: c.Sets, Args: []*ir.Expr{ir.Read(n), a[2]}},
			ir.Put(k, ir.Calc(ir.SetCount, ir.SetAt(c.Sets, ir.Read(n)))),
			ir.Write(c.SetMoves, ir.Read(n), Pack(a[0], a[1], ir.Num(0), a[3])),
			ir.Write(c.Count, ir.Num(1), ir.Calc(ir.Add, ir.Read(n), ir.Num(1))),
			ir.Write(c.Count, ir.Num(2), ir.Calc(ir.Add, ir.At(c.Count, ir.Num(2)), ir.Read(k))),
		}, Else: []*ir.Stmt{ir.Write(c.Fault, ir.Num(0), ir.Num(1))}},
	}
}

// CountBits is the function that returns the number of candidates of a generator.
func (d *deriver) count(gen *ir.Func) *ir.Func {
	name := gen.Name + ".count"
	if f := d.made[name]; f != nil {
		return f
	}
	f := d.p.Func(name, ir.I32, gen.Params...)
	d.made[name] = f
	n := ir.Within("n", 0, 1<<30)
	more := func(by *ir.Expr) []*ir.Stmt { return []*ir.Stmt{ir.Put(n, ir.Calc(ir.Add, ir.Read(n), by))} }
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			return more(ir.Num(1)), true
		case ir.EmitSet:
			return more(ir.Calc(ir.SetCount, r.Rewrite(s.Args[2]))), true
		case ir.Generate:
			return more(ir.Invoke(d.count(s.Func), r.Exprs(s.Args)...)), true
		}
		return nil, false
	}}
	f.Body = append([]*ir.Stmt{ir.Put(n, ir.Num(0))}, r.Body(gen.Body)...)
	f.Body = append(f.Body, ir.Give(ir.Read(n)))
	return f
}

// exists is the function that reports whether a generator emits a candidate; with
// to, whether one goes to the site that is its last parameter.
func (d *deriver) exists(gen *ir.Func, to bool) *ir.Func {
	name := gen.Name + ".exists"
	if to {
		name = gen.Name + ".reaches"
	}
	if f := d.made[name]; f != nil {
		return f
	}
	params := gen.Params
	site := ir.NewLocal("site", ir.I32)
	if to {
		params = append(append([]*ir.Local{}, params...), site)
	}
	f := d.p.Func(name, ir.I32, params...)
	d.made[name] = f
	yes := ir.Give(ir.Num(1))
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op == ir.If && s.Best && !to {
			return r.Body(s.Body), true
		}
		if to && s.Op == ir.If {
			if emit := d.guarded(s, gen.Body); emit != nil {
				// Where it goes is asked before the tests, which may make moves.
				return []*ir.Stmt{
					ir.When(ir.Calc(ir.Eq, r.Rewrite(emit.Args[2]), ir.Read(site)), Existing([]*ir.Stmt{s}, yes)...),
				}, true
			}
		}
		switch s.Op {
		case ir.Emit:
			if to {
				return []*ir.Stmt{ir.When(ir.Calc(ir.Eq, r.Rewrite(s.Args[2]), ir.Read(site)), yes)}, true
			}
			return []*ir.Stmt{yes}, true
		case ir.EmitSet:
			goes := r.Rewrite(s.Args[2])
			if to {
				return []*ir.Stmt{ir.When(ir.Has(d.p.Words, goes, ir.Read(site)), yes)}, true
			}
			return occurring(goes, []*ir.Stmt{yes}), true
		case ir.Generate:
			a := r.Exprs(s.Args)
			if to {
				a = append(a, ir.Read(site))
			}
			return []*ir.Stmt{ir.When(ir.Invoke(d.exists(s.Func, to), a...), yes)}, true
		}
		return nil, false
	}}
	f.Body = append(r.Body(gen.Body), ir.Give(ir.Num(0)))
	return f
}

// guarded is the only candidate that a statement of a body emits, if it does so under conditions alone that leave
// nothing behind, and if where the candidate goes is known before them; else nil.
func (d *deriver) guarded(s *ir.Stmt, body []*ir.Stmt) *ir.Stmt {
	inner, made := s, map[*ir.Field]bool{}
	for inner.Op == ir.If {
		asked := []*ir.Stmt{{Op: ir.Do, Args: inner.Args}}
		if len(inner.Body) != 1 || len(inner.Else) > 0 || inner.Best ||
			!inner.Test && ir.Lasting(asked, d.p.Words, d.spoil, made, ir.Accesses{}) {
			return nil
		}
		inner = inner.Body[0]
	}
	if inner.Op != ir.Emit || !inner.Args[2].Pure() {
		return nil
	}
	known, to := true, []*ir.Stmt{{Op: ir.Do, Args: inner.Args[2:3]}}
	for _, l := range inner.Args[2].Locals() {
		ir.Walk([]*ir.Stmt{s}, func(x *ir.Stmt) { known = known && x.Local != l }, nil)
	}
	for f := range made {
		known = known && ir.LooksAt(to, f) == 0 && ir.LooksAt(body, f) == ir.LooksAt([]*ir.Stmt{s}, f)
	}
	if !known {
		return nil
	}
	return inner
}

// Deriver derives functions of a program's generators.
type Deriver struct{ d deriver }

// NewDeriver returns the deriver of a program, which tells in a field that something has no room.
func NewDeriver(p *ir.Program, spoil *ir.Field) *Deriver {
	return &Deriver{deriver{p: p, spoil: spoil, made: map[string]*ir.Func{}}}
}

// List returns the function that appends the candidates of a generator to the list.
func (d *Deriver) List(c *Candidates, gen *ir.Func) *ir.Func { return d.d.list(c, gen, false) }

// Ordered returns the function that appends the candidates of a generator to the list one by one, those of sets too.
func (d *Deriver) Ordered(c *Candidates, gen *ir.Func) *ir.Func {
	name := gen.Name + ".ordered"
	if d.d.made[name] == nil {
		f := d.d.p.Func(name, ir.None, gen.Params...)
		f.Body, d.d.made[name] = Listed(c, gen.Body), f
	}
	return d.d.made[name]
}

// ListUntested is List of all candidates, whether or not their tests hold.
func (d *Deriver) ListUntested(c *Candidates, gen *ir.Func) *ir.Func { return d.d.list(c, gen, true) }

// Count returns the function that counts the candidates of a generator.
func (d *Deriver) Count(gen *ir.Func) *ir.Func { return d.d.count(gen) }

// Exists returns the function that reports whether a generator emits a candidate.
func (d *Deriver) Exists(gen *ir.Func) *ir.Func { return d.d.exists(gen, false) }

// Reaches returns the function that reports whether a candidate of a generator goes
// to a site, its last parameter.
func (d *Deriver) Reaches(gen *ir.Func) *ir.Func { return d.d.exists(gen, true) }

// DropGenerators takes the functions out that emit: nothing runs them.
func DropGenerators(p *ir.Program) {
	kept := p.Funcs[:0]
	for _, f := range p.Funcs {
		emits := false
		ir.Walk(
			f.Body,
			func(s *ir.Stmt) { emits = emits || s.Op == ir.Emit || s.Op == ir.EmitSet || s.Op == ir.Generate },
			nil,
		)
		if !emits {
			kept = append(kept, f)
		}
	}
	p.Funcs = kept
}

// Paired is a body that emits, for each candidate of one body and each of another, the one, then the other, and then
// what behind does; the other body is made anew for each place where the first has candidates.
func Paired(left []*ir.Stmt, right func() []*ir.Stmt, behind []*ir.Stmt) []*ir.Stmt {
	return singly(left, func(a *ir.Stmt) []*ir.Stmt {
		return singly(right(), func(b *ir.Stmt) []*ir.Stmt {
			x := *a
			return append([]*ir.Stmt{&x, b}, behind...)
		})
	})
}
