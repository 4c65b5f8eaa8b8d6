package game

import (
	"math/bits"
	"slices"
)

// Set is a set of small non-negative numbers, usually sites: one bit each.
type Set []uint64

// NewSet returns an empty set for numbers below n.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether i is in the set; numbers beyond its size are not.
func (s Set) Has(i int) bool { return uint(i>>6) < uint(len(s)) && s[i>>6]&(1<<(i&63)) != 0 }

// Add puts i, which must be within the set's size, into the set.
func (s Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove takes i out.
func (s Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Clear empties the set.
func (s Set) Clear() { clear(s) }

// Union adds the members of o, whose size must not exceed that of s unless the excess is empty.
func (s Set) Union(o Set) {
	for i := range min(len(s), len(o)) {
		s[i] |= o[i]
	}
}

// Intersect keeps the members that are also in o.
func (s Set) Intersect(o Set) {
	for i := range s {
		if i < len(o) {
			s[i] &= o[i]
		} else {
			s[i] = 0
		}
	}
}

// Subtract removes the members of o.
func (s Set) Subtract(o Set) {
	for i := range min(len(s), len(o)) {
		s[i] &^= o[i]
	}
}

// Fill adds all numbers from lo to hi-1.
func (s Set) Fill(lo, hi int) {
	for i := lo; i < hi; i++ {
		s.Add(i)
	}
}

// Len is the number of members.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there are no members.
func (s Set) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Next returns the smallest member ≥ i, or -1.
func (s Set) Next(i int) int {
	if i < 0 {
		i = 0
	}
	w := i >> 6
	if w >= len(s) {
		return -1
	}
	if m := s[w] >> (i & 63); m != 0 {
		return i + bits.TrailingZeros64(m)
	}
	for w++; w < len(s); w++ {
		if s[w] != 0 {
			return w<<6 + bits.TrailingZeros64(s[w])
		}
	}
	return -1
}

// Each calls f for every member in ascending order until f returns false.
func (s Set) Each(f func(i int) bool) {
	for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
		if !f(i) {
			return
		}
	}
}

// ascending sorts the numbers of a slice from index i on and drops repeated ones.
func ascending(v []int32, i int) []int32 {
	slices.Sort(v[i:])
	return v[:i+len(slices.Compact(v[i:]))]
}
