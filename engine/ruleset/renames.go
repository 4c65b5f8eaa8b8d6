package ruleset

import (
	"strings"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// rename has pieces drawn as those of another name:
//
//	(piece Rename P2 piece:"Scout" state:1 "Counter")
//
// What is left out holds for all.
type rename struct {
	owner, state, value int // anything for all
	piece, to           string
}

// anything is no number of an owner, a state or a value.
const anything = -1

// renameOf reads an item, and reports whether there is a drawing of the name that it gives.
func renameOf(e *lgdl.Expr) (r rename, drawn bool) {
	number := func(label string) int {
		if x := e.Arg(label); x != nil && x.Kind == lgdl.Int {
			return int(x.Float)
		}
		return anything
	}
	r = rename{anything, number("state"), number("value"), e.Arg("piece").Word(""), ""}
	for i, slot := range e.Form.Slots {
		switch x := e.Args[i]; {
		case x == nil || slot.Label != "":
		case x.Kind == lgdl.String:
			r.to = x.Text
		case x.Kind == lgdl.Const:
			if owner, ok := game.RoleNumber(x.Text); ok {
				r.owner = owner
			}
		}
	}
	if r.to != "" { // names of images are found whatever their case
		r.to = strings.ToUpper(r.to[:1]) + r.to[1:]
	}
	return r, draw.Drawn(r.to)
}

// name is that by which a component is drawn, of a state and value.
func (l *looks) name(k *game.Component, state, value int) string {
	is := func(asked, is int) bool { return asked == anything || asked == is }
	for _, r := range l.renames {
		if is(r.owner, k.Owner) && is(r.state, state) && is(r.value, value) &&
			(r.piece == "" || r.piece == k.Name || r.piece == strings.TrimRight(k.Name, "0123456789")) {
			return r.to
		}
	}
	return k.Name
}
