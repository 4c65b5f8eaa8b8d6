package metric

import (
	"fmt"
	"math/big"
	"math/bits"
)

// int128 is a two's complement integer, wide enough for the sum of squares of
// 2⁴⁰ values below 2⁴².
type int128 struct {
	hi int64
	lo uint64
}

func (a int128) plus(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return int128{hi: a.hi + b.hi + int64(carry), lo: lo}
}

func squareOf(v int64) int128 {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	hi, lo := bits.Mul64(u, u)
	return int128{hi: int64(hi), lo: lo}
}

func (a int128) big() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return x.Add(x, new(big.Int).SetUint64(a.lo))
}

func parseInt128(s string) (int128, error) {
	x, ok := new(big.Int).SetString(s, 10)
	if !ok || x.BitLen() > 127 {
		return int128{}, fmt.Errorf("%q is no 128-bit integer", s)
	}
	hi := new(big.Int).Rsh(x, 64) // rounds down, as two's complement does
	lo := new(big.Int).Sub(x, new(big.Int).Lsh(hi, 64))
	return int128{hi: hi.Int64(), lo: lo.Uint64()}, nil
}
