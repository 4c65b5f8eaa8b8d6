package gdl

import "fmt"

// cond is a literal of a rule in disjunctive normal form: an atom, distinct
// included, or its negation.
type cond struct {
	neg  bool
	atom *Term
}

// isDistinct reports whether the condition compares two terms as syntax; negated it
// means that they are equal.
func (c *cond) isDistinct() bool { return c.atom.Name == "distinct" }

// clause is one disjunct of a rule.
type clause struct {
	head *Term
	body []cond
	rule *Rule
}

// maxDisjuncts bounds the clauses of one rule: k disjunctions of n members in a
// body make n^k of them.
const maxDisjuncts = 20_000

// clauses brings all rules into disjunctive normal form. Rules that exceed the
// bound are reported and left out.
func (d *Description) clauses() (all []clause, errs ErrorList) {
	for _, r := range d.Rules {
		bodies := [][]cond{nil}
		for _, l := range r.Body {
			bodies = product(bodies, l.disjuncts(false))
			if len(bodies) > maxDisjuncts {
				break
			}
		}
		if len(bodies) > maxDisjuncts {
			errs = append(errs, &Error{r.Head.Pos, fmt.Sprintf("the disjunctions of this rule for %s make more than %d rules",
				r.Head.Name, maxDisjuncts)})
			continue
		}
		for _, b := range bodies {
			all = append(all, clause{r.Head, b, r})
		}
	}
	return all, errs
}

// disjuncts gives the literal, or its negation, as a disjunction of conjunctions.
// More than maxDisjuncts of them are cut off; the caller counts.
func (l *Literal) disjuncts(neg bool) [][]cond {
	switch {
	case l.Op == Plain:
		return [][]cond{{{neg, l.Atom}}}
	case l.Op == Not:
		return l.Subs[0].disjuncts(!neg)
	case (l.Op == Or) != neg:
		var all [][]cond
		for _, s := range l.Subs {
			all = append(all, s.disjuncts(neg)...)
			if len(all) > maxDisjuncts {
				break
			}
		}
		return all
	}
	all := [][]cond{nil}
	for _, s := range l.Subs {
		all = product(all, s.disjuncts(neg))
		if len(all) > maxDisjuncts {
			break
		}
	}
	return all
}

// product joins every conjunction of a with every one of b.
func product(a, b [][]cond) [][]cond {
	var all [][]cond
	for _, x := range a {
		for _, y := range b {
			if len(all) > maxDisjuncts {
				return all
			}
			all = append(all, append(append(make([]cond, 0, len(x)+len(y)), x...), y...))
		}
	}
	return all
}

// relationKey names a relation: symbols with different numbers of arguments are
// different relations.
func relationKey(t *Term) string { return fmt.Sprintf("%s/%d", t.Name, len(t.Args)) }
