package lgdl

import (
	"fmt"
	"slices"
	"strings"
)

// Named returns the argument of the slot with a name, nil when it is left out. To ask a clause for an argument that its
// form does not have is a mistake of the caller.
func (e *Expr) Named(name string) *Expr { return e.Args[e.Form.place(name)] }

// Without is the clause with the argument of that slot left out.
func (e *Expr) Without(name string) *Expr {
	x := *e
	x.Args = slices.Clone(e.Args)
	x.Args[e.Form.place(name)] = nil
	return &x
}

// place is the slot with a name, which must be there.
func (f *Form) place(name string) int {
	i := f.slot(name)
	if i < 0 {
		panic(fmt.Errorf("form %q has no argument %q", f.Text, name))
	}
	return i
}

// slot is the slot with a name, -1 if the form has none.
func (f *Form) slot(name string) int {
	for i := range f.Slots {
		if f.Slots[i].Name == name && name != "" {
			return i
		}
	}
	return -1
}

// nameSlots names slots: by label, constant or type, with numbers where these are the same.
func nameSlots(slots []Slot) {
	labelled := func(label string) (n int) {
		for _, s := range slots {
			if s.Label == label {
				n++
			}
		}
		return n
	}
	for i := range slots {
		switch s := &slots[i]; {
		case s.Const != "" && !s.Optional: // which says nothing but what form it is
		case s.Label != "" && labelled(s.Label) > 1:
			t := typeName(s.Type)
			s.Name = s.Label + strings.ToUpper(t[:1]) + t[1:]
		case s.Label != "":
			s.Name = s.Label
		case s.Const != "":
			s.Name = s.Const
		default:
			s.Name = typeName(s.Type)
		}
	}
	for i := range slots {
		name, n := slots[i].Name, 1
		for j := i + 1; j < len(slots) && name != ""; j++ {
			if slots[j].Name == name {
				n++
				slots[j].Name = fmt.Sprint(name, n)
			}
		}
		if n > 1 {
			slots[i].Name = name + "1"
		}
	}
}

// typeName is the name of a type: of several for a list.
func typeName(t string) string {
	t = strings.ReplaceAll(t, "!", "")
	list := strings.HasPrefix(t, "{")
	t, _, _ = strings.Cut(strings.Trim(t, "{}()"), ":")
	switch {
	case list && t == "sites":
		return "regions"
	case list && !strings.HasSuffix(t, "s"):
		return t + "s"
	}
	return t
}
