package lint

import (
	"bytes"
	"regexp"
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
var ignoreComment = regexp.MustCompile(`(?://|;|%|#|/\*|\(\*)\s*astragal:\s*ignore((?:[\s,]+[A-Z][0-9]{3}\b)+)`)

var aCode = regexp.MustCompile(`[A-Z][0-9]{3}`)

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
		m := ignoreComment.FindStringSubmatchIndex(line)
		content := line
		var codes []string
		if m != nil {
			codes = strings.FieldsFunc(line[m[2]:m[3]], func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
			content = line[:m[0]]
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
		m := ignoreComment.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		for _, at := range aCode.FindAllStringIndex(line[m[2]:m[3]], -1) {
			if code := line[m[2]+at[0] : m[2]+at[1]]; Lookup(code) == nil {
				l.add("W002", lgdl.Pos{File: file, Line: i + 1, Col: m[2] + at[0] + 1}, nil, "there is no warning %s", code)
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
