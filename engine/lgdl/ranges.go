package lgdl

import (
	"bytes"
	"strconv"
)

// expandRanges replaces number ranges m..n by all integers from m to n, and then
// site ranges "A1".."C3" by the strings of the rectangle (spec 01 §8).
func expandRanges(o *origins, m mtext) (mtext, error) {
	m, err := numberRanges(o, m)
	if err != nil {
		return m, err
	}
	return siteRanges(o, m)
}

var dots = []byte("..")

func rangeError(o *origins, m *mtext, i int, msg string) error {
	pos, via := m.pos(o, i)
	return &Error{Pos: pos, Via: via, Msg: msg}
}

func numberRanges(o *origins, m mtext) (mtext, error) {
	if !bytes.Contains(m.b, dots) {
		return m, nil
	}
	r := newText(len(m.b) + 256)
	start, item := 0, itemsOfHoles(m.b)
	for i := 0; i < len(m.b); i++ {
		if item(i) || m.b[i] != '.' || i == 0 || i+2 >= len(m.b) || m.b[i+1] != '.' || !isDigit(m.b[i-1]) ||
			!isDigit(m.b[i+2]) {
			continue
		}
		from, to := i, i+2
		for from > start && isDigit(m.b[from-1]) {
			from--
		}
		for to < len(m.b) && isDigit(m.b[to]) {
			to++
		}
		if from == i { // the digit before belongs to a range that is already read, as in 1..2..3
			continue
		}
		a, errA := strconv.Atoi(string(m.b[from:i]))
		b, errB := strconv.Atoi(string(m.b[i+2 : to]))
		if errA != nil || errB != nil || a-b > maxRange || b-a > maxRange {
			return m, rangeError(o, &m, from, "the range "+clip(string(m.b[from:to]))+" has more than "+strconv.Itoa(maxRange)+
				" numbers")
		}
		r.append(m.slice(start, from))
		step := 1
		if b < a {
			step = -1
		}
		text := strconv.Itoa(a)
		for k := a; k != b; {
			k += step
			text += " " + strconv.Itoa(k)
		}
		if a == b { // a range of one number yields it twice
			text += " " + text
		}
		r.appendAt(text, m.m[from])
		if len(r.b) > o.limits.Expanded {
			return m, rangeError(o, &m, from, "ranges make the text longer than "+strconv.Itoa(o.limits.Expanded)+" bytes")
		}
		start, i = to, to-1
	}
	r.append(m.slice(start, len(m.b)))
	return r, nil
}

func siteRanges(o *origins, m mtext) (mtext, error) {
	mid := []byte(`".."`)
	if !bytes.Contains(m.b, mid) {
		return m, nil
	}
	r := newText(len(m.b) + 256)
	item, from := itemsOfHoles(m.b), 0
	for start := 0; ; {
		k := bytes.Index(m.b[from:], mid)
		if k < 0 {
			r.append(m.slice(start, len(m.b)))
			return r, nil
		}
		k += from
		if item(k) {
			from = k + len(mid)
			continue
		}
		i := start + bytes.LastIndexByte(m.b[start:k], '"')
		j := bytes.IndexByte(m.b[k+4:], '"')
		if i < start || j < 0 {
			return m, rangeError(o, &m, k, "a range of sites has the form \"A1\"..\"C3\"")
		}
		j += k + 4
		c1, n1, ok := coordinate(m.b[i+1 : k])
		if !ok {
			return m, rangeError(o, &m, i, "a range of sites begins with a letter and a number, not with "+
				clip(string(m.b[i:k+1])))
		}
		c2, n2, ok := coordinate(m.b[k+4 : j])
		if !ok {
			return m, rangeError(o, &m, k+3, "a range of sites ends with a letter and a number, not with "+
				clip(string(m.b[k+3:j+1])))
		}
		if n2-n1 > maxRange {
			return m, rangeError(o, &m, i, "the range of sites is too large")
		}
		r.append(m.slice(start, i))
		for c := c1; c <= c2; c++ {
			for n := n1; n <= n2; n++ {
				if c != c1 || n != n1 {
					r.appendAt(" ", m.m[i])
				}
				r.appendAt(`"`+string(rune(c))+strconv.Itoa(n)+`"`, m.m[i])
			}
		}
		if len(r.b) > o.limits.Expanded {
			return m, rangeError(o, &m, i, "ranges make the text longer than "+strconv.Itoa(o.limits.Expanded)+" bytes")
		}
		start, from = j+1, j+1
	}
}

// itemsOfHoles returns a function that reports whether offset i is in a hole and in no
// bracket inside it: a range there is no list of arguments but several choices. It
// must be asked with rising offsets.
func itemsOfHoles(b []byte) func(i int) bool {
	if bytes.IndexByte(b, '[') < 0 {
		return func(int) bool { return false }
	}
	var open []byte
	quoted, next := false, 0
	return func(i int) bool {
		for ; next <= i; next++ {
			switch c := b[next]; {
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '(' || c == '{' || c == '[':
				open = append(open, c)
			case (c == ')' || c == '}' || c == ']') && len(open) > 0:
				open = open[:len(open)-1]
			}
		}
		return len(open) > 0 && open[len(open)-1] == '['
	}
}

// coordinate splits a letter followed by an integer; the letter is returned as a
// capital.
func coordinate(b []byte) (letter byte, n int, ok bool) {
	if len(b) < 2 || !isLetter(b[0]) {
		return 0, 0, false
	}
	n, err := strconv.Atoi(string(b[1:]))
	if err != nil || n < -1_000_000 || n > 1_000_000 {
		return 0, 0, false
	}
	return b[0] &^ 0x20, n, true
}
