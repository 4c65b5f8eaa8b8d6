package ir

// A generator is a function that emits candidate moves. What is asked of it is
// derived: the list of its candidates, whether there is one, whether one goes to
// a site.

// Candidates is the working space of lists of candidates. A candidate is one
// number: rule, data, from and to, see Pack. Candidates to all sites of a set are
// one entry, counted by their number.
type Candidates struct {
	Moves    *Field // packed candidates
	Count    *Field // 0: entries of Moves; 1: entries of Sets; 2: candidates in Sets
	Sets     *Field // sets of sites
	SetMoves *Field // packed rule and data of a set
	Fault    *Field // element 0 is set to 1 when a list is full
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
func Pack(rule, from, to, data *Expr) *Expr {
	long := func(e *Expr, mask uint64, by uint64) *Expr {
		return Calc(Shl, Calc(And, Calc(Wide, e), Long(mask)), Long(by))
	}
	return Calc(Or, Calc(Or, long(rule, 0xfff, ruleShift), long(data, 0xfffff, dataShift)),
		Calc(Or, long(from, 0xffff, fromShift), long(to, 0xffff, 0)))
}

// Unpack is the rule, from, to and data of a packed candidate; from and to are
// -1 to 32,767.
func Unpack(c uint64) (rule, from, to, data int) {
	return int(c >> ruleShift), int(int16(c >> fromShift)), int(int16(c)), int(c >> dataShift & 0xfffff)
}

// unpackSite is the part of a packed candidate that lies at a shift, as a signed 16-bit number.
func unpackSite(c *Expr, shift uint64) *Expr {
	x := Calc(Narrow, Calc(Shr, c, Long(shift)))
	// The sign of 16 bits: (x & 0xffff ^ 0x8000) - 0x8000.
	return Calc(Sub, Calc(Xor, Calc(And, x, Num(0xffff)), Num(0x8000)), Num(0x8000))
}

// RuleOf, FromOf, ToOf and DataOf are the parts of a packed candidate.
func RuleOf(c *Expr) *Expr { return Calc(Narrow, Calc(Shr, c, Long(ruleShift))) }

// FromOf is the from of a packed candidate.
func FromOf(c *Expr) *Expr { return unpackSite(c, fromShift) }

// ToOf is the to of a packed candidate.
func ToOf(c *Expr) *Expr { return unpackSite(c, 0) }

// DataOf is the data of a packed candidate.
func DataOf(c *Expr) *Expr {
	return Calc(And, Calc(Narrow, Calc(Shr, c, Long(dataShift))), Num(0xfffff))
}

// NewCandidates gives a program room for lists.
func NewCandidates(p *Program) *Candidates {
	return &Candidates{
		Moves: p.Field("moves", Scratch, Word, maxMoves), Count: p.Field("moves.count", Scratch, Int, 3),
		Sets: p.Sets("moves.sets", Scratch, maxSets), SetMoves: p.Field("moves.rule", Scratch, Word, maxSets),
		Fault: p.Field("fault", Scratch, Int, 1),
	}
}

// deriver makes functions from generators, each once.
type deriver struct {
	p     *Program
	spoil *Field
	made  map[string]*Func
}

// list is the function that appends the candidates of a generator to the list.
// With all, candidates are appended whether or not their tests hold.
func (d *deriver) list(c *Candidates, gen *Func, all bool) *Func {
	name := gen.Name + ".list"
	if all {
		name = gen.Name + ".untested"
	}
	if f := d.made[name]; f != nil {
		return f
	}
	f := d.p.Func(name, None, gen.Params...)
	d.made[name] = f
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			return c.append(r.exprs(s.Args)), true
		case EmitSet:
			if s.Local != nil {
				return Listed(c, []*Stmt{r.copy(s)}), true
			}
			return c.appendSet(r.exprs(s.Args)), true
		case Generate:
			return []*Stmt{{Op: Do, Args: []*Expr{Invoke(d.list(c, s.Func, all), r.exprs(s.Args)...)}}}, true
		case If:
			if all && s.Test && len(Emitted(s.Body)) > 0 {
				return r.body(s.Body), true
			}
		}
		return nil, false
	}}
	f.Body = r.body(gen.Body)
	return f
}

func (c *Candidates) append(a []*Expr) []*Stmt {
	n := Within("n", 0, 1<<30)
	return []*Stmt{
		Put(n, At(c.Count, Num(0))),
		{Op: If, Args: []*Expr{Calc(Lt, Read(n), Num(maxMoves))}, Body: []*Stmt{
			Write(c.Moves, Read(n), Pack(a[0], a[1], a[2], a[3])),
			Write(c.Count, Num(0), Calc(Add, Read(n), Num(1))),
		}, Else: []*Stmt{Write(c.Fault, Num(0), Num(1))}},
	}
}

func (c *Candidates) appendSet(a []*Expr) []*Stmt {
	n, k := Within("n", 0, 1<<30), NewLocal("k", I32)
	return []*Stmt{
		Put(n, At(c.Count, Num(1))),
		{Op: If, Args: []*Expr{Calc(Lt, Read(n), Num(maxSets))}, Body: []*Stmt{
			{Op: SetStore, Field: c.Sets, Args: []*Expr{Read(n), a[2]}},
			Put(k, Calc(SetCount, SetAt(c.Sets, Read(n)))),
			Write(c.SetMoves, Read(n), Pack(a[0], a[1], Num(0), a[3])),
			Write(c.Count, Num(1), Calc(Add, Read(n), Num(1))),
			Write(c.Count, Num(2), Calc(Add, At(c.Count, Num(2)), Read(k))),
		}, Else: []*Stmt{Write(c.Fault, Num(0), Num(1))}},
	}
}

// count is the function that returns the number of candidates of a generator.
func (d *deriver) count(gen *Func) *Func {
	name := gen.Name + ".count"
	if f := d.made[name]; f != nil {
		return f
	}
	f := d.p.Func(name, I32, gen.Params...)
	d.made[name] = f
	n := Within("n", 0, 1<<30)
	more := func(by *Expr) []*Stmt { return []*Stmt{Put(n, Calc(Add, Read(n), by))} }
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			return more(Num(1)), true
		case EmitSet:
			return more(Calc(SetCount, r.rewrite(s.Args[2]))), true
		case Generate:
			return more(Invoke(d.count(s.Func), r.exprs(s.Args)...)), true
		}
		return nil, false
	}}
	f.Body = append([]*Stmt{Put(n, Num(0))}, r.body(gen.Body)...)
	f.Body = append(f.Body, Give(Read(n)))
	return f
}

// exists is the function that reports whether a generator emits a candidate; with
// to, whether one goes to the site that is its last parameter.
func (d *deriver) exists(gen *Func, to bool) *Func {
	name := gen.Name + ".exists"
	if to {
		name = gen.Name + ".reaches"
	}
	if f := d.made[name]; f != nil {
		return f
	}
	params := gen.Params
	site := NewLocal("site", I32)
	if to {
		params = append(append([]*Local{}, params...), site)
	}
	f := d.p.Func(name, I32, params...)
	d.made[name] = f
	yes := Give(Num(1))
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op == If && s.Best && !to {
			return r.body(s.Body), true
		}
		if to && s.Op == If {
			if emit := d.guarded(s, gen.Body); emit != nil {
				// Where it goes is asked before the tests, which may make moves.
				return []*Stmt{When(Calc(Eq, r.rewrite(emit.Args[2]), Read(site)), Existing([]*Stmt{s}, yes)...)}, true
			}
		}
		switch s.Op {
		case Emit:
			if to {
				return []*Stmt{When(Calc(Eq, r.rewrite(s.Args[2]), Read(site)), yes)}, true
			}
			return []*Stmt{yes}, true
		case EmitSet:
			goes := r.rewrite(s.Args[2])
			if to {
				return []*Stmt{When(Has(d.p.Words, goes, Read(site)), yes)}, true
			}
			return occurring(goes, []*Stmt{yes}), true
		case Generate:
			a := r.exprs(s.Args)
			if to {
				a = append(a, Read(site))
			}
			return []*Stmt{When(Invoke(d.exists(s.Func, to), a...), yes)}, true
		}
		return nil, false
	}}
	f.Body = append(r.body(gen.Body), Give(Num(0)))
	return f
}

// guarded is the only candidate that a statement of a body emits, if it does so under conditions alone that leave
// nothing behind, and if where the candidate goes is known before them; else nil.
func (d *deriver) guarded(s *Stmt, body []*Stmt) *Stmt {
	inner, made := s, map[*Field]bool{}
	for inner.Op == If {
		asked := []*Stmt{{Op: Do, Args: inner.Args}}
		if len(inner.Body) != 1 || len(inner.Else) > 0 || inner.Best ||
			!inner.Test && lasting(asked, d.p.Words, d.spoil, made, accesses{}) {
			return nil
		}
		inner = inner.Body[0]
	}
	if inner.Op != Emit || !inner.Args[2].Pure() {
		return nil
	}
	known, to := true, []*Stmt{{Op: Do, Args: inner.Args[2:3]}}
	for _, l := range inner.Args[2].Locals() {
		Walk([]*Stmt{s}, func(x *Stmt) { known = known && x.Local != l }, nil)
	}
	for f := range made {
		known = known && looksAt(to, f) == 0 && looksAt(body, f) == looksAt([]*Stmt{s}, f)
	}
	if !known {
		return nil
	}
	return inner
}

// Deriver derives functions of a program's generators.
type Deriver struct{ d deriver }

// NewDeriver returns the deriver of a program, which tells in a field that something has no room.
func NewDeriver(p *Program, spoil *Field) *Deriver {
	return &Deriver{deriver{p: p, spoil: spoil, made: map[string]*Func{}}}
}

// List returns the function that appends the candidates of a generator to the list.
func (d *Deriver) List(c *Candidates, gen *Func) *Func { return d.d.list(c, gen, false) }

// Ordered returns the function that appends the candidates of a generator to the list one by one, those of sets too.
func (d *Deriver) Ordered(c *Candidates, gen *Func) *Func {
	name := gen.Name + ".ordered"
	if d.d.made[name] == nil {
		f := d.d.p.Func(name, None, gen.Params...)
		f.Body, d.d.made[name] = Listed(c, gen.Body), f
	}
	return d.d.made[name]
}

// ListUntested is List of all candidates, whether or not their tests hold.
func (d *Deriver) ListUntested(c *Candidates, gen *Func) *Func { return d.d.list(c, gen, true) }

// Count returns the function that counts the candidates of a generator.
func (d *Deriver) Count(gen *Func) *Func { return d.d.count(gen) }

// Exists returns the function that reports whether a generator emits a candidate.
func (d *Deriver) Exists(gen *Func) *Func { return d.d.exists(gen, false) }

// Reaches returns the function that reports whether a candidate of a generator goes
// to a site, its last parameter.
func (d *Deriver) Reaches(gen *Func) *Func { return d.d.exists(gen, true) }

// DropGenerators takes the functions out that emit: nothing runs them.
func DropGenerators(p *Program) {
	kept := p.Funcs[:0]
	for _, f := range p.Funcs {
		emits := false
		Walk(f.Body, func(s *Stmt) { emits = emits || s.Op == Emit || s.Op == EmitSet || s.Op == Generate }, nil)
		if !emits {
			kept = append(kept, f)
		}
	}
	p.Funcs = kept
}

// Paired is a body that emits, for each candidate of one body and each of another, the one, then the other, and then what
// behind does; the other body is made anew for each place where the first has candidates.
func Paired(left []*Stmt, right func() []*Stmt, behind []*Stmt) []*Stmt {
	return singly(left, func(a *Stmt) []*Stmt {
		return singly(right(), func(b *Stmt) []*Stmt {
			x := *a
			return append([]*Stmt{&x, b}, behind...)
		})
	})
}
