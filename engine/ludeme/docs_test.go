package ludeme_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

func TestEveryArgumentIsDocumented(t *testing.T) {
	for _, fault := range ludeme.Stray() {
		t.Error(fault)
	}
	for _, f := range ludeme.Grammar().Forms() {
		d := ludeme.Document(f)
		if d.Example == "" {
			t.Errorf("%s: no example", f)
		}
		// One member of a choice says what holds without any.
		hasDefault := map[int]bool{}
		at := 0
		for _, s := range f.Slots {
			if s.Const != "" && !s.Optional {
				continue
			}
			a := d.Arguments[at]
			at++
			if a.Meaning == "" {
				t.Errorf("%s: nothing said about %s", f, &s)
			}
			if a.Default != "" {
				hasDefault[s.Group] = true
			}
			if s.Optional && s.Group == 0 && a.Default == "" {
				t.Errorf("%s: no default of %s", f, &s)
			}
		}
		for _, s := range f.Slots {
			if s.Optional && s.Group > 0 && !hasDefault[s.Group] {
				t.Errorf("%s: no default of %s and what it excludes", f, &s)
				hasDefault[s.Group] = true
			}
		}
	}
}

// shadowed are the forms that no clause is resolved to, because a form that
// comes before takes all of theirs: (sites) is the form with a player without one.
var shadowed = map[string]bool{"(sites) -> sites": true}

// TestExamples compiles the example of every form, looks for the form in what
// was understood, and plays a few moves.
func TestExamples(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	one := strings.ReplaceAll(frames["moves"], "@", `(move Add (to (sites Empty)))`)
	library := fstest.MapFS{"Example.lud": {Data: []byte(one)}} // of the matches
	for _, f := range ludeme.Grammar().Forms() {
		d := ludeme.Document(f)
		if d.Example == "" {
			continue // an error of TestEveryArgumentIsDocumented
		}
		name := d.Frame
		if name == "" {
			name = f.Result
		}
		frame, ok := frames[name]
		if !ok {
			t.Errorf("%s: there is no frame %q", f, name)
			continue
		}
		text := strings.ReplaceAll(frame, "@", d.Example)
		rs, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(text), Library: library})
		if err != nil {
			t.Errorf("%s: %v\n%s", f, err, d.Example)
			continue
		}
		if found := occurs(rs.Checked().Game, f) || occurs(rs.Checked().Metadata, f); found == shadowed[f.String()] {
			t.Errorf("%s: found in its example: %v\n%s", f, found, d.Example)
		}
		if err := game.Catch(func() {
			player := play.NewRandom(rs.Plan())
			for seed := range uint64(3) {
				player.Play(seed, 8)
			}
		}); err != nil {
			t.Errorf("%s: %v\n%s", f, err, d.Example)
		}
	}
}

// occurs reports whether the form is in the tree.
func occurs(e *lgdl.Expr, f *lgdl.Form) bool {
	if e == nil {
		return false
	}
	if e.Form != nil && e.Form.Text == f.Text && e.Form.Result == f.Result {
		return true
	}
	for _, a := range e.Args {
		if occurs(a, f) {
			return true
		}
	}
	for _, a := range e.Items {
		if occurs(a, f) {
			return true
		}
	}
	return false
}
