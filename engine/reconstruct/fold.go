package reconstruct

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Completions are made of expanded text. Where the skeleton uses a define, its body is found again in a completion and
// written as a use of the define: descriptions stay as short as people write them. Whoever does that compares what the
// result expands to, since defines are text and may mean something else in other surroundings.

// foldable is a define whose body is one clause or list, with its parameters as whole arguments.
type foldable struct {
	name   string
	body   *lgdl.Node // with all other defines expanded
	params int
	size   int // nodes of the body
}

// parameter stands for a parameter of a define in its body.
const parameter = "DefineParameter"

// folds returns the defines that the skeleton itself uses, the largest first.
func (s *Skeleton) folds() (list []foldable) {
	all := s.expanded.Definitions()
	var texts strings.Builder
	for _, d := range all {
		fmt.Fprintf(&texts, "(define %q %s)\n", d.Name, d.Body)
	}
	for _, d := range all {
		if !d.Direct || strings.Contains(d.Body, "[") {
			continue
		}
		f := foldable{name: d.Name}
		body := d.Body
		for n := 1; n <= 9; n++ {
			mark := fmt.Sprintf("#%d", n)
			if strings.Contains(body, mark) {
				f.params = n
				body = strings.ReplaceAll(body, mark, parameter+itoa(n))
			}
		}
		read, err := lgdl.Read(d.Name, []byte(texts.String()+"(game \"\" "+body+")"))
		if err != nil {
			continue
		}
		e, err := read.Expand(nil, lgdl.Selection{})
		if err != nil || e.Game == nil || len(e.Game.Items) != 2 {
			continue
		}
		f.body = e.Game.Items[1]
		seen := map[string]bool{}
		if sound := f.measure(f.body, seen); sound && len(seen) == f.params && f.size > 1 {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b foldable) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.name, b.name))
	})
	return list
}

// measure counts nodes, notes the parameters, and reports whether these are whole arguments everywhere.
func (f *foldable) measure(n *lgdl.Node, seen map[string]bool) bool {
	f.size++
	if number, ok := parameterOf(n); ok {
		seen[number] = true
	} else if strings.Contains(n.Text, parameter) || strings.Contains(n.Label, parameter) {
		return false
	}
	for _, x := range n.Items {
		if !f.measure(x, seen) {
			return false
		}
	}
	return true
}

// parameterOf returns the number of the parameter that a node is.
func parameterOf(n *lgdl.Node) (number string, ok bool) {
	if n.Kind != lgdl.Const {
		return "", false
	}
	return strings.CutPrefix(n.Text, parameter)
}

// fold writes a game with uses of defines, and returns the defines that are used; "" if none is.
func fold(game *lgdl.Node, defines []foldable) (folded *lgdl.Node, used string) {
	seen := map[string]bool{}
	folded = refold(game, defines, seen)
	var b strings.Builder
	for i := range defines {
		f := &defines[i]
		if !seen[f.name] {
			continue
		}
		body := lgdl.Text([]*lgdl.Node{f.body})
		for n := f.params; n > 0; n-- {
			body = strings.ReplaceAll(body, parameter+itoa(n), fmt.Sprintf("#%d", n))
		}
		fmt.Fprintf(&b, "(define %q %s)\n", f.name, body)
	}
	return folded, b.String()
}

func refold(n *lgdl.Node, defines []foldable, seen map[string]bool) *lgdl.Node {
	c := *n
	c.Items = nil
	for _, x := range n.Items {
		c.Items = append(c.Items, folding(x, defines, seen))
	}
	return &c
}

// folding returns a node as a use of the largest define that it is, or with uses inside.
func folding(n *lgdl.Node, defines []foldable, seen map[string]bool) *lgdl.Node {
	if n.Kind != lgdl.Clause && n.Kind != lgdl.List {
		return n
	}
	for i := range defines {
		f := &defines[i]
		args := map[string]*lgdl.Node{}
		if !matches(n, f.body, true, args) {
			continue
		}
		seen[f.name] = true
		name := &lgdl.Node{Kind: lgdl.String, Text: f.name}
		if f.params == 0 {
			name.Label = n.Label
			return name
		}
		use := &lgdl.Node{Kind: lgdl.Clause, Label: n.Label, Items: []*lgdl.Node{name}}
		for k := 1; k <= f.params; k++ {
			use.Items = append(use.Items, folding(args[itoa(k)], defines, seen))
		}
		return use
	}
	return refold(n, defines, seen)
}

// matches reports whether a node is the body of a define with some arguments, which it notes.
func matches(n, body *lgdl.Node, top bool, args map[string]*lgdl.Node) bool {
	if number, ok := parameterOf(body); ok {
		arg := *n
		if body.Label != "" {
			if body.Label != n.Label {
				return false
			}
			arg.Label = ""
		}
		if old := args[number]; old != nil {
			return lgdl.Text([]*lgdl.Node{old}) == lgdl.Text([]*lgdl.Node{&arg})
		}
		args[number] = &arg
		return true
	}
	if n.Kind != body.Kind || n.Text != body.Text || !top && n.Label != body.Label || len(n.Items) != len(body.Items) {
		return false
	}
	for i, x := range n.Items {
		if !matches(x, body.Items[i], false, args) {
			return false
		}
	}
	return true
}
