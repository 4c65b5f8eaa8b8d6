package main

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/services/study"
)

// rivals are the agents that meet the one of the level with the same budget, their yardstick.
var rivals = []string{"random", "flat:50", "alphabeta:1", "alphabeta:2", "best:50"}

// yardstick is the level that rivals meet.
const yardstick = 1

// rival is an agent beside the yardstick.
type rival struct {
	Agent  string `json:"agent"`
	Games  int    `json:"games"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Share  share  `json:"share"` // of the points, against the yardstick
}

// formatElo writes a difference in rating.
func formatElo(x float64) string {
	switch elo := arena.Elo(x); {
	case math.IsInf(elo, 0):
		return strings.Replace(fmt.Sprintf("%+f", elo), "Inf", "∞", 1)
	default:
		return fmt.Sprintf("%+.0f", elo)
	}
}

// compete has agents of other kinds play the yardstick, side by side. Those that cannot play the game are named.
func (r *gameReport) compete(ctx context.Context, rs engine.Ruleset, games int) error {
	outcomes, unfit, errs := make([]arena.Outcome, len(rivals)), make([]error, len(rivals)), make([]error, len(rivals))
	var wg sync.WaitGroup
	for i, text := range rivals {
		by, err := agent.Parse(text)
		if err != nil {
			return err
		}
		m := arena.Match{Game: rs.Game(), A: by, B: level(yardstick), Seed: r.Seed + 1, MaxPlies: reportPlies}
		wg.Go(func() {
			if _, unfit[i] = m.Sit(); unfit[i] == nil {
				outcomes[i], errs[i] = arena.Run(ctx, m, arena.Plan{Games: max(games/4, 1) * 2, Workers: runtime.NumCPU()})
			}
		})
	}
	wg.Wait()
	for i, text := range rivals {
		switch s := &outcomes[i].Score; {
		case errs[i] != nil:
			return errs[i]
		case unfit[i] != nil:
			r.NotSeated = append(r.NotSeated, unfit[i].Error())
		case s.Games() > 0:
			r.Agents = append(r.Agents, rival{text, s.Games(), s.Wins, s.Draws, s.Losses, shareOf(s)})
		}
	}
	return nil
}

// boardTraffic is where on the board plays happen.
type boardTraffic struct {
	Agent string        `json:"agent"`
	Plays int64         `json:"plays"`
	Rows  []traffic.Row `json:"rows"`

	maps []boardMap
}

// together plays a batch on all processors; the figures are the same on any number of them.
func together(ctx context.Context, rs engine.Ruleset, p engine.Params) (*metric.Batch, error) {
	workers := min(runtime.NumCPU(), p.Playouts)
	parts, errs := make([]*metric.Batch, workers), make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		part := p
		part.First = p.First + w*p.Playouts/workers
		part.Playouts = p.First + (w+1)*p.Playouts/workers - part.First
		wg.Go(func() { parts[w], errs[w] = rs.Simulate(ctx, part) })
	}
	wg.Wait()
	total := metric.NewBatch(rs.Players())
	for w, b := range parts {
		if errs[w] != nil {
			return nil, errs[w]
		}
		if err := total.Merge(b); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// boardMap is a heat map of a measure.
type boardMap struct {
	Title   string
	Picture template.HTML
}

// reportMaps are the measures that are drawn, where anything was counted.
var reportMaps = []struct {
	measure traffic.Measure
	title   string
}{{traffic.Along, "Moves along lines"}, {traffic.Visits, "Visits of sites"}, {traffic.Captures, "Captures"}}

// locate counts where on the board plays happen: those of the second highest level, without levels
// random ones.
func (r *gameReport) locate(ctx context.Context, rs engine.Ruleset, levels, games int) error {
	on, ok := rs.(study.Boarded)
	if !ok {
		return nil
	}
	b, err := on.Traffic()
	if err != nil {
		return nil // a match, which has many boards
	}
	p := engine.Params{Seed: r.Seed, Playouts: max(games/2, 1), Agent: "random", Traffic: true, MaxPlies: reportPlies}
	if levels > 0 {
		p.Agent = level(max(levels-2, 0)).String()
	}
	total, err := together(ctx, rs, p)
	if err != nil || total.Traffic == nil {
		return err
	}
	r.Traffic = &boardTraffic{Agent: p.Agent, Plays: total.Playouts, Rows: total.Traffic.Rows(b, false)}
	for _, m := range reportMaps {
		counted := false
		for _, n := range total.Traffic.Totals(m.measure) {
			counted = counted || n > 0
		}
		if !counted {
			continue
		}
		var picture strings.Builder
		if err := on.DrawTraffic(&picture, total.Traffic, m.measure, draw.Options{Title: m.title}); err != nil {
			return err
		}
		r.Traffic.maps = append(r.Traffic.maps, boardMap{m.title, template.HTML(picture.String())})
	}
	return nil
}
