package ludeme_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

// compiler returns a function that compiles a description.
func compiler(t *testing.T) func(text string) (*ruleset.Ruleset, error) {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) (*ruleset.Ruleset, error) {
		return loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(text)})
	}
}

// incomparable are the defaults that an end rule cannot look at, by form and slot.
var incomparable = map[string]bool{
	// A pass has no site, and the last move may be one.
	"(count Liberties [siteType] [at:int] [direction] [if:bool]) -> int at:int": true,
	// Nothing is moved to when an end rule is tried.
	"(count SitesPlatformBelow [siteType] [int] roleType) -> int int": true,
}

// TestDefaults takes the documentation at its word: where it gives a default in
// the language itself, the example with that argument must be the same as the
// example without it. Values are compared in an end rule after every move, moves
// by the positions that they lead to.
func TestDefaults(t *testing.T) {
	compile := compiler(t)
	compared := 0
	for _, f := range ludeme.Grammar().Forms() {
		d := ludeme.Document(f)
		name := d.Frame
		if name == "" {
			name = f.Result
		}
		frame := frames[name]
		at := 0
		for i, s := range f.Slots {
			if s.Const != "" && !s.Optional {
				continue
			}
			a := d.Arguments[at]
			at++
			explicit, ok := claimed(&s, a.Default)
			if !ok || incomparable[fmt.Sprint(f, " ", &s)] {
				continue
			}
			rs, err := compile(strings.ReplaceAll(frame, "@", d.Example))
			if err != nil {
				continue // an error of TestExamples
			}
			without, with, ok := variants(rs, f, i, frame, d.Example, explicit)
			if !ok {
				continue
			}
			if text, ok := unequal(frame, name, f, without, with); ok {
				rs, err := compile(text)
				if err != nil {
					t.Errorf("%s: %s cannot be compared: %v\n%s", f, &s, err, with)
					continue
				}
				if after, err := won(rs); err != nil {
					t.Errorf("%s: %s cannot be compared: %v\n%s", f, &s, err, with)
				} else if after > 0 {
					t.Errorf("%s: %s has not the default %s after move %d\n%s\n%s",
						f, &s, explicit, after, without, with)
				} else {
					compared++
				}
				continue
			}
			one, err := compile(strings.ReplaceAll(frame, "@", without))
			if err != nil {
				t.Errorf("%s: %s cannot be left out: %v\n%s", f, &s, err, without)
				continue
			}
			other, err := compile(strings.ReplaceAll(frame, "@", with))
			if err != nil {
				t.Errorf("%s: %s cannot be given: %v\n%s", f, &s, err, with)
				continue
			}
			if !slices.Equal(positions(one), positions(other)) {
				t.Errorf("%s: %s has not the default %s\n%s\n%s", f, &s, explicit, without, with)
			}
			compared++
		}
	}
	if compared < 250 {
		t.Errorf("only %d defaults could be compared", compared)
	}
}

// TestThen checks of which forms it is true that what follows them is never
// carried out.
func TestThen(t *testing.T) {
	compile := compiler(t)
	const scored = `(if (or (> (score P1) 50) (> (score P2) 50)) (result Mover Win))`
	for _, f := range ludeme.Grammar().Forms() {
		slot := slices.IndexFunc(f.Slots, func(s lgdl.Slot) bool { return s.Type == "(then)" })
		d := ludeme.Document(f)
		name := d.Frame
		if name == "" {
			name = f.Result
		}
		frame := frames[name]
		if slot < 0 || !strings.Contains(frame, over) {
			continue
		}
		frame = strings.Replace(frame, over, scored, 1)
		rs, err := compile(strings.ReplaceAll(frame, "@", d.Example))
		if err != nil {
			t.Error(err)
			continue
		}
		_, with, ok := variants(rs, f, slot, frame, d.Example, `(then (addScore Mover 100))`)
		if !ok {
			t.Errorf("%s: nothing can follow in %s", f, d.Example)
			continue
		}
		rs, err = compile(strings.ReplaceAll(frame, "@", with))
		if err != nil {
			t.Errorf("%v\n%s", err, with)
			continue
		}
		after, err := won(rs)
		if err != nil {
			t.Errorf("%v\n%s", err, with)
		}
		if said := d.Arguments[len(d.Arguments)-1].Meaning; (after > 0) == strings.Contains(said, "never carried out") {
			t.Errorf("%s: carried out after move %d: %s", f, after, with)
		}
	}
}

// inLanguage matches what begins with an expression and ends there, or goes on
// in words.
var inLanguage = regexp.MustCompile(`^(-?\d+(?:\.\d+)?|[A-Z]\w*|"[^"]*"|\([a-zA-Z ]+\))(?:$|[,;])`)

// claimed returns a default as an argument of the slot, if it is one.
func claimed(s *lgdl.Slot, text string) (string, bool) {
	m := inLanguage.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	value := m[1]
	typ := strings.TrimSuffix(s.Type, "!")
	switch {
	case typ == "(from)" && value != "(from)", typ == "(to)":
		value = typ[:len(typ)-1] + " " + value + ")"
	case 'A' <= value[0] && value[0] <= 'Z':
		known := slices.Contains(lgdl.Enum(typ), value) || typ == "bool" && (value == "True" || value == "False")
		if !known {
			return "", false
		}
	}
	if s.Label != "" {
		value = s.Label + ":" + value
	}
	return value, true
}

// variants returns the example without the argument of a slot and with an
// explicit one there.
func variants(rs *ruleset.Ruleset, f *lgdl.Form, slot int, frame, example, explicit string) (
	without, with string, ok bool) {
	start := strings.Index(frame, "@")
	text := strings.ReplaceAll(frame, "@", example)
	e := within(rs.Checked().Game, f, text, start, start+len(example))
	if e == nil {
		return "", "", false
	}
	for i, s := range f.Slots {
		if i != slot && s.Group > 0 && s.Group == f.Slots[slot].Group && e.Args[i] != nil {
			return "", "", false // another choice is made
		}
		if i > slot && s.Label == "" && s.Type == f.Slots[slot].Type && e.Args[i] != nil {
			return "", "", false // it would be taken for the one left out
		}
	}
	clause := offset(text, e.Pos)
	from, to := end(text, clause)-1, 0
	for i := len(e.Args) - 1; i >= slot; i-- {
		if a := e.Args[i]; a != nil {
			from = offset(text, a.Pos)
			to = end(text, from)
			if a.Label != "" {
				from = strings.LastIndex(text[:from], a.Label+":")
			}
		}
	}
	if e.Args[slot] == nil {
		to = from
	}
	if from < start || to > start+len(example) {
		return "", "", false
	}
	before, after := text[start:from], text[to:start+len(example)]
	return before + " " + after, before + " " + explicit + " " + after, true
}

// within returns a clause of the form that is written between two offsets.
func within(e *lgdl.Expr, f *lgdl.Form, text string, low, high int) *lgdl.Expr {
	if e == nil {
		return nil
	}
	if e.Form != nil && e.Form.Text == f.Text && e.Form.Result == f.Result {
		if at := offset(text, e.Pos); at >= low && at < high {
			return e
		}
	}
	for _, a := range append(slices.Clone(e.Args), e.Items...) {
		if found := within(a, f, text, low, high); found != nil {
			return found
		}
	}
	return nil
}

// offset returns the place as a number of bytes.
func offset(text string, p lgdl.Pos) int {
	at := 0
	for range p.Line - 1 {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	return at + p.Col - 1
}

// end returns the offset behind the expression that begins at one.
func end(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth <= 0 {
				return i + depth + 1
			}
		case ' ', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// unequal returns a game that a player wins when two fragments have different
// values, if there is one.
func unequal(frame, name string, f *lgdl.Form, a, b string) (string, bool) {
	if strings.Contains(a, "Random") {
		return "", false
	}
	for result, hole := range map[string][2]string{
		"boolean": {`(if @ (result`, `(if (xor %s %s) (result`},
		"int":     {`(< 1000 @)`, `(!= %s %s)`},
		"ints":    {`(< 1000 (size Array @))`, `(!= (+ %s) (+ %s))`},
		"sites":   {`(< 1000 (count Sites in:@))`, `(!= %s %s)`},
		"directions": {`(< 1000 (count Sites in:(sites Direction from:12 @)))`,
			`(!= (sites Direction from:12 %s) (sites Direction from:12 %s))`},
	} {
		if f.Result == result && strings.HasSuffix(name, result) {
			return strings.Replace(frame, hole[0], fmt.Sprintf(hole[1], a, b), 1), true
		}
	}
	return "", false
}

// won returns after how many moves some play is won, 0 if none is before its
// 16th move.
func won(rs *ruleset.Ruleset) (plies int, err error) {
	err = game.Catch(func() {
		player := play.NewRandom(rs.Plan())
		for seed := range uint64(4) {
			if r := player.Play(seed, 16); r.Winner > 0 {
				plies = r.Plies
			}
		}
	})
	return plies, err
}

// positions returns what tells boards and the positions of some plays apart.
func positions(rs *ruleset.Ruleset) []string {
	var all []string
	topo := rs.Plan().Topo
	for _, st := range []board.SiteType{board.Cell, board.Vertex, board.Edge} {
		for site := range int32(topo.Num(st)) {
			all = append(all, fmt.Sprint(topo.Point(st, site), topo.AllSteps(st, site, st)))
		}
	}
	for _, t := range rs.Plan().Tracks {
		all = append(all, fmt.Sprintf("%+v", *t))
	}
	err := game.Catch(func() {
		player := play.NewRandom(rs.Plan())
		for seed := range uint64(4) {
			player.Start(seed)
			c := player.Context()
			for n := 0; n < 10 && !c.S.Over; n++ {
				player.Step()
				all = append(all, fmt.Sprint(c.FullHash(), c.S.Winner))
			}
		}
	})
	return append(all, fmt.Sprint(err))
}
