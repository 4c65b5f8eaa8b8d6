// Package rng is the random number generator of the laboratory: SplitMix64,
// the generator behind the recorded trials (specification part 3, §19.1), so
// that recorded games replay from their recorded generator state.
package rng

import "math/bits"

const gamma = 0x9e3779b97f4a7c15

// SplitMix64 is a 64-bit state generator. Its zero value is a valid generator
// seeded with 0. It is not safe for concurrent use; copy it to fork it.
type SplitMix64 struct{ State uint64 }

// New returns a generator whose state is seed.
func New(seed uint64) SplitMix64 { return SplitMix64{State: seed} }

// Derive returns the generator of the sub-stream n of seed. Streams of
// different (seed, n) are independent for all practical purposes, which makes
// batches of playouts independent of who plays them.
func Derive(seed, n uint64) SplitMix64 {
	return SplitMix64{State: mix(mix(seed+gamma) ^ mix(n*gamma+0x632be59bd9b4e019))}
}

// SeedOf returns the seed whose sub-stream 0 has the state: there is just one.
func SeedOf(state uint64) uint64 {
	const stream = 0x632be59bd9b4e019
	return unmix(unmix(state)^mix(stream)) - gamma
}

// unmix takes mix back: each of its steps can be.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= inverse(0x94d049bb133111eb)
	z ^= z>>27 ^ z>>54
	z *= inverse(0xbf58476d1ce4e5b9)
	return z ^ z>>30 ^ z>>60
}

// inverse is the inverse of an odd number modulo 2⁶⁴, by Newton's method.
func inverse(a uint64) uint64 {
	x := a // right to three bits
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns the next 64 random bits.
func (r *SplitMix64) Uint64() uint64 {
	r.State += gamma
	return mix(r.State)
}

// Intn returns a number in [0, n) exactly as the recorded trials draw it
// (specification part 3, §19.1). n must be in [1, 2³¹-1].
func (r *SplitMix64) Intn(n int) int {
	for {
		x := r.Uint64()
		b := int64((uint32(x>>32) ^ uint32(x)) >> 1)
		if n&(n-1) == 0 {
			return int((int64(n) * b) >> 31)
		}
		v := b % int64(n)
		if b-v+int64(n-1) < 1<<31 {
			return int(v)
		}
	}
}

// Below returns a uniform number in [0, n) by the fastest exact method; it is
// the draw of agents, not of games. n must be positive.
func (r *SplitMix64) Below(n int) int {
	hi, lo := bits.Mul64(r.Uint64(), uint64(n))
	if lo < uint64(n) {
		for t := -uint64(n) % uint64(n); lo < t; {
			hi, lo = bits.Mul64(r.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// Float64 returns a number in [0, 1): the top 52 bits of the next draw.
func (r *SplitMix64) Float64() float64 {
	return float64(r.Uint64()>>12) / (1 << 52)
}
