package lgdl

import (
	"html"
	"strings"
)

// Class is the syntactic class of a piece of a description's text.
type Class string

// The classes that Tokens tells apart.
const (
	ClassPlain   Class = ""
	ClassBracket Class = "bracket"
	ClassKeyword Class = "keyword" // the word after "("
	ClassDefine  Class = "define"  // the name of a define at its use or definition
	ClassLabel   Class = "label"   // name:
	ClassString  Class = "string"
	ClassNumber  Class = "number"
	ClassConst   Class = "const"
	ClassParam   Class = "param" // #1
	ClassTag     Class = "tag"   // <Tag> of an option
	ClassComment Class = "comment"
)

// Span is a piece of text, the bytes Start to End, with its class.
type Span struct {
	Start, End int
	Class      Class
}

// Tokens classifies the text of a description, which need not be correct. The
// spans are in order and do not overlap; white space belongs to none.
func Tokens(text []byte) []Span {
	var spans []Span
	opened := false // the token before was "("
	define := false // the tokens before were "(" and "define"
	for _, t := range scan(text) {
		s := string(text[t.start:t.end])
		name := opened || define
		first := opened
		opened, define = s == "(", false
		switch t.kind {
		case tokOpen, tokClose:
			spans = append(spans, Span{t.start, t.end, ClassBracket})
		case tokComment:
			spans = append(spans, Span{t.start, t.end, ClassComment})
		case tokValue:
			spans = append(spans, Span{t.start, t.end, ClassTag})
		case tokString:
			c := ClassString
			if name {
				c = ClassDefine
			}
			spans = append(spans, Span{t.start, t.end, c})
		default:
			if first {
				define = s == "define"
				spans = append(spans, Span{t.start, t.end, ClassKeyword})
				continue
			}
			spans = append(spans, wordSpans(s, t.start)...)
		}
	}
	return spans
}

// wordSpans classifies a word that may begin with a label.
func wordSpans(s string, at int) []Span {
	var spans []Span
	if i := strings.IndexByte(s, ':'); i > 0 && s[0] != '<' && s[0] != '#' {
		spans = append(spans, Span{at, at + i + 1, ClassLabel})
		s, at = s[i+1:], at+i+1
	}
	if s == "" {
		return spans
	}
	n := Node{Kind: Const, Text: s}
	classify(&n)
	c := ClassPlain
	switch {
	case n.Kind == Int || n.Kind == Float || strings.Contains(s, "..") && isDigit(s[0]):
		c = ClassNumber
	case n.Kind == Bool || s[0] >= 'A' && s[0] <= 'Z':
		c = ClassConst
	case s[0] == '#':
		c = ClassParam
	case s[0] == '<' && len(s) > 2:
		c = ClassTag
	}
	return append(spans, Span{at, at + len(s), c})
}

// Highlight returns the text as HTML, with every span of Tokens in an element
// <span class="l-…">. The result is safe to embed, preferably in <pre>.
func Highlight(text []byte) string {
	var b strings.Builder
	at := 0
	for _, s := range Tokens(text) {
		b.WriteString(html.EscapeString(string(text[at:s.Start])))
		at = s.End
		word := html.EscapeString(string(text[s.Start:s.End]))
		if s.Class == ClassPlain {
			b.WriteString(word)
			continue
		}
		b.WriteString(`<span class="l-` + string(s.Class) + `">` + word + `</span>`)
	}
	b.WriteString(html.EscapeString(string(text[at:])))
	return b.String()
}
