package reconstruct

import (
	"context"
	"slices"
	"sync"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Verdict is what becomes of a completion before it is played.
type Verdict struct {
	// Ruleset is the compiled game, nil if it does not compile.
	Ruleset *ruleset.Ruleset
	// Reason says why the completion is rejected, "" if it is not: "grammar", "compile",
	// "start" (no legal move but passing, or decided before the first; see starts), or "constraint".
	Reason string
	Err    error   // of the first two reasons
	Held   []Truth // of the constraints of the skeleton, those with a weight included
	// Factor is the product of the weights of the constraints that have one and hold.
	Factor float64

	stage stage  // what that depends on, if a part was rejected
	part  bool   // whether a part was rejected, and the whole not looked at
	print string // fingerprint of the game
}

// Judge compiles a completion without metadata, starts it and holds it against the constraints that can
// be decided without playing; those measured in play stay open.
func (c *Completion) Judge() (v Verdict) {
	v.Factor = 1
	loader := bare()
	text := []byte(c.Text())
	rs, err := loader.Compile(ruleset.Source{File: c.space.Skeleton.File, Text: text})
	if err != nil {
		v.Reason, v.Err = "compile", err
		if !c.fits(text) {
			v.Reason = "grammar"
		}
		return v
	}
	v.Ruleset = rs
	if fault := game.Catch(func() {
		if !starts(rs) {
			v.Reason = "start"
		}
	}); fault != nil {
		v.Reason, v.Err = "start", fault
	}
	if v.Reason != "" || len(c.space.Skeleton.Constraints) == 0 {
		return v
	}
	values := Compiled(rs)
	for _, k := range c.space.Skeleton.Constraints {
		t := k.Judge(values)
		v.Held = append(v.Held, t)
		switch {
		case k.Weight == 0 && t == False:
			v.Reason = "constraint"
		case k.Weight > 0 && t == True:
			v.Factor *= k.Weight
		}
	}
	return v
}

// bare is the loader of completions, which use no defines.
var bare = sync.OnceValue(func() *ruleset.Loader {
	l, err := ruleset.NewLoader()
	if err != nil {
		panic(err) // no folder is read
	}
	return l
})

// fits reports whether the text is one of the language, whatever a compiler says.
func (c *Completion) fits(text []byte) bool {
	d, err := lgdl.Read(c.space.Skeleton.File, text)
	if err != nil {
		return false
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	return err == nil && e.Game != nil && c.space.Skeleton.tree.Fits(e.Game)
}

// starts reports whether play begins: the game is not over, and there is a legal move that is no pass. Passes that
// end a phase come before the first move, for a phase may be over when it begins: a find may have all pieces on the
// board that other games bring into play first. A match is not looked into.
func starts(rs *ruleset.Ruleset) bool {
	g := rs.Plan()
	if g.IsMatch() {
		return true
	}
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	for range 1 + len(g.Phases)*g.Players {
		if c.S.Over {
			return false
		}
		legal := c.Legal()
		for _, m := range legal {
			if !c.IsPass(m) {
				return true
			}
		}
		if len(legal) != 1 {
			return false
		}
		phases := slices.Clone(c.S.PhaseOf)
		if c.Play(legal[0]); slices.Equal(phases, c.S.PhaseOf) {
			return false
		}
	}
	return false
}

// Pieces is the number of pieces that are there after the start rules of one start, on the board and beside it, dice
// not among them. (The concept NumStartComponents overlooks hands of games that do not speak of cells.)
func Pieces(rs *ruleset.Ruleset) (n int) {
	g := rs.Plan()
	return started(rs, func(what int) bool { return g.Components[what].Kind != "die" })
}

// started is the number of components that count and are there after the start rules of one start.
func started(rs *ruleset.Ruleset, counts func(component int) bool) (n int) {
	g := rs.Plan()
	if g.IsMatch() {
		return 0
	}
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	for slot := range c.S.Slots() {
		if what, pieces := c.S.SlotHolds(slot); what > 0 && what < len(g.Components) && counts(what) {
			n += pieces
		}
	}
	return n
}

// Compiled returns the concepts of a ruleset that are known without playing: those of the
// compiled game, and those measured after the start rules, from one start.
func Compiled(rs *ruleset.Ruleset) Values {
	vector := sync.OnceValue(func() map[string]float64 { return rs.Concepts().Map() })
	begun := sync.OnceValue(func() map[string]float64 {
		m := map[string]float64{}
		b, err := rs.Simulate(context.Background(), ruleset.Simulation{Seed: 1, Playouts: 1, MaxPlies: 1})
		if err != nil {
			return m
		}
		for name, x := range b.Metrics() {
			m[name] = x.Estimate().Mean
		}
		return m
	})
	return func(name, _ string, _ int) (float64, bool) {
		k := concept.ByName(name)
		switch {
		case k == nil:
			return 0, false
		case k.Source == "start":
			x, known := begun()[name]
			return x, known
		case k.Computed != "Compilation":
			return 0, false
		}
		x, known := vector()[name]
		return x, known || k.Data == "Boolean"
	}
}
