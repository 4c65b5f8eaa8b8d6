package ludeme_test

import (
	_ "embed" // for the list of what is not lowered
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

//go:embed unlowered.txt
var unloweredList string

// TestEveryRowIsLowered compiles the example of every form to compiled code, and then the example with each optional
// argument that no example has: what is refused, and why, is what unlowered.txt says, no more and no less. With
// ASTRAGAL_UNLOWERED the list is written to the file of that name.
func TestEveryRowIsLowered(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	one := strings.ReplaceAll(frames["moves"], "@", `(move Add (to (sites Empty)))`)
	library := fstest.MapFS{"Example.lud": {Data: []byte(one)}}
	refused := func(text string) (rs *ruleset.Ruleset, why string) {
		rs, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(text), Library: library})
		if err != nil {
			return nil, err.Error()
		}
		if rs.Plan().IsMatch() {
			return rs, "" // its games are compiled
		}
		if err = rs.Refused(); err == nil {
			return rs, ""
		}
		var broken *game.Broken
		if errors.As(err, &broken) {
			t.Errorf("%v\n%s", err, text)
		}
		_, why, _ = strings.Cut(err.Error(), "not compiled: ")
		return rs, why
	}
	got, covered, examples := map[string]string{}, map[string]bool{}, map[*lgdl.Form]*lgdl.Expr{}
	for _, f := range ludeme.Grammar().Forms() {
		d := ludeme.Document(f)
		name := d.Frame
		if name == "" {
			name = f.Result
		}
		rs, why := refused(strings.ReplaceAll(frames[name], "@", d.Example))
		switch {
		case rs == nil:
			t.Errorf("%s: %s", f, why)
		case why != "":
			got[f.String()] = why
		default:
			examples[f] = rs.Checked().Game
			cover(rs.Checked().Game, covered)
		}
	}
	for _, f := range ludeme.Grammar().Forms() {
		if examples[f] == nil || f.Lower == nil || !occurs(examples[f], f) {
			continue
		}
		for i := range f.Slots {
			s := &f.Slots[i]
			key := f.String() + " " + s.String()
			if s.Const != "" || !s.Optional || covered[key] {
				continue
			}
			why := "no example can be made"
			for _, value := range values[strings.TrimSuffix(s.Type, "!")] {
				var w strings.Builder
				(&writer{to: &w, form: f, slot: i, value: value}).expr(examples[f])
				rs, no := refused(w.String())
				if rs == nil {
					continue
				}
				if why = no; why == "" {
					break
				}
			}
			if why != "" {
				got[key] = why
			}
		}
	}
	if file := os.Getenv("ASTRAGAL_UNLOWERED"); file != "" {
		head, _, _ := strings.Cut(unloweredList, "\n")
		var w strings.Builder
		w.WriteString(head + "\n")
		for _, key := range slices.Sorted(maps.Keys(got)) {
			w.WriteString(key + "\t" + got[key] + "\n")
		}
		if err := os.WriteFile(file, []byte(w.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	for line := range strings.Lines(unloweredList) {
		if key, why, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			want[key] = why
		}
	}
	for key, why := range got {
		if want[key] != why {
			t.Errorf("%s: not compiled: %s; unlowered.txt says %q", key, why, want[key])
		}
	}
	for key := range want {
		if got[key] == "" {
			t.Errorf("%s: lowered, though unlowered.txt says that it is not", key)
		}
	}
}

// values are arguments that are tried, by type of slot.
var values = map[string][]string{
	"bool": {"True", "(is Even (count Moves))"}, "int": {"1", "(count Moves)", "0"}, "(then)": {"(then (addScore Mover 1))"},
	"siteType": {"Cell", "Vertex", "Edge"}, "roleType": {"Mover", "P1"}, "(player)": {"(player 1)", "(player (mover))"},
	"string": {`"Disc"`, `"Loop"`, `"Way"`, `"Track"`, `"Goal"`, `"Any"`, `"Board"`}, "(from)": {"(from 0)", "(from)"},
	"sites": {"(sites Board)", "(sites Occupied by:Mover)"}, "{int}": {"{1 2}"},
	"(between)": {"(between if:(is Empty (between)))", "(between)"}, "moves": {"(move Pass)", "(addScore Mover 1)"},
	"nonDecision": {"(addScore Mover 1)"}, "{string}": {`{"Disc"}`}, "whenType": {"StartOfTurn"},
	"relationType": {"Orthogonal"}, "absoluteDirection": {"Orthogonal", "N"}, "direction": {"Orthogonal", "N"},
	"(piece)": {`(piece "Disc")`, "(piece (mover))"}, "{roleType}": {"{P1 P2}"}, "{hiddenData}": {"{What}"},
	"stackDirection": {"FromTop"}, "repetitionType": {"Situational"}, "regionTypeDynamic": {"Empty"}, "prevType": {"Mover"},
	"(to)": {"(to (sites Empty))", "(to)"}, "(step)": {"(step (to if:(is Empty (to))))"}, "range": {"(range 1 2)"},
}

// cover notes the arguments that the clauses of a tree have.
func cover(e *lgdl.Expr, covered map[string]bool) {
	if e == nil {
		return
	}
	for i, a := range e.Args {
		if a != nil {
			covered[e.Form.String()+" "+e.Form.Slots[i].String()] = true
		}
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, a := range list {
			cover(a, covered)
		}
	}
}

// writer writes a description with another value of one slot, in the first clause of a form.
type writer struct {
	to    *strings.Builder
	form  *lgdl.Form
	slot  int
	value string
	done  bool
}

func (w *writer) expr(e *lgdl.Expr) {
	switch e.Kind {
	case lgdl.String:
		w.to.WriteString(`"` + e.Text + `"`)
	case lgdl.List:
		w.to.WriteString("{")
		for _, x := range e.Items {
			w.expr(x)
			w.to.WriteString(" ")
		}
		w.to.WriteString("}")
	case lgdl.Clause:
		w.clause(e)
	default:
		w.to.WriteString(e.Text)
	}
}

func (w *writer) clause(e *lgdl.Expr) {
	here := !w.done && e.Form.String() == w.form.String()
	w.done = w.done || here
	w.to.WriteString("(" + e.Form.Keyword)
	for i, a := range e.Args {
		s := &e.Form.Slots[i]
		mine := here && i == w.slot
		if a == nil && !mine || here && !mine && s.Group > 0 && s.Group == w.form.Slots[w.slot].Group {
			continue
		}
		w.to.WriteString(" ")
		if s.Label != "" {
			w.to.WriteString(s.Label + ":")
		}
		if mine {
			w.to.WriteString(w.value)
		} else {
			w.expr(a)
		}
	}
	w.to.WriteString(")")
}
