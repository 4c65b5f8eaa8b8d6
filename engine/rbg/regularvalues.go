package rbg

import (
	"slices"
)

// counts reports whether a number of pieces is asked for.
func (a *arith) counts() bool {
	return a != nil && (a.kind == aCount || a.l.counts() || a.r.counts())
}

// flat is a with numbers of pieces as variables behind the others.
func (r *regular) flat(a *arith) *arith {
	if a == nil {
		return nil
	}
	c := &arith{kind: a.kind, num: a.num, l: r.flat(a.l), r: r.flat(a.r)}
	if a.kind == aCount {
		c.kind, c.num = aVar, a.num+int64(len(r.d.Variables)+len(r.d.Scores))
	}
	return c
}

// asked lists the variables of a flat expression.
func (a *arith) asked(out []int) []int {
	if a == nil {
		return out
	}
	if a.kind == aVar && !slices.Contains(out, int(a.num)) {
		out = append(out, int(a.num))
	}
	return a.r.asked(a.l.asked(out))
}

// bound is the greatest value of a variable.
func (r *regular) bound(i int) int64 {
	if i < len(r.d.Variables) {
		return r.d.Variables[i].Bound
	}
	return r.d.Scores[i-len(r.d.Variables)].Bound
}

// each calls f with all values of some variables, in the order of their tables.
func (r *regular) each(s *State, asked []int, f func()) {
	if len(asked) == 0 {
		f()
		return
	}
	for k := 0; k < len(r.values[asked[0]]); k++ { // f may find more
		s.vars[asked[0]] = r.values[asked[0]][k]
		r.each(s, asked[1:], f)
	}
}

// findValues finds what variables may be, beginning with 0 and by all assignments; all scores alike.
func (r *regular) findValues() {
	d := r.d
	nv, ns := len(d.Variables), len(d.Scores)
	known := make([]map[int64]bool, nv+1)
	for i := range known {
		known[i] = map[int64]bool{0: true}
	}
	r.values = make([][]int64, nv+ns+len(d.Pieces))
	for i := range nv + ns {
		r.values[i] = []int64{0}
	}
	for i := range d.Pieces {
		for n := range len(d.Vertices) + 1 {
			r.values[nv+ns+i] = append(r.values[nv+ns+i], int64(n))
		}
	}
	type assignment struct {
		to    int
		e     *arith
		asked []int
	}
	var all []assignment
	d.rules.walk(func(e *expr) bool {
		if e.kind == eAssign {
			f := r.flat(e.left)
			all = append(all, assignment{e.num, f, f.asked(nil)})
		}
		return true
	})
	s := &State{vars: make([]int64, len(r.values))}
	work := 0
	for more := true; more; {
		more = false
		for _, a := range all {
			k := known[min(a.to, nv)]
			r.each(s, a.asked, func() {
				if work++; work > maxRegularWork {
					refuseTranslation("the values of its variables take too long to find")
				}
				v, ok := s.eval(a.e)
				if !ok || v < 0 || v > r.bound(a.to) || k[v] {
					return
				}
				k[v], more = true, true
				if len(k) > maxRegularValues {
					refuseTranslation("a variable or score has more than %d values", maxRegularValues)
				}
				for i := range nv + ns {
					if i == a.to || i >= nv && a.to >= nv {
						r.values[i] = append(r.values[i], v)
					}
				}
			})
		}
	}
	for _, v := range r.values {
		slices.Sort(v)
	}
}
