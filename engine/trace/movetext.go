package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// Recorded is the text of a move taken apart (part 1, §18.3).
type Recorded struct {
	Mover, From, To, State, Edge int // -1 for none
	LevelMin, LevelMax           int // 0 for none
	Unoriented                   bool
	Actions                      []RecordedAction
}

// RecordedAction is one action of a recorded move (part 1, §18.4), or a move
// inside the move.
type RecordedAction struct {
	Name   string
	Fields []Field
	Move   *Recorded // of an inner move, whose Name is "Move" and that has no Fields
}

// Field is a field of a recorded action as it is written.
type Field struct{ Name, Value string }

// fieldKind is what the value of a field must be.
type fieldKind uint8

const (
	number fieldKind = iota
	siteType
	boolean
	words
)

// form is one field of an action; optional fields may be missing.
type form struct {
	name     string
	kind     fieldKind
	optional bool
}

// forms are the fields of every action in order (part 1, §18.4), without the
// decision flag, which every action may have.
var forms = map[string][]form{}

func init() {
	for name, text := range map[string]string{
		"Add":                   "type@? to level? what count? state? rotation? value? stack!?",
		"AddPlayerToTeam":       "team player",
		"Bet":                   "player bet",
		"Copy":                  "typeFrom@? from levelFrom? typeTo@? to levelTo? state? rotation? value? stack!?",
		"Forfeit":               "player$",
		"ForgetValue":           "name$ value",
		"Insert":                "type@? to level what state?",
		"Move":                  "typeFrom@? from levelFrom? typeTo@? to levelTo? state? rotation? value? count? stack!?",
		"NextInstance":          "",
		"Note":                  "message$ to",
		"Pass":                  "forced!?",
		"Promote":               "type@? to level? what",
		"Propose":               "proposition$ propositionInt",
		"RememberValue":         "name$ value",
		"Remove":                "type@? to level? applied!?",
		"Reset":                 "type@? var max",
		"Select":                "typeFrom@? from levelFrom? typeTo@? to? levelTo?",
		"Set":                   "type@? var value",
		"SetAmount":             "player amount",
		"SetCost":               "type@? to cost",
		"SetCount":              "type@? to what count",
		"SetCounter":            "counter",
		"SetDiceAllEqual":       "value!",
		"SetHidden":             "type@? to level? who value!",
		"SetNextPlayer":         "player",
		"SetPending":            "value?",
		"SetPhase":              "type@? to phase",
		"SetPot":                "pot",
		"SetRotation":           "type@? to rotation",
		"SetScore":              "player score add!?",
		"SetState":              "type@? to level? state",
		"SetStateAndUpdateDice": "site state",
		"SetTemp":               "temp",
		"SetTrumpSuit":          "trumpSuit",
		"SetValue":              "type@? to level? value",
		"SetValueOfPlayer":      "player value",
		"SetVar":                "name$ value",
		"StackMove":             "typeFrom@? from typeTo@? to numLevel",
		"StoreStateInContext":   "",
		"Swap":                  "player1 player2",
		"Toggle":                "type@? var value",
		"Trigger":               "event$ player",
		"UseDie":                "indexHandDice indexDie site",
		"Vote":                  "vote$ voteInt",
	} {
		var list []form
		for _, w := range strings.Fields(text) {
			f := form{name: strings.TrimRight(w, "@!$?"), optional: strings.HasSuffix(w, "?")}
			switch {
			case strings.Contains(w, "@"):
				f.kind = siteType
			case strings.Contains(w, "!"):
				f.kind = boolean
			case strings.Contains(w, "$"):
				f.kind = words
			}
			list = append(list, f)
		}
		forms[name] = list
	}
	for _, what := range []string{"What", "Who", "State", "Rotation", "Value", "Count"} {
		forms["SetHidden"+what] = forms["SetHidden"]
	}
}

// ParseMove takes the text of a move apart. The error names the place in the
// text, counted from 1, and what was expected there.
func ParseMove(text string) (*Recorded, error) {
	p := &moveParser{text: text}
	m := p.move()
	if p.err == nil && p.at < len(text) {
		p.fail("expected the end of the move, found %q", text[p.at:])
	}
	if p.err != nil {
		return nil, p.err
	}
	return m, nil
}

type moveParser struct {
	text string
	at   int
	err  error
}

func (p *moveParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %s", p.at+1, fmt.Sprintf(format, args...))
		p.at = len(p.text)
	}
}

// skip takes the text s, or fails.
func (p *moveParser) skip(s string) {
	if !p.take(s) {
		p.fail("expected %q", s)
	}
}

// take takes the text s if it comes next.
func (p *moveParser) take(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

// field takes a field name=value; the value ends before a comma or bracket.
func (p *moveParser) field() Field {
	rest := p.text[p.at:]
	end := strings.IndexAny(rest, ",]")
	if end < 0 {
		p.fail("a bracket is not closed")
		return Field{}
	}
	name, value, ok := strings.Cut(rest[:end], "=")
	if !ok {
		p.fail("expected name=value, found %q", rest[:end])
		return Field{}
	}
	p.at += end
	return Field{name, value}
}

func (p *moveParser) number(f Field) int {
	v, err := strconv.ParseInt(f.Value, 10, 32)
	if err != nil {
		p.fail("%s: expected a number, found %q", f.Name, f.Value)
	}
	return int(v)
}

func (p *moveParser) move() *Recorded {
	const off = -1
	m := &Recorded{From: off, To: off, State: off, Edge: off}
	p.skip("[Move:")
	mover := false
	for p.err == nil && !p.take("actions=") {
		f := p.field()
		switch f.Name {
		case "mover":
			m.Mover, mover = p.number(f), true
		case "from":
			m.From = p.number(f)
		case "to":
			m.To = p.number(f)
		case "state":
			m.State = p.number(f)
		case "edge":
			m.Edge = p.number(f)
		case "levelMin":
			m.LevelMin = p.number(f)
		case "levelMax":
			m.LevelMax = p.number(f)
		case "oriented":
			m.Unoriented = f.Value == "false"
		default:
			p.fail("a move has no field %q", f.Name)
		}
		p.skip(",")
	}
	if p.err == nil && !mover {
		p.fail("a move needs a mover")
	}
	for p.err == nil && !p.take("]") {
		if len(m.Actions) > 0 {
			p.skip(",")
		}
		m.Actions = append(m.Actions, p.action())
	}
	return m
}

// action takes an action, or a move inside the move: a [Move:…] with a mover.
func (p *moveParser) action() RecordedAction {
	if strings.HasPrefix(p.text[p.at:], "[Move:mover=") {
		return RecordedAction{Name: "Move", Move: p.move()}
	}
	p.skip("[")
	name, _, ok := strings.Cut(p.text[p.at:], ":")
	list, known := forms[name]
	if !ok || !known {
		p.fail("expected the name of an action, found %q", name)
		return RecordedAction{}
	}
	a := RecordedAction{Name: name}
	p.at += len(name) + 1
	next := 0 // of the fields that may still come
	for p.err == nil && !p.take("]") {
		if len(a.Fields) > 0 {
			p.skip(",")
		} else if name == "SetPending" {
			p.take(",") // written before the decision flag when there is no value
		}
		f := p.field()
		if f.Name != "decision" {
			next = p.check(name, list, next, f)
		} else if f.Value != "true" && f.Value != "false" {
			p.fail("decision: expected true or false, found %q", f.Value)
		}
		a.Fields = append(a.Fields, f)
	}
	for _, x := range list[min(next, len(list)):] {
		if !x.optional {
			p.fail("%s needs a field %s", name, x.name)
		}
	}
	return a
}

// check finds field f among those from next on and returns what comes after it.
func (p *moveParser) check(name string, list []form, next int, f Field) int {
	for i := next; i < len(list); i++ {
		x := list[i]
		if x.name != f.Name {
			if !x.optional {
				p.fail("%s needs a field %s here, found %s", name, x.name, f.Name)
				return i
			}
			continue
		}
		switch _, isType := board.ParseSiteType(f.Value); {
		case x.kind == number:
			p.number(f)
		case x.kind == siteType && !isType:
			p.fail("%s: expected Vertex, Edge or Cell, found %q", f.Name, f.Value)
		case x.kind == boolean && f.Value != "true" && f.Value != "false":
			p.fail("%s: expected true or false, found %q", f.Name, f.Value)
		}
		return i + 1
	}
	p.fail("%s has no field %s here", name, f.Name)
	return next
}

// String is the text of the move.
func (m *Recorded) String() string {
	var b strings.Builder
	m.write(&b)
	return b.String()
}

func (m *Recorded) write(b *strings.Builder) {
	fmt.Fprintf(b, "[Move:mover=%d", m.Mover)
	for _, f := range [...]struct {
		name    string
		v, none int
	}{{"from", m.From, -1}, {"to", m.To, -1}, {"state", m.State, -1}} {
		if f.v != f.none {
			fmt.Fprintf(b, ",%s=%d", f.name, f.v)
		}
	}
	if m.Unoriented {
		b.WriteString(",oriented=false")
	}
	if m.Edge != -1 {
		fmt.Fprintf(b, ",edge=%d", m.Edge)
	}
	if m.LevelMin != 0 && m.LevelMax != 0 {
		fmt.Fprintf(b, ",levelMin=%d,levelMax=%d", m.LevelMin, m.LevelMax)
	}
	b.WriteString(",actions=")
	for i, a := range m.Actions {
		if i > 0 {
			b.WriteByte(',')
		}
		a.write(b)
	}
	b.WriteByte(']')
}

func (a *RecordedAction) write(b *strings.Builder) {
	if a.Move != nil {
		a.Move.write(b)
		return
	}
	b.WriteString("[" + a.Name + ":")
	for i, f := range a.Fields {
		if i > 0 || a.Name == "SetPending" && f.Name == "decision" {
			b.WriteByte(',')
		}
		b.WriteString(f.Name + "=" + f.Value)
	}
	b.WriteByte(']')
}
