package rg

// ref is an expression: a symbol, or cells of the variables or of the pool of constants,
// at a base and indices read from other expressions.
type ref struct {
	sym     int32 // the symbol, -1 for cells
	pool    bool
	base    int32
	typ     *typ // nil for symbols
	indices []index
	cast    *typ // what the value must be a member of; nil if it is sure
	// Made at the end of compiling, for expressions that need no more:
	cell  bool    // it is the cell at base of the variables
	by    int32   // of a function's value, the cell of the argument
	where []int32 // and the cell by the argument's symbol, -1 for none
}

// index adds a multiple of stride cells, by the place of a value in a type.
type index struct {
	of     *ref
	in     *typ
	stride int32
}

// env gives the parameters of an instance of an edge their symbols.
type env map[string]uint16

// expr compiles an expression with the parameters bound.
func (c *compiler) expr(e *expr, v env) *ref {
	switch e.kind {
	case eAny:
		c.fail(e.pos, "%s(*) may only stand alone on the right of an assignment", e.name)
	case eCast:
		return c.castTo(e, v)
	case eIndex:
		base, of := c.expr(e.base, v), c.expr(e.index, v)
		if base.typ == nil || base.typ.set() || base.cast != nil {
			c.fail(e.pos, "what is indexed is no function")
		}
		return c.at(e, base, of)
	}
	if sym, ok := v[e.name]; ok {
		return &ref{sym: int32(sym)}
	}
	if r := c.named[e.name]; r != nil {
		if r.pool && r.typ.set() {
			return &ref{sym: int32(c.g.pool[r.base])}
		}
		return r
	}
	id, ok := c.ids[e.name]
	if !ok {
		c.fail(e.pos, "unknown name '%s': no parameter, variable, constant or symbol of a type", e.name)
	}
	return &ref{sym: int32(id)}
}

// at is a function's value at an argument.
func (c *compiler) at(e *expr, base, of *ref) *ref {
	from, to := base.typ.from, base.typ.to
	r := &ref{sym: -1, pool: base.pool, base: base.base, typ: to, indices: base.indices}
	switch {
	case of.sym >= 0:
		i := from.index(uint16(of.sym))
		if i < 0 {
			c.fail(e.index.pos, "'%s' is no argument of the function", c.g.symbols[of.sym])
		}
		r.base += i * int32(to.size)
	case !of.typ.set():
		c.fail(e.index.pos, "a function is no argument")
	case of.typ.common(from) == 0:
		c.fail(e.index.pos, "no value of this expression is an argument of the function")
	default:
		r.indices = append(append([]index(nil), base.indices...), index{of, from, int32(to.size)})
	}
	if r.pool && to.set() && len(r.indices) == 0 {
		return &ref{sym: int32(c.g.pool[r.base])}
	}
	return r
}

func (c *compiler) castTo(e *expr, v env) *ref {
	t := c.types[e.name]
	if t == nil || !t.set() {
		c.fail(e.pos, "'%s' is no type of symbols", e.name)
	}
	r := *c.expr(e.index, v)
	switch {
	case r.sym >= 0:
		if t.index(uint16(r.sym)) < 0 {
			c.fail(e.index.pos, "'%s' is not in type %s", c.g.symbols[r.sym], e.name)
		}
		return &r
	case !r.typ.set() || r.typ.common(t) == 0:
		c.fail(e.index.pos, "no value of this expression is in type %s", e.name)
	case r.typ.common(t) < len(r.typ.members):
		r.cast = t
	}
	r.typ = t
	return &r
}

// assign compiles an assignment to the instance of an edge.
func (c *compiler) assign(a *action, v env, out *edge) {
	l := c.expr(a.left, v)
	if l.sym >= 0 || l.pool || l.cast != nil {
		c.fail(a.left.pos, "only variables can be assigned to")
	}
	out.left, out.ends = l, l.base == c.named["player"].base
	if a.right.kind == eAny {
		t := c.types[a.right.name]
		if t == nil || !t.set() {
			c.fail(a.right.pos, "'%s' is no type of symbols", a.right.name)
		}
		if !l.typ.set() || t.common(l.typ) != len(t.members) {
			c.fail(a.right.pos, "not all of type %s can be assigned here", a.right.name)
		}
		out.op, out.any = opAny, t.members
		return
	}
	r := c.expr(a.right, v)
	out.op, out.right = opAssign, r
	switch {
	case r.sym >= 0:
		if !l.typ.set() || l.typ.index(uint16(r.sym)) < 0 {
			c.fail(a.right.pos, "'%s' is not in the type of what it is assigned to", c.g.symbols[r.sym])
		}
	case !l.typ.alike(r.typ):
		c.fail(a.pos, "the two sides have different types")
	default:
		n := l.typ.leaf().common(r.typ.leaf())
		if n == 0 {
			c.fail(a.right.pos, "no value of this expression is in the type of what it is assigned to")
		}
		if n < len(r.typ.leaf().members) {
			out.check = l.typ.leaf()
		}
		if !l.typ.set() {
			out.op = opCopy
		}
	}
}

// compare compiles a comparison; it gives false if it can never hold.
func (c *compiler) compare(a *action, v env, out *edge) bool {
	l, r := c.expr(a.left, v), c.expr(a.right, v)
	equal := a.kind == aEqual
	if l.sym >= 0 {
		l, r = r, l
	}
	if l.sym >= 0 {
		out.op = opSkip
		return l.sym == r.sym == equal
	}
	if r.sym >= 0 && !l.typ.set() || r.sym < 0 && !l.typ.alike(r.typ) {
		c.fail(a.pos, "the two sides have different types")
	}
	out.left, out.right = l, r
	switch {
	case !l.typ.set() && equal:
		out.op = opAllEqual
	case !l.typ.set():
		out.op = opAllUnequal
	case r.sym >= 0 && equal:
		out.op = opIs
	case r.sym >= 0:
		out.op = opIsNot
	case equal:
		out.op = opEqual
	default:
		out.op = opUnequal
	}
	return true
}
