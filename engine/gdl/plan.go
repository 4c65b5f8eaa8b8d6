package gdl

import "math"

// plan gives the order in which to solve a rule's body when the arguments of the
// head in mask are known.
func (p *prover) plan(number int, mask uint64) *plan {
	for _, pl := range p.plans[number] {
		if pl.mask == mask {
			return pl
		}
	}
	r := &p.prog.rules[number]
	bound := make([]bool, r.slots)
	for i := range r.head {
		if mask>>i&1 != 0 {
			r.head[i].slotsOf(func(s int) { bound[s] = true })
		}
	}
	pl := &plan{mask: mask, order: p.prog.order(r, bound, nil, p.prog.cost)}
	// A variable is needed after a place if a later condition or an unknown
	// argument of the head has it.
	needed := make([]bool, r.slots)
	for i := range r.head {
		if mask>>i&1 == 0 {
			r.head[i].slotsOf(func(s int) { needed[s] = true })
		}
	}
	for i := range r.head {
		if mask>>i&1 != 0 {
			r.head[i].slotsOf(func(s int) { needed[s] = false }) // known from the start
		}
	}
	pl.single = make([]bool, len(pl.order))
	for at := len(pl.order) - 1; at >= 0; at-- {
		single := true
		earlier := boundBefore(r, mask, pl.order[:at])
		for i := range r.body[pl.order[at]].args {
			r.body[pl.order[at]].args[i].slotsOf(func(s int) {
				single = single && (earlier[s] || !needed[s])
			})
		}
		pl.single[at] = single
		for i := range r.body[pl.order[at]].args {
			r.body[pl.order[at]].args[i].slotsOf(func(s int) { needed[s] = true })
		}
	}
	p.plans[number] = append(p.plans[number], pl)
	return pl
}

// boundBefore tells which variables have values once the conditions are solved.
func boundBefore(r *rule, mask uint64, conditions []int) []bool {
	bound := make([]bool, r.slots)
	mark := func(s int) { bound[s] = true }
	for i := range r.head {
		if mask>>i&1 != 0 {
			r.head[i].slotsOf(mark)
		}
	}
	for _, c := range conditions {
		for i := range r.body[c].args {
			r.body[c].args[i].slotsOf(mark)
		}
	}
	return bound
}

// order arranges the conditions of a rule: tests as soon as their variables are
// known, otherwise the condition with the lowest estimated number of solutions;
// the earlier one among equals. Conditions in first come first.
func (p *program) order(r *rule, bound []bool, first []int, cost func(g *goal, bound []bool) float64) []int {
	order := append([]int(nil), first...)
	done := make([]bool, len(r.body))
	take := func(c int) {
		done[c] = true
		for i := range r.body[c].args {
			r.body[c].args[i].slotsOf(func(s int) { bound[s] = true })
		}
	}
	for _, c := range first {
		take(c)
	}
	for len(order) < len(r.body) {
		best, least := -1, math.Inf(1)
		for i := range r.body {
			if done[i] {
				continue
			}
			g := &r.body[i]
			c := math.MaxFloat64 // a test that must wait
			switch {
			case g.kind == goalHolds:
				c = cost(g, bound)
			case allBound(g, bound):
				c = 0
				if g.kind == goalFails {
					c = 0.9
				}
			}
			if best < 0 || c < least {
				best, least = i, c
			}
		}
		order = append(order, best)
		take(best)
	}
	return order
}

func allBound(g *goal, bound []bool) bool {
	all := true
	for i := range g.args {
		g.args[i].slotsOf(func(s int) { all = all && bound[s] })
	}
	return all
}

// known is the share of a list of arguments that has values, from 0 to 1.
// Functions count by their arguments.
func known(args []pattern, bound []bool) float64 {
	if len(args) == 0 {
		return 1
	}
	sum := 0.0
	for i := range args {
		a := &args[i]
		switch {
		case a.term != 0:
			sum++
		case a.isVar():
			if bound[a.slot] {
				sum++
			}
		default:
			sum += known(a.args, bound)
		}
	}
	return sum / float64(len(args))
}

// cost estimates the number of solutions of a condition for the prover.
func (p *program) cost(g *goal, bound []bool) float64 {
	if g.rel == relTrue {
		a := &g.args[0]
		switch {
		case a.term != 0 || a.isVar() && bound[a.slot]:
			return 0.5
		case a.isVar():
			return 1000
		}
		return math.Pow(100, 1-known(a.args, bound))
	}
	free := 1 - known(g.args, bound)
	rel := &p.relations[g.rel]
	switch {
	case g.rel == relDoes:
		return 0.7 + float64(len(p.roles))*free/2
	case len(rel.rules) == 0:
		if free == 0 {
			return 0.5
		}
		return math.Pow(float64(1+rel.facts.n), free)
	case free == 0:
		return 0.95
	}
	return 2 * math.Pow(1000, free)
}
