package lgdl

import (
	"fmt"
	"strings"
)

// describe names a node in a message.
func describe(n *cnode) string {
	switch n.Kind {
	case Clause:
		return short(n)
	case List:
		if len(n.items) == 0 {
			return "the empty list {}"
		}
		return "the list " + short(n)
	case String:
		return fmt.Sprintf("the string %q", clip(n.Text))
	case Const:
		return fmt.Sprintf("the constant %s", clip(n.Text))
	case HoleKind:
		return "the hole " + clip(n.Hole.String())
	case Int, Float:
		return fmt.Sprintf("the number %s", clip(n.Text))
	}
	return clip(n.Text)
}

// short writes the beginning of a node.
func short(n *cnode) string {
	open, end := "(", ")"
	switch n.Kind {
	case Clause:
	case List:
		open, end = "{", "}"
	case String:
		return fmt.Sprintf("%q", clip(n.Text))
	case HoleKind:
		return "[…]"
	default:
		return clip(n.Text)
	}
	s := open + clip(n.Text)
	for i, x := range n.items {
		if i == 2 || x.Kind == Clause || x.Kind == List {
			if s == open {
				return s + "…" + end
			}
			return s + " …" + end
		}
		if s != open {
			s += " "
		}
		if x.Label != "" {
			s += x.Label + ":"
		}
		s += short(x)
	}
	return s + end
}

// opening writes how a clause begins: its keyword and its leading constant.
func opening(n *cnode) string {
	if len(n.items) > 0 && n.items[0].Kind == Const && n.items[0].Label == "" {
		return fmt.Sprintf("(%s %s …)", clip(n.Text), clip(n.items[0].Text))
	}
	return fmt.Sprintf("(%s …)", clip(n.Text))
}

func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

var typeNames = map[string]string{
	"int":         "an int",
	"int!":        "a literal integer",
	"dim":         "a dim (a size known when the board is made)",
	"bool":        "a bool",
	"bool!":       "True or False",
	"float":       "a float",
	"float!":      "a literal number",
	"string":      "a string",
	"sites":       "sites (a region)",
	"ints":        "ints (an array)",
	"range":       "a range",
	"graph":       "a graph",
	"direction":   "a direction",
	"moves":       "moves",
	"nonDecision": "moves that are no decision (not move, apply or random)",
	"item":        "an item of equipment",
	"startRule":   "a start rule",
	"endRule":     "an end rule",
	"metaRule":    "a meta rule",
}

// describeType names a type in a message.
func (g *Grammar) describeType(t *typeInfo) string {
	switch t.class {
	case tConst:
		return t.name
	case tList:
		return "a list " + bareType(t.name)
	case tClause:
		return "(" + t.keyword + " …)"
	}
	if s, ok := typeNames[t.name]; ok {
		return s
	}
	if len(t.enums) == 1 {
		words := Enum(t.enums[0])
		if len(words) > 6 {
			words = append(words[:5:5], "…")
		}
		return fmt.Sprintf("%s (%s)", withArticle(t.name), strings.Join(words, ", "))
	}
	return withArticle(t.name)
}

func withArticle(s string) string {
	if strings.ContainsRune("aeio", rune(s[0])) {
		return "an " + s
	}
	return "a " + s
}

func bareType(name string) string {
	i, j := strings.IndexByte(name, '@'), strings.IndexByte(name, '}')
	if i < 0 || j < i {
		return name
	}
	return name[:i] + name[j:]
}

func (g *Grammar) describeSlot(s *Slot) string {
	d := g.describeType(&g.types[s.typ])
	if s.Label != "" {
		return s.Label + ":… (" + d + ")"
	}
	return d
}

// describeGroup names a mandatory slot, or all members of its group.
func (g *Grammar) describeGroup(f *Form, i int) string {
	s := &f.Slots[i]
	if s.Group == 0 {
		return g.describeSlot(s)
	}
	var d []string
	for j := f.groups[s.Group-1].first; j <= f.groups[s.Group-1].last; j++ {
		d = append(d, g.describeSlot(&f.Slots[j]))
	}
	return orList(d)
}

// describeResult names a category in a message.
func (g *Grammar) describeResult(r string) string {
	switch {
	case r == "boolean":
		return "a bool"
	case r == "directions":
		return "directions"
	case r == "moves:decision":
		return "moves (a decision)"
	case strings.HasPrefix(r, "moves"):
		return "moves"
	case strings.HasPrefix(r, "("):
		return withArticle(strings.Trim(r, "()")) + " clause"
	}
	if s, ok := typeNames[r]; ok {
		return s
	}
	return r
}
