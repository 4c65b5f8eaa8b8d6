package lgdl

// Placed is a name with the place where the description gives it.
type Placed struct {
	Name string
	Pos  Pos
}

// Unused returns the description's own defines that nothing used while it was
// expanded, in the order of the text.
func (e *Expanded) Unused() []Placed { return e.unused }

// unused returns the defines of the description that were not used.
func (x *expander) unused() []Placed {
	used := map[string]bool{}
	for _, u := range x.o.uses {
		used[u.name] = true
	}
	var left []Placed
	for _, d := range x.placed {
		if !used[d.Name] {
			left = append(left, d)
		}
	}
	return left
}

// File returns the name given to Read.
func (e *Expanded) File() string { return e.desc.src.name }

// Variants calls f with the same description under other choices of its options
// until f returns false: the choices of every ruleset, and every item that is
// not chosen here in the place of the one that is. One that does not expand is left
// out. It reports whether all were tried; of more than limit it tries none.
func (e *Expanded) Variants(limit int, f func(*Expanded) bool) bool {
	d := e.desc
	var all []Selection
	for _, r := range d.rulesets {
		if r.Implemented() && r.Heading != e.Ruleset {
			all = append(all, Selection{Ruleset: r.Heading})
		}
	}
	for i, o := range d.options {
		for k := range o.Items {
			if i >= len(e.Options) || o.Name(k) == e.Options[i] {
				continue
			}
			choice := append([]string(nil), e.Options...)
			choice[i] = o.Name(k)
			all = append(all, Selection{Options: choice})
		}
	}
	if len(all) > limit {
		return false
	}
	for _, sel := range all {
		if x, err := d.Expand(e.known, sel); err == nil && !f(x) {
			return false
		}
	}
	return true
}
