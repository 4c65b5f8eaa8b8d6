package lgdl

// stripComments removes "//" comments up to, not including, the end of their
// line. A string protects what is in it; behind a string that is never closed
// nothing is removed.
func stripComments(m mtext) mtext {
	var r mtext
	start := 0
	for i := 0; i < len(m.b); i++ {
		switch {
		case m.b[i] == '"':
			end := matchQuote(m.b, i)
			if end < 0 {
				i = len(m.b)
				break
			}
			i = end
		case m.b[i] == '/' && i+1 < len(m.b) && m.b[i+1] == '/':
			if r.b == nil {
				r = newText(len(m.b))
			}
			r.append(m.slice(start, i))
			for i < len(m.b) && m.b[i] != '\n' {
				i++
			}
			start = i
		}
	}
	if r.b == nil {
		return m
	}
	r.append(m.slice(start, len(m.b)))
	return r
}
