package lgdl

import (
	"bytes"
	"slices"
)

// mtext is text under expansion: bytes that remember where they were written.
type mtext struct {
	b []byte
	m []mark // per byte
}

// mark is where a byte was written.
type mark struct {
	at  uint32 // offset in the address space of the origins
	via uint32 // number of the use that brought it in, 0 when none
}

// origins is the address space of the sources of one expansion: every source
// file occupies a range of it. Expansions are numbered from 1.
type origins struct {
	files  []originFile
	uses   []use
	limits Limits // of the description
	vias   slab[Via]
}

type originFile struct {
	base uint32
	src  *source
}

// use is one replacement of a define's tag by its body.
type use struct {
	name string // name of the define
	at   uint32 // where the tag stood
	via  uint32 // the use that tag came out of
}

// source is a file's text with its line table.
type source struct {
	name  string
	text  []byte
	lines []int // offset of the start of each line
	known bool  // a file of known defines rather than the description
}

func newSource(name string, text []byte) *source {
	s := &source{name: name, text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// pos returns the position of offset i, which may be the length of the text.
func (s *source) pos(i int) Pos {
	lo, hi := 0, len(s.lines)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; s.lines[mid] <= i {
			lo = mid
		} else {
			hi = mid
		}
	}
	return Pos{File: s.name, Line: lo + 1, Col: i - s.lines[lo] + 1}
}

// add gives the source a range of addresses and returns its first one. Adding a
// source twice returns the same range.
func (o *origins) add(s *source) uint32 {
	next := uint32(0)
	for _, f := range o.files {
		if f.src == s {
			return f.base
		}
		next = f.base + uint32(len(f.src.text)) + 1
	}
	o.files = append(o.files, originFile{base: next, src: s})
	return next
}

// text returns the bytes from..to of the source as text written there.
func (o *origins) text(s *source, from, to int) mtext {
	base := o.add(s)
	m := mtext{b: s.text[from:to:to], m: make([]mark, to-from)}
	for i := range m.m {
		m.m[i].at = base + uint32(from+i)
	}
	return m
}

func (o *origins) file(addr uint32) originFile {
	lo, hi := 0, len(o.files)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; o.files[mid].base <= addr {
			lo = mid
		} else {
			hi = mid
		}
	}
	return o.files[lo]
}

// locate returns the place to show for an address. Text of a known define is
// shown at the place in the description that brought it in; Via then names the
// define and the place in it.
func (o *origins) locate(addr, via uint32) (Pos, *Via) {
	if len(o.files) == 0 {
		return Pos{}, nil
	}
	f := o.file(addr)
	p := f.src.pos(int(addr - f.base))
	if via == 0 {
		return p, nil
	}
	v := o.vias.one()
	v.Define, v.At = o.uses[via-1].name, p
	if f.src.known {
		at := addr
		for f.src.known && via != 0 {
			u := o.uses[via-1]
			f, at, via = o.file(u.at), u.at, u.via
		}
		p = f.src.pos(int(at - f.base))
	}
	if v.At == p {
		v.At = Pos{}
	}
	return p, v
}

// pos locates byte i of the text; i may be its length.
func (m *mtext) pos(o *origins, i int) (Pos, *Via) {
	if len(m.b) == 0 {
		return o.locate(0, 0)
	}
	k := m.m[min(i, len(m.b)-1)]
	return o.locate(k.at, k.via)
}

func (m *mtext) slice(i, j int) mtext { return mtext{b: m.b[i:j:j], m: m.m[i:j:j]} }

func (m *mtext) append(x mtext) {
	m.b = append(m.b, x.b...)
	m.m = append(m.m, x.m...)
}

// set writes a text over this one.
func (m *mtext) set(x mtext) { m.b, m.m = append(m.b[:0], x.b...), append(m.m[:0], x.m...) }

// appendAt appends text that stands for what was written at k.
func (m *mtext) appendAt(s string, k mark) {
	for i := 0; i < len(s); i++ {
		m.b = append(m.b, s[i])
		m.m = append(m.m, k)
	}
}

// cut returns the text without the bytes i..j.
func (m *mtext) cut(i, j int) mtext {
	r := newText(len(m.b) - (j - i))
	m.cutInto(&r, i, j)
	return r
}

// cutInto is cut, which writes the text over another one.
func (m *mtext) cutInto(r *mtext, i, j int) {
	r.set(m.slice(0, i))
	r.append(m.slice(j, len(m.b)))
}

// trim returns the text without white space at its ends.
func (m *mtext) trim() mtext {
	i, j := 0, len(m.b)
	for i < j && isSpace(m.b[i]) {
		i++
	}
	for j > i && isSpace(m.b[j-1]) {
		j--
	}
	return m.slice(i, j)
}

// replace returns the text with every old replaced by what with returns for the
// offset of the occurrence, and the number of replacements. Inserted text is not
// searched again. at most most replacements are made.
func (m *mtext) replace(old []byte, most int, with func(at int) mtext) (mtext, int) {
	r := mtext{}
	if n := m.replaceInto(&r, old, most, with); n > 0 {
		return r, n
	}
	return *m, 0
}

// replaceInto is replace, which writes the text over another one, unless there is nothing to replace.
func (m *mtext) replaceInto(r *mtext, old []byte, most int, with func(at int) mtext) (n int) {
	k := bytes.Index(m.b, old)
	if k < 0 {
		return 0
	}
	r.b, r.m = slices.Grow(r.b[:0], len(m.b)+64), slices.Grow(r.m[:0], len(m.b)+64)
	start := 0
	for k >= 0 && n < most {
		k += start
		r.append(m.slice(start, k))
		r.append(with(k))
		n++
		start = k + len(old)
		k = bytes.Index(m.b[start:], old)
	}
	r.append(m.slice(start, len(m.b)))
	return n
}

func newText(size int) mtext {
	return mtext{b: make([]byte, 0, size), m: make([]mark, 0, size)}
}

// clone returns a copy that shares nothing with m.
func (m mtext) clone() mtext {
	r := newText(len(m.b))
	r.append(m)
	return r
}
