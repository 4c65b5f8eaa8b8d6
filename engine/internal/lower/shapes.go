package lower

import (
	"encoding/binary"
	"math"

	"github.com/astragal/astragal/engine/lgdl"
)

// shapes tells clauses by what they say, wherever they stand: a definition that is used for every piece says the same
// each time.
type shapes struct {
	of    map[*lgdl.Expr]int
	known map[string]int
	forms map[*lgdl.Form]int
	long  []int  // by number: the clauses and words in it
	text  []byte // of the clauses around the one that is looked at
}

// shape is the number of what a clause says: 0 for nothing, else the same for clauses that say the same.
func (k *Lowerer) shape(e *lgdl.Expr) int {
	x := &k.shapes
	if e == nil {
		return 0
	}
	if n, ok := x.of[e]; ok {
		return n
	}
	if x.of == nil {
		*x = shapes{of: map[*lgdl.Expr]int{}, known: map[string]int{}, forms: map[*lgdl.Form]int{}, long: []int{0}}
	}
	if e.Form != nil && x.forms[e.Form] == 0 {
		x.forms[e.Form] = len(x.forms) + 1
	}
	outside := len(x.text)
	text := append(append(x.text, byte(e.Kind)), e.Label...)
	text = append(append(append(append(text, 0), e.Text...), 0), e.Type...)
	text = binary.AppendVarint(append(text, 0), int64(e.Int))
	text = binary.LittleEndian.AppendUint64(text, math.Float64bits(e.Float))
	text = binary.AppendVarint(text, int64(x.forms[e.Form]))
	long := 1
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		text = binary.AppendVarint(text, int64(len(list)))
		for _, part := range list {
			x.text = text
			n := k.shape(part)
			long += x.long[n]
			text = binary.AppendVarint(x.text, int64(n))
		}
	}
	n, ok := x.known[string(text[outside:])]
	if !ok {
		n = len(x.known) + 1
		x.known[string(text[outside:])] = n
		x.long = append(x.long, long)
	}
	x.of[e], x.text = n, text[:outside]
	return n
}
