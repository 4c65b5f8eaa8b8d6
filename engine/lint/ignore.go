package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// A comment silences warnings on its own line and on the next line that is more
// than a comment:
//
//	// astragal: ignore W101 W203
//
// Before the first line of the description proper it holds for the whole file.
// Codes are separated by blanks or commas; what follows them is a remark. Every
// formalism's comment signs are understood.

// commentSigns are those of the formalisms.
var commentSigns = []string{"//", ";", "%", "#", "/*", "(*"}

const blanks = " \t\n\f\r"

// silencer is an ignore comment in a line.
type silencer struct {
	start int // of the comment
	codes []string
	at    []int // where they begin
}

// findSilencer finds the first ignore comment of a line, nil if there is none.
func findSilencer(line string) *silencer {
	const name = "astragal:"
	for from := 0; ; {
		i := strings.Index(line[from:], name)
		if i < 0 {
			return nil
		}
		at := from + i
		from = at + len(name)
		before := strings.TrimRight(line[:at], blanks)
		sign := slices.IndexFunc(commentSigns, func(s string) bool { return strings.HasSuffix(before, s) })
		rest, ok := strings.CutPrefix(strings.TrimLeft(line[from:], blanks), "ignore")
		if sign < 0 || !ok {
			continue
		}
		s := &silencer{start: len(before) - len(commentSigns[sign])}
		for {
			next := strings.TrimLeft(rest, blanks+",")
			if len(next) == len(rest) || !isCode(next) {
				break
			}
			s.codes, s.at = append(s.codes, next[:4]), append(s.at, len(line)-len(next))
			rest = next[4:]
		}
		if len(s.codes) > 0 {
			return s
		}
	}
}

// isCode reports whether a text begins with a code: a capital and three figures, and no more of a word.
func isCode(s string) bool {
	word := func(c byte) bool { return c == '_' || c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' }
	return len(s) >= 4 && s[0] >= 'A' && s[0] <= 'Z' && strings.Trim(s[1:4], "0123456789") == "" &&
		(len(s) == 4 || !word(s[4]))
}

// ignores are the codes that the comments of a text silence: by line, 0 for all.
type ignores map[int][]string

// readIgnores finds the ignore comments of a text.
func readIgnores(text []byte) ignores {
	if !bytes.Contains(text, []byte("astragal:")) {
		return nil
	}
	found := ignores{}
	var waiting []string // for the next line that is more than a comment
	top := true
	for i, line := range strings.Split(strings.ReplaceAll(string(text), "\r", ""), "\n") {
		content := line
		var codes []string
		if s := findSilencer(line); s != nil {
			codes, content = s.codes, line[:s.start]
		}
		content = strings.TrimSpace(content)
		comment := content == "" || strings.HasPrefix(content, "//") || strings.HasPrefix(content, ";")
		switch {
		case comment && top:
			found[0] = append(found[0], codes...)
		case comment:
			waiting = append(waiting, codes...)
		default:
			top = false
			found[i+1] = append(append(found[i+1], waiting...), codes...)
			waiting = nil
		}
	}
	return found
}

// ignored warns of codes in ignore comments that do not exist.
func (l *linter) ignored(file string) {
	for i, line := range strings.Split(string(l.in.Text), "\n") {
		s := findSilencer(line)
		if s == nil {
			continue
		}
		for k, code := range s.codes {
			if Lookup(code) == nil {
				l.add("W002", lgdl.Pos{File: file, Line: i + 1, Col: s.at[k] + 1}, nil, "there is no warning %s", code)
			}
		}
	}
}

// Silence returns the warnings in the order of the text, without those that its
// comments silence.
func Silence(ws []Warning, text []byte) []Warning {
	quiet := readIgnores(text)
	var out []Warning
	for _, w := range ws {
		if !slices.Contains(quiet[0], w.Code) && (w.Line == 0 || !slices.Contains(quiet[w.Line], w.Code)) {
			out = append(out, w)
		}
	}
	return sorted(out)
}
