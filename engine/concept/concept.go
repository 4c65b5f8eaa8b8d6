// Package concept says what a game is made of in terms that can be compared
// across games: 480 properties that hold or do not hold, and 31 numbers (part 9
// of the specification).
//
// A description comes in as the typed tree of its ludemes and as the compiled
// game; a Vector goes out. Nothing here knows a ludeme by name: each row of the
// language says what its presence marks (see Marks and Rule), a Walk visits the
// tree and unites what the rows say, and Extract adds what only the compiled
// game knows. The Catalogue describes every concept, those measured in play
// included.
package concept

import (
	"iter"
	"math/bits"
)

// ID is the stable number of a concept. The numbers up to 999 are those of the
// reference catalogue; our own concepts begin at FirstOwn.
type ID int

// FirstOwn is the number of the first concept that the reference does not know.
const FirstOwn ID = 1001

// maxID bounds the numbers of concepts.
const maxID = 1279

// Set is a set of boolean concepts. The zero Set is empty.
type Set [(maxID + 1) / 64]uint64

// Of returns the set of the concepts.
func Of(ids ...ID) Set {
	var s Set
	s.Add(ids...)
	return s
}

// Has reports whether the concept is in the set.
func (s *Set) Has(id ID) bool { return s[id/64]&(1<<(id%64)) != 0 }

// HasAny reports whether at least one of the concepts is in the set.
func (s *Set) HasAny(ids ...ID) bool {
	for _, id := range ids {
		if s.Has(id) {
			return true
		}
	}
	return false
}

// Add puts concepts into the set.
func (s *Set) Add(ids ...ID) {
	for _, id := range ids {
		s[id/64] |= 1 << (id % 64)
	}
}

// AddIf puts a concept into the set if a condition holds.
func (s *Set) AddIf(cond bool, id ID) {
	if cond {
		s.Add(id)
	}
}

// Remove takes concepts out of the set.
func (s *Set) Remove(ids ...ID) {
	for _, id := range ids {
		s[id/64] &^= 1 << (id % 64)
	}
}

// Unite adds all members of t.
func (s *Set) Unite(t Set) {
	for i := range s {
		s[i] |= t[i]
	}
}

// Len returns the number of members.
func (s *Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// All iterates over the members in ascending order.
func (s *Set) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(ID(i*64 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Vector is what is known of a game at compile time: the boolean concepts that
// hold and the value of every numeric one.
type Vector struct {
	Holds   Set
	Numbers map[ID]float64
}

// Map returns the vector by name: 1 for each boolean concept that holds, and
// all numbers.
func (v *Vector) Map() map[string]float64 {
	m := make(map[string]float64, v.Holds.Len()+len(v.Numbers))
	for id := range v.Holds.All() {
		m[ByID(id).Name] = 1
	}
	for id, x := range v.Numbers {
		m[ByID(id).Name] = x
	}
	return m
}
