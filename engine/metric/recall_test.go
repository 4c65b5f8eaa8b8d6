package metric

import (
	"bytes"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestRecall demands that a batch whose lists are kept is the one whose lists are told anew, be they often the same,
// sometimes, or never, and when it is settled in between.
func TestRecall(t *testing.T) {
	for _, kinds := range []int{2, 300, 1 << 30} {
		r, known, plain := rng.New(7), NewBatch(2), NewBatch(2)
		var keeps recalls
		for n := range 3 * triedKnown {
			list := rng.New(uint64(r.Below(kinds)))
			length := 1 + list.Below(20)
			p := Playout{Plies: length, Turns: length, Board: &Board{Sites: 30}}
			for range length {
				p.Branching = append(p.Branching, int32(list.Below(9)))
				p.Board.Occupied = append(p.Board.Occupied, int32(list.Below(30)))
				p.Board.Pieces = append(p.Board.Pieces, int32(list.Below(3)))
			}
			if n%3 == 0 {
				p.Board.Pieces = p.Board.Occupied
			}
			plain.Add(&p)
			p.recalls = &keeps
			if known.Add(&p); n == triedKnown {
				known.Settle()
			}
		}
		if seldom := kinds > 300; keeps.legal.off != seldom {
			t.Errorf("%d kinds of lists: kept %v, expected %v", kinds, !keeps.legal.off, !seldom)
		}
		a, err := known.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		b, err := plain.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%d kinds of lists: the batches differ", kinds)
		}
	}
}
