package write

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// None is the empty set.
func (k *Writer) None() *ir.Expr { return ir.SetOf(make([]uint64, k.P.Words)) }

// UpTo is the set of the sites from 0 to n-1.
func (k *Writer) UpTo(n int) *ir.Expr {
	set := make([]uint64, k.P.Words)
	for i := range min(n, 64*k.P.Words) {
		set[i>>6] |= 1 << (i & 63)
	}
	return ir.SetOf(set)
}

// TempSet is working space for one set.
func (k *Writer) TempSet() *ir.Field { return k.P.Room("set") }

// NewSet is working space for one set, which is empty.
func (k *Writer) NewSet() *ir.Field {
	set := k.TempSet()
	k.Store(set, k.None())
	return set
}

// Store makes the set that is kept in a field another one.
func (k *Writer) Store(field *ir.Field, set *ir.Expr) {
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: field, Args: []*ir.Expr{ir.Num(0), set}})
}

// Include adds a site, which must be less than 64 times the words of a set, to a set that is kept in a field.
func (k *Writer) Include(set *ir.Field, site *ir.Expr) {
	k.Add(&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), site}})
}

// Among is the set of the sites of a set for which a condition holds, which looks at one at a time.
func (k *Writer) Among(set *ir.Expr, holds func(site *ir.Expr) *ir.Expr) *ir.Expr {
	some := k.NewSet()
	k.Each(set, func(site *ir.Expr) { k.If(holds(site), func() { k.Include(some, site) }) })
	return ir.SetAt(some, ir.Num(0))
}

// RowSet is row i of a table of sites, as a set.
func (k *Writer) RowSet(t *Rows, i *ir.Expr) *ir.Expr { return ir.SetAt(k.RowSets(t), i) }

// RowSets are the rows of a table of sites, as sets.
func (k *Writer) RowSets(t *Rows) *ir.Field {
	if t.sets == nil {
		words := make([]int64, len(t.List)*k.P.Words)
		for r, row := range t.List {
			for _, v := range row {
				words[r*k.P.Words+int(v)>>6] |= 1 << (v & 63)
			}
		}
		t.sets = k.Table("sets", ir.Word, words)
	}
	return t.sets
}
