package agent

import (
	"fmt"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/learn"
	"github.com/astragal/astragal/engine/search"
)

// Learned are learned models by the names that policy=NAME and value=NAME give them.
type Learned struct{ Models map[string]*learn.Model }

// With is the agent with models for the names in it; without, an agent that names one
// has no seat.
func (s Spec) With(l *Learned) Spec {
	if s.Learns() {
		s.learned = l
	}
	return s
}

// Learns reports whether something learned is in the agent, which its text only names.
func (s Spec) Learns() bool { return s.options[policy] != "" || s.options[value] != "" }

// bound is the model that an option names, for the board of a world; nil for none.
func (s Spec) bound(at int, g formal.Game, w search.World) (*learn.On, error) {
	name := s.options[at]
	if name == "" {
		return nil, nil
	}
	if s.learned == nil || s.learned.Models[name] == nil {
		return nil, fmt.Errorf("no learned model is known as %q here", name)
	}
	m := s.learned.Models[name]
	b, ok := w.(search.Board)
	switch {
	case !ok || len(g.Players()) != 2:
		return nil, fmt.Errorf("learned models play games of two players on boards, and %s is none", g.Name())
	case m.Game != g.Name():
		return nil, fmt.Errorf("model %s was learned of %s, and this is %s", name, m.Game, g.Name())
	}
	return m.On(b.Layout())
}

// taught adds what was learned to the options of a tree search.
func (s Spec) taught(o search.Options, g formal.Game, w search.World) (search.Options, error) {
	p, err := s.bound(policy, g, w)
	if err != nil {
		return o, err
	}
	v, err := s.bound(value, g, w)
	if p != nil {
		o.Policy = p
	}
	if v != nil {
		o.Value = v
	}
	return o, err
}

// Trees is an error for agents that are no tree search with a number of iterations, of
// which something can be learned.
func (s Spec) Trees() error {
	if s.kind != "uct" && s.kind != "best" || s.Timed() {
		return fmt.Errorf("agent %s: expected uct or best with a number of iterations", s)
	}
	return nil
}
