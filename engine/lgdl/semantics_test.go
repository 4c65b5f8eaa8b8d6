package lgdl_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
)

// expand returns the canonical text of the description's game, or the error.
func expand(t *testing.T, text string, sel lgdl.Selection) string {
	t.Helper()
	defs, err := lgdl.LoadDefines(fstest.MapFS{
		"a.def": {Data: []byte(`(define "Two" (pair #1 #2))`)},
		"b.def": {Data: []byte(`(define "Deep" ("Two" ("Two" #1 x) #2)) // "Two"`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	d, err := lgdl.Read("t", []byte(text))
	if err != nil {
		return "error: " + err.Error()
	}
	e, err := d.Expand(defs, sel)
	if err != nil {
		return "error: " + err.Error()
	}
	return e.Canonical()
}

func TestExpansion(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"bracketed use", `(define "A" (foo #1)) (game N ("A" 1))`, `(game N (foo 1))`},
		{"name of a game is protected", `(define "A" (foo)) (game "A" ("A"))`, `(game "A" (foo))`},
		{"so is what follows game", `(define "A" (foo)) (game ("A"))`,
			`error: t:1:27: there is no define named "A"; what comes right after "(game" is the game's name, and no define`},
		{"body that is no clause", `(define "Five" 5) (game N (x "Five") (y ("Five")))`, `(game N (x 5) (y 5))`},
		{"missing argument", `(define "A" (foo a:#1 #2)) (game N ("A" ~ 3))`, `(game N (foo a:3))`},
		{"label without value", `(define "A" (foo #2 a:#1)) (game N ("A" ~ 3))`, `(game N (foo 3))`},
		{"gap in parameters", `(define "A" (foo #2)) (game N ("A" 1 2))`, `(game N (foo #2))`},
		{"parameter in a string", `(define "A" (foo "Pawn#1")) (game N ("A" 2))`, `(game N (foo "Pawn2"))`},
		{"labelled argument", `(define "A" (foo #1 #2)) (game N ("A" at:(b C) {1 2}))`, `(game N (foo at:(b C) {1 2}))`},
		{"the first define wins", `(define "A" 1) (define "A" 2) (game N (x "A"))`, `(game N (x 1))`},
		{"in-file shadows known", `(define "Two" (mine #1)) (game N ("Deep" 1 2))`, `(game N (mine (mine 1)))`},
		{"known in known", `(game N ("Deep" 1 2))`, `(game N (pair (pair 1 X) 2))`},
		{"define inside a define", `(define "A" (define "B" 7) (foo "B")) (game N ("A"))`, `(game N (foo 7))`},
		{"use in an argument of the same define", `(define "A" (f #1)) (game N ("A" ("A" 3)))`, `(game N (f (f 3)))`},
		{"double brackets", `(define "A" (f)) (game N (("A")))`, `(game N (f))`},
		{"empty clause", `(game N (f () 1))`, `(game N (f 1))`},
		{"rising range", `(game N (f {1..4}))`, `(game N (f {1 2 3 4}))`},
		{"falling range", `(game N (f {2..0}))`, `(game N (f {2 1 0}))`},
		{"range of one", `(game N (f {3..3}))`, `(game N (f {3 3}))`},
		{"minus stays in front", `(game N (f {-2..1}))`, `(game N (f {-2 1}))`},
		{"site range", `(game N (f {"A1".."b2"}))`, `(game N (f {"A1" "A2" "B1" "B2"}))`},
		{"empty site range", `(game N (f {"B1".."A2"}))`, `(game N (f {}))`},
		{"comment in a string", `(game N (f "a//b") // c` + "\n)", `(game N (f "a//b"))`},
		{"clean strings", `(game N (f "a:  b ( c )"))`, `(game N (f "a:b (c)"))`},
		{"escaped quote", `(game N (f "say \"x\""))`, `(game N (f "say 'x'"))`},
		{"blank after a label", `(game N (f a: (b)))`, `(game N (f a:(b)))`},
		{"operators and angle brackets", `(option "O" <T> args:{<a>} {(item "I" <(> 1 2)> "")}) (game N (f <T:a> (< 1 2)))`,
			`(game N (f (> 1 2) (< 1 2)))`},
		{"tag without argument", `(option "O" <T> args:{<a> <b>} {(item "I" <1> <2> "")}) (game N (f <T> <T:b>))`,
			`(game N (f 1 2))`},
		{"priority", `(option "O" <T> args:{<a>} {(item "I" <1> "") (item "J" <2> "")* (item "K" <3> "")**}) (game N (f <T>))`, `(game N (f 3))`},
		{"no values end the substitution", `(option "O" <T> args:{} {(item "I" "")}) (option "P" <U> args:{<a>} {(item "J" <1> "")}) (game N (f <U>))`, `(game N (f <U>))`},
		{"option value with a define", `(option "O" <T> args:{<a>} {(item "I" <("Two" 1 2)> "")}) (game N (f <T:a>))`,
			`(game N (f (pair 1 2)))`},
		{"second rulesets", `(rulesets {(ruleset "Ruleset/A" {})}) (rulesets {}) (game N (f))`, `(game N (f))`},
	} {
		if got := expand(t, c.text, lgdl.Selection{}); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

const choices = `
(option "Size" <S> args:{<n>} { (item "Small" <3> "s")* (item "Big" <9> "b") })
(option "Goal" <G> args:{<n>} { (item "Line" <1> "l") (item "Score" <2> "s") })
(rulesets {
  (ruleset "Ruleset/One" {"Size/Small" "Goal/Line"})
  (ruleset "Ruleset/Two" {"Size/Big" "Goal/Score"} variations:{"Size/Small" "Goal/Line"})
  (ruleset "Ruleset/Three" {})
})
(game (f <S> <G>))
(metadata (info {(useFor "Ruleset/Two" (description "two")) (useFor {"Size/Small" "Goal/Line"} (description "one"))}))`

func TestSelection(t *testing.T) {
	for _, c := range []struct {
		name string
		sel  lgdl.Selection
		want string
	}{
		{"defaults", lgdl.Selection{}, "(game (f 3 1))"},
		{"an option", lgdl.Selection{Options: []string{"Goal/Score"}}, "(game (f 3 2))"},
		{"a ruleset", lgdl.Selection{Ruleset: "Ruleset/Two"}, "(game (f 9 2))"},
		{"a ruleset without its prefix", lgdl.Selection{Ruleset: "Two"}, "(game (f 9 2))"},
		{"a ruleset with nothing", lgdl.Selection{Ruleset: "Three"}, "(game (f 3 1))"},
		{"two of a category fall back", lgdl.Selection{Options: []string{"Size/Big", "Size/Small"}, Fallback: true},
			"(game (f 3 1))"},
		{"an unknown one falls back", lgdl.Selection{Options: []string{"Size/Big", "Colour/Red"}, Fallback: true},
			"(game (f 3 1))"},
		{"an unknown one", lgdl.Selection{Options: []string{"Size/Bgi"}},
			`error: t: the selected option "Size/Bgi" does not exist, or another item of its category is selected too; did you mean "Size/Big"? the items of "Size" are "Size/Small", "Size/Big"`},
		{"an unknown ruleset", lgdl.Selection{Ruleset: "Ruleset/Tow"},
			`error: t: there is no ruleset "Ruleset/Tow"; did you mean "Ruleset/Two"? the rulesets are "Ruleset/One", "Ruleset/Two", "Ruleset/Three"`},
	} {
		if got := expand(t, choices, c.sel); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	d, err := lgdl.Read("t", []byte(choices))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.Rulesets()[1].Combinations(0)); n != 4 {
		t.Errorf("ruleset Two names %d combinations, want 4", n)
	}
	for ruleset, want := range map[string]string{"": "one", "Two": "two"} {
		e, err := d.Expand(nil, lgdl.Selection{Ruleset: ruleset})
		if err != nil {
			t.Fatal(err)
		}
		items := e.Metadata.Items[0].Items[0].Items
		if len(items) != 1 || items[0].Items[0].Text != want {
			t.Errorf("ruleset %q keeps %d descriptions, want %q", ruleset, len(items), want)
		}
	}
}

// Options that a declared ruleset gets wrong are errors at their places, of that
// ruleset only.
func TestRulesetProblems(t *testing.T) {
	text := `(option "Size" <S> args:{<n>} { (item "Small" <3> "s")* (item "Big" <9> "b") })
(option "Goal" <G> args:{<n>} { (item "Line" <1> "l") (item "Score" <2> "s") })
(rulesets {
  (ruleset "Ruleset/Good" {"Size/Big" "Goal/Score"})
  (ruleset "Ruleset/Typo" {"Size/Bgi" "Goal/Score"})
  (ruleset "Ruleset/Far" {"Colour/Red"})
  (ruleset "Ruleset/Both" {"Size/Big" "Size/Small"})
  (ruleset "Ruleset/Varied" {"Size/Big"} variations:{"Size/Smal" "Goal/Line"})
})
(game (f <S> <G>))`
	want := []string{
		`t:5:28: ruleset "Ruleset/Typo" selects the option "Size/Bgi", which does not exist; did you mean "Size/Big"? ` +
			`the items of "Size" are "Size/Small", "Size/Big"`,
		`t:6:27: ruleset "Ruleset/Far" selects the option "Colour/Red", which does not exist; ` +
			`the options are "Size/Small", "Size/Big", "Goal/Line", "Goal/Score"`,
		`t:7:28: ruleset "Ruleset/Both" selects "Size/Big" and another item of that option, or the same twice`,
		`t:8:54: ruleset "Ruleset/Varied" varies to the option "Size/Smal", which does not exist; did you mean "Size/Small"? ` +
			`the items of "Size" are "Size/Small", "Size/Big"`,
	}
	d, err := lgdl.Read("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Problems().Error(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	for name, want := range map[string]string{
		"": "(game (f 3 1))", "Good": "(game (f 9 2))", "Varied": "(game (f 9 1))",
		"Typo": "error: " + want[0], "Far": "error: " + want[1], "Both": "error: " + want[2],
	} {
		if got := expand(t, text, lgdl.Selection{Ruleset: name}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if v := d.Rulesets()[4].Variations; len(v) != 1 || v[0] != "Goal/Line" {
		t.Errorf("variations %q", v)
	}
}

// TestPositions checks that what an author wrote is found again after expansion.
func TestPositions(t *testing.T) {
	text := "(define \"A\" (foo #1\n  here))\n(game N (\"A\" there)\n  (\"Two\" 1 5))"
	defs, err := lgdl.LoadDefines(fstest.MapFS{"two.def": {Data: []byte("// c\n(define \"Two\" (pair #1 #2))")}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := lgdl.Read("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	foo, pair := e.Game.Items[1], e.Game.Items[2]
	var got []string
	for _, n := range []*lgdl.Node{foo, foo.Items[0], foo.Items[1], pair, pair.Items[1]} {
		s := n.Pos.String()
		if n.Via != nil {
			s += " " + n.Via.String()
		}
		got = append(got, s)
	}
	want := `t:1:13 define "A"|t:3:14|t:2:3 define "A"|t:4:4 define "Two", two.def:2:15|t:4:12`
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestResolution(t *testing.T) {
	for _, c := range []struct{ text, want, form string }{
		{"(sites)", "sites", "(sites [(player) | roleType] [siteType] [string])"},
		{"(sites Cell 3)", "sites", "(sites sitesIndexType [siteType] [int])"},
		{`(place "Pawn1")`, "startRule", "(place string [string] [siteType] [int] [coord:string] [count:int] [state:int] " +
			"[rotation:int] [value:int])"},
		{"(- 3)", "int", "(- [int] int)"},
		{"(add 1 2)", "int", "(+ int int)"},
		{"(is Count 3)", "bool", "(is isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int)"},
		{"(max 3)", "range", "(max int)"},
		{"(if True (result P1 Win))", "endRule", "(if bool [(if) | {(if)}] [(result)])"},
		{"(array {1 Off Infinity})", "ints", "(array {int})"},
	} {
		nodes, err := lgdl.Parse("t", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		e, err := grammar().Check(nodes[0], c.want)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if e.Form.Text != c.form {
			t.Errorf("%s resolves to %s, want %s", c.text, e.Form.Text, c.form)
		}
	}
	for text, want := range map[string]string{
		"(then (move Pass))":                            "(then)", // a decision is no consequence
		"(+ (count Pieces) 1)":                          "dim",    // sizes are not functions of the play
		"(board (square 3) largeStack:True use:Vertex)": "item",   // the order counts
		"{1 2}":   "sites",
		"P1":      "int",
		"(max 3)": "int",
	} {
		nodes, err := lgdl.Parse("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if e, err := grammar().Check(nodes[0], want); err == nil {
			t.Errorf("%s is accepted as %s: %v", text, want, e.Form)
		}
	}
}
