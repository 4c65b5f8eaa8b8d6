package lgdl

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Defines is a library of known defines. It is immutable once loaded and safe
// for use by several goroutines.
type Defines struct {
	byName map[string]*define
	names  []string
}

// define is one (define "Name" body).
type define struct {
	name string
	body mtext
	src  *source // of a known define; its body then has no marks
	from int     // offset of the body in src
}

// LoadDefines reads every .def file of the file systems, in the order of their
// paths. A name that is defined twice is an error.
func LoadDefines(systems ...fs.FS) (*Defines, error) {
	d := &Defines{byName: map[string]*define{}}
	for _, sys := range systems {
		err := fs.WalkDir(sys, ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".def") {
				return err
			}
			text, err := fs.ReadFile(sys, path)
			if err != nil {
				return err
			}
			return d.add(path, text)
		})
		if err != nil {
			return nil, fmt.Errorf("load defines: %w", err)
		}
	}
	d.names = make([]string, 0, len(d.byName))
	for n := range d.byName {
		d.names = append(d.names, n)
	}
	slices.Sort(d.names)
	return d, nil
}

// Names returns the names of the defines, sorted.
func (d *Defines) Names() []string {
	if d == nil {
		return nil
	}
	return slices.Clone(d.names)
}

func (d *Defines) add(path string, text []byte) error {
	src := newSource(path, normalise(text))
	src.known = true
	i := 0
	for {
		k := bytes.Index(src.text[i:], defineKey)
		if k < 0 {
			return nil
		}
		start := i + k
		name, from, to, err := splitDefine(src.text, start)
		if err != "" {
			return &Error{Pos: src.pos(start), Msg: err}
		}
		i = to + 1
		if old := d.byName[name]; old != nil {
			return &Error{Pos: src.pos(start), Msg: fmt.Sprintf("the define %q exists already in %s", name, old.src.name)}
		}
		for from < to && isSpace(src.text[from]) {
			from++
		}
		for to > from && isSpace(src.text[to-1]) {
			to--
		}
		d.byName[name] = &define{name: name, body: mtext{b: src.text[from:to:to]}, src: src, from: from}
	}
}

var defineKey = []byte("(define ")

// splitDefine returns the name of the define that begins at start and the range
// of its body; problem is a message or "".
func splitDefine(b []byte, start int) (name string, from, to int, problem string) {
	end := matchBracket(b, start)
	if end < 0 {
		return "", 0, 0, "this (define …) is never closed"
	}
	i := bytes.IndexByte(b[start:end], '"')
	if i < 0 {
		return "", 0, 0, `this define has no name: expected (define "Name" …)`
	}
	i += start
	j := i + 1 + bytes.IndexByte(b[i+1:end], '"')
	if j <= i {
		return "", 0, 0, "the name of this define is never closed"
	}
	return string(b[i+1 : j]), j + 1, end, ""
}

// instantiate returns the body of the define with its parameters replaced by
// the arguments of a use, which stood at k. It is good until the next use.
func (x *expander) instantiate(d *define, args []mtext, k mark) mtext {
	x.o.uses = append(x.o.uses, use{name: d.name, at: k.at, via: k.via})
	via := uint32(len(x.o.uses))
	body, other := &x.bodies[0], &x.bodies[1]
	body.b = append(body.b[:0], d.body.b...)
	body.m = slices.Grow(body.m[:0], len(body.b))[:len(body.b)]
	if d.src != nil {
		base := x.o.add(d.src) + uint32(d.from)
		for i := range body.m {
			body.m[i] = mark{base + uint32(i), via}
		}
	} else {
		for i := range body.m {
			body.m[i] = mark{d.body.m[i].at, via}
		}
	}
	for n := 1; n <= 9; n++ {
		param := []byte{'#', byte('0' + n)}
		var arg mtext
		if n <= len(args) && string(args[n-1].b) != "~" {
			arg = args[n-1]
		}
		most := len(body.b)
		if len(arg.b) > 0 && arg.b[0] == '#' {
			most = 1
		}
		// A hostile use could multiply its text here before any limit on the
		// whole is looked at.
		if bytes.Count(body.b, param)*len(arg.b) > x.o.limits.Expanded {
			x.tooLong = true
			break
		}
		if body.replaceInto(other, param, most, func(int) mtext { return arg }) == 0 {
			break
		}
		body, other = other, body
	}
	return *body
}

// splitArgs splits the text behind the tag of a bracketed use into arguments; no
// more than the nine that a body can name.
func splitArgs(m mtext) []mtext {
	var args []mtext
	for i := 0; i < len(m.b) && len(args) < 9; {
		if isSpace(m.b[i]) {
			i++
			continue
		}
		end := argEnd(m.b, i)
		args = append(args, m.slice(i, end))
		i = end
	}
	return args
}

// argEnd returns the offset behind the argument that begins at i.
func argEnd(b []byte, i int) int {
	switch b[i] {
	case '(', '{', '[', '<':
		if j := matchBracket(b, i); j >= 0 {
			return j + 1
		}
	case '"':
		if j := matchQuote(b, i); j >= 0 {
			return j + 1
		}
	}
	j := i
	for j < len(b) && !isSpace(b[j]) {
		if b[j] == ':' && j+1 < len(b) && closer(b[j+1]) != 0 {
			if k := matchBracket(b, j+1); k >= 0 {
				return k + 1
			}
		}
		j++
	}
	return j
}
