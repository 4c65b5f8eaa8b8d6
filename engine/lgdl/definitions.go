package lgdl

import (
	"slices"
	"strings"
)

// Definition is a define that was used while a description was expanded.
type Definition struct {
	Name   string
	Body   string // as written, without comments; #1 to #9 are its parameters
	Direct bool   // the description itself has a use of it, not only another define
}

// Definitions returns the defines that were used, those of the description and known ones alike, by name.
func (e *Expanded) Definitions() []Definition {
	var list []Definition
	for i, d := range e.used {
		body := stripComments(mtext{b: d.body.b, m: make([]mark, len(d.body.b))})
		list = append(list, Definition{d.name, strings.TrimSpace(string(body.b)), e.direct[i]})
	}
	return list
}

// used returns the defines that were used, by name, and of each whether the description itself has a use of it.
func (x *expander) used() (list []*define, direct []bool) {
	by := map[string]bool{}
	for _, u := range x.o.uses {
		by[u.name] = by[u.name] || u.via == 0
	}
	for name := range by {
		d := x.infile[name] // which shadows a known one
		if d == nil && x.known != nil {
			d = x.known.byName[name]
		}
		if d != nil {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b *define) int { return strings.Compare(a.name, b.name) })
	for _, d := range list {
		direct = append(direct, by[d.name])
	}
	return list, direct
}
