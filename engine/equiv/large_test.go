package equiv_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
)

// largeTree writes a tree with three branches everywhere: chance draws, then two players move in turn, of
// whom the second does not see what was drawn.
func largeTree(depth int) string {
	var b strings.Builder
	b.WriteString("EFG 2 R \"Large\" { \"A\" \"B\" }\n")
	sets := [3]map[string]int{{}, {}, {}}
	var node func(path string)
	node = func(path string) {
		owner := 1 + len(path)%2
		key := path
		if owner == 2 && len(path) > 0 {
			key = path[1:]
		}
		switch len(path) {
		case depth:
			hash := 0
			for _, c := range path {
				hash = (7*hash + int(c)) % 11
			}
			fmt.Fprintf(&b, "t \"\" %d { %d %d }\n", hash+1, hash-5, 5-hash)
			return
		case 0:
			b.WriteString("c \"\" 1 { \"a\" 1/2 \"b\" 1/3 \"c\" 1/6 } 0\n")
		default:
			n, known := sets[owner][key]
			if !known {
				n = len(sets[owner]) + 1
				sets[owner][key] = n
			}
			fmt.Fprintf(&b, "p \"\" %d %d { \"x\" \"y\" \"z\" } 0\n", owner, n)
		}
		for _, c := range "012" {
			node(path + string(c))
		}
	}
	node("")
	return b.String()
}

// TestLargeTree translates a tree of 9,841 nodes (with EQUIV_FULL=1 of 88,573) to GDL-II in its compact
// form, and proves the translation strictly within 1 GiB; with one payoff changed it is refuted.
func TestLargeTree(t *testing.T) {
	depth := 8
	switch {
	case os.Getenv("EQUIV_FULL") != "":
		depth = 10
	case testing.Short():
		depth = 6
	}
	g, err := efg.Read("large.efg", []byte(largeTree(depth)), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := efg.GDL(g, efg.GDLOptions{Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, changed := range []bool{false, true} {
		if changed {
			text = text[:strings.LastIndex(text, " ")] + " 77)\n" // the last payoff
		}
		h, err := gdl.Load("large.kif", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := equiv.Compare(context.Background(), efg.Adapt(g), h, equiv.Options{Memory: 1 << 30})
		if err != nil || r.Undecided != "" || r.Equal == changed {
			t.Fatalf("changed %t: %v, %+v", changed, err, r)
		}
		if !changed && (r.Positions != len(g.Nodes) || !strings.HasPrefix(r.Theorem, "Theorem 3")) {
			t.Errorf("%+v", r)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d nodes, %d bytes of text, %d MiB of memory from the system", len(g.Nodes), len(text), m.Sys>>20)
}

// compact proves the translation to the compact form of GDL-II and refutes mutants.
func (s *tally) compact(t *testing.T, name string, g *efg.Game, mutate func(string, *efg.Game, ...formal.Game)) {
	text, err := efg.GDL(g, efg.GDLOptions{Compact: true})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	k, err := gdl.Load("compact.kif", []byte(text))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	s.prove(t, name+" to compact GDL-II", efg.Adapt(g), k, "Theorem 3")
	mutate("extensive form with its compact GDL-II", g, k)
}
