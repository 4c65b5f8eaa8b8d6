package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
)

// withoutLines returns a WebAssembly module of Go's linker without the tables that lead from
// places in the code to files and lines: a fifteenth of what goes over the wire, of use only to
// traces of a crash, which then give names of functions alone. The tables become zeros,
// and functions refer to none, as those without positions do (runtime/symtab.go). Functions
// without a name of their own get that of the function in which they are written.
func withoutLines(module []byte) ([]byte, error) {
	out := bytes.Clone(module)
	m, err := readMemory(out)
	if err != nil {
		return nil, err
	}
	// The header of the table: the magic number of Go 1.20 and later, two zeros, the least size
	// of an instruction and that of a pointer.
	start := bytes.Index(m.image, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if start < 0 {
		return nil, errors.New("no table of functions: built by another version of Go?")
	}
	const words = 8 // of the header after the magic: functions, files, unused, and offsets of five parts
	var head [words]int
	for i := range head {
		w, ok := m.number(start+8+8*i, 8)
		if !ok {
			return nil, errors.New("the header of the table of functions is cut off")
		}
		head[i] = w
	}
	functions, places, table := head[0], start+head[6], start+head[7]
	names := m.names(start+head[3], start+head[4])
	m.clear(start+head[4], start+head[6]) // which files there are, and their names
	for name, at := range names {
		if !kept.MatchString(name) {
			m.clear(start+head[3]+at, start+head[3]+at+len(name))
			delete(names, name)
		}
	}
	lines, others := map[int]bool{}, map[int]bool{}
	for i := range functions {
		at, ok := m.number(table+8*i+4, 4)
		if !ok {
			return nil, fmt.Errorf("function %d is not in the table", i)
		}
		f := table + at
		m.rename(f+4, start+head[3], names)
		// Of the other tables: where a goroutine must not be interrupted, which this architecture never does, and which
		// arguments a trace may print; see internal/abi/symtab.go.
		const unsafePoint, argLive = 0, 3
		// Of a function: the tables of stack, file and line, the number of others, the list of
		// files and the line it begins at; see runtime._func.
		const stack, file, line, count, files, first, rest = 16, 20, 24, 28, 32, 36, 44
		n, ok := m.number(f+count, 4)
		if !ok || n > 16 {
			return nil, fmt.Errorf("function %d has %d tables: built by another version of Go?", i, n)
		}
		keep, drop := []int{stack}, []int{file, line}
		for k := range n {
			if k == unsafePoint || k == argLive {
				drop = append(drop, rest+4*k)
			} else {
				keep = append(keep, rest+4*k)
			}
		}
		for _, field := range keep {
			if x, ok := m.number(f+field, 4); ok {
				others[x] = true
			}
		}
		for _, field := range drop {
			if x, ok := m.number(f+field, 4); ok && x != 0 {
				lines[x] = true
			}
		}
		for _, field := range append(drop, files, first) {
			m.clear(f+field, f+field+4)
		}
	}
	for x := range lines {
		if !others[x] { // equal tables are there once
			m.clear(places+x, m.tableEnd(places+x))
		}
	}
	m.store(out)
	return out, nil
}

// names finds the names in a part of the memory, which end with a zero, and where each begins there.
func (m *memory) names(from, to int) map[string]int {
	found := map[string]int{}
	for at := from; at < min(to, len(m.image)); {
		n := max(bytes.IndexByte(m.image[at:], 0), 0)
		found[string(m.image[at:at+n])] = at - from
		at += n + 1
	}
	return found
}

// kept are the names that stay: those of the rules, which faults tell of, and of the runtime, which asks for some.
var kept = regexp.MustCompile(`engine/(game|ludeme|ruleset)[./]|^(main|runtime|reflect|internal/runtime)[./]`)

// inner is what the linker adds to the name of a function for one that is written in it.
var inner = regexp.MustCompile(`(\.(func)?\d+|-range\d+|\.gowrap\d+|\.deferwrap\d+)+$`)

// rename has a field, which refers to a name, refer to that of the function in which its function is
// written, where that has one, and clears the other.
func (m *memory) rename(field, table int, names map[string]int) {
	at, ok := m.number(field, 4)
	if !ok || table+at >= len(m.image) {
		return
	}
	n := max(bytes.IndexByte(m.image[table+at:], 0), 0)
	name := m.image[table+at : table+at+n]
	if i := inner.FindIndex(name); i != nil {
		if outer, ok := names[string(name[:i[0]])]; ok {
			binary.LittleEndian.PutUint32(m.image[field:], uint32(outer))
			clear(name)
		}
	}
}

// memory is what the data of a module make of its memory.
type memory struct {
	image    []byte
	segments []segment
}

// segment is a piece of memory in the module.
type segment struct{ inModule, inMemory, size int }

// readMemory lays the data of a module out as its memory has them.
func readMemory(module []byte) (*memory, error) {
	cut := errors.New("not a module of WebAssembly, or cut off")
	if !bytes.HasPrefix(module, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, cut
	}
	m := &memory{}
	const data = 11
	for at := 8; at < len(module); {
		kind := module[at]
		size, n := binary.Uvarint(module[at+1:])
		at += 1 + n
		if n <= 0 || size > uint64(len(module)-at) {
			return nil, cut
		}
		if kind != data {
			at += int(size)
			continue
		}
		body := module[:at+int(size)]
		count, n := binary.Uvarint(body[at:])
		at += max(n, 0)
		for range count {
			// Memory 0, i32.const OFFSET, end; the offset is signed, in groups of seven bits.
			if at+2 > len(body) || body[at] != 0 || body[at+1] != 0x41 {
				return nil, cut
			}
			at += 2
			offset, shift := 0, 0
			for at < len(body) && body[at] >= 0x80 {
				offset |= int(body[at]&0x7f) << shift
				shift += 7
				at++
			}
			if at+2 > len(body) || body[at]&0x40 != 0 || shift > 28 || body[at+1] != 0x0b {
				return nil, cut
			}
			offset |= int(body[at]) << shift
			at += 2
			length, n := binary.Uvarint(body[at:])
			at += max(n, 0)
			const most = 1 << 28
			if n <= 0 || length > uint64(len(body)-at) || offset > most {
				return nil, cut
			}
			m.segments = append(m.segments, segment{at, offset, int(length)})
			if end := offset + int(length); end > len(m.image) {
				m.image = append(m.image, make([]byte, end-len(m.image))...)
			}
			copy(m.image[offset:], body[at:at+int(length)])
			at += int(length)
		}
	}
	return m, nil
}

// number reads a little-endian number of 4 or 8 bytes.
func (m *memory) number(at, size int) (int, bool) {
	if at < 0 || at+size > len(m.image) {
		return 0, false
	}
	if size == 8 {
		v := binary.LittleEndian.Uint64(m.image[at:])
		return int(v), v < 1<<31
	}
	return int(binary.LittleEndian.Uint32(m.image[at:])), true
}

// tableEnd is the end of a table of places: pairs of differences, of the value and of the place,
// up to a difference of zero that is not the first.
func (m *memory) tableEnd(at int) int {
	for first := true; at < len(m.image); first = false {
		v, n := binary.Uvarint(m.image[at:])
		at += max(n, 1)
		if v == 0 && !first {
			break
		}
		_, n = binary.Uvarint(m.image[min(at, len(m.image)):])
		at += max(n, 1)
	}
	return min(at, len(m.image))
}

// clear makes bytes zero.
func (m *memory) clear(from, to int) {
	if from >= 0 && to <= len(m.image) {
		clear(m.image[from:to])
	}
}

// store writes the memory back into the module.
func (m *memory) store(module []byte) {
	for _, s := range m.segments {
		copy(module[s.inModule:s.inModule+s.size], m.image[s.inMemory:])
	}
}
