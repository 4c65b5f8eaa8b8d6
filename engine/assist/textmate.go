package assist

import (
	"encoding/json"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// TextMate returns a grammar by which editors colour descriptions, as JSON: known
// ludemes by the rows of the language, so that a misspelt one stays plain.
func TextMate(g *lgdl.Grammar) []byte {
	words := slices.Clone(g.Keywords())
	for w := range textual {
		words = append(words, w)
	}
	sort.Slice(words, func(i, j int) bool { // long ones first: one may begin another
		if len(words[i]) != len(words[j]) {
			return len(words[i]) > len(words[j])
		}
		return words[i] < words[j]
	})
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	rule := func(name, match string) map[string]any { return map[string]any{"name": name, "match": match} }
	captured := func(match string, names ...string) map[string]any {
		c := map[string]any{}
		for i, n := range names {
			c[string(rune('1'+i))] = map[string]string{"name": n}
		}
		return map[string]any{"match": match, "captures": c}
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema":   "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
		"name":      "L-GDL",
		"scopeName": "source.lgdl",
		"fileTypes": []string{"lud", "def"},
		"patterns": []any{
			rule("comment.line.double-slash.lgdl", `//.*$`),
			captured(`\((define)\s+("[^"]*")`, "keyword.control.lgdl", "entity.name.function.lgdl"),
			captured(`\(("[^"]*")`, "entity.name.function.lgdl"),
			captured(`\((`+strings.Join(words, "|")+`)(?=[\s(){}"]|$)`, "keyword.other.ludeme.lgdl"),
			map[string]any{"name": "string.quoted.double.lgdl", "begin": `"`, "end": `"`},
			rule("variable.parameter.lgdl", `#\d+`),
			rule("entity.other.attribute-name.lgdl", `\b[A-Za-z][A-Za-z0-9]*:(?=\S|\s)`),
			rule("constant.numeric.lgdl", `(?<![\w.])-?\d+(\.\d+)?(?![\w])`),
			rule("constant.language.lgdl", `\b(True|False)\b`),
			rule("support.constant.lgdl", `\b[A-Z][A-Za-z0-9]*\b`),
			rule("storage.modifier.option.lgdl", `<[^<>\s]*>`),
		},
	}, "", "  ")
	if err != nil {
		panic(err) // strings and maps of them
	}
	return append(text, '\n')
}
