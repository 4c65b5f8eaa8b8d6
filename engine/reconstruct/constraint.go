package reconstruct

import (
	"fmt"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/ludeme"
)

// Truth is what is known of a condition.
type Truth int8

// The truth values, in order: the conjunction of conditions is the least of theirs.
const (
	False Truth = iota - 1
	Open        // not known yet, or not measured
	True
)

var truthNames = [...]string{"false", "open", "true"}

func (t Truth) String() string { return truthNames[t+1] }

// Op is the kind of a Constraint.
type Op uint8

// The kinds of constraints.
const (
	Within   Op = iota // a concept has a value within bounds
	All                // all Parts hold
	Any                // one of Parts holds
	Not                // the only one of Parts does not hold
	Relation           // an equation or inequality between concepts holds
)

// Constraint is a condition on completions, from the (recon …) of the metadata.
type Constraint struct {
	Pos lgdl.Pos
	Op  Op
	// Concept is what Within bounds by Min and Max, both included; booleans are 0 and 1.
	Concept  string
	Min, Max float64
	Agent    string // who plays where the value is measured in play; "" for random
	Playouts int    // in how many plays; 0 if not said
	// Weight is 0 for a condition that must hold, else the factor of the odds of the
	// completions for which it holds.
	Weight   float64
	Parts    []*Constraint
	relation *relation
	Known    bool // whether the concept is one of the catalogue; others stay open
}

// Values gives the value of a concept, and whether it is known. agent and playouts are
// those of the constraint that asks.
type Values func(name, agent string, playouts int) (value float64, known bool)

// Judge returns whether the condition holds.
func (c *Constraint) Judge(v Values) Truth {
	switch c.Op {
	case Within:
		x, known := v(c.Concept, c.Agent, c.Playouts)
		if !known || !c.Known {
			return Open
		}
		return truth(c.Min <= x && x <= c.Max)
	case All:
		t := True
		for _, p := range c.Parts {
			t = min(t, p.Judge(v))
		}
		return t
	case Any:
		t := False
		for _, p := range c.Parts {
			t = max(t, p.Judge(v))
		}
		return t
	case Not:
		return -c.Parts[0].Judge(v)
	}
	return c.relation.judge(func(name string) (float64, bool) { return v(name, c.Agent, c.Playouts) })
}

func truth(b bool) Truth {
	if b {
		return True
	}
	return False
}

// readConstraints reads the (recon …) of the metadata.
func (s *Skeleton) readConstraints() error {
	if s.tree.Metadata == nil {
		return nil
	}
	recon := clause.Metadata(s.tree.Metadata).Recon()
	if recon == nil {
		return nil
	}
	for _, item := range lgdl.Flat(recon.Args...) {
		var err error
		switch item.Form.Keyword {
		case "hole":
			err = s.describeHole(item)
		case "given":
			err = s.describeGiven(item)
		case "evidence":
			err = s.readEvidence(item)
		default:
			var c *Constraint
			if c, err = readConstraint(item); err == nil {
				s.Constraints = append(s.Constraints, c)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func mistake(e *lgdl.Expr, format string, args ...any) error {
	return &lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: fmt.Sprintf(format, args...)}
}

func number(e *lgdl.Expr, label string, otherwise float64) float64 {
	if a := e.Arg(label); a != nil {
		return a.Float
	}
	return otherwise
}

// ParseCondition reads a condition as it stands in (recon …) of the metadata.
func ParseCondition(text string) (*Constraint, error) {
	d, err := lgdl.Read("condition", []byte("(metadata (recon {"+text+"}))"))
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	c, err := e.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	recon := clause.Metadata(c.Metadata).Recon()
	if recon == nil {
		return nil, fmt.Errorf("%s is no condition", text)
	}
	items := lgdl.Flat(recon.Args...)
	if len(items) != 1 || described[items[0].Form.Keyword] {
		return nil, fmt.Errorf("%s is not one condition", text)
	}
	return readConstraint(items[0])
}

// described are the items of (recon …) that are no conditions.
var described = map[string]bool{"hole": true, "given": true, "evidence": true}

func readConstraint(e *lgdl.Expr) (*Constraint, error) {
	c := &Constraint{Pos: e.Pos, Min: math.Inf(-1), Max: math.Inf(1)}
	if w := e.Arg("weight"); w != nil {
		if c.Weight = w.Float; c.Weight <= 0 || math.IsInf(c.Weight, 0) {
			return nil, mistake(w, "the weight of a condition is a number above 0")
		}
	}
	switch e.Form.Keyword {
	case "and", "or", "not":
		c.Op = map[string]Op{"and": All, "or": Any, "not": Not}[e.Form.Keyword]
		for _, x := range lgdl.Flat(e.Args...) {
			if k := x.Form.Keyword; described[k] {
				return nil, mistake(x, "(%s …) is no condition", k)
			}
			p, err := readConstraint(x)
			if err != nil {
				return nil, err
			}
			if p.Weight != 0 {
				return nil, mistake(x, "only a whole condition has a weight, not a part of it")
			}
			c.Parts = append(c.Parts, p)
		}
		return c, nil
	case "relation":
		c.Op = Relation
		var err error
		text := clause.Relation(e).String()
		if c.relation, err = parseRelation(text.Text); err != nil {
			return nil, mistake(text, "%v", err)
		}
		return c, nil
	}
	c.Concept = clause.AnyConcept(e).String().Text
	c.Known = concept.ByName(c.Concept) != nil
	c.Min, c.Max = number(e, "minValue", c.Min), number(e, "maxValue", c.Max)
	if c.Min > c.Max {
		return nil, mistake(e, "minValue is above maxValue")
	}
	if strings.HasPrefix(e.Form.Text, "(concept string (float | bool) ") {
		if a := clause.ConceptStringFloat(e); a.Bool() != nil {
			c.Min = float64(a.Bool().Int)
		} else {
			c.Min = a.Float().Float
		}
		c.Max = c.Min
	}
	if a := e.Arg("agent"); a != nil {
		if _, err := agent.Parse(a.Text); err != nil {
			return nil, mistake(a, "%v", err)
		}
		c.Agent = a.Text
	}
	if a := e.Arg("playouts"); a != nil {
		if c.Playouts = a.Int; c.Playouts < 1 || c.Playouts > 1_000_000 {
			return nil, mistake(a, "the number of playouts is from 1 to 1,000,000")
		}
	}
	return c, nil
}

// Given says what a known part of the rules rests on.
type Given struct {
	Section   string // players, equipment, start, play or end
	Source    string
	Certainty float64
}

func (s *Skeleton) describeGiven(e *lgdl.Expr) error {
	section := clause.Given(e).String()
	g := Given{Section: section.Text, Source: e.Arg("source").Word(""), Certainty: number(e, "certainty", 1)}
	switch g.Section {
	case "players", "equipment", "start", "play", "end":
	default:
		return mistake(section, "%q is no part of a game: expected players, equipment, start, play or end", g.Section)
	}
	if g.Certainty < 0 || g.Certainty > 1 {
		return mistake(e, "certainty is a number from 0 to 1")
	}
	s.Given = append(s.Given, g)
	return nil
}

func (s *Skeleton) describeHole(e *lgdl.Expr) error {
	name := clause.HoleString(e).String()
	for i, h := range s.Holes {
		if h.Name != name.Text && fmt.Sprint(i+1) != name.Text {
			continue
		}
		h.Certainty = number(e, "certainty", 1)
		if h.Certainty < 0 || h.Certainty > 1 {
			return mistake(e, "certainty is a number from 0 to 1")
		}
		if a := e.Arg("source"); a != nil {
			h.Source = a.Text
		}
		return nil
	}
	return mistake(name, "there is no hole with the name or number %q", name.Text)
}
