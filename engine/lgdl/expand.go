package lgdl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// expander replaces the defines of one description (spec 01 §7).
type expander struct {
	o      *origins
	known  *Defines
	infile map[string]*define
	placed []Placed // the names of infile in the order of the text
	*room
	sweeps  int
	work    int // bytes moved so far
	tooLong bool
	named   []Placed // known defines in the place of a name
	warn    func(Pos, string, ...any)
}

func (x *expander) errorAt(k mark, format string, args ...any) error {
	pos, via := x.o.locate(k.at, k.via)
	return &Error{Pos: pos, Via: via, Msg: fmt.Sprintf(format, args...)}
}

// run expands all defines of the text. A body may contain further defines, so
// that collecting and expanding alternate until nothing changes.
func (x *expander) run(m mtext) (mtext, error) {
	for {
		var err error
		if m, err = x.collect(m); err != nil {
			return m, err
		}
		for again := true; again; {
			again = false
			for more := true; more; {
				if m, more, err = x.sweep(m, x.infile, nil); err != nil {
					return m, err
				}
				again = again || more
			}
			meta := mtext{}
			if k := bytes.Index(m.b, metadataKey); k >= 0 {
				end := matchBracket(m.b, k)
				if end < 0 {
					return m, x.errorAt(m.m[k], "this (metadata …) is never closed")
				}
				x.meta.set(m.slice(k, end+1))
				meta, m = x.meta, m.slice(0, k)
			}
			for more := x.known != nil; more; {
				if m, more, err = x.sweep(m, x.known.byName, x.infile); err != nil {
					return m, err
				}
				again = again || more
			}
			if len(meta.b) > 0 {
				m = x.join(m, meta)
			}
		}
		if !bytes.Contains(m.b, defineKey) {
			return m, nil
		}
		if x.sweeps++; x.sweeps > maxSweeps {
			return m, x.errorAt(m.m[0], "defines that define each other never come to an end")
		}
	}
}

var metadataKey = []byte("(metadata")

// collect cuts the (define …) clauses out of the text.
func (x *expander) collect(m mtext) (mtext, error) {
	if !bytes.Contains(m.b, defineKey) {
		return m, nil
	}
	rest := newText(len(m.b))
	i := 0
	for {
		k := bytes.Index(m.b[i:], defineKey)
		if k < 0 {
			rest.append(m.slice(i, len(m.b)))
			return rest, nil
		}
		k += i
		name, from, to, problem := splitDefine(m.b, k)
		if problem != "" {
			return m, x.errorAt(m.m[k], "%s", problem)
		}
		body := m.slice(from, to).clone()
		pos, _ := x.o.locate(m.m[k].at, m.m[k].via)
		if name == "" || name[0] < 'A' || name[0] > 'Z' {
			x.warn(pos, "the define name %q does not begin with a capital letter", name)
		}
		if x.infile[name] != nil {
			x.warn(pos, "the define %q exists twice; the first one is used", name)
		} else {
			x.infile[name] = &define{name: name, body: body.trim()}
			x.placed = append(x.placed, Placed{name, pos})
		}
		rest.append(m.slice(i, k))
		i = to + 1
	}
}

// invoked returns the names of the known defines that were used, sorted.
func (x *expander) invoked() []string {
	var names []string
	if x.known == nil {
		return nil
	}
	for _, u := range x.o.uses {
		// A define of the description shadows a known one.
		if x.known.byName[u.name] != nil && x.infile[u.name] == nil {
			names = append(names, u.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// find returns the offset of the first tag of one of the defines at or behind
// from, and its define; defines whose names are in shadow do not count.
func find(b []byte, from int, defines, shadow map[string]*define) (int, *define) {
	i := bytes.IndexByte(b[from:], '"')
	if i < 0 {
		return -1, nil
	}
	i += from
	for {
		k := bytes.IndexByte(b[i+1:], '"')
		if k < 0 {
			return -1, nil
		}
		if d := defines[string(b[i+1:i+1+k])]; d != nil && shadow[d.name] == nil {
			return i, d
		}
		i += 1 + k
	}
}

// sweep replaces every use of the defines in one run over the text. What a
// replacement inserts is searched as well, from its second byte on. The order in
// which defines are expanded does not change what comes out in the end.
func (x *expander) sweep(m mtext, defines, shadow map[string]*define) (mtext, bool, error) {
	if x.sweeps++; x.sweeps > maxSweeps {
		return m, false, &Error{Pos: x.o.files[0].src.pos(0), Msg: "the defines use each other without end"}
	}
	k := 0
	if len(m.b) > 1 {
		k, _ = find(m.b, 1, defines, shadow)
	}
	if k <= 0 {
		return m, false, nil
	}
	g := x.newGap(m, k)
	count := 0
	for {
		k, d := find(g.tail(), 0, defines, shadow)
		if k < 0 {
			g.advance(len(g.tail()))
			return x.keep(g), count > 0, nil
		}
		g.advance(k)
		if protected(g.head()) {
			g.advance(1)
			continue
		}
		if err := x.use(g, d, count); err != nil {
			return m, false, err
		}
		count++
		g.advance(1)
	}
}

// use replaces the use of the define at the cursor by its body.
func (x *expander) use(g *gap, d *define, count int) error {
	at := g.mark()
	if err := x.checkUse(d, at, count); err != nil {
		return err
	}
	var args []mtext
	end := len(d.name) + 2
	if d.src != nil && declares(g.head(), g.tail()[end:]) {
		pos, _ := x.o.locate(at.at, at.via)
		x.named = append(x.named, Placed{d.name, pos})
	}
	if head := g.head(); head[len(head)-1] == '(' {
		g.retreat(1)
		end = matchBracket(g.tail(), 0)
		if end < 0 {
			return x.errorAt(at, "the use of define %q is never closed: ')' is missing", d.name)
		}
		// The tag ends at its first blank, even inside the name.
		tag := len(d.name) + 3
		if sp := strings.IndexAny(d.name, " \t\n\r"); sp >= 0 {
			tag = 2 + sp
		}
		args = splitArgs(g.slice(tag, end))
		end++
	}
	inst := x.instantiate(d, args, at)
	x.work += len(inst.b)
	if most := x.o.limits.Expanded; x.work > maxWork*most || x.tooLong || g.size()+len(inst.b) > most {
		return x.errorAt(at, "define %q makes the text longer than %d bytes", d.name, most)
	}
	g.replace(end, inst)
	return nil
}

// checkUse refuses uses that can only be part of an endless expansion.
func (x *expander) checkUse(d *define, at mark, count int) error {
	if count >= maxUses {
		return x.errorAt(at, "more than %d uses of defines, here of %q; does it use itself?", maxUses, d.name)
	}
	depth, self := 0, 0
	for v := at.via; v != 0 && depth < 1000; v = x.o.uses[v-1].via {
		depth++
		if x.o.uses[v-1].name == d.name {
			self++
		}
	}
	if self >= 8 || depth >= 200 {
		var chain []string // up to itself
		for v := at.via; v != 0 && len(chain) < 5; v = x.o.uses[v-1].via {
			u := x.o.uses[v-1]
			if chain = append(chain, fmt.Sprintf("%q", u.name)); u.name == d.name {
				break
			}
		}
		return x.errorAt(at, "define %q uses itself without end (it is used by %s)", d.name,
			strings.Join(chain, ", used by "))
	}
	return nil
}

// protected reports whether the token before the tag makes it the name of a
// game rather than the use of a define.
func protected(before []byte) bool {
	switch lastToken(before) {
	case "game", "match", "instance":
		return true
	}
	return false
}

// declares reports whether a tag stands where a clause declares a name, told by the
// text before and behind the tag. A clause that has nothing else, such as
// (regions "Tag") or the (piece "Tag") of a promotion, declares none.
func declares(before, behind []byte) bool {
	switch keyword := lastToken(before); keyword {
	case "regions", "piece", "track", "phase":
		before = bytes.TrimRight(before, " \t\r\n")
		behind = bytes.TrimLeft(behind, " \t\r\n")
		return bytes.HasSuffix(before, []byte("("+keyword)) && len(behind) > 0 && behind[0] != ')'
	}
	return false
}

// lastToken returns the last token of a text, whatever follows it.
func lastToken(before []byte) string {
	end := len(before)
	for end > 0 && !isToken(before[end-1]) {
		end--
	}
	start := end
	for start > 0 && isToken(before[start-1]) {
		start--
	}
	return string(before[start:end])
}

// gap is text with a cursor: what lies before the cursor is at the front of the
// arrays, what lies behind it at their end, so that replacing text at the cursor
// moves only the text that is replaced.
type gap struct {
	m     mtext
	front int // length of the text before the cursor
	back  int // offset of the text behind the cursor
}

// newGap returns a gap buffer with the text, the cursor at k. It takes the
// buffer in which the text does not lie itself.
func (x *expander) newGap(m mtext, k int) *gap {
	if len(m.b) > 0 && len(x.buffers[0].b) > 0 && &m.b[0] == &x.buffers[0].b[0] {
		x.buffers[0], x.buffers[1] = x.buffers[1], x.buffers[0]
	}
	if len(x.buffers[0].b) < len(m.b)+1024 {
		size := 2*len(m.b) + 8192
		x.buffers[0] = mtext{b: make([]byte, size), m: make([]mark, size)}
	}
	g := &gap{m: x.buffers[0], front: k, back: len(x.buffers[0].b) - len(m.b) + k}
	copy(g.m.b, m.b[:k])
	copy(g.m.m, m.m[:k])
	copy(g.m.b[g.back:], m.b[k:])
	copy(g.m.m[g.back:], m.m[k:])
	return g
}

// keep returns the text of a gap whose cursor is at the end, and keeps its
// arrays, which may have grown, as a buffer.
func (x *expander) keep(g *gap) mtext {
	x.buffers[0] = g.m
	return g.m.slice(0, g.front)
}

// join returns a text with another one behind it, where the text is if there is room.
func (x *expander) join(m, behind mtext) mtext {
	if room, n := x.buffers[0], len(m.b)+len(behind.b); n <= len(room.b) && len(m.b) > 0 && &m.b[0] == &room.b[0] {
		copy(room.b[len(m.b):], behind.b)
		copy(room.m[len(m.b):], behind.m)
		return room.slice(0, n)
	}
	x.whole.set(m)
	x.whole.append(behind)
	return x.whole
}

func (g *gap) head() []byte { return g.m.b[:g.front] }
func (g *gap) tail() []byte { return g.m.b[g.back:] }
func (g *gap) mark() mark   { return g.m.m[g.back] }
func (g *gap) size() int    { return g.front + len(g.m.b) - g.back }

// slice returns part of the text behind the cursor.
func (g *gap) slice(i, j int) mtext { return g.m.slice(g.back+i, g.back+max(i, j)) }

// advance moves the cursor n bytes on, at most to the end.
func (g *gap) advance(n int) {
	n = min(n, len(g.m.b)-g.back)
	copy(g.m.b[g.front:], g.m.b[g.back:g.back+n])
	copy(g.m.m[g.front:], g.m.m[g.back:g.back+n])
	g.front += n
	g.back += n
}

// retreat moves the cursor n bytes back.
func (g *gap) retreat(n int) {
	g.front -= n
	g.back -= n
	copy(g.m.b[g.back:g.back+n], g.m.b[g.front:g.front+n])
	copy(g.m.m[g.back:g.back+n], g.m.m[g.front:g.front+n])
}

// replace puts x in place of the n bytes behind the cursor, and stays before it.
func (g *gap) replace(n int, x mtext) {
	g.back += n
	if g.back-g.front < len(x.b) {
		old := *g
		size := g.size() + len(x.b)
		size += size + 4096
		g.m = mtext{b: make([]byte, size), m: make([]mark, size)}
		copy(g.m.b, old.m.b[:old.front])
		copy(g.m.m, old.m.m[:old.front])
		g.back = size - len(old.tail())
		copy(g.m.b[g.back:], old.m.b[old.back:])
		copy(g.m.m[g.back:], old.m.m[old.back:])
	}
	g.back -= len(x.b)
	copy(g.m.b[g.back:], x.b)
	copy(g.m.m[g.back:], x.m)
}
