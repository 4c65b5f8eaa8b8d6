package metric

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// fraction is the number of binary places of the fixed-point values that are
// summed; unit is the number of steps in 1.
const (
	fraction = 32
	unit     = 1 << fraction
)

// largest bounds the values that can be summed; beyond it they count as the bound.
const largest = 1 << 62

// number is a two's complement integer of 256 bits, lowest limb first: wide
// enough for the sum of squares of 2⁶⁰ values.
type number [4]uint64

// fixed returns v rounded to a multiple of 2⁻³², in steps; v must be finite.
func fixed(v float64) (n number) {
	v = min(max(v, -largest), largest)
	if math.Abs(v) < 1<<30 {
		return small(int64(math.RoundToEven(v * unit)))
	}
	mantissa, exp := math.Frexp(v) // every bit of v lies above 2⁻³²
	m := small(int64(mantissa * (1 << 53)))
	return m.shifted(uint(exp - 53 + fraction))
}

func small(v int64) number {
	sign := uint64(v >> 63)
	return number{uint64(v), sign, sign, sign}
}

// shifted returns n·2ᵏ for k < 64.
func (n number) shifted(k uint) number {
	if k == 0 {
		return n
	}
	return number{n[0] << k, n[1]<<k | n[0]>>(64-k), n[2]<<k | n[1]>>(64-k), n[3]<<k | n[2]>>(64-k)}
}

// add adds o to n.
func (n *number) add(o *number) {
	var c uint64
	n[0], c = bits.Add64(n[0], o[0], 0)
	n[1], c = bits.Add64(n[1], o[1], c)
	n[2], c = bits.Add64(n[2], o[2], c)
	n[3], _ = bits.Add64(n[3], o[3], c)
}

// addSmall adds an int64.
func (n *number) addSmall(v int64) {
	sign := uint64(v >> 63)
	var c uint64
	n[0], c = bits.Add64(n[0], uint64(v), 0)
	n[1], c = bits.Add64(n[1], sign, c)
	if c != sign&1 { // what the upper limbs gain is the carry less the sign
		n[2], c = bits.Add64(n[2], sign, c)
		n[3], _ = bits.Add64(n[3], sign, c)
	}
}

// addSquare adds v².
func (n *number) addSquare(v int64) {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	hi, lo := bits.Mul64(u, u)
	var c uint64
	n[0], c = bits.Add64(n[0], lo, 0)
	n[1], c = bits.Add64(n[1], hi, c)
	if c != 0 {
		n[2], c = bits.Add64(n[2], 0, c)
		n[3] += c
	}
}

// squared returns n² for |n| < 2¹²⁷.
func (n number) squared() number {
	if int64(n[3]) < 0 {
		c := uint64(1)
		for i := range n {
			n[i], c = bits.Add64(^n[i], 0, c)
		}
	}
	h0, l0 := bits.Mul64(n[0], n[0])
	h1, l1 := bits.Mul64(n[0], n[1])
	h2, l2 := bits.Mul64(n[1], n[1])
	sum := number{l0, h0, l2, h2}
	cross := number{0, l1, h1, 0}
	sum.add(&cross)
	sum.add(&cross)
	return sum
}

func (n number) big() *big.Int {
	x := big.NewInt(int64(n[3]))
	for i := 2; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Add(x, new(big.Int).SetUint64(n[i]))
	}
	return x
}

func parseNumber(s string) (n number, err error) {
	x, ok := new(big.Int).SetString(s, 10)
	if !ok || x.BitLen() > 255 {
		return n, fmt.Errorf("%.80q is no 256-bit integer", s)
	}
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i := range n {
		n[i] = new(big.Int).And(x, mask).Uint64() // And and Rsh treat x as two's complement
		x.Rsh(x, 64)
	}
	return n, nil
}
