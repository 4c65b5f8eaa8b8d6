package assist

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// Hover is what is known of the word at a place, as Markdown.
type Hover struct {
	At   Range  `json:"at"`
	Text string `json:"text"`
}

// mostForms bounds the forms that a hover explains in full.
const mostForms = 3

// Hover explains the word at a place; nil when there is nothing to say of it.
func (l *Library) Hover(text []byte, at int) *Hover {
	spans := lgdl.Tokens(text)
	i, ok := wordAt(spans, at)
	if !ok {
		return nil
	}
	s := spans[i]
	word := string(text[s.Start:s.End])
	h := &Hover{At: Range{s.Start, s.End}}
	switch s.Class {
	case lgdl.ClassKeyword:
		h.Text = l.keyword(text, s, word)
	case lgdl.ClassString, lgdl.ClassDefine:
		h.Text = l.name(text, s)
	case lgdl.ClassLabel:
		h.Text = l.slot(text, s, func(o lgdl.Opening) bool { return o.Slot.Label == strings.TrimSuffix(word, ":") })
	case lgdl.ClassConst:
		h.Text = l.slot(text, s, func(o lgdl.Opening) bool {
			return o.Slot.Const == word || contains(lgdl.Enum(strings.Trim(o.Slot.Type, "{}!")), word)
		})
		if h.Text == "" {
			if types := l.grammar.TypesOf(word); len(types) > 0 {
				h.Text = fmt.Sprintf("`%s` is one of %s", word, strings.Join(types, ", "))
			}
		}
	}
	if h.Text == "" {
		return nil
	}
	return h
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// keyword explains a ludeme: the forms that fit what is written of the clause.
func (l *Library) keyword(text []byte, s lgdl.Span, word string) string {
	end := s.End
	if o := s.Start - 1; o >= 0 && text[o] == '(' {
		spans := lgdl.Tokens(text[o:])
		if len(spans) > 0 {
			end = o + closing(text[o:], spans, 0) - 1
		}
	}
	// A blank, so that the last word is an argument and not one that is being written.
	clause := append(text[:max(end, s.End):max(end, s.End)], ' ')
	x := l.grammar.Expect(clause, len(clause))
	forms := x.Forms
	if len(forms) == 0 || x.Keyword != word {
		forms = l.grammar.Lookup(word)
	}
	if len(forms) == 0 {
		return textual[word]
	}
	var b strings.Builder
	for i, f := range forms {
		if i == mostForms {
			fmt.Fprintf(&b, "\n… and %d more forms\n", len(forms)-mostForms)
			break
		}
		if i > 0 {
			b.WriteString("\n---\n")
		}
		describe(&b, f)
	}
	return b.String()
}

// textual explains the words that the language defines as text.
var textual = map[string]string{
	"define": "`(define \"Name\" …)` gives a piece of text a name; `(\"Name\" …)` puts it in, with #1, #2, … replaced " +
		"by arguments.",
	"option": "`(option \"Heading\" <Tag> args:{…} {(item …) …})` is a category of choices that the description offers.",
	"item": "`(item \"Heading\" <…> \"explanation\")` is one choice of an option; the one with most asterisks behind " +
		"it is the default.",
	"rulesets": "`(rulesets {(ruleset …) …})` lists named selections of options.",
	"useFor":   "`(useFor {\"Ruleset/Name\"} …)` holds for the named rulesets or options only.",
	"ruleset":  "`(ruleset \"Ruleset/Name\" {\"Heading/Item\" …})` is a named selection of options.",
}

// describe writes what is known of a form.
func describe(b *strings.Builder, f *lgdl.Form) {
	doc := ludeme.Document(f)
	fmt.Fprintf(b, "```lgdl\n%s\n```\n%s *(%s)*\n", f.Text, f.Meaning, f.Result)
	for _, a := range doc.Arguments {
		if a.Meaning == "" {
			continue
		}
		fmt.Fprintf(b, "\n- `%s` %s", a.Name, a.Meaning)
		if a.Optional && a.Default != "" {
			fmt.Fprintf(b, "; default: %s", a.Default)
		}
	}
	if doc.Example != "" {
		fmt.Fprintf(b, "\n\n```lgdl\n%s\n```", doc.Example)
	}
	b.WriteString("\n")
}

// name explains a name that the description declares, or a known define.
func (l *Library) name(text []byte, s lgdl.Span) string {
	own, known, span, ok := l.named(text, s.Start+1)
	if !ok {
		return ""
	}
	if own != nil {
		whole := string(text[own.whole.Start:own.whole.End])
		const most = 600
		if len(whole) > most {
			whole = strings.ToValidUTF8(whole[:most], "") + " …"
		}
		return fmt.Sprintf("%s `%s`\n```lgdl\n%s\n```", own.kind, text[span.Start:span.End], whole)
	}
	doc := ""
	if known.Comment != "" {
		doc = known.Comment + "\n"
	}
	return fmt.Sprintf("define of `%s`\n%s```lgdl\n%s\n```", known.At.File, doc, known.Text)
}

// slot explains the argument that begins at a word.
func (l *Library) slot(text []byte, s lgdl.Span, is func(lgdl.Opening) bool) string {
	x := l.grammar.Expect(text, s.Start)
	if len(x.Slots) == 0 && s.Start > 0 { // behind a label
		x = l.grammar.Expect(text[:s.Start], s.Start)
	}
	for _, o := range x.Slots {
		if is(o) {
			meaning := meaningOf(o)
			if meaning == "" {
				meaning = o.Form.Meaning
			}
			return fmt.Sprintf("`%s` of `%s`\n\n%s", o.Slot, o.Form.Text, meaning)
		}
	}
	return ""
}
