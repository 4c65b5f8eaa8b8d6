package ir_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
)

// TestGatherOnce has loops ask sites for what other loops find, which is the same for all of them: it is found before, if
// that is asked first, nothing in the loop changes it, and nothing is left of it but a set that is made anew.
func TestGatherOnce(t *testing.T) {
	const text = `words 1
state what u8 64
state at i64 3
state last i32 1
state sets i64 2
state marks u8 64
scratch found i64 1
scratch other i64 1

func region() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          if (lt last[0] n.1)
            break row@1
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0

func counted() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  var k.2 i32
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (eq what[site.0] 1) (block
        k.2 = 0
        each row@1 n.1 of at{1}
          k.2 = (add k.2 1)
        give (lt k.2 last[0])))
      include sets{0} site.0

func behind() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (eq (and marks[site.0] 3) 1) (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0))
      include sets{0} site.0

func changed() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0
      exclude at{1} site.0

func grows() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  found{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        each row@1 n.1 of at{1}
          if (lt n.1 (add site.0 2))
            include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0

func adds() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  found{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 last[0]) 63)
        last[0] = (add last[0] 1)
        give found{0}) site.0)
      include sets{0} site.0

func twice() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0) (has (block
        found{0} = [0x0]
        each row@2 n.1 of at{2}
          include found{0} (and (add n.1 1) 63)
        give found{0}) site.0))
      include sets{0} site.0
`
	names := map[string]bool{"region": true, "counted": true, "behind": false, "changed": false, "grows": false,
		"adds": false, "twice": false}
	program := func(gathered bool) (*ir.Program, *closure.Instance) {
		p, err := ir.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Fields {
			f.Brief = f.Kind == ir.Scratch
		}
		if gathered {
			ir.Gather(p, &ir.Index{Of: p.Fields[0], Sets: p.Fields[1], N: 3})
		}
		for name, once := range names {
			asked := false // site by site
			ir.Walk(p.Lookup(name).Body, func(s *ir.Stmt) {
				asked = asked || s.Op == ir.Each && strings.HasPrefix(s.Local.Name, "site")
			}, nil)
			if asked == (gathered && once) {
				t.Errorf("%s asks sites one by one: %v", name, asked)
			}
		}
		ir.Expand(p)
		ir.Fold(p)
		p.Layout()
		return p, closure.New(p)
	}
	p, plain := program(false)
	_, sets := program(true)
	for last := range 40 {
		for name := range names {
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
