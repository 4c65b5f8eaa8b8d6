package assist_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
)

const ourLibrary = "../../library"

// library returns the known defines that we ship.
func library(t testing.TB) *assist.Library {
	t.Helper()
	l, err := assist.NewLibrary(os.DirFS(filepath.Join(ourLibrary, "def")))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// descriptions calls f with every file of our library.
func descriptions(t testing.TB, f func(name string, text []byte)) {
	t.Helper()
	root := os.DirFS(filepath.Join(ourLibrary, "lud"))
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".lud") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		f(path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCompletesWhatIsWritten takes every word of our library away in turn, with all
// that follows, and demands that completion offers it.
func TestCompletesWhatIsWritten(t *testing.T) {
	l := library(t)
	asked, n := 0, 0
	descriptions(t, func(name string, text []byte) {
		if n++; n%7 != 0 && testing.Short() {
			return
		}
		for i, s := range lgdl.Tokens(text) {
			if i%5 != n%5 { // a fifth of the words: the others cost as much and show the same
				continue
			}
			word := string(text[s.Start:s.End])
			switch s.Class {
			case lgdl.ClassKeyword:
				if word[0] == '#' || slices.Contains([]string{"define", "option", "item", "rulesets", "ruleset", "metadata", "game",
					"match"}, word) {
					continue
				}
			case lgdl.ClassConst:
				if strings.ContainsAny(word, `:.<>#,*`) || word == "#1" {
					continue
				}
			default:
				continue
			}
			asked++
			c := l.Complete(text[:s.Start], s.Start)
			if !slices.ContainsFunc(c.Items, func(i assist.Item) bool { return strings.EqualFold(i.Label, word) }) {
				if len(c.Forms) == 0 {
					continue // inside of a define's arguments nothing is known
				}
				t.Errorf("%s: at byte %d completion does not offer %s, in %s", name, s.Start, word, c.Clause)
			}
		}
	})
	if asked < 1000 && !testing.Short() {
		t.Errorf("only %d words asked for", asked)
	}
	t.Logf("%d words", asked)
}

const disc = `(define "Go" (move Step (to if:(is Empty (to)))))
(game "Walk"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Disc" Each ("Go"))
        (regions "Goal" P1 (sites Top))
    })
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (forEach Piece))
        (end (if (is In (last To) (sites "Goal")) (result Mover Win)))
    )
)
`

func TestDiagnose(t *testing.T) {
	l := library(t)
	for _, x := range []struct {
		name, from, to string
		message        string // part of the first message
		repaired       bool   // whether the first repair gives the text back
	}{
		{"right", "", "", "", false},
		{"keyword", "(forEach Piece)", "(forEech Piece)", "forEech", true},
		{"constant", "Mover Win", "Mover Wim", "Wim", true},
		{"label", "to if:", "to iff:", "iff", true},
		{"region", `(sites "Goal")`, `(sites "Gaol")`, "Gaol", true},
		{"define", `("Go")`, `("Goo")`, "Goo", false},
		{"bracket", "(sites Top))\n    })", "(sites Top)\n    })", "", true},
		{"end", "    )\n)\n", "    )\n", "never closed", false},
		{"quote", `"Walk"`, `"Walk`, "never closed", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.from != "" && strings.Count(disc, x.from) != 1 {
				t.Fatalf("%q is there %d times", x.from, strings.Count(disc, x.from))
			}
			text := []byte(strings.Replace(disc, x.from, x.to, 1))
			r := l.Diagnose(context.Background(), assist.Source{File: "walk.lud", Text: text}, lint.Bounds{})
			if x.name == "right" {
				if len(r.Diagnostics) != 0 || r.Ruleset == nil {
					t.Errorf("%+v", r.Diagnostics)
				}
				return
			}
			if len(r.Diagnostics) == 0 {
				t.Fatal("nothing is wrong")
			}
			d := r.Diagnostics[0]
			if !strings.Contains(d.Message+string(text[d.At.Start:d.At.End]), x.message) {
				t.Errorf("%q at %q", d.Message, text[d.At.Start:d.At.End])
			}
			if !x.repaired {
				return
			}
			if len(d.Repairs) == 0 {
				t.Fatalf("no repair of %+v", d)
			}
			fixed := edited(text, d.Repairs[0].Edits)
			if again := l.Diagnose(context.Background(), assist.Source{File: "walk.lud", Text: fixed},
				lint.Bounds{}); len(again.Diagnostics) > 0 {
				t.Errorf("after %q: %+v in\n%s", d.Repairs[0].Title, again.Diagnostics, fixed)
			}
		})
	}
}

func edited(text []byte, edits []assist.Edit) []byte {
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		text = slices.Concat(text[:e.Start], []byte(e.Text), text[e.End:])
	}
	return text
}

func TestOtherFormalisms(t *testing.T) {
	l := library(t)
	for file, text := range map[string]string{"a.kif": "(role", "a.rbg": "#players = ", "a.efg": "EFG 2 R \"x\"",
		"a.def": "(define \"A\" (x)", "a.txt": "x"} {
		r := l.Diagnose(context.Background(), assist.Source{File: file, Text: []byte(text)}, lint.Bounds{})
		if len(r.Diagnostics) == 0 || r.Diagnostics[0].Severity != assist.Fault {
			t.Errorf("%s: %+v", file, r.Diagnostics)
		}
	}
}

// at is the place of a mark in a text, and the text without it.
func at(t *testing.T, marked string) ([]byte, int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "¦")
	if !ok {
		t.Fatal("no mark")
	}
	return []byte(before + after), len(before)
}

func TestComplete(t *testing.T) {
	l := library(t)
	for _, x := range []struct {
		text     string
		yes, not []string
	}{
		{`(game "A" (players 2) (equipment {(board (¦`, []string{"square", "hex", "rectangle"}, []string{"forEach", "if"}},
		{`(game "A" (players 2) (equipment {(pi¦`, []string{"piece"}, []string{"board"}},
		{`(game "A" (players 2) (equipment {(board (square 3))}) (rules (play (move ¦`, []string{"Add", "Step", "Pass"},
			[]string{"Win"}},
		{`(game "A" (players 2) (equipment {(board (square 3))}) (rules (play (forEach Piece)) (end (if (is Line 3) (result Mover ¦`,
			[]string{"Win", "Loss", "Draw"}, []string{"Add", "P1"}},
		{`(is Line 3 ¦`, []string{"Orthogonal", "All"}, []string{"Win"}},
		{`(piece "Disc" Each ¦`, []string{"N"}, []string{"P1"}},
		{disc + `(game "B" (rules (start (place "¦`, []string{"Disc", "Goal"}, nil},
		{disc + `("¦`, []string{"Go"}, []string{"Disc"}},
		{`(game "A" // a com¦`, nil, []string{"players"}},
		{`(move Step (to if:(is Empty (to))) ¦`, []string{"stack:"}, nil},
	} {
		text, place := at(t, x.text)
		c := l.Complete(text, place)
		var labels []string
		for _, i := range c.Items {
			labels = append(labels, i.Label)
		}
		for _, w := range x.yes {
			if !slices.Contains(labels, w) {
				t.Errorf("%q: no %s among %d: %v; %v", x.text, w, len(labels), labels[:min(len(labels), 20)], c.Next)
			}
		}
		for _, w := range x.not {
			if slices.Contains(labels, w) {
				t.Errorf("%q: %s is offered", x.text, w)
			}
		}
	}
}

func TestHover(t *testing.T) {
	l := library(t)
	for marked, want := range map[string]string{
		strings.Replace(disc, "(forEach Piece", "(for¦Each Piece", 1): "(forEach Piece",
		strings.Replace(disc, "Mover Win", "Mover W¦in", 1):           "resultType",
		strings.Replace(disc, `(sites "Goal")`, `(sites "Go¦al")`, 1): "region",
		strings.Replace(disc, `("Go")`, `("G¦o")`, 1):                 "(define \"Go\"",
		strings.Replace(disc, "to if:", "to i¦f:", 1):                 "if:",
		strings.Replace(disc, `(place "Disc1"`, `(place "Di¦sc1"`, 1): "piece",
		strings.Replace(disc, `(define`, `(def¦ine`, 1):               "gives a piece of text a name",
	} {
		text, place := at(t, marked)
		h := l.Hover(text, place)
		if h == nil || !strings.Contains(h.Text, want) {
			t.Errorf("at %q: %+v, want %q", marked[max(0, place-10):place+12], h, want)
		}
	}
}

func TestNames(t *testing.T) {
	l := library(t)
	text, place := at(t, strings.Replace(disc, `"Disc1"`, `"Di¦sc1"`, 1))
	if d := l.Definition(text, place); len(d) != 1 || string(text[d[0].Start:d[0].End]) != "Disc" {
		t.Errorf("definition %+v", d)
	}
	if r := l.References(text, place); len(r) != 3 {
		t.Errorf("references %+v", r)
	}
	edits, why := l.Rename(text, place, "Stone")
	if why != "" || len(edits) != 3 {
		t.Fatalf("%q %+v", why, edits)
	}
	renamed := string(edited(text, edits))
	if strings.Contains(renamed, "Disc") || strings.Count(renamed, "Stone") != 3 {
		t.Errorf("renamed:\n%s", renamed)
	}
	if r := l.Diagnose(context.Background(), assist.Source{File: "a.lud", Text: []byte(renamed)},
		lint.Bounds{}); len(r.Diagnostics) > 0 {
		t.Errorf("%+v", r.Diagnostics)
	}
	if _, why := l.Rename(text, place, "a\"b"); why == "" {
		t.Error("a name with a quotation mark is taken")
	}
	if s := assist.Symbols(text); len(s) != 4 || s[0].Kind != "define" {
		t.Errorf("symbols %+v", s)
	}
	if f := assist.Folding(text); len(f) != 4 {
		t.Errorf("folding %+v", f)
	}
}

func TestLines(t *testing.T) {
	text := []byte("a\nb\U0001F600c\nend")
	l := assist.NewLines(text)
	for i := range text {
		line, column := l.Position(i)
		if back := l.Offset(line, column); back != i && text[i]&0xc0 != 0x80 {
			t.Errorf("byte %d is %d:%d is byte %d", i, line, column, back)
		}
	}
	if line, column := l.Position(7); line != 1 || column != 3 {
		t.Errorf("c is at %d:%d", line, column)
	}
	if l.Offset(9, 9) != len(text) || l.Offset(0, 9) != 1 {
		t.Error("places beyond the text")
	}
}
