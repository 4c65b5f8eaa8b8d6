package main

import (
	"context"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
)

// keep stores what was solved in the catalogue, if it is asked for.
func (j *solving) keep(ctx context.Context, l *solveLine) error {
	if j.kept == nil || l.Answer == "not decided" {
		return nil
	}
	s := catalogue.Solution{Hash: l.hash, Game: l.game, Engine: engine.New().Version(), Exact: l.Answer == "solved",
		Verdict: l.verdict(),
		Theorem: l.Theorem, Method: l.Method, Values: l.Values, Winner: l.Winner, Plies: l.Plies, Nodes: int64(l.Positions),
		Boards: int64(l.Boards), Lower: l.Lower, Upper: l.Upper}
	if p := l.Puzzle; p != nil {
		n := int64(p.Solutions)
		s.Count, s.Needs = &n, p.Needs
		s.Exact = !p.More
	}
	return j.kept.RecordSolution(ctx, s)
}
