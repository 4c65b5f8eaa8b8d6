package efg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSVG(t *testing.T) {
	for _, file := range []string{"testdata/peek.efg", "testdata/forgetful.efg"} {
		g := readFile(t, file)
		var b bytes.Buffer
		if err := SVG(&b, g); err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for d := xml.NewDecoder(&b); ; {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: not well-formed: %v", file, err)
			}
			if e, ok := tok.(xml.StartElement); ok {
				count[e.Name.Local]++
			}
		}
		personal, links := 0, 0
		for _, s := range g.Sets {
			if s.Owner != Chance {
				personal += len(s.Nodes)
				links += len(s.Nodes) - 1
			}
		}
		if count["line"] != len(g.Nodes)-1 || count["circle"] != personal || count["path"] != links {
			t.Errorf("%s: %d edges, %d decisions, %d set links; want %d, %d, %d", file,
				count["line"], count["circle"], count["path"], len(g.Nodes)-1, personal, links)
		}
	}
}

func TestDot(t *testing.T) {
	var b bytes.Buffer
	if err := Dot(&b, readFile(t, "testdata/peek.efg")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`n0 [shape=diamond label=""`,
		`n0 -> n6 [label="lo 2/3"`,
		`n2 [label="2:1"`,
		`n3 [shape=plaintext label="2, -2"]`,
		`n2 -> n7 [style=dotted`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("missing %s in\n%s", want, b.String())
		}
	}
}
