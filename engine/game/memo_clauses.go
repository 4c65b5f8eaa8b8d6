package game

import (
	"github.com/astragal/astragal/engine/lgdl"
)

// expensive are the clauses that are worth a memory, by keyword and first argument.
var expensive = map[string]map[string]bool{
	"count": words("Pieces Sites Groups Liberties"),
	"size":  words("Group"),
	"all":   words("Sites"),
	"no":    words("Pieces"),
	"sites": words("Around Direction Distance Group LineOfSight Occupied"),
}

// expensiveClause reports whether a clause goes through the board.
func expensiveClause(e *lgdl.Expr) bool {
	word := e.Form.Keyword
	if word == "forEach" || (word == "max" || word == "min") && len(e.Args) == 1 {
		return true
	}
	return len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Kind == lgdl.Const && expensive[word][e.Args[0].Text]
}

// expensiveFixed reports whether a clause that is the same in every position is worth a
// memory: one that is about directions, or made of several regions.
func expensiveFixed(e *lgdl.Expr) bool {
	switch e.Form.Keyword {
	case "union", "intersection", "difference":
		return e.Form.Result == "sites"
	case "ahead":
		return e.Args[3] != nil && e.Args[3].Kind == lgdl.Clause
	case "sites":
		return is(e, "Between")
	}
	return false
}

// memoFor is the memory of a clause, if it is worth one.
func (k *Compiler) memoFor(e *lgdl.Expr) Memo {
	if e.Kind != lgdl.Clause {
		return Memo{}
	}
	reads, pure := k.ReadsOf(e)
	if !pure || !expensiveClause(e) && (reads&(ReadsBoard|ReadsData) != 0 || !expensiveFixed(e)) {
		return Memo{}
	}
	return k.MemoOf(reads, e)
}

// keptInt is i with a memory.
func (k *Compiler) keptInt(e *lgdl.Expr, i Int) Int {
	if i.Const {
		return i
	}
	m := k.memoFor(e)
	if !m.Keeps() {
		return i
	}
	f := i.F
	return IntFn(func(c *Context) int {
		x, known := m.Find(c)
		switch {
		case known:
			return x.N
		case x == nil:
			return f(c)
		}
		l := x.forget()
		n := f(c)
		x.N, x.label = n, l
		x.found(c)
		return n
	})
}

// keptBool is b with a memory.
func (k *Compiler) keptBool(e *lgdl.Expr, b Bool) Bool {
	if b.Const || b.parts != nil {
		return b
	}
	m := k.memoFor(e)
	if !m.Keeps() {
		return b
	}
	f := b.F
	return BoolFn(func(c *Context) bool {
		x, known := m.Find(c)
		switch {
		case known:
			return x.N != 0
		case x == nil:
			return f(c)
		}
		l := x.forget()
		ok := f(c)
		x.N, x.label = 0, l
		x.found(c)
		if ok {
			x.N = 1
		}
		return ok
	})
}

// keptRegion is r with a memory.
func (k *Compiler) keptRegion(e *lgdl.Expr, r Region) Region {
	if r.Static != nil || r.Constant {
		return r
	}
	m := k.memoFor(e)
	if !m.Keeps() {
		return r
	}
	eval := r.Eval
	now := func(c *Context) Set {
		x, known := m.Find(c)
		if known || x == nil {
			if x == nil {
				return nil
			}
			return x.Set
		}
		l := x.forget()
		t := c.TakeSet()
		eval(c, t)
		if x.Set == nil {
			x.Set = make(Set, c.G.SetWords)
		}
		copy(x.Set, t)
		c.GiveSet(t)
		x.label = l
		x.found(c)
		return x.Set
	}
	r.Eval = func(c *Context, out Set) {
		if s := now(c); s != nil {
			copy(out, s)
			return
		}
		eval(c, out)
	}
	has := r.Has
	r.Has = func(c *Context, site int) bool {
		if has != nil {
			if x := m.known(c); x != nil {
				return x.Set.Has(site)
			}
			return has(c, site)
		}
		if s := now(c); s != nil {
			return s.Has(site)
		}
		t := c.TakeSet()
		eval(c, t)
		ok := t.Has(site)
		c.GiveSet(t)
		return ok
	}
	return r
}
