package trace

import (
	"strings"
)

// Canon is the canonical form of a move's text in which two moves of the same
// meaning are equal: nested moves are flattened, the header is reduced to from
// and to, and the fields that the reference does not compare (part 1, §19) are
// left out.
func Canon(move string, header bool) string {
	var b strings.Builder
	i := strings.Index(move, "actions=")
	if i < 0 {
		return move
	}
	if header {
		for _, f := range fields(move[len("[Move:"):i]) {
			if f.name == "from" || f.name == "to" {
				b.WriteString(f.name + "=" + f.value + " ")
			}
		}
	}
	canonActions(&b, move[i+len("actions="):len(move)-1])
	return b.String()
}

func canonActions(b *strings.Builder, s string) {
	for _, a := range split(s) {
		if strings.HasPrefix(a, "[Move:") {
			if i := strings.Index(a, "actions="); i >= 0 {
				canonActions(b, a[i+len("actions="):len(a)-1])
				continue
			}
		}
		canonAction(b, a)
	}
}

// split cuts a list of bracketed actions at its top level.
func split(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			if depth == 0 {
				start = i
			}
			depth++
		case ']':
			depth--
			if depth == 0 {
				out = append(out, s[start:i+1])
			}
		}
	}
	return out
}

type fieldText struct{ name, value string }

func fields(s string) []fieldText {
	var out []fieldText
	for _, f := range strings.Split(s, ",") {
		if name, value, ok := strings.Cut(f, "="); ok {
			out = append(out, fieldText{name, value})
		}
	}
	return out
}

// ignored are the fields of each action that are not compared.
var ignored = map[string]string{
	"Add": "level", "Remove": "level", "Select": "levelFrom levelTo", "SetCount": "what", "SetScore": "add",
	"SetState": "decision", "SetValue": "decision", "SetPhase": "type", "RememberValue": "name", "ForgetValue": "name",
	"Forfeit": "decision", "AddPlayerToTeam": "decision", "StoreStateInContext": "decision",
	"Propose": "propositionInt", "Vote": "voteInt",
}

func canonAction(b *strings.Builder, a string) {
	name, rest, _ := strings.Cut(strings.TrimSuffix(a[1:], "]"), ":")
	b.WriteByte('[')
	b.WriteString(name)
	skip := ignored[name]
	if strings.HasPrefix(name, "SetHidden") {
		skip = "level"
	}
	late := name == "Remove" && strings.Contains(rest, "applied=false")
	for _, f := range fields(rest) {
		if f.name == "level" && name == "Remove" {
			b.WriteString(",level")
			continue
		}
		if has(skip, f.name) || late && f.name == "type" {
			continue
		}
		b.WriteString("," + f.name + "=" + f.value)
	}
	b.WriteByte(']')
}

func has(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}
