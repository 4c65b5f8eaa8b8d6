package lower

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Rows is a table of rows of numbers.
type Rows struct {
	start, values *ir.Field
	lo, hi        int
	rows          [][]int32
	sets          *ir.Field
	merged        bool // several ways to one number are one
}

// longest is the length of the longest row.
func (t *Rows) longest() int {
	n := 0
	for _, r := range t.rows {
		n = max(n, len(r))
	}
	return n
}

// shortRow is the length from which on a map finds what a row has twice in less time than comparing all with all.
const shortRow = 24

// Once reports whether no row has a number twice.
func (t *Rows) Once() bool {
	for _, r := range t.rows {
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

// RowSet is row i of a table of sites, as a set.
func (k *Lowerer) RowSet(t *Rows, i *ir.Expr) *ir.Expr {
	if t.sets == nil {
		words := make([]int64, len(t.rows)*k.P.Words)
		for r, row := range t.rows {
			for _, v := range row {
				words[r*k.P.Words+int(v)>>6] |= 1 << (v & 63)
			}
		}
		t.sets = k.Table("sets", ir.Word, words)
	}
	return ir.SetAt(t.sets, i)
}

// RowsOnce makes tables of rows of which the contents follow from the names and a key, once.
func (k *Lowerer) RowsOnce(names []string, key string, contents func() [][][]int32) []*Rows {
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

// Rows makes a table of rows; tables with the same contents are one.
func (k *Lowerer) Rows(name string, rows [][]int32) *Rows {
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
		rows: rows}
}
