// Package study compares the wear of a board with the play of candidate rulesets: it reads
// files of observed wear, turns evaluated rulesets into candidates of package wear, and
// writes reports. `astragal wear` and the gateway make studies with it; docs/wear.md says what they
// claim.
package study

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/symmetry"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Boarded is a ruleset with a board that traffic is counted on.
type Boarded interface {
	Traffic() (*traffic.Board, error)
	DrawTraffic(w io.Writer, c *traffic.Counts, m traffic.Measure, o draw.Options) error
	DrawHeat(w io.Writer, heat *draw.Heat, o draw.Options) error
}

// Study is what is compared with what, and how.
type Study struct {
	Engine   string // its version
	Observed *Observed
	Params   catalogue.Params // of the evaluations; the agent is one of Agents
	Agents   []string         // canonical, sorted
	Family   *regexp.Regexp   // its first group in the name of a ruleset is the family
	Measure  traffic.Measure
	All      bool // symmetries that are no isometries, too
	Options  wear.Options

	boards map[string]*wornBoard
	names  map[string]string // of the rulesets, by identity
}

// Settings are a study as people ask for it, all of them optional.
type Settings struct {
	Agents   string // with commas between them
	Family   string // a regular expression with a group
	Measure  string
	Symmetry string // geometric or all
}

// maxPlayouts is the number of playouts of which the single plays are kept.
const maxPlayouts = 1000

// Of returns a study for whose candidates others answer: without agents, parameters and
// options. The measure "" is along for edges and visits for sites.
func Of(observed *Observed, measure string) (*Study, error) {
	s := &Study{Observed: observed, boards: map[string]*wornBoard{}, names: map[string]string{}}
	if measure == "" {
		measure = map[bool]string{false: "along", true: "visits"}[observed.Sites]
	}
	var err error
	if s.Measure, err = traffic.ParseMeasure(measure); err != nil {
		return nil, fmt.Errorf("measure: %w", err)
	}
	if s.Measure.OfPairs() == observed.Sites {
		return nil, fmt.Errorf("measure: %s does not fit: %s is about %s", measure, observed.Name,
			map[bool]string{false: "edges", true: "sites"}[observed.Sites])
	}
	return s, nil
}

// New checks settings and returns a study of no candidates yet. Errors begin with the name of
// what is wrong: observed, agents, family, measure, symmetry, playouts or options.
func New(observed *Observed, p catalogue.Params, set Settings, opt wear.Options, engine string) (*Study, error) {
	s, err := Of(observed, set.Measure)
	if err != nil {
		return nil, err
	}
	s.Engine, s.Params, s.Options, s.All = engine, p, opt, set.Symmetry == "all"
	s.Params.Metrics = catalogue.Traffic
	if err := s.Options.Check(); err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	if s.Family, err = regexp.Compile(set.Family); err != nil {
		return nil, fmt.Errorf("family: %w", err)
	}
	if set.Family != "" && s.Family.NumSubexp() < 1 {
		return nil, fmt.Errorf("family: %q has no group in parentheses", set.Family)
	}
	if set.Symmetry != "geometric" && !s.All {
		return nil, fmt.Errorf("symmetry: found %q, expected geometric or all", set.Symmetry)
	}
	specs, err := agent.ParseList(set.Agents)
	if err != nil {
		return nil, fmt.Errorf("agents: %w", err)
	}
	for _, a := range specs {
		s.Agents = append(s.Agents, a.String())
	}
	slices.Sort(s.Agents)
	s.Agents = slices.Compact(s.Agents)
	if p.Playouts > maxPlayouts {
		return nil, fmt.Errorf(
			"playouts: found %d, expected at most %d: of more the single plays are not kept",
			p.Playouts,
			maxPlayouts,
		)
	}
	for _, a := range s.Agents {
		each := s.ParamsOf(a)
		if err := each.Check(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// ParamsOf are those of the evaluations by one of the agents.
func (s *Study) ParamsOf(agent string) catalogue.Params {
	p := s.Params
	p.Agent = agent
	return p
}

func (s *Study) boardKeys() []string { return slices.Sorted(maps.Keys(s.boards)) }

// wornBoard is a board that candidates are played on.
type wornBoard struct {
	on     Boarded
	board  *traffic.Board
	parts  []wear.Part
	images [][]int32 // of the elements
	first  string    // name of the first candidate on it
	note   string    // about the symmetries
}

// Candidate is a ruleset with its traffic as one of the agents played it.
func (s *Study) Candidate(rs engine.Ruleset, counts *traffic.Counts, agent string) (*wear.Candidate, error) {
	b, err := s.boardOf(rs)
	if err != nil {
		return nil, err
	}
	c := &wear.Candidate{ID: rs.Hash(), Name: rs.Name(), Family: rs.Name(), Agent: agent, Parts: b.parts,
		Images: b.images, Concept: map[string]float64{}}
	if rs.RulesetName() != "" {
		c.Name += ": " + rs.RulesetName()
	} else if o, ok := rs.(interface{ Options() []string }); ok && len(o.Options()) > 0 {
		c.Name += ": " + strings.Join(o.Options(), ", ")
	}
	if m := s.Family.FindStringSubmatch(c.Name); len(m) > 1 {
		c.Family = m[1]
	}
	if old, known := s.names[c.ID]; known {
		c.Name = old // the same rules under another name
	}
	s.names[c.ID] = c.Name
	for name, v := range rs.Concepts() {
		if k := concept.ByName(name); k != nil && k.Data == "Boolean" {
			c.Concept[name] = v
		}
	}
	c.Plays = s.plays(counts)
	return c, nil
}

// Played is what was played on a board, with a name, of which nothing else is to be told.
func (s *Study) Played(on Boarded, name, family, agent string, counts *traffic.Counts) (*wear.Candidate, error) {
	b, err := s.boardOn(on, name)
	if err != nil {
		return nil, err
	}
	return &wear.Candidate{Family: family, Agent: agent, Parts: b.parts, Images: b.images, Concept: map[string]float64{},
		Plays: s.plays(counts)}, nil
}

// plays are the counts of single plays.
func (s *Study) plays(counts *traffic.Counts) (list [][]int32) {
	for _, p := range counts.Kept() {
		row := slices.Clone(p.Counts[s.Measure])
		if s.Measure == traffic.Along {
			for i, n := range p.Counts[traffic.Moves] {
				row[i] += n
			}
		}
		list = append(list, row)
	}
	return list
}

// maxImages bounds the symmetries that traffic is folded over; where there are more,
// turns and reflections are taken.
const maxImages = 5000

// boardOf is the board of a ruleset, read once.
func (s *Study) boardOf(rs engine.Ruleset) (*wornBoard, error) {
	on, ok := rs.(Boarded)
	if !ok {
		return nil, fmt.Errorf("%s: only L-GDL games have a board that is known", rs.Name())
	}
	name := rs.Name()
	if rs.RulesetName() != "" {
		name += ": " + rs.RulesetName()
	}
	return s.boardOn(on, name)
}

// boardOn is the board of what has a name.
func (s *Study) boardOn(on Boarded, name string) (*wornBoard, error) {
	b, err := on.Traffic()
	if err != nil {
		return nil, err
	}
	if known := s.boards[b.Key()]; known != nil {
		return known, nil
	}
	x := &wornBoard{on: on, board: b, first: name}
	if x.parts, err = s.Observed.parts(b); err != nil {
		return nil, fmt.Errorf("%s: %w", x.first, err)
	}
	s.Observed.join(b, x.parts)
	graph := symmetry.Of(b)
	elements := symmetry.Geometric(b, graph)
	x.note = Symmetries(b)
	if s.All {
		if group, err := symmetry.Automorphisms(graph); err == nil {
			if all, ok := group.Elements(maxImages); ok {
				elements = all
				x.note += ", all of which are taken"
			}
		}
	}
	for _, p := range elements {
		if !s.Observed.Sites {
			p = symmetry.PairImages(b, p)
		}
		x.images = append(x.images, p)
	}
	s.boards[b.Key()] = x
	return x, nil
}

// walks are the null models of pieces that walk at random, on every board.
func (s *Study) walks() (list []wear.Candidate) {
	for _, key := range s.boardKeys() {
		b := s.boards[key]
		for _, steps := range []int{1, b.board.Sites} {
			along, visits := wear.Walk(b.board.Sites, b.board.Pairs, steps)
			c := wear.Candidate{
				ID: fmt.Sprintf("walk-%d-%s", steps, key),
				Name: fmt.Sprintf(
					"random walk of %d step%s on board %s",
					steps,
					map[bool]string{true: "s"}[steps != 1],
					key,
				),
				Family:  "random walk",
				Agent:   "–",
				Null:    true,
				Traffic: along,
				Parts:   b.parts,
				Images:  b.images,
			}
			if s.Observed.Sites {
				c.Traffic = visits
			}
			list = append(list, c)
		}
	}
	return list
}

// Symmetries says how many symmetries a board has.
func Symmetries(b *traffic.Board) string {
	graph := symmetry.Of(b)
	turns := fmt.Sprintf("%d turns and reflections", len(symmetry.Geometric(b, graph)))
	group, err := symmetry.Automorphisms(graph)
	if err != nil {
		return turns + ", all symmetries are too hard to find"
	}
	return fmt.Sprintf("%s of %v symmetries", turns, group.Order())
}
