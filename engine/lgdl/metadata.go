package lgdl

import (
	"bytes"
	"slices"
)

// cutMetadata splits the first (metadata …) from the text.
func cutMetadata(o *origins, m mtext) (game, meta mtext, err error) {
	k := bytes.Index(m.b, metadataKey)
	if k < 0 {
		return m, mtext{}, nil
	}
	end := matchBracket(m.b, k)
	if end < 0 {
		return m, mtext{}, rangeError(o, &m, k, "this (metadata …) is never closed")
	}
	return m.cut(k, end+1), m.slice(k, end+1), nil
}

var useForKey = []byte("(useFor ")

// filterUseFor resolves the (useFor X …) wrappers of the metadata: the body stays
// if all strings of X are active and goes otherwise.
func (d *Description) filterUseFor(o *origins, m mtext, active []string) (mtext, error) {
	exists := d.allNames()
	for _, r := range d.rulesets {
		exists = append(exists, r.Heading)
	}
	for from := 0; ; {
		k := bytes.Index(m.b[from:], useForKey)
		if k < 0 {
			return m, nil
		}
		k += from
		end := matchBracket(m.b, k)
		if end < 0 {
			return m, rangeError(o, &m, k, "this (useFor …) is never closed")
		}
		i := k + len(useForKey)
		for i < end && isSpace(m.b[i]) {
			i++
		}
		stop := -1
		if m.b[i] == '{' {
			stop = matchBracket(m.b[:end], i)
		} else if m.b[i] == '"' {
			stop = matchQuote(m.b[:end], i)
		}
		if stop < 0 {
			return m, rangeError(o, &m, i, "expected an option or ruleset in quotes, or a list {…} of them, after \"(useFor\"")
		}
		head := m.slice(i, stop+1)
		required, at, err := d.strings(&head)
		if err != nil {
			return m, err
		}
		keep := true
		for j, s := range required {
			if !slices.Contains(exists, s) {
				e := rangeError(o, &head, at[j], "the metadata is for the option or ruleset \""+s+"\", which does not exist")
				return m, withHint(e, didYouMean(s, exists))
			}
			keep = keep && slices.Contains(active, s)
		}
		r := newText(len(m.b))
		r.append(m.slice(0, k))
		if keep {
			r.append(m.slice(stop+1, end))
		}
		from = k
		r.append(m.slice(end+1, len(m.b)))
		m = r
	}
}
