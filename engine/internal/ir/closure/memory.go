package closure

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
)

// place is where an element of a field lies: its address is base plus the index, which is nil for 0,
// times the size of an element.
func (k *compiler) place(f *ir.Field, i *ir.Expr) (base int, index expr) {
	if v, ok := i.Number(); ok {
		return f.Addr + int(v)<<f.Elem, nil
	}
	return f.Addr, k.expr(i)
}

func (k *compiler) load(e *ir.Expr) expr {
	if i := e.Args[0]; i.Op == ir.Get {
		at, by := e.Field.Addr, k.places.Of(i.Local)
		switch e.Field.Elem {
		case ir.U8:
			return func(f *frame) int64 { return int64(f.mem[at+int(f.locals[by])]) }
		case ir.I16:
			return func(f *frame) int64 {
				return int64(int16(binary.LittleEndian.Uint16(f.mem[at+int(f.locals[by])<<1:])))
			}
		case ir.Int:
			return func(f *frame) int64 {
				return int64(int32(binary.LittleEndian.Uint32(f.mem[at+int(f.locals[by])<<2:])))
			}
		case ir.Word:
			return func(f *frame) int64 { return int64(binary.LittleEndian.Uint64(f.mem[at+int(f.locals[by])<<3:])) }
		}
	}
	at, i := k.place(e.Field, e.Args[0])
	if i == nil {
		switch e.Field.Elem {
		case ir.U8:
			return func(f *frame) int64 { return int64(f.mem[at]) }
		case ir.I16:
			return func(f *frame) int64 { return int64(int16(binary.LittleEndian.Uint16(f.mem[at:]))) }
		case ir.Int:
			return func(f *frame) int64 { return int64(int32(binary.LittleEndian.Uint32(f.mem[at:]))) }
		}
		return func(f *frame) int64 { return int64(binary.LittleEndian.Uint64(f.mem[at:])) }
	}
	switch e.Field.Elem {
	case ir.U8:
		return func(f *frame) int64 { return int64(f.mem[at+int(i(f))]) }
	case ir.I16:
		return func(f *frame) int64 { return int64(int16(binary.LittleEndian.Uint16(f.mem[at+int(i(f))<<1:]))) }
	case ir.Int:
		return func(f *frame) int64 { return int64(int32(binary.LittleEndian.Uint32(f.mem[at+int(i(f))<<2:]))) }
	}
	return func(f *frame) int64 { return int64(binary.LittleEndian.Uint64(f.mem[at+int(i(f))<<3:])) }
}

// element is an element of a field, for who goes through many of them.
func element(mem []byte, f *ir.Field, i int) int64 {
	at := f.Addr + i<<f.Elem
	switch f.Elem {
	case ir.U8:
		return int64(mem[at])
	case ir.I16:
		return int64(int16(binary.LittleEndian.Uint16(mem[at:])))
	case ir.Int:
		return int64(int32(binary.LittleEndian.Uint32(mem[at:])))
	}
	return int64(binary.LittleEndian.Uint64(mem[at:]))
}

func (k *compiler) store(s *ir.Stmt) stmt {
	at, i := k.place(s.Field, s.Args[0])
	v := k.expr(s.Args[1])
	if i == nil {
		switch s.Field.Elem {
		case ir.Word:
			return func(f *frame) exit {
				w := uint64(v(f))
				binary.LittleEndian.PutUint64(f.mem[at:], w)
				return next
			}
		case ir.Int:
			return func(f *frame) exit {
				w := uint32(v(f))
				binary.LittleEndian.PutUint32(f.mem[at:], w)
				return next
			}
		}
		i = func(*frame) int64 { return 0 }
	}
	switch s.Field.Elem {
	case ir.U8:
		return func(f *frame) exit {
			to := at + int(i(f))
			f.mem[to] = byte(v(f))
			return next
		}
	case ir.I16:
		return func(f *frame) exit {
			to := at + int(i(f))<<1
			binary.LittleEndian.PutUint16(f.mem[to:], uint16(v(f)))
			return next
		}
	case ir.Int:
		return func(f *frame) exit {
			to := at + int(i(f))<<2
			binary.LittleEndian.PutUint32(f.mem[to:], uint32(v(f)))
			return next
		}
	}
	return func(f *frame) exit {
		to := at + int(i(f))<<3
		binary.LittleEndian.PutUint64(f.mem[to:], uint64(v(f)))
		return next
	}
}
