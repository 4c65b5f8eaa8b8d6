// Package assist helps people and programs to write descriptions: it says what is
// wrong with one and how to mend it, what may be written next, what a word means,
// where a name is defined and used, and how to rename it.
//
//	text ── Diagnose ──► diagnostics with repairs
//	text, place ─ Complete, Hover, Definition, References, Rename ──► answers
//	text ── Symbols, Folding ──► its outline
//
// The command line, the language server and the editor on the web all speak through
// it. A description that is being written is mostly broken: all but Diagnose works on
// its tokens and on the grammar, and never needs a description that compiles. Places
// are byte offsets; those who count otherwise convert with Lines.
package assist

import (
	"io/fs"
	"sort"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

// Range is a piece of a text, the bytes Start to End.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Location is a range in a file; File is "" for the description that was asked about.
type Location struct {
	File string `json:"file"`
	Range
}

// Define is a known define as its file has it.
type Define struct {
	Name    string
	At      Location // of the name
	Whole   Range    // of the clause
	Comment string   // lines of comment right above it
	Text    string   // of the clause
}

// Library is the known defines that descriptions are written with. It is immutable and
// safe for use by several goroutines.
type Library struct {
	loader  *ruleset.Loader
	grammar *lgdl.Grammar
	defines map[string]*Define
	names   []string
	texts   map[string][]byte
}

// NewLibrary reads the .def files of folders. The error is that of reading them.
func NewLibrary(defs ...fs.FS) (*Library, error) {
	loader, err := ruleset.NewLoader(defs...)
	if err != nil {
		return nil, err
	}
	l := &Library{loader: loader, grammar: ludeme.Grammar(), defines: map[string]*Define{}, texts: map[string][]byte{}}
	for _, system := range defs {
		err := fs.WalkDir(system, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".def") {
				return err
			}
			text, err := fs.ReadFile(system, path)
			if err != nil {
				return err
			}
			l.texts[path] = text
			for _, x := range definesOf(text) {
				x.At.File = path
				l.defines[x.Name] = x
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for name := range l.defines {
		l.names = append(l.names, name)
	}
	sort.Strings(l.names)
	return l, nil
}

// Text is that of a file of known defines, nil for one that is not known.
func (l *Library) Text(file string) []byte { return l.texts[file] }

// definesOf are the defines of a text in order.
func definesOf(text []byte) []*Define {
	var list []*Define
	spans := lgdl.Tokens(text)
	for i, s := range spans {
		if s.Class != lgdl.ClassDefine || i < 2 || string(text[spans[i-1].Start:spans[i-1].End]) != "define" {
			continue
		}
		open := i - 2
		x := &Define{Name: unquote(text[s.Start:s.End]), At: Location{Range: inside(text, s)},
			Whole: Range{spans[open].Start, closing(text, spans, open)}}
		x.Text = string(text[x.Whole.Start:x.Whole.End])
		x.Comment = commentAbove(text, spans, open)
		list = append(list, x)
	}
	return list
}

// closing is the end of the bracket at spans[open], the end of the text if it is open.
func closing(text []byte, spans []lgdl.Span, open int) int {
	depth := 0
	for _, s := range spans[open:] {
		if s.Class != lgdl.ClassBracket {
			continue
		}
		switch text[s.Start] {
		case '(', '{':
			depth++
		default:
			if depth--; depth == 0 {
				return s.End
			}
		}
	}
	return len(text)
}

// commentAbove is the text of the comments on the lines right above a token.
func commentAbove(text []byte, spans []lgdl.Span, at int) string {
	var lines []string
	below := spans[at].Start
	for i := at - 1; i >= 0 && spans[i].Class == lgdl.ClassComment; i-- {
		if strings.Count(string(text[spans[i].End:below]), "\n") > 1 {
			break
		}
		line := strings.Trim(string(text[spans[i].Start:spans[i].End]), "/-* \t")
		lines = append([]string{line}, lines...)
		below = spans[i].Start
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// inside is a string without its quotes.
func inside(text []byte, s lgdl.Span) Range {
	r := Range{s.Start, s.End}
	if text[r.Start] == '"' {
		r.Start++
	}
	if r.End > r.Start && text[r.End-1] == '"' {
		r.End--
	}
	return r
}

func unquote(s []byte) string { return strings.Trim(string(s), `"`) }

// wordAt is the token at a place: the one that it is in, or else that it is behind.
func wordAt(spans []lgdl.Span, at int) (int, bool) {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End >= at })
	if i < len(spans)-1 && spans[i].End == at && spans[i+1].Start == at && spans[i].Class == lgdl.ClassBracket {
		i++
	}
	if i < len(spans) && spans[i].Start <= at {
		return i, true
	}
	return 0, false
}
