package ludeme

import (
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// A Saying is a line of rules in plain words: what a clause means, with its plain arguments. What belongs to it
// follows, one deeper.
type Saying struct {
	Depth int    `json:"depth"` // from 0
	Text  string `json:"text"`
}

// InWords says a checked clause in plain words, from the documentation of the language: every form by what it means,
// every argument by what it is. It is an outline and no prose, and says all that the clause says.
func InWords(e *lgdl.Expr) []Saying {
	var s sayer
	s.say(e, "", 0)
	return s.lines
}

type sayer struct{ lines []Saying }

// say says an expression that is what some argument is called, "" for none.
func (s *sayer) say(e *lgdl.Expr, as string, depth int) {
	switch e.Kind {
	case lgdl.List:
		for _, x := range e.Items {
			s.say(x, as, depth)
		}
		return
	case lgdl.Clause:
	default:
		s.add(depth, as, plainly(e))
		return
	}
	doc := Document(e.Form)
	var plain []string
	type inner struct {
		e  *lgdl.Expr
		as string
	}
	var below []inner
	next := 0 // of the documented arguments
	for i := range e.Form.Slots {
		slot := &e.Form.Slots[i]
		if slot.Const != "" && !slot.Optional {
			continue
		}
		a := doc.Arguments[next]
		next++
		x := e.Args[i]
		switch {
		case x == nil:
		case simple(x):
			plain = append(plain, named(a, plainly(x)))
		default:
			below = append(below, inner{x, called(a)})
		}
	}
	text := strings.TrimSuffix(e.Form.Meaning, ".")
	if len(plain) > 0 {
		text += " (" + strings.Join(plain, "; ") + ")"
	}
	s.add(depth, as, text)
	for _, x := range below {
		s.say(x.e, x.as, depth+1)
	}
}

func (s *sayer) add(depth int, as, text string) {
	if as != "" {
		text = as + ": " + text
	}
	s.lines = append(s.lines, Saying{depth, text})
}

// simple reports whether an expression is a word or number, or a list of such.
func simple(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Clause:
		return false
	case lgdl.List:
		for _, x := range e.Items {
			if !simple(x) {
				return false
			}
		}
	}
	return true
}

// plainly writes what is simple.
func plainly(e *lgdl.Expr) string {
	if e.Kind != lgdl.List {
		return e.Text
	}
	var list []string
	for _, x := range e.Items {
		list = append(list, plainly(x))
	}
	return strings.Join(list, ", ")
}

// called is what an argument is, without what else is said of it. What explains single words says little of any other.
func called(a Argument) string {
	said, _, _ := strings.Cut(a.Meaning, ";")
	said, _, _ = strings.Cut(said, " (")
	if strings.Contains(said, ": ") {
		return ""
	}
	return said
}

func named(a Argument, value string) string {
	if said := called(a); said != "" {
		return said + ": " + value
	}
	return value
}
