package transform_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

var update = flag.Bool("update", false, "write what the passes make of testdata")

// TestParse: a program is what its text form says: the same text again, and the same results.
// TestParseErrors: what is no program is refused with its line.
// TestPasses: each file of testdata holds a program, the name of a pass, and what it makes of it.
func TestPasses(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %d files: %v", len(files), err)
	}
	placed := func(p *ir.Program) *transform.Placed {
		return &transform.Placed{
			What:   p.Fields[0],
			At:     p.Fields[1],
			Empty:  p.Fields[2],
			N:      3,
			Sites:  []uint64{0xffff},
			Hidden: true,
		}
	}
	passes := map[string]func(*ir.Program){
		"aim": func(p *ir.Program) { transform.Aim(p, nil) }, "common": transform.Common,
		"gather": func(p *ir.Program) { transform.Gather(p, &transform.Index{Of: p.Fields[2], Sets: p.Fields[0], N: 3}) },
		"fold":   ir.Fold, "expand": transform.Expand, "inline": transform.Inline,
		"forward": func(p *ir.Program) { // nothing else looks at the first field
			p.Fields[0].Brief = true
			transform.Forward(p)
		},
		"remember": func(p *ir.Program) { transform.Remember(p, p.Fields[2], p.Fields[3]) },
		"undo":     func(p *ir.Program) { transform.Undo(p, p.Fields[0]) },
		"trials":   func(p *ir.Program) { transform.Trials(p, p.Lookup("note")) },
		"unite":    func(p *ir.Program) { transform.Unite(p, &transform.Index{Sets: p.Fields[0], None: p.Fields[1]}) },
		"bysets":   func(p *ir.Program) { transform.BySets(p, placed(p)) },
		"unplaced": func(p *ir.Program) { transform.Unplaced(p, placed(p)) },
		"ways":     transform.Ways,
		"strip":    func(p *ir.Program) { transform.Strip(p, p.Fields[0]) }, // the first field is read from outside
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
