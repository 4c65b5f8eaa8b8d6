package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// MergeSnapshots has snapshots share their room where no two of them are kept at the same time. What is
// tried in different places is saved in different fields while rules are lowered, so that functions
// differ in nothing but these; then they are the same.
func MergeSnapshots(p *ir.Program) {
	m := &merger{number: map[*ir.Field]int{}, at: map[*ir.Func]int{}}
	for _, f := range p.Fields {
		if f.Snapshot {
			m.number[f] = len(m.fields)
			m.fields = append(m.fields, f)
		}
	}
	if len(m.fields) < 2 {
		return
	}
	m.words = (len(m.fields) + 63) / 64
	m.lasting = make([]uint64, m.words)
	m.apart = make([][]uint64, len(m.fields))
	for i := range m.apart {
		m.apart[i] = make([]uint64, m.words)
	}
	for _, f := range p.Funcs {
		if m.function(f); m.cyclic {
			return
		}
	}
	for _, f := range m.using {
		m.usedOutside(f)
	}
	as := m.merged()
	for _, f := range m.using {
		for _, s := range f.References().Saves {
			s.Field = as[m.number[s.Field]]
		}
	}
	p.Fields = slices.DeleteFunc(p.Fields, func(f *ir.Field) bool { return f.Snapshot && as[m.number[f]] != f })
}

// merger finds which snapshots are kept at the same time.
type merger struct {
	fields  []*ir.Field
	number  map[*ir.Field]int
	words   int
	lasting []uint64   // those that are kept from one call to another
	apart   [][]uint64 // by snapshot: those that may be saved while it is kept
	at      map[*ir.Func]int
	below   [][]uint64 // by function: those that it saves, and those that it calls
	using   []*ir.Func // functions with snapshots
	cyclic  bool
}

func (m *merger) include(set []uint64, f *ir.Field) { i := m.number[f]; set[i>>6] |= 1 << (i & 63) }

// Function finds the snapshots that a function saves, and those that are saved while it keeps them: of
// a function all at once.
func (m *merger) function(f *ir.Func) []uint64 {
	switch at, known := m.at[f]; {
	case known && at < 0:
		m.cyclic = true
		return nil
	case known:
		return m.below[at]
	}
	m.at[f] = -1
	own, all := make([]uint64, m.words), make([]uint64, m.words)
	says := f.References()
	for _, to := range says.Funcs {
		for i, w := range m.function(*to) {
			all[i] |= w
		}
	}
	for _, s := range says.Saves {
		if s.Op == ir.Save {
			m.include(own, s.Field)
		}
	}
	if says.Looks || len(says.Saves) > 0 {
		m.using = append(m.using, f)
	}
	for i := range own {
		all[i] |= own[i]
	}
	for i := range m.fields {
		if bit(own, i) {
			for w := range all {
				m.apart[i][w] |= all[w]
			}
		}
	}
	m.at[f] = len(m.below)
	m.below = append(m.below, all)
	return all
}

// usedOutside notes the snapshots that a function does not save itself before it uses them.
func (m *merger) usedOutside(f *ir.Func) {
	var visit func(body []*ir.Stmt, saved []*ir.Field)
	var look func(list []*ir.Expr, saved []*ir.Field)
	look = func(list []*ir.Expr, saved []*ir.Field) {
		for _, e := range list {
			if e.Nodes > 0 {
				continue
			}
			if e.Field != nil && e.Field.Snapshot {
				m.include(m.lasting, e.Field)
			}
			look(e.Args, saved)
			visit(e.Stmts(), saved)
		}
	}
	visit = func(body []*ir.Stmt, saved []*ir.Field) {
		for _, s := range body {
			look(s.Args, saved)
			switch {
			case s.Field == nil || !s.Field.Snapshot:
			case s.Op == ir.Save:
				saved = append(slices.Clip(saved), s.Field)
			case s.Op != ir.Restore || !slices.Contains(saved, s.Field):
				m.include(m.lasting, s.Field)
			}
			visit(s.Body, saved)
			visit(s.Else, saved)
		}
	}
	visit(f.Body, nil)
}

// merged is by snapshot the one that stands for it: the first that is never kept together with it or
// with another one that it stands for.
func (m *merger) merged() []*ir.Field {
	as := slices.Clone(m.fields)
	var firsts []int
	met := make([][]uint64, len(m.fields)) // by first: those that are apart from what it stands for
	of := make([][]uint64, len(m.fields))  // and what it stands for
next:
	for i, f := range m.fields {
		if bit(m.lasting, i) {
			continue
		}
		for _, j := range firsts {
			if !bit(met[j], i) && !overlap(m.apart[i], of[j]) {
				as[i] = m.fields[j]
				for w := range met[j] {
					met[j][w] |= m.apart[i][w]
				}
				of[j][i>>6] |= 1 << (i & 63)
				continue next
			}
		}
		firsts = append(firsts, i)
		met[i], of[i] = slices.Clone(m.apart[i]), make([]uint64, m.words)
		of[i][i>>6] |= 1 << (i & 63)
		as[i] = f
	}
	return as
}

func overlap(a, b []uint64) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}
