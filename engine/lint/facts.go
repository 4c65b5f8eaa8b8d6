package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// facts is what a checked description declares and names.
type facts struct {
	items   []*lgdl.Expr              // of the equipment
	phases  []*lgdl.Expr              // the phases, none for a game without
	uses    []use                     // every string that names something, and every unnamed use
	counts  map[naming]map[string]int // how often what is named, by how it is
	clauses map[string][]*lgdl.Expr   // by keyword, and by keyword and first constant: "set", "set Score"
	roles   []*lgdl.Expr              // every role
	moves   []*lgdl.Expr              // clauses of the play that are moves, outside of pieces
	shown   map[string]bool           // strings and constants of the metadata
	idle    map[string]bool           // defines of the description that are not used
}

// use is a place where something is named.
type use struct {
	naming
	name   string     // "" where the form takes what is not named
	at     *lgdl.Expr // the string, or the clause without one
	clause *lgdl.Expr
}

// collect also notes which defines an expansion left unused.
func (l *linter) collect(x *lgdl.Expanded, c *lgdl.Checked) *facts {
	f := collect(c)
	f.idle = map[string]bool{}
	for _, d := range x.Unused() {
		f.idle[d.Name] = true
	}
	return f
}

// collect goes through a description once.
func collect(c *lgdl.Checked) *facts {
	f := &facts{counts: map[naming]map[string]int{}, clauses: map[string][]*lgdl.Expr{}, shown: map[string]bool{}}
	if c.Metadata != nil {
		each(c.Metadata, func(e *lgdl.Expr) {
			if e.Kind == lgdl.String || e.Kind == lgdl.Const {
				f.shown[e.Text] = true
			}
		})
	}
	for x := range c.Game.Parts() {
		if x.Is("equipment") {
			f.items = clause.Equipment(x).Items().Items
		}
		each(x, f.visit)
	}
	for _, rules := range f.clauses["rules"] {
		each(rules, func(e *lgdl.Expr) {
			if e.Kind == lgdl.Clause && strings.HasPrefix(e.Form.Result, "moves") {
				f.moves = append(f.moves, e)
			}
		})
	}
	f.phases = f.clauses["phase"]
	for _, u := range f.uses {
		if f.counts[u.naming] == nil {
			f.counts[u.naming] = map[string]int{}
		}
		f.counts[u.naming][u.name]++
	}
	return f
}

// each calls f for an expression and all below it, in the order of the slots.
func each(e *lgdl.Expr, f func(e *lgdl.Expr)) {
	f(e)
	for _, x := range e.Args {
		if x != nil {
			each(x, f)
		}
	}
	for _, x := range e.Items {
		each(x, f)
	}
}

func (f *facts) visit(e *lgdl.Expr) {
	if e.Kind == lgdl.Const && e.Type == "roleType" {
		f.roles = append(f.roles, e)
	}
	if e.Kind != lgdl.Clause {
		return
	}
	if e.Form.Keyword != "phase" || e.Form.Result == "(phase)" {
		f.clauses[e.Form.Keyword] = append(f.clauses[e.Form.Keyword], e)
	}
	if which := e.Selector(); which != "" {
		key := e.Form.Keyword + " " + which
		f.clauses[key] = append(f.clauses[key], e)
	}
	f.quantity(e)
	names := slotNames()[e.Form]
	given := map[naming]bool{}
	for i, n := range names {
		switch x := e.Args[i]; {
		case n == plain || x == nil:
		case x.Kind == lgdl.String:
			given[n] = true
			f.uses = append(f.uses, use{n, x.Text, x, e})
		case x.Kind == lgdl.List:
			given[n] = true
			for _, y := range x.Items {
				f.uses = append(f.uses, use{n, y.Text, y, e})
			}
		}
	}
	for _, n := range names {
		if n != plain && !given[n] {
			given[n] = true
			f.uses = append(f.uses, use{n, "", e, e})
		}
	}
}

// quantity notes a clause that sets or reads what has no name.
func (f *facts) quantity(e *lgdl.Expr) {
	for _, q := range quantityForms {
		if strings.HasPrefix(e.Form.Text, q.form) && (q.constant == "" || e.Selector() == q.constant) {
			f.uses = append(f.uses, use{q.naming, "", e, e})
		}
	}
	// (forEach Die replayDouble:True …) counts in the variable without a name.
	if e.Form.Keyword == "forEach" && labelled(e, "replayDouble") {
		f.uses = append(f.uses, use{varRead, "", e, e}, use{varSet, "", e, e})
	}
}

// labelled reports whether the argument with a label is given.
func labelled(e *lgdl.Expr, label string) bool {
	for i := range e.Form.Slots {
		if e.Form.Slots[i].Label == label {
			return e.Args[i] != nil
		}
	}
	return false
}

// names returns what is named in one way, sorted.
func (f *facts) names(n naming) []string { return slices.Sorted(maps.Keys(f.counts[n])) }

// often tells in how many places the same is named as by a use, "" for one.
func (f *facts) often(u use) string {
	if n := f.counts[u.naming][u.name]; n > 1 {
		return fmt.Sprintf(" in %d places", n)
	}
	return ""
}

// has reports whether there is a clause with one of the keywords, each perhaps
// with its first constant.
func (f *facts) has(keys ...string) bool {
	for _, k := range keys {
		if len(f.clauses[k]) > 0 {
			return true
		}
	}
	return false
}

// declared returns the items of the equipment with a keyword.
func (f *facts) declared(keyword string) []*lgdl.Expr {
	var found []*lgdl.Expr
	for _, x := range f.items {
		if x.Form.Keyword == keyword {
			found = append(found, x)
		}
	}
	return found
}

// slot returns the argument of the first slot with the type, nil without one.
func slot(e *lgdl.Expr, typ string) *lgdl.Expr {
	for i := range e.Form.Slots {
		if e.Form.Slots[i].Type == typ && e.Args[i] != nil {
			return e.Args[i]
		}
	}
	return nil
}

// whose returns who a clause is about: a role, a (player …) or a number; nil when
// it does not say.
func whose(e *lgdl.Expr) *lgdl.Expr {
	for _, typ := range []string{"roleType", "(player)", "int"} {
		if x := slot(e, typ); x != nil {
			return x
		}
	}
	return nil
}
