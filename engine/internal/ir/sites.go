package ir

import (
	"math/bits"
)

// HighestIn is the highest site of a set, 0 for none.
func HighestIn(words []uint64) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] != 0 {
			return 64*i + bits.Len64(words[i]) - 1
		}
	}
	return 0
}

// Sites is the largest number of sites that a set may have.
func (p *Program) Sites(e *Expr) int {
	all := 64 * p.Words
	switch e.Op {
	case SetConst:
		return CountBits(e.Bits())
	case SetLoad:
		if e.Field.Kind == Table {
			return e.Field.densest(p.Words)
		}
	case SetAnd:
		return min(p.Sites(e.Args[0]), p.Sites(e.Args[1]))
	case SetOr:
		return min(all, p.Sites(e.Args[0])+p.Sites(e.Args[1]))
	case SetMinus, SetShift, Block:
		return p.Sites(e.Args[0])
	case SetSelect:
		return max(p.Sites(e.Args[1]), p.Sites(e.Args[2]))
	}
	return all
}

// densest is the number of sites of the largest set of a table of sets of so many words.
func (f *Field) densest(words int) int {
	if f.most == nil || len(f.Init) != f.Len {
		most := 0
		for i := 0; i+words <= len(f.Init); i += words {
			n := 0
			for _, w := range f.Init[i : i+words] {
				n += bits.OnesCount64(uint64(w))
			}
			most = max(most, n)
		}
		f.most = &most
	}
	return *f.most
}

// Highest is the highest site that a set may have, 0 for none.
func (p *Program) Highest(e *Expr) int {
	switch e.Op {
	case SetConst:
		return HighestIn(e.Bits())
	case SetAnd:
		return min(p.Highest(e.Args[0]), p.Highest(e.Args[1]))
	case SetOr:
		return max(p.Highest(e.Args[0]), p.Highest(e.Args[1]))
	case SetMinus, Block:
		return p.Highest(e.Args[0])
	case SetSelect:
		return max(p.Highest(e.Args[1]), p.Highest(e.Args[2]))
	}
	return 64*p.Words - 1
}
