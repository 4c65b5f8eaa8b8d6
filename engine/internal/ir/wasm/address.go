package wasm

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// An address is worked out once for all accesses at the same place of any field, as long as the variable that the
// place depends on stays the same: wazero then checks the bounds once, since the base of all of them is one value.

// based is a variable by the size of an element, and moved up so far that it is not negative.
type based struct {
	of   *ir.Local
	up   int64
	size ir.Elem
}

// scaled is that in a local; of is nil when the variable has been assigned since.
type scaled struct {
	based
	address int
}

// apart is a sum with a constant: what is left to the offset of an access.
type apart struct {
	index *ir.Expr
	k     int64
	up    int64 // what index has to be moved up by, and the offset down
}

// split takes an index apart. Neither part may wrap around: the sum of an address and an offset has 33 bits.
func split(f *ir.Field, i *ir.Expr) apart {
	a := apart{index: i}
	if i.Op == ir.Add {
		if k, ok := i.Args[1].Number(); ok && k >= 0 {
			if lo, _ := i.Args[0].Range(); lo >= 0 {
				a.index, a.k = i.Args[0], k
			}
		}
	}
	if lo, _ := a.index.Range(); lo < 0 {
		a.up = -lo
	}
	return a
}

// offset is the offset of an access, and whether index has to be moved up for it. Where that is too far, all of
// the address is worked out.
func (a apart) offset(f *ir.Field) (int64, bool) {
	at := int64(f.Addr) + (a.k-a.up)<<f.Elem
	return max(at, 0), at >= 0
}

// address leaves the part of an address that is not known, the index by the size of an element, for an access to so
// many bytes. In memory that is shared it leaves where that is there.
func (m *module) address(f *ir.Field, i *ir.Expr, width int) {
	if _, ok := i.Number(); ok {
		m.emitU(opGet, m.base())
		return
	}
	offset, near := split(f, i).offset(f)
	m.part(f, i, near)
	m.within(int(offset) + width)
}

// part leaves that part of an address.
func (m *module) part(f *ir.Field, i *ir.Expr, near bool) {
	a := split(f, i)
	if !near {
		m.scale(a.index, 0, f.Elem)
		m.const32(f.Addr + int(a.k)<<f.Elem)
		m.emit(0x6a) // i32.add
		return
	}
	if a.index.Op != ir.Get {
		m.scale(a.index, a.up, f.Elem)
		return
	}
	of := based{a.index.Local, a.up, f.Elem}
	far := m.far[of]
	m.far[of] = reaches{far.accesses - 1, far.last}
	for _, x := range m.scaled {
		if x.based == of {
			m.emitU(opGet, x.address)
			return
		}
	}
	at := of.of.Place
	if a.up != 0 || f.Elem != ir.U8 {
		m.scale(a.index, a.up, f.Elem)
		m.places++
		at = m.place + m.places
		m.emitU(opTee, at)
	} else {
		m.emitU(opGet, at)
	}
	m.scaled = append(m.scaled, scaled{of, at})
	m.farthest(of, far, at)
}

// farthest has the bounds of the highest of all accesses with a base be checked before the first, which are those of
// all. None of them may be beyond the memory, as the access that is told may be on another way.
func (m *module) farthest(of based, far reaches, at int) {
	_, hi := ir.Read(of.of).Range()
	if m.shared || far.accesses < 2 || (hi+of.up)<<of.size+int64(far.last) >= int64(m.pages)*pageSize {
		return
	}
	m.emitU(opGet, at)
	m.code = uleb(uleb(append(m.code, opLoad8u), 0), uint64(far.last))
	m.emit(opDrop)
}

// reaches is what is known of the accesses with a base in a function.
type reaches struct {
	accesses int // that are not written yet
	last     int // the offset of the last byte of the highest of all
}

// reach finds the highest accesses with each base in a body.
func (m *module) reach(body []*ir.Stmt) {
	m.far = map[based]reaches{}
	see := func(f *ir.Field, i *ir.Expr, width int) {
		if _, ok := i.Number(); ok {
			return
		}
		a := split(f, i)
		if offset, near := a.offset(f); near && a.index.Op == ir.Get {
			of := based{a.index.Local, a.up, f.Elem}
			was := m.far[of]
			m.far[of] = reaches{was.accesses + 1, max(was.last, int(offset)+width-1)}
		}
	}
	within(body, func(s *ir.Stmt) bool {
		if s.Op == ir.Store {
			see(s.Field, s.Args[0], s.Field.Elem.Size())
		}
		return true
	}, func(e *ir.Expr) {
		switch e.Op {
		case ir.Load:
			see(e.Field, e.Args[0], e.Field.Elem.Size())
		case ir.EqualFrom:
			see(e.Field, e.Args[1], lanes)
		}
	})
}

// scale leaves an index, moved up, by the size of an element.
func (m *module) scale(i *ir.Expr, up int64, size ir.Elem) {
	m.expr(i)
	if up > 0 {
		m.const32(int(up))
		m.emit(0x6a) // i32.add
	}
	if size > 0 {
		m.const32(int(size))
		m.emit(0x74) // i32.shl
	}
}

// forget has what depends on a variable be worked out anew.
func (m *module) forget(l *ir.Local) {
	for i := range m.scaled {
		if m.scaled[i].of == l {
			m.scaled[i].of = nil
		}
	}
}

// access loads or stores an element whose address is on the stack.
func (m *module) access(op byte, f *ir.Field, i *ir.Expr) {
	m.emit(op)
	m.offset(f, i)
}

// offset writes the alignment and the offset of an access.
func (m *module) offset(f *ir.Field, i *ir.Expr) {
	offset := int64(f.Addr)
	if k, ok := i.Number(); ok {
		offset += k << f.Elem
	} else {
		offset, _ = split(f, i).offset(f)
	}
	m.code = uleb(uleb(m.code, 0), uint64(offset))
}
