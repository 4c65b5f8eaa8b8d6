package game

import "github.com/astragal/astragal/engine/lgdl"

// SplitTest is a condition on the site of an iterator in two parts: what a
// table answers, and the rest.
type SplitTest struct {
	all  Bool      // the whole condition; absent means yes
	test *SiteTest // nil when no part is tabulated
	rest Bool      // may be absent
}

// Split takes a condition apart. e may be nil: yes.
func (k *Compiler) Split(e *lgdl.Expr, cond Bool, iterator string) SplitTest {
	s := SplitTest{all: cond, rest: cond}
	if e == nil {
		return s
	}
	if t := k.SiteTest(e, cond, iterator); t != nil {
		s.test, s.rest = t, Bool{}
		return s
	}
	if k.General || e.Kind != lgdl.Clause || e.Form.Keyword != "and" {
		return s
	}
	parts := e.Args
	if len(parts) == 1 {
		parts = parts[0].Items
	}
	var tests []*SiteTest
	var rest []Bool
	for _, x := range parts {
		b, compiled := k.bools[x]
		if !compiled {
			b = k.Bool(x)
		}
		if t := k.SiteTest(x, b, iterator); t != nil && len(tests) == 0 {
			tests = append(tests, t)
		} else {
			rest = append(rest, b)
		}
	}
	if len(tests) == 0 {
		return s
	}
	s.test = tests[0]
	if s.rest = rest[0]; len(rest) > 1 {
		s.rest = BoolFn(func(c *Context) bool {
			for i := range rest {
				if !rest[i].Get(c) {
					return false
				}
			}
			return true
		})
	}
	return s
}

// SplitEmpty is the condition that the site is empty; cond asks for it in the general way.
func (k *Compiler) SplitEmpty(cond Bool) SplitTest {
	s := SplitTest{all: cond, rest: cond}
	if t := k.EmptyTest(); t != nil {
		s.test, s.rest = t, Bool{}
	}
	return s
}

// Given tells whether there is a condition.
func (s *SplitTest) Given() bool { return s.all.Given() }

// Judge is a condition in the position now, ready to be asked about many sites.
type Judge struct {
	table  Tester
	tabled bool
	rest   Bool
}

// For returns the condition for the position now; it holds while mover and next
// player stay.
func (s *SplitTest) For(c *Context) Judge {
	if s.test != nil && s.test.Ready(c) {
		return Judge{table: s.test.For(c), tabled: true, rest: s.rest}
	}
	return Judge{rest: s.all}
}

// Ok tells whether a board site passes; the iterator must have its value.
func (j *Judge) Ok(c *Context, site int32) bool {
	if j.tabled && !j.table.Ok(site) {
		return false
	}
	return j.rest.F == nil && (!j.rest.Const || j.rest.V) || j.rest.F != nil && j.rest.F(c)
}
