package ir_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
)

var update = flag.Bool("update", false, "write what the passes make of testdata")

// TestParse: a program is what its text form says: the same text again, and the same results.
func TestParse(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		p := sumOf(r, 1+i%5)
		text := printed(t, p)
		q, err := ir.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := printed(t, q); again != text {
			t.Fatalf("read as\n%s\nexpected\n%s", again, text)
		}
		a, b := r.Uint64(), r.Uint64()
		var results []uint64
		for _, x := range []*ir.Program{p, q} {
			ir.Expand(x)
			x.Layout()
			stack := []uint64{a & 0xff, b & 0xff}
			if err := closure.New(x).Func("sum")(stack); err != nil {
				t.Fatal(err)
			}
			results = append(results, stack[0])
		}
		if results[0] != results[1] {
			t.Fatalf("the program read comes to %d, not %d\n%s", results[1], results[0], text)
		}
	}
}

// TestParseErrors: what is no program is refused with its line.
func TestParseErrors(t *testing.T) {
	const head = "words 1\nstate s u8 9\ntable t u8 2\n\nfunc f(n.0 i32) i32\n"
	for text, want := range map[string]string{
		"":                                    `line 1: found "", expected "words"`,
		"words 1\nstate s u9 9":               `line 2: found "u9", expected one of u8`,
		"words 1\nstate s u8 9\nstate s u8 9": "two fields are called s",
		"words 1\nfield s u8 9":               `line 2: found "field", expected func, host or contents`,
		head + "  return (plus n.0 1)":        `line 6: "plus" is no operation`,
		head + "  return (add n.0)":           "line 6: found 1 operands, expected 2",
		head + "  return m.1":                 `line 6: found "m.1", expected a value`,
		head + "  break l@0\n  return 1":      "line 6: nothing around is called l@0",
		head + "  return (call g)":            `line 6: "g" is no function`,
		head + "  return (add n.0 0x1)":       "ir: function f: operand 1 of add is i64, not i32",
		head + "  return (add n.0":            "line 7: found \"\", expected a value",
		head + "  s[n.0] = 1":                 "its end is reached without a result",
		head + "  return 1\n\ncontents t\n  1 2*2": "line 9: found \"2*2\", expected an item of t, which has 2 " +
			"elements",
		head + "  return 1\n\ncontents s\n  1":               "\"s\" is no table that waits for contents",
		head + "  return " + strings.Repeat("(not ", 20_000): "more than 10000 deep",
	} {
		if _, err := ir.Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: found %v, expected %q", text, err, want)
		}
	}
}

// TestPasses: each file of testdata holds a program, the name of a pass, and what it makes of it.
func TestPasses(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %d files: %v", len(files), err)
	}
	placed := func(p *ir.Program) *ir.Placed {
		return &ir.Placed{What: p.Fields[0], At: p.Fields[1], Empty: p.Fields[2], N: 3, Sites: []uint64{0xffff}, Hidden: true}
	}
	passes := map[string]func(*ir.Program){
		"aim": func(p *ir.Program) { ir.Aim(p, nil) }, "common": ir.Common,
		"gather": func(p *ir.Program) { ir.Gather(p, &ir.Index{Of: p.Fields[2], Sets: p.Fields[0], N: 3}) },
		"fold":   ir.Fold, "expand": ir.Expand, "inline": ir.Inline,
		"forward": func(p *ir.Program) { // nothing else looks at the first field
			p.Fields[0].Brief = true
			ir.Forward(p)
		},
		"remember": func(p *ir.Program) { ir.Remember(p, p.Fields[2], p.Fields[3]) },
		"undo":     func(p *ir.Program) { ir.Undo(p, p.Fields[0]) },
		"trials":   func(p *ir.Program) { ir.Trials(p, p.Lookup("note")) },
		"unite":    func(p *ir.Program) { ir.Unite(p, &ir.Index{Sets: p.Fields[0], None: p.Fields[1]}) },
		"bysets":   func(p *ir.Program) { ir.BySets(p, placed(p)) },
		"unplaced": func(p *ir.Program) { ir.Unplaced(p, placed(p)) },
		"ways":     ir.Ways,
		"strip":    func(p *ir.Program) { ir.Strip(p, p.Fields[0]) }, // the first field is read from outside
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, _ := strings.Cut(string(text), "-- ")
		pass, want, _ := strings.Cut(rest, "\n")
		p, err := ir.Parse(strings.NewReader(before))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		passes[pass](p)
		if err := ir.Verify(p, pass == "expand"); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		found := printed(t, p)
		if *update {
			if err := os.WriteFile(file, []byte(before+"-- "+pass+"\n"+found), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if found != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", file, found, want)
		}
	}
}
