package reconstruct

import (
	"crypto/sha256"
	"sync"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// part is a game of which some sections are kept, and the others say nothing: the first player may only
// pass, and the game never ends. What fails already there fails whatever the other sections are, so that
// one failure rejects all completions that have the part.
type part uint8

// The parts, in the order in which they are looked at.
const (
	justEquipment part = iota // players and equipment
	withStart                 // and start rules, without what pieces do
	withPlay                  // and play, without the end
	withEnd                   // equipment, start and end, without the play
	partCount
)

// Reasons by which parts are rejected, by part; Tally has them as they are.
var partReasons = [partCount]string{"part: equipment", "part: start", "part: first move", "part: end"}

// outcome is what became of a part.
type outcome struct {
	rejected bool
	over     bool               // with the end: before the first move; of ends of phases only the first phase's count
	holds    concept.Set        // what its ludemes mark, if any condition asks
	values   map[string]float64 // of numeric concepts that the part tells, if any condition asks
	// settled reports whether the numbers of pieces at the start are those of all games with the part. Concepts
	// overlook what lies on kinds of sites that no rule speaks of, and other parts may speak of them.
	settled bool
}

// screen keeps what became of the parts of a space. It is safe for use by several goroutines; what it
// says does not depend on the order in which it is asked.
type screen struct {
	x      *Space
	known  sync.Map      // sum of the text of a part → *outcome
	grids  sync.Map      // sum of the text of equipment → *grid
	asked  bool          // whether there are hard conditions
	counts []*Constraint // those on the number of pieces at the start
}

func newScreen(x *Space) *screen {
	k := &screen{x: x, counts: countsOf(x.Skeleton.Constraints)}
	for _, c := range x.Skeleton.Constraints {
		k.asked = k.asked || c.Weight == 0
	}
	return k
}

// rejects returns why the parts of a completion cannot be played, "" if they can, and what that depends on; and the
// completion itself, with sites that its board has, and with adjusted start rules where conditions ask for that.
func (k *screen) rejects(c *Completion) (fitted *Completion, reason string, st stage) {
	c = k.fit(c)
	if reason, st = k.look(c); reason == "" || len(k.counts) == 0 {
		return c, reason, st
	}
	// The number of pieces is told by the start rules alone, or by these with all others.
	at := partCount
	switch {
	case st == alone(withStart) || st == upTo(withStart):
		at = withStart
	case st == upTo(withEnd):
		at = withPlay
	}
	if at == partCount || partOf(c.Game, withStart) == nil {
		return c, reason, st
	}
	if fitted = k.adjust(c, at); fitted == nil {
		return c, reason, st
	}
	if reason, st = k.look(fitted); reason != "" && at == withPlay {
		st = upTo(withEnd) // what was adjusted depends on all
	}
	return fitted, reason, st
}

// look returns why the parts of a completion as it is cannot be played, "" if they can, and what that depends on.
func (k *screen) look(c *Completion) (reason string, st stage) {
	var seen [partCount]*outcome
	for p := range partCount {
		n := partOf(c.Game, p)
		if n == nil {
			continue
		}
		o := k.outcome(n, p)
		if seen[p] = o; o.rejected || p == withEnd && o.over && section(section(c.Game, "rules"), "end") != nil {
			return partReasons[p], alone(p)
		}
		if k.asked && k.x.Skeleton.breaks(seen[:]) {
			return "part: constraint", upTo(p)
		}
	}
	return "", 0
}

func (k *screen) outcome(n *lgdl.Node, p part) *outcome {
	text := []byte(lgdl.Text([]*lgdl.Node{n}))
	sum := sha256.Sum256(append(text, byte(p)))
	if o, known := k.known.Load(sum); known {
		return o.(*outcome)
	}
	o := k.try(text, p)
	k.known.Store(sum, o)
	return o
}

// try compiles a part and starts it.
func (k *screen) try(text []byte, p part) *outcome {
	rs, err := bare().Compile(ruleset.Source{File: k.x.Skeleton.File, Text: text})
	if err != nil {
		return &outcome{rejected: true}
	}
	o := &outcome{}
	if fault := game.Catch(func() {
		switch p {
		case withStart:
			o.rejected = !begins(rs)
		case withPlay:
			o.rejected = !starts(rs)
		case withEnd:
			o.over = !begins(rs)
		}
	}); fault != nil {
		o.rejected = true
	}
	if !k.asked || o.rejected {
		return o
	}
	o.holds = rs.Concepts().Holds
	values := Compiled(rs)
	o.values = map[string]float64{}
	if pieces, known := values("NumStartComponents", "", 0); known {
		game.Catch(func() { o.settled = pieces == float64(started(rs, func(int) bool { return true })) })
	}
	for name := range k.x.Skeleton.asked() {
		c := concept.ByName(name)
		if p != justEquipment && c.Source == "start" || p == justEquipment && ofEquipment(c) || ofSites(c) {
			if x, known := values(name, "", 0); known {
				o.values[name] = x
			}
		}
	}
	return o
}

// begins reports whether the game is not over before the first move.
func begins(rs *ruleset.Ruleset) bool {
	c := game.NewContext(rs.Plan())
	r := rng.New(1)
	c.Start(&r)
	return !c.S.Over
}

// ofEquipment reports whether a concept follows from players and equipment, whatever the rules are.
func ofEquipment(c *concept.Concept) bool {
	if c.Data == "Boolean" {
		return c.Source == "game" && c.Type == "Container"
	}
	return c.Computed == "Compilation" && (c.Parent == "Board" || c.Type == "Component")
}

// ofSites reports whether a number follows from the equipment and the kinds of sites that rules speak of: if two parts
// with all rules agree on it, so does the whole.
func ofSites(c *concept.Concept) bool {
	return c.Data != "Boolean" && c.Computed == "Compilation" && c.Type == "Container" && !ofEquipment(c)
}

// ofLudemes reports whether a concept holds for a game if it holds for one of its parts, and only then: ludemes
// mark it, wherever they stand.
func ofLudemes(c *concept.Concept) bool {
	return c.Data == "Boolean" && c.Computed == "Compilation" && (c.Source == "ludemes" || c.Source == "closure")
}

// asked returns the known concepts that the hard conditions bound.
func (s *Skeleton) asked() map[string]bool {
	names := map[string]bool{}
	var visit func(c *Constraint)
	visit = func(c *Constraint) {
		if c.Known {
			names[c.Concept] = true
		}
		for _, p := range c.Parts {
			visit(p)
		}
		if c.relation != nil {
			c.relation.left.names(names)
			c.relation.right.names(names)
		}
	}
	for _, c := range s.Constraints {
		if c.Weight == 0 {
			visit(c)
		}
	}
	return names
}

// breaks reports whether a hard condition is broken by what is known of some parts.
func (s *Skeleton) breaks(seen []*outcome) bool {
	values := func(name, _ string, _ int) (float64, bool) {
		c := concept.ByName(name)
		if c == nil {
			return 0, false
		}
		for _, o := range seen[:withPlay] {
			if o == nil || ofSites(c) || c.Source == "start" && !o.settled {
				continue
			}
			if x, known := o.values[name]; known {
				return x, true
			}
		}
		if play, end := seen[withPlay], seen[withEnd]; play != nil && end != nil && (ofSites(c) || c.Source == "start") {
			x, known := play.values[name]
			switch { // what one part speaks of the whole does, too
			case c.Source == "start" && play.settled:
				return x, known
			case c.Source == "start" && end.settled:
				x, known = end.values[name]
				return x, known
			}
			return x, known && x == end.values[name]
		}
		stacks := c.ID == concept.Stack // a part with stacks makes stacks of all; without, the whole may have some
		if !ofLudemes(c) && !stacks {
			return 0, false
		}
		for _, o := range seen {
			if o != nil && o.holds.Has(c.ID) {
				return 1, true
			}
		}
		if stacks {
			return 0, false
		}
		return 0, seen[withPlay] != nil && seen[withEnd] != nil
	}
	for _, c := range s.Constraints {
		if c.Weight == 0 && c.Judge(values) == False {
			return true
		}
	}
	return false
}

// silent are sections that say nothing, by keyword.
var silent = sync.OnceValue(func() map[string]*lgdl.Node {
	d, err := lgdl.Read("silent.lud", []byte(`(game "" (players 2) (equipment {(board (square 1))}) `+
		`(rules (play (move Pass)) (end (if False (result Mover Draw)))))`))
	if err != nil {
		panic(err)
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		panic(err)
	}
	m := map[string]*lgdl.Node{}
	for _, n := range section(e.Game, "rules").Items {
		m[n.Text] = n
	}
	return m
})

// section returns the first clause with a keyword among the items of a node, nil for none.
func section(n *lgdl.Node, keyword string) *lgdl.Node {
	for _, x := range n.Items {
		if x.Kind == lgdl.Clause && x.Text == keyword && x.Label == "" {
			return x
		}
	}
	return nil
}

// partOf returns the part of a game, nil if the game has no rules of its own, or not such a part.
func partOf(g *lgdl.Node, p part) *lgdl.Node {
	rules := section(g, "rules")
	if rules == nil || section(g, "equipment") == nil {
		return nil
	}
	kept := *rules
	kept.Items = nil
	switch p {
	case withStart, withEnd:
		if start := section(rules, "start"); start != nil {
			kept.Items = append(kept.Items, start)
		} else if p == withStart {
			return nil // as justEquipment
		}
		kept.Items = append(kept.Items, silent()["play"])
		end := silent()["end"]
		if p == withEnd {
			if end = section(rules, "end"); end == nil {
				end = ends(rules)
			}
		}
		kept.Items = append(kept.Items, end)
	case withPlay:
		kept.Items = endless(rules).Items
		if section(rules, "end") == nil && section(rules, "play") != nil {
			return nil // not a game
		}
	default:
		kept.Items = []*lgdl.Node{silent()["play"], silent()["end"]}
	}
	whole := *g
	whole.Items = nil
	for _, x := range g.Items {
		switch {
		case x == rules:
			x = &kept
		case p == withStart && x.Text == "equipment":
			x = still(x)
		}
		whole.Items = append(whole.Items, x)
	}
	return &whole
}

// still returns equipment whose pieces do nothing: what pieces do changes no start.
func still(n *lgdl.Node) *lgdl.Node {
	c := *n
	c.Items = nil
	for _, x := range n.Items {
		switch {
		case n.Text == "piece" && isClause(x) && x.Text != "flips":
			continue
		case x.Kind == lgdl.List, x.Text == "piece":
			x = still(x)
		}
		c.Items = append(c.Items, x)
	}
	return &c
}

// ends is an end with all rules of the ends of phases.
func ends(rules *lgdl.Node) *lgdl.Node {
	all := &lgdl.Node{Kind: lgdl.List}
	var visit func(n *lgdl.Node)
	visit = func(n *lgdl.Node) {
		for _, x := range n.Items {
			switch {
			case x.Kind == lgdl.Clause && x.Text == "end":
				for _, y := range x.Items {
					if y.Kind == lgdl.List {
						all.Items = append(all.Items, y.Items...)
					} else {
						all.Items = append(all.Items, y)
					}
				}
			case x.Kind == lgdl.List, x.Kind == lgdl.Clause && x.Text == "phase":
				visit(x)
			}
		}
	}
	visit(rules)
	if len(all.Items) == 0 {
		return silent()["end"]
	}
	end := *silent()["end"]
	end.Items = []*lgdl.Node{all}
	return &end
}

// endless returns rules or a phase with silent ends.
func endless(n *lgdl.Node) *lgdl.Node {
	c := *n
	c.Items = nil
	for _, x := range n.Items {
		switch {
		case x.Kind == lgdl.Clause && x.Text == "end":
			x = silent()["end"]
		case x.Kind == lgdl.List, x.Kind == lgdl.Clause && x.Text == "phase":
			x = endless(x)
		}
		c.Items = append(c.Items, x)
	}
	return &c
}
