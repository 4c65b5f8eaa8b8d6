package lab

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

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
	text []byte
}

func (l *loaders) compile(src Source) (Ruleset, error) {
	loader, err := l.get(src.DefsID, src.Defs)
	if err != nil {
		return nil, err
	}
	rs, err := loader.Compile(ruleset.Source{File: src.File, Text: src.Text, Options: src.Options, Ruleset: src.Ruleset})
	if err != nil {
		return nil, err
	}
	return &described{rs, src.Text}, nil
}

func (d *described) Concepts() map[string]float64 {
	return map[string]float64{"NumPlayers": float64(d.Players())}
}

// RulesetName is the heading without the folder that the public library puts all of them in.
func (d *described) RulesetName() string {
	return strings.TrimPrefix(d.Ruleset.RulesetName(), "Ruleset/")
}

// BoardSVG is the position at the start of a game, with chance as it falls for seed 1.
func (d *described) BoardSVG() []byte {
	c, r := game.NewContext(d.Plan()), rng.Derive(1, 0)
	c.Start(&r)
	var picture bytes.Buffer
	if err := d.Draw(&picture, c, draw.Options{Title: d.Name()}); err != nil {
		return nil
	}
	return picture.Bytes()
}

func (d *described) HighlightedHTML() string { return lgdl.Highlight(d.text) }

// Simulate plays on the compiled game itself; games with simultaneous moves go
// through the common form.
func (d *described) Simulate(ctx context.Context, p Params) (*metric.Batch, error) {
	g := d.Plan()
	if g.Mode == game.Simultaneous {
		return Play(ctx, d.Game(), p)
	}
	if p.Agent != "random" {
		return nil, fmt.Errorf("agent %q, expected random", p.Agent)
	}
	b := metric.NewBatch(g.Players)
	c := game.NewContext(g)
	start := time.Now()
	for n := range p.Playouts {
		r := rng.Derive(p.Seed, uint64(p.Batch)<<32|uint64(n))
		var out *metric.Playout
		var err error
		if fault := game.Catch(func() { out, err = playGame(ctx, c, &r, p) }); fault != nil {
			err = fault
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("batch %d, playout %d: %w", p.Batch, n, err)
		case out == nil:
			b.Abandoned++
		default:
			b.Add(out)
		}
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// playGame plays once; it returns nil when the time is over.
func playGame(ctx context.Context, c *game.Context, r *rng.SplitMix64, p Params) (*metric.Playout, error) {
	out := &metric.Playout{}
	start := time.Now()
	mover := -1
	for c.Start(r); !c.S.Over; out.Plies++ {
		if out.Plies%clockEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if p.Timeout > 0 && time.Since(start) > p.Timeout {
				return nil, nil
			}
		}
		if p.MaxPlies > 0 && out.Plies == p.MaxPlies {
			out.Limit, out.Draw = true, true
			return out, nil
		}
		legal := c.Legal()
		if len(legal) == 0 {
			return nil, fmt.Errorf("no legal move in a position that is not over, after %d plies", out.Plies)
		}
		out.Legal += int64(len(legal))
		if len(legal) > 1 {
			out.Decisions++
		}
		if c.S.Mover != mover {
			mover = c.S.Mover
			out.Turns++
		}
		c.Play(legal[r.Below(len(legal))])
	}
	out.Limit = c.S.End == game.TurnLimitEnd || c.S.End == game.MoveLimitEnd
	out.Winner = int(c.S.Winner)
	rank(out, c.S.Ranking[1:c.G.Players+1])
	return out, nil
}

// rank sets utilities by ranks (1 is best, ties share the mean rank, 0 is none)
// as the specification of metrics does (part 9, §7.1).
func rank(out *metric.Playout, ranks []float64) {
	n := len(ranks)
	if n < 2 {
		return
	}
	out.Utilities = make([]float64, n)
	out.Draw = true
	for i, rho := range ranks {
		if rho > 0 {
			out.Utilities[i] = 1 - 2*(rho-1)/float64(n-1)
		}
		out.Draw = out.Draw && out.Utilities[i] == 0
	}
}
