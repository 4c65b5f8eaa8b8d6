package closure

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
)

type (
	expr func(f *frame) int64
	cond func(f *frame) bool
	// stmt runs a statement and says how it ended.
	stmt func(f *frame) exit
)

// exit is how a statement ended: on to the next, out of the function, or by a branch to
// a label, of which number n has the exits left+2n, out of it, and again+2n, to its next round.
type exit int32

const (
	next exit = iota
	returned
	left
	again
)

// compiler makes the closures of one function.
type compiler struct {
	code   *Code
	places *ir.Places
	labels []*ir.Label // around the statement
	weight int         // of what has been compiled of the function, or of the round of the innermost loop: see Work
}

// label is twice the number of a label: it is that of the labels around it.
func (k *compiler) label(l *ir.Label) exit {
	for i := len(k.labels) - 1; i >= 0; i-- {
		if k.labels[i] == l {
			return exit(2 * i)
		}
	}
	panic("closure: a branch to a label that is not around it")
}

func nothing(*frame) exit { return next }

func (k *compiler) body(body []*ir.Stmt) stmt {
	switch len(body) {
	case 0:
		return nothing
	case 1:
		return k.stmt(body[0])
	case 2:
		a, b := k.stmt(body[0]), k.stmt(body[1])
		return func(f *frame) exit {
			if e := a(f); e != next {
				return e
			}
			return b(f)
		}
	case 3:
		a, b, c := k.stmt(body[0]), k.stmt(body[1]), k.stmt(body[2])
		return func(f *frame) exit {
			if e := a(f); e != next {
				return e
			}
			if e := b(f); e != next {
				return e
			}
			return c(f)
		}
	case 4:
		a, b, c, d := k.stmt(body[0]), k.stmt(body[1]), k.stmt(body[2]), k.stmt(body[3])
		return func(f *frame) exit {
			if e := a(f); e != next {
				return e
			}
			if e := b(f); e != next {
				return e
			}
			if e := c(f); e != next {
				return e
			}
			return d(f)
		}
	}
	list := make([]stmt, len(body))
	for i, s := range body {
		list[i] = k.stmt(s)
	}
	return func(f *frame) exit {
		for _, s := range list {
			if e := s(f); e != next {
				return e
			}
		}
		return next
	}
}

// around makes a part of the body of a statement with a label.
func (k *compiler) around(s *ir.Stmt, of []*ir.Stmt) (body stmt, weight int, out, round exit) {
	outside := k.weight
	k.weight = 1 // for the round
	k.labels = append(k.labels, s.Label)
	body = k.body(of)
	k.labels = k.labels[:len(k.labels)-1]
	n := exit(2 * len(k.labels))
	weight, k.weight = k.weight, outside
	return body, weight, left + n, again + n
}

// ended is how a loop with two exits of its own ends after a round that ended so, if it does.
func ended(e, out, round exit) (end exit, over bool) {
	switch e {
	case next, round:
		return next, false
	case out:
		return next, true
	}
	return e, true
}

func (k *compiler) stmt(s *ir.Stmt) stmt {
	k.weight++
	switch s.Op {
	case ir.Assign:
		at := k.places.Of(s.Local)
		if c, ok := s.Args[0].Number(); ok {
			return func(f *frame) exit { f.locals[at] = c; return next }
		}
		if s := k.assign(at, s.Args[0]); s != nil {
			return s
		}
		v := k.expr(s.Args[0])
		return func(f *frame) exit { f.locals[at] = v(f); return next }
	case ir.Store:
		return k.store(s)
	case ir.If:
		return k.branch(s)
	case ir.Loop:
		if loop := k.sites(s); loop != nil {
			return loop
		}
		if loop := k.row(s); loop != nil {
			return loop
		}
		body, weight, out, round := k.around(s, s.Body)
		return func(f *frame) exit {
			for {
				f.in.spend(weight)
				if e, over := ended(body(f), out, round); over {
					return e
				}
			}
		}
	case ir.Scope:
		body, weight, out, _ := k.around(s, s.Body)
		k.weight += weight
		return func(f *frame) exit {
			if e := body(f); e != out {
				return e
			}
			return next
		}
	case ir.Break:
		e := left + k.label(s.Label)
		return func(*frame) exit { return e }
	case ir.Continue:
		e := again + k.label(s.Label)
		return func(*frame) exit { return e }
	case ir.Return:
		if len(s.Args) == 0 {
			return func(*frame) exit { return returned }
		}
		v := k.expr(s.Args[0])
		return func(f *frame) exit { f.result = v(f); return returned }
	case ir.Do:
		v := k.expr(s.Args[0])
		return func(f *frame) exit { v(f); return next }
	case ir.Save, ir.Restore:
		by, save, list := s.Field.Addr-k.code.p.Lo, s.Op == ir.Save, s.Copies(k.code.p)
		return func(f *frame) exit {
			for _, c := range list {
				state, kept := f.in.mem[c.From:c.To], f.in.mem[c.From+by:c.To+by]
				if save {
					copy(kept, state)
				} else {
					copy(state, kept)
				}
			}
			return next
		}
	}
	panic("closure: statement " + s.Op.String() + " was not expanded")
}

// assign makes the closure of an assignment of what is assigned most in loops, nil for other expressions.
func (k *compiler) assign(at int, e *ir.Expr) stmt {
	switch e.Op {
	case ir.Add:
		x := e.Args[0]
		if y, ok := e.Args[1].Number(); ok && x.Op == ir.Get && e.Type == ir.I32 {
			from := k.places.Of(x.Local)
			return func(f *frame) exit { f.locals[at] = int64(int32(f.locals[from] + y)); return next }
		}
	case ir.Load:
		i := e.Args[0]
		if i.Op != ir.Get {
			return nil
		}
		to, by := e.Field.Addr, k.places.Of(i.Local)
		switch e.Field.Elem {
		case ir.U8:
			return func(f *frame) exit { f.locals[at] = int64(f.mem[to+int(f.locals[by])]); return next }
		case ir.I16:
			return func(f *frame) exit {
				f.locals[at] = int64(int16(binary.LittleEndian.Uint16(f.mem[to+int(f.locals[by])<<1:])))
				return next
			}
		}
	}
	return nil
}

// leaves is how a body ends that does nothing but end so, next for others.
func (k *compiler) leaves(body []*ir.Stmt) exit {
	if len(body) == 0 {
		return next
	}
	switch s := body[0]; {
	case s.Op == ir.Break:
		return left + k.label(s.Label)
	case s.Op == ir.Continue:
		return again + k.label(s.Label)
	case s.Op == ir.Return && len(s.Args) == 0:
		return returned
	}
	return next
}

func (k *compiler) branch(s *ir.Stmt) stmt {
	if e := k.leaves(s.Body); e != next && len(s.Else) == 0 {
		c := k.cond(s.Args[0])
		return func(f *frame) exit {
			if c(f) {
				return e
			}
			return next
		}
	}
	c := k.cond(s.Args[0])
	before := k.weight
	yes := k.body(s.Body)
	k.weight -= (k.weight - before) / 2 // it counts half, since it is done or not
	if len(s.Else) == 0 {
		return func(f *frame) exit {
			if c(f) {
				return yes(f)
			}
			return next
		}
	}
	no := k.body(s.Else)
	return func(f *frame) exit {
		if c(f) {
			return yes(f)
		}
		return no(f)
	}
}
