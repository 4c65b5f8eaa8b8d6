package transform_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestGatherChosen has loops collect sites of one of several sets, which is chosen by what is the same for all sites:
// that is a set, as are the sites outside of a set that is chosen so. Where the choice changes within the loop, or is
// only asked of some sites, it is not.
func TestGatherChosen(t *testing.T) {
	const text = `words 1
state what u8 64
state at i64 3
state last i32 1
state sets i64 2
state marks u8 64

func f() export
  var site.0 i32 0..63
  var key.1 i32
  var other.2 i32
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (choose (block
        key.1 = last[0]
        give (both (below key.1 64) (has [0xf0] key.1))) (has [0xff00] site.0) (choose (eq last[0] 9) (ne what[site.0] 0) (has [0x3] site.0)))
      include sets{0} site.0

func changes() export
  var site.0 i32 0..63
  sets{1} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (choose (lt last[0] 5) (has [0xff00] site.0) (has [0xff0] site.0))
      include sets{1} site.0
      last[0] = (add last[0] 1)

func guarded() export
  var site.0 i32 0..63
  each each@0 site.0 of [0xffffffff]
    if (both (eq (and marks[site.0] 3) 1) (choose (eq what[last[0]] 1) (has [0xff00] site.0) (has [0xff0] site.0)))
      include sets{1} site.0

func once() export
  var site.0 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (below last[0] 64) (choose (eq what[last[0]] 1) (has [0xff00] site.0) (has [0xff0] site.0)))
      include sets{0} site.0

func pairs() export
  var from.0 i32 0..63
  var site.1 i32 0..63
  sets{1} = [0x0]
  each each@0 from.0 of at{1}
    if (block
        sets{0} = at{2}
        give 1)
      each each@1 site.1 of sets{0}
        if (eq (and from.0 7) (and site.1 7))
          include sets{1} site.1

func own() export
  var site.0 i32 0..63
  var key.1 i32
  sets{1} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (not (has (block
        key.1 = last[0]
        give at{(choose (below key.1 3) key.1 0)}) site.0))
      include sets{1} site.0
`
	gathers(t, text, map[string]bool{"f": true, "changes": false, "guarded": false, "own": true, "once": true,
		"pairs": true})
}

// gathers has functions of a program go through sites one by one, and as sets: both come to the same, whatever number
// is stored that they ask for. Of each it is told whether no loop over a variable named site is left of it.
func gathers(t *testing.T, text string, atOnce map[string]bool) {
	t.Helper()
	program := func(gathered bool) (*ir.Program, *closure.Instance) {
		p, err := ir.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Fields {
			f.Brief = f.Kind == ir.Scratch
		}
		if gathered {
			transform.Gather(p, &transform.Index{Of: p.Fields[0], Sets: p.Fields[1], N: 3})
		}
		for name, all := range atOnce {
			found := false
			ir.Walk(p.Lookup(name).Body, func(s *ir.Stmt) {
				found = found || s.Op == ir.Each && strings.HasPrefix(s.Local.Name, "site")
			}, nil)
			if found == (gathered && all) {
				t.Errorf("%s goes through sites: %v", name, found)
			}
		}
		transform.Expand(p)
		ir.Fold(p)
		p.Layout()
		return p, closure.New(p)
	}
	p, plain := program(false)
	_, sets := program(true)
	for last := range 80 {
		for name := range atOnce {
			var ends [2]string
			for i, in := range []*closure.Instance{plain, sets} {
				mem := in.Memory()
				clear(mem[p.Lo:p.Hi])
				for site := range 64 {
					what := site * site % 3
					mem[p.Fields[0].Addr+site], mem[p.Fields[4].Addr+site] = byte(what), byte(site*site%5)
					mem[p.Fields[1].Addr+8*what+site/8] |= 1 << (site & 7)
				}
				mem[p.Fields[2].Addr] = byte(last)
				if err := in.Func(name)(nil); err != nil {
					t.Fatal(err)
				}
				ends[i] = string(mem[p.Lo:p.Hi])
			}
			if ends[0] != ends[1] {
				t.Errorf("%s comes to another set where %d is stored", name, last)
			}
		}
	}
}
