package transform_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestAim: with rounds of loops left out a program comes to the same, and writes the same, in random positions.
func TestAim(t *testing.T) {
	text, err := os.ReadFile("testdata/aim.ir")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), "-- ")
	programs := [2]*ir.Program{}
	var machines [2]*closure.Instance
	for i := range programs {
		p, err := ir.Parse(strings.NewReader(before))
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			n := len(p.Fields)
			if transform.Aim(p, nil); len(p.Fields) != n+5 {
				t.Errorf("%d tables are made, expected those of four loops over sites, of which one stands "+
					"twice, and of one over lines", len(p.Fields)-n)
			}
		}
		transform.Expand(p)
		p.Layout()
		programs[i], machines[i] = p, closure.New(p)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		random := make([]byte, programs[0].Hi-programs[0].Lo)
		for i := range random {
			if i < 8 || i%8 == 0 { // what stands where, and the sites below 8 of each set
				random[i] = byte(r.Uint32() & r.Uint32())
			}
		}
		for site := range uint64(8) {
			var stacks [2][]uint64
			var after [2]string
			for i, m := range machines {
				p := programs[i]
				copy(m.Memory()[p.Lo:p.Hi], random)
				stacks[i] = []uint64{site}
				if err := m.Func("f")(stacks[i]); err != nil {
					t.Fatal(err)
				}
				after[i] = string(m.Memory()[p.Lo:p.Hi])
			}
			if stacks[0][0] != stacks[1][0] || after[0] != after[1] {
				t.Fatalf("site %d: %d, with rounds left out %d", site, stacks[0][0], stacks[1][0])
			}
		}
	}
}
