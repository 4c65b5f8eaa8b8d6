package write

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Table makes a table; tables with the same contents are one.
func (k *Writer) Table(name string, elem ir.Elem, values []int64) *ir.Field {
	if elem < ir.Int && slices.ContainsFunc(values, func(v int64) bool { return v != int64(int16(v)) }) {
		elem = ir.Int // a number that a description gives may be any
	}
	kept := ^uint64(0) >> (64 - 8*elem.Size())
	hash := uint64(elem)
	for _, v := range values {
		hash = (hash ^ uint64(v)&kept) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	for _, t := range k.tables[hash] {
		if t.Elem == elem && slices.EqualFunc(t.Init, values, func(v, w int64) bool { return uint64(v^w)&kept == 0 }) {
			return t
		}
	}
	t := k.P.TableOf(fmt.Sprintf("%s.%d", name, k.numTables), elem, values)
	k.tables[hash] = append(k.tables[hash], t)
	k.numTables++
	return t
}

// TableOnce makes a table of which the contents follow from the name and a key, once.
func (k *Writer) TableOnce(name, key string, elem ir.Elem, contents func() []int64) *ir.Field {
	key = fmt.Sprintf("%s %d %s", name, elem, key)
	t := k.worked[key]
	if t == nil {
		t = k.Table(name, elem, contents())
		k.worked[key] = t
	}
	return t
}

// Rows is a table of rows of numbers.
type Rows struct {
	List   [][]int32 // the rows, which do not change
	Merged bool      // whoever made it has made several ways to one number one

	start, values *ir.Field
	lo, hi        int
	sets          *ir.Field
}

// Rows makes a table of rows; tables with the same contents are one.
func (k *Writer) Rows(name string, rows [][]int32) *Rows {
	n := 0
	for _, r := range rows {
		n += len(r)
	}
	start, values := make([]int64, 1, len(rows)+1), make([]int64, 0, n)
	lo, hi := 0, 0
	for _, r := range rows {
		for _, v := range r {
			values = append(values, int64(v))
			lo, hi = min(lo, int(v)), max(hi, int(v))
		}
		start = append(start, int64(len(values)))
	}
	elem := ir.I16
	if hi >= 1<<15 {
		elem = ir.Int
	}
	return &Rows{start: k.Table(name+".start", ir.Int, start), values: k.Table(name, elem, values), lo: lo, hi: hi,
		List: rows}
}

// RowsOnce makes tables of rows of which the contents follow from the names and a key, once.
func (k *Writer) RowsOnce(names []string, key string, contents func() [][][]int32) []*Rows {
	key = fmt.Sprint(names, key)
	made := k.workedRows[key]
	if made == nil {
		for i, rows := range contents() {
			made = append(made, k.Rows(names[i], rows))
		}
		k.workedRows[key] = made
	}
	return made
}

// Contents tells tables apart: those with the same rows have the same.
func (t *Rows) Contents() [2]*ir.Field { return [2]*ir.Field{t.start, t.values} }

// Range returns the smallest and the largest number, or 0 if that is smaller or larger.
func (t *Rows) Range() (lo, hi int) { return t.lo, t.hi }

// Longest is the length of the longest row.
func (t *Rows) Longest() int {
	n := 0
	for _, r := range t.List {
		n = max(n, len(r))
	}
	return n
}

// shortRow is the length from which on a map finds what a row has twice in less time than comparing all with all.
const shortRow = 24

// Once reports whether no row has a number twice.
func (t *Rows) Once() bool {
	for _, r := range t.List {
		if len(r) < shortRow {
			for i, v := range r {
				if slices.Contains(r[:i], v) {
					return false
				}
			}
			continue
		}
		seen := map[int32]bool{}
		for _, v := range r {
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// Mutual reports whether a number is in row i where i is in its row.
func (t *Rows) Mutual() bool {
	for s, row := range t.List {
		for _, n := range row {
			if !slices.Contains(t.List[n], int32(s)) {
				return false
			}
		}
	}
	return true
}

// Row adds what f adds for each entry of row i of a table of rows.
func (k *Writer) Row(t *Rows, i *ir.Expr, f func(v *ir.Expr)) {
	at, end, loop := ir.Within("i", 0, 1<<30), ir.Within("end", 0, 1<<30), &ir.Label{Name: "row"}
	v := ir.Within("v", t.lo, t.hi)
	k.Add(ir.Put(at, ir.At(t.start, i)), ir.Put(end, ir.At(t.start, ir.Calc(ir.Add, i, ir.Num(1)))))
	round := k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(at), ir.Read(end)), ir.Leave(loop)))
		k.Add(ir.Put(v, ir.At(t.values, ir.Read(at))), ir.Increment(at))
		f(ir.Read(v))
	})
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: round, Rounds: t.Longest() + 1})
}

// FirstOf adds what f adds for each of the first n entries of a row, which must have as many.
func (k *Writer) FirstOf(t *Rows, row, n *ir.Expr, f func(v *ir.Expr)) {
	v := ir.Within("v", t.lo, t.hi)
	at := k.Temp("at", ir.At(t.start, row))
	n = k.Temp("n", n)
	i := k.Var("i", 0, 1<<30, ir.Num(0))
	k.Loop("first", t.Longest()+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, n, ir.Read(i)), ir.Leave(loop)))
		k.Add(ir.Put(v, ir.At(t.values, ir.Calc(ir.Add, at, ir.Read(i)))),
			ir.Increment(i))
		f(ir.Read(v))
	})
}

// Length is the number of entries of a row.
func (k *Writer) Length(t *Rows, row *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Sub, ir.At(t.start, ir.Calc(ir.Add, row, ir.Num(1))), ir.At(t.start, row))
}

// Entry is an entry of a row, which must exist.
func (k *Writer) Entry(t *Rows, row, i *ir.Expr) *ir.Expr {
	v := k.Var("v", t.lo, t.hi, ir.At(t.values, ir.Calc(ir.Add, ir.At(t.start, row), i)))
	return ir.Read(v)
}

// FirstOr is the first entry of a row, or none for a row without entries.
func (k *Writer) FirstOr(t *Rows, row *ir.Expr, none int) *ir.Expr {
	values := make([]int64, len(t.List))
	for i, r := range t.List {
		if values[i] = int64(none); len(r) > 0 {
			values[i] = int64(r[0])
		}
	}
	return ir.At(k.Table("first", ir.I16, values), row)
}
