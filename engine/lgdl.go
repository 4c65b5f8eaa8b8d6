package engine

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// loaders keeps the sets of shared definitions used last, which take far longer
// to read than a description.
type loaders struct {
	mu   sync.Mutex
	byID map[string]*ruleset.Loader
}

const maxLoaders = 8

// get returns the loader for definitions; those with the same id are read once.
func (l *loaders) get(id string, defs fs.FS) (*ruleset.Loader, error) {
	if defs == nil {
		id = ""
	}
	cached := id != "" || defs == nil
	l.mu.Lock()
	defer l.mu.Unlock()
	if loader := l.byID[id]; cached && loader != nil {
		return loader, nil
	}
	var folders []fs.FS
	if defs != nil {
		folders = append(folders, defs)
	}
	loader, err := ruleset.NewLoader(folders...)
	if err != nil {
		return nil, err
	}
	if cached {
		if l.byID == nil || len(l.byID) >= maxLoaders {
			l.byID = map[string]*ruleset.Loader{}
		}
		l.byID[id] = loader
	}
	return loader, nil
}

// described is a compiled L-GDL ruleset.
type described struct {
	*ruleset.Ruleset
	file string
	text []byte

	mu      sync.Mutex
	limits  [2]int           // of moves and turns, of limited
	limited *ruleset.Ruleset // with the limits asked for last, which its plans depend on
}

func (l *loaders) compile(ctx context.Context, src Source) (Ruleset, error) {
	loader, err := l.get(src.DefsID, src.Defs)
	if err != nil {
		return nil, err
	}
	rs, err := loader.CompileWith(ruleset.Source{File: src.File, Text: src.Text, Options: src.Options,
		Ruleset: src.Ruleset,
		Library: src.Library, Large: src.Large}, game.Options{Stop: ctx.Err})
	if err != nil {
		return nil, err
	}
	return &described{Ruleset: rs, file: src.File, text: src.Text}, nil
}

// Concepts is the vector of the ruleset by name.
func (d *described) Concepts() (concepts map[string]float64) {
	if game.Catch(func() { concepts = d.Ruleset.Concepts().Map() }) != nil {
		return nil // a fault of the engine: nothing is known
	}
	return concepts
}

// RulesetName is the heading without the folder that the public library puts all of them in.
func (d *described) RulesetName() string {
	return strings.TrimPrefix(d.Ruleset.RulesetName(), "Ruleset/")
}

// BoardSVG is the position at the start of a game, with chance as it falls for seed 1.
func (d *described) BoardSVG() []byte {
	c, r := game.NewContext(d.Plan()), rng.Derive(1, 0)
	var picture bytes.Buffer
	var err error
	fault := c.Catch(func() {
		c.Start(&r)
		err = d.Draw(&picture, c, draw.Options{Title: d.Name()})
	})
	if err != nil || fault != nil {
		return nil
	}
	return picture.Bytes()
}

func (d *described) HighlightedHTML() string { return lgdl.Highlight(d.text) }

// Simulate plays on the compiled game itself.
func (d *described) Simulate(ctx context.Context, p Params) (*metric.Batch, error) {
	team, err := agent.ParseTeam(p.Agent)
	if err != nil {
		return nil, err
	}
	if p.From != nil {
		return Play(ctx, d.Game(), p)
	}
	return d.within(p.MoveLimit, p.TurnLimit).Simulate(ctx,
		ruleset.Simulation{Agents: team, Seed: p.Seed, First: p.First, Playouts: p.Playouts,
			Bare: p.Bare, Scope: p.Scope, Traffic: p.Traffic, Ladder: p.Ladder,
			MaxPlies: p.MaxPlies, Memory: p.Memory, Timeout: p.Timeout,
			Deadline: p.Deadline})
}

// within returns the ruleset with other limits of moves and turns, 0 for its own.
func (d *described) within(moves, turns int) *ruleset.Ruleset {
	if moves == 0 && turns == 0 {
		return d.Ruleset
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if limits := [2]int{moves, turns}; d.limited == nil || d.limits != limits {
		d.limits, d.limited = limits, d.Ruleset.WithLimits(moves, turns)
	}
	return d.limited
}
