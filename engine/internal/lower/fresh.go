package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
)

// A position that has as many pieces of each component as none so far is one that has not been there. Which numbers there
// have been is kept beside the history, as bits by a sum of them, each with a weight.

// weightOf is the weight of a component.
func weightOf(comp int) int {
	w := 1
	for range comp - 1 {
		w = w * 127 % layout.MarkBits
	}
	return w
}

// numbers is the sum of the numbers of pieces.
func (k *Lowerer) numbers() *ir.Expr {
	sum := ir.Num(0)
	for c := 1; c < k.Fields.Comps; c++ {
		sum = ir.Calc(ir.Add, sum, ir.Calc(ir.Mul, ir.Calc(ir.SetCount, k.Of(c)), ir.Num(weightOf(c))))
	}
	return sum
}

// bitOf is the place of the bit of a sum: its word, and which it is there.
func (k *Lowerer) bitOf(sum *ir.Expr) (word, bit *ir.Expr) {
	i := k.Temp("i", ir.Calc(ir.And, sum, ir.Num(layout.MarkBits-1)))
	return ir.Calc(ir.Shr, i, ir.Num(6)), ir.Calc(ir.Wide, ir.Calc(ir.And, i, ir.Num(63)))
}

// noteNumbered notes the numbers of pieces of the position, where somebody asks.
func (k *Lowerer) noteNumbered() {
	x := k.Repetition.Numbered
	if x == nil {
		return
	}
	word, bit := k.bitOf(k.numbers())
	word = k.Temp("word", word)
	k.Add(ir.Write(x, word, ir.Calc(ir.Or, ir.At(x, word), ir.Calc(ir.Shl, ir.Long(1), bit))))
}

// newNumbers is the condition that there have not been as many pieces as a sum says.
func (k *Lowerer) newNumbers(sum *ir.Expr) *ir.Expr {
	r := k.hashes()
	if r.Numbered == nil {
		r.Numbered = k.P.Field("numbered", ir.Scratch, ir.Word, layout.MarkBits/64)
	}
	word, bit := k.bitOf(sum)
	return ir.Calc(ir.Eq, ir.Calc(ir.And, ir.Calc(ir.Shr, ir.At(r.Numbered, word), bit), ir.Long(1)), ir.Long(0))
}

// fresh is the condition that a component on an empty site makes a position that has surely not been there: one word of
// it is another one. What the hash is without that word is found once for all sites.
func (k *Lowerer) fresh(comp int) func(site *ir.Expr) *ir.Expr {
	words := k.P.Words
	rest := k.P.Field("fresh.rest", ir.Scratch, ir.Word, words)
	at := ir.Within("site", 0, k.Fields.Board-1)
	word := func(w *ir.Expr) (place, was *ir.Expr) {
		i := k.Temp("i", ir.Calc(ir.Add, ir.Num(comp*words), w))
		return k.Temp("place", ir.Calc(ir.Mul, ir.Calc(ir.Wide, position.Plus(i, 1-words)), ir.Long(layout.HashStart))),
			k.Temp("was", ir.At(k.Fields.At, i))
	}
	fn := k.Func("fresh", ir.I32, func() {
		site := ir.Read(at)
		w := k.Temp("w", ir.Calc(ir.Shr, site, ir.Num(6)))
		place, was := word(w)
		bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, ir.Calc(ir.And, site, ir.Num(63))))
		h := k.Temp("h", ir.Calc(ir.Add, ir.At(rest, w), k.Mix(place, ir.Calc(ir.Or, was, bit))))
		k.Add(ir.Give(ir.Calc(ir.Not, k.Marked(h))))
	}, at)
	hash := k.Temp("hash", k.hashed())
	for w := range words {
		place, was := word(ir.Num(w))
		k.Add(ir.Write(rest, ir.Num(w), ir.Calc(ir.Sub, hash, k.Mix(place, was))))
	}
	return func(site *ir.Expr) *ir.Expr { return ir.Invoke(fn, site) }
}
