package lgdl

import (
	"fmt"
	"slices"
	"strings"
)

// reasonLabel explains an argument whose label fits nowhere.
func (c *checker) reasonLabel(d *diagnosis, n *cnode, a *attempt) {
	arg := d.node
	slots := a.form.Slots
	same := func(s *Slot) bool { return s.Label == arg.Label }
	d.msg = fmt.Sprintf("%s has no argument labelled %q here", opening(n), arg.Label+":")
	if h := didYouMean(arg.Label+":", d.labels); h != "" {
		d.hint, d.sure = h, true
		return
	}
	for _, x := range n.items[:a.far] {
		if x.Label == arg.Label {
			d.msg = fmt.Sprintf("the argument labelled %q is given twice", arg.Label+":")
			return
		}
	}
	for i := range slots {
		if !same(&slots[i]) {
			continue
		}
		d.hint = fmt.Sprintf("the order of arguments counts: %s stands elsewhere", &slots[i])
		if slots[i].Group == 0 {
			return
		}
		g := a.form.groups[slots[i].Group-1]
		for _, x := range n.items[:a.far] {
			for j := g.first; j <= g.last; j++ {
				if x.Label == slots[j].Label && x.Label != "" {
					d.hint = fmt.Sprintf("%q and %q exclude each other", x.Label+":", arg.Label+":")
					return
				}
			}
		}
		return
	}
	if len(d.labels) > 0 {
		d.hint = "labels possible here are " + strings.Join(d.labels, ", ")
	}
}

// labelHint notices an argument that lacks its label.
func (c *checker) labelHint(arg *cnode, a *attempt) string {
	var fit []string
	for i := range a.form.Slots {
		if s := &a.form.Slots[i]; a.slots[i] && s.Label != "" && c.expr(arg, s.typ) != nil {
			fit = appendNew(fit, s.Label+":"+short(arg))
		}
	}
	if len(fit) == 0 || len(fit) > 3 {
		return ""
	}
	return "did you mean " + orList(fit) + "?"
}

func appendNew[T comparable](list []T, items ...T) []T {
	for _, x := range items {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
