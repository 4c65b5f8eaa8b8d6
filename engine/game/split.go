package game

import "github.com/astragal/astragal/engine/lgdl"

// SplitTest is a condition on the site of an iterator in two parts: what a
// table answers, and the rest.
type SplitTest struct {
	all  Bool      // the whole condition; absent means yes
	test *SiteTest // nil when no part is tabulated
	rest Bool      // may be absent
	id   int       // number among the split conditions of the game, from 1; 0 holds always
}

// Split takes a condition apart. e may be nil: yes.
func (k *Compiler) Split(e *lgdl.Expr, cond Bool, iterator string) SplitTest {
	s := SplitTest{all: cond, rest: cond, id: k.G.splits + 1}
	k.G.splits++
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
	s := SplitTest{all: cond, rest: cond, id: k.G.splits + 1}
	k.G.splits++
	if t := k.EmptyTest(); t != nil {
		s.test, s.rest = t, Bool{}
	}
	return s
}

// Mask returns the components by site and, as bits, those that pass, 0 for
// nothing; false when other things matter.
func (s *SplitTest) Mask(c *Context) (what []int32, mask uint64, ok bool) {
	t := s.test
	if t == nil || s.rest.Given() || t.bySit || t.local || !t.Ready(c) {
		return nil, 0, false
	}
	return c.S.plain, t.mask[c.S.Mover*(t.players+2)+c.S.Next], true
}

// Given tells whether there is a condition.
func (s *SplitTest) Given() bool { return s.all.Given() }

// Judge is a condition in the position now, ready to be asked about many sites.
type Judge struct {
	what   []int32 // components by site; nil where no table answers
	mask   uint64
	where  []Set
	rest   func(c *Context) bool // nil: nothing else is asked
	beyond func(c *Context) bool // asked about local states that are not tabulated
	turn   uint64                // see Drafts.turn
	sites  int32                 // that the table tells about
	all    *Bool                 // the whole condition, asked about other sites
}

// Judge returns a condition for the position, which is looked up once for a list of drafts.
func (ds *Drafts) Judge(c *Context, s *SplitTest) *Judge {
	if s.id >= len(ds.judges) {
		ds.judges = append(ds.judges, make([]Judge, c.G.splits+1-len(ds.judges))...)
	}
	j := &ds.judges[s.id]
	if j.turn != ds.turn {
		*j = s.now(c)
		j.turn = ds.turn
	}
	return j
}

// now returns the condition for the mover and the next player as they are.
func (s *SplitTest) now(c *Context) (j Judge) {
	rest := &s.all
	if t := s.test; t != nil && t.Ready(c) {
		i := c.S.Mover*(t.players+2) + c.S.Next
		j.what, j.mask, j.sites, j.all = c.S.plain, t.mask[i], int32(t.sites), &s.all
		if t.local {
			j.what, j.beyond = c.S.layers[c.G.plainType()].state, s.all.F
		}
		if t.bySit {
			j.where = t.where[i*t.comps:]
		}
		rest = &s.rest
	}
	if j.rest = rest.F; rest.Const && !rest.V {
		j.rest = failing
	}
	return j
}

func failing(*Context) bool { return false }

// Ok tells whether a board site passes; the iterator must have its value.
func (j *Judge) Ok(c *Context, site int32) bool {
	if j.what != nil {
		if site >= j.sites {
			return j.all.Ok(c)
		}
		w := j.what[site]
		if w >= localStates && j.beyond != nil {
			return j.beyond(c)
		}
		if j.where == nil {
			if j.mask>>(uint(w)&63)&1 == 0 {
				return false
			}
		} else if !j.where[w].Has(int(site)) {
			return false
		}
	}
	return j.rest == nil || j.rest(c)
}
