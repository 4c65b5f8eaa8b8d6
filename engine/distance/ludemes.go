package distance

import (
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// Ludemes returns the tree of the ludemes of a description: one node for each
// clause of the typed tree, named by its keyword and, where one follows it, the
// constant that tells its kinds apart, as in "move Step" or "is Line". Lists,
// numbers, names and roles are no nodes.
func Ludemes(game *lgdl.Expr) *Tree {
	t := &Tree{}
	t.ludemes(game, -1)
	return t
}

// ExpandedLudemes returns the tree of the ludemes of the text of a description that is
// expanded already. Errors name it.
func ExpandedLudemes(name, text string) (*Tree, error) {
	d, err := lgdl.Read(name, []byte(text))
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	c, err := e.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	return Ludemes(c.Game), nil
}

func (t *Tree) ludemes(e *lgdl.Expr, parent int32) {
	if e == nil {
		return
	}
	if e.Kind == lgdl.Clause {
		parent = t.add(ludemeName(e), parent)
	}
	for _, list := range [...][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			t.ludemes(x, parent)
		}
	}
}

// particulars are the enumerations whose constants are arguments even where
// they come first.
var particulars = map[string]bool{"roleType": true, "siteType": true, "relationType": true, "absoluteDirection": true,
	"relativeDirection": true, "direction": true}

func ludemeName(e *lgdl.Expr) string {
	if which := e.Selecting(); which != nil {
		if s := &e.Form.Slots[0]; s.Const != "" || !s.Optional && !particulars[which.Type] {
			return e.Form.Keyword + " " + which.Text
		}
	}
	return e.Form.Keyword
}

// Counts returns how often each label occurs.
func (t *Tree) Counts() Bag { return t.Paths(1) }

// Paths returns how often each path of n nodes occurs, each node a child of the
// one before; the labels of a path are joined by "/".
func (t *Tree) Paths(n int) Bag {
	b := Bag{}
	labels := make([]string, n)
	for i := range t.Labels {
		v := int32(i)
		k := n
		for k > 0 && v >= 0 {
			k--
			labels[k] = t.Labels[v]
			v = t.Parent[v]
		}
		if k == 0 {
			b[strings.Join(labels, "/")]++
		}
	}
	return b
}
