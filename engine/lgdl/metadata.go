package lgdl

import (
	"bytes"
	"slices"
)

// cutMetadata splits the first (metadata …) from the text.
func (x *expander) cutMetadata(m mtext) (game, meta mtext, err error) {
	k := bytes.Index(m.b, metadataKey)
	if k < 0 {
		return m, mtext{}, nil
	}
	end := matchBracket(m.b, k)
	if end < 0 {
		return m, mtext{}, rangeError(x.o, &m, k, "this (metadata …) is never closed")
	}
	if meta = m.slice(k, end+1); end+1 == len(m.b) {
		return m.slice(0, k), meta, nil
	}
	m.cutInto(&x.game, k, end+1)
	return x.game, meta, nil
}

var useForKey = []byte("(useFor ")

// filterUseFor resolves the (useFor X …) wrappers of the metadata: the body stays
// if all strings of X are active and goes otherwise.
func (d *Description) filterUseFor(o *origins, m mtext, active []string) (mtext, error) {
	if !bytes.Contains(m.b, useForKey) {
		return m, nil
	}
	f := useFor{d: d, o: o, active: active, exists: d.allNames(), out: newText(len(m.b))}
	for _, r := range d.rulesets {
		f.exists = append(f.exists, r.Heading)
	}
	err := f.filter(m, 0)
	return f.out, err
}

// useFor is one run of filterUseFor.
type useFor struct {
	d      *Description
	o      *origins
	active []string // option strings and ruleset that are selected
	exists []string // all there are
	out    mtext
}

// filter appends what stays of m to the output.
func (f *useFor) filter(m mtext, depth int) error {
	if depth > maxDepth {
		return rangeError(f.o, &m, 0, "(useFor …) is nested too deep")
	}
	for {
		k := bytes.Index(m.b, useForKey)
		if k < 0 {
			f.out.append(m)
			return nil
		}
		end := matchBracket(m.b, k)
		if end < 0 {
			return rangeError(f.o, &m, k, "this (useFor …) is never closed")
		}
		f.out.append(m.slice(0, k))
		keep, body, err := f.condition(m.slice(k, end))
		if err != nil {
			return err
		}
		if keep {
			if err := f.filter(body, depth+1); err != nil {
				return err
			}
		}
		m = m.slice(end+1, len(m.b))
	}
}

// condition reads a wrapper, without its closing bracket: whether its condition
// holds, and what it wraps.
func (f *useFor) condition(m mtext) (keep bool, body mtext, err error) {
	i := len(useForKey)
	for i < len(m.b) && isSpace(m.b[i]) {
		i++
	}
	stop := -1
	if i < len(m.b) {
		switch m.b[i] {
		case '{':
			stop = matchBracket(m.b, i)
		case '"':
			stop = matchQuote(m.b, i)
		}
	}
	if stop < 0 {
		return false, m, rangeError(f.o, &m, i, "expected an option or ruleset in quotes, or a list {…} of them, after "+
			"\"(useFor\"")
	}
	head := m.slice(i, stop+1)
	required, at, err := f.d.strings(&head)
	if err != nil {
		return false, m, err
	}
	keep = true
	for j, s := range required {
		if !slices.Contains(f.exists, s) {
			e := rangeError(f.o, &head, at[j], "the metadata is for the option or ruleset \""+s+"\", which does not exist")
			return false, m, withHint(e, didYouMean(s, f.exists))
		}
		keep = keep && slices.Contains(f.active, s)
	}
	return keep, m.slice(stop+1, len(m.b)), nil
}
