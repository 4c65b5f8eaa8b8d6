package gateway

import (
	"context"
	"fmt"
	"net/http"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/trace"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/services/compile"
)

// EvaluationPage is a page of evaluations and the number of all that pass the filter.
type EvaluationPage struct {
	Evaluations []catalogue.Evaluation `json:"evaluations"`
	Total       int                    `json:"total"`
}

// EvaluateRequest asks for an evaluation of a ruleset.
type EvaluateRequest struct {
	Hash   string           `json:"-"`
	Params catalogue.Params `json:"params"`
}

// DistanceQuery asks for the nearest rulesets.
type DistanceQuery struct {
	Hash  string
	Limit int
}

// TrialQuery names a random playout.
type TrialQuery struct {
	Hash     string
	Seed     uint64
	MaxPlies int
}

// Trial is a recorded playout.
type Trial struct {
	Hash string `json:"hash"`
	Seed uint64 `json:"seed"`
	// Moves in the text form of trials, the placements of the start first.
	Moves      []string `json:"moves"`
	Placements int      `json:"placements"`
	// Ended tells that the game was over; Winner is 0 for nobody, Ranks are by
	// player, from entry 1.
	Ended  bool      `json:"ended"`
	Winner int       `json:"winner"`
	Ranks  []float64 `json:"ranks"`
}

// maxTrialPlies bounds how long a trial takes.
const maxTrialPlies = 2000

func (s *service) Evaluations(ctx context.Context, f catalogue.EvaluationFilter) (EvaluationPage, error) {
	if err := checkAgent(&f.Agent); err != nil {
		return EvaluationPage{}, err
	}
	list, total, err := s.catalogue.EvaluationList(ctx, f)
	return EvaluationPage{list, total}, err
}

func (s *service) Evaluate(ctx context.Context, r EvaluateRequest) (Receipt, error) {
	source, err := s.catalogue.SourceOf(ctx, r.Hash)
	if err != nil {
		return Receipt{}, err
	}
	if err := s.catalogue.Charge(ctx, r.Params.Playouts); err != nil {
		return Receipt{}, err
	}
	id, err := s.catalogue.Request(ctx, source, s.engine, r.Params)
	if err != nil || id == "" { // an older engine compiled it: the reconciler has it compiled again
		return Receipt{Source: source}, err
	}
	todo, err := compile.FirstJobs(ctx, s.catalogue, id)
	if err == nil {
		err = s.queue.Publish(ctx, todo...)
	}
	return Receipt{Source: source, Evaluation: id}, err
}

func (s *service) Metric(ctx context.Context, f catalogue.MetricFilter) ([]catalogue.MetricValue, error) {
	if err := s.checkMetric(ctx, f.Name, http.StatusNotFound); err != nil {
		return nil, err
	}
	if err := checkAgent(&f.Agent); err != nil {
		return nil, err
	}
	return s.catalogue.MetricValues(ctx, f)
}

func (s *service) Distances(ctx context.Context, q DistanceQuery) ([]catalogue.Neighbour, error) {
	if _, err := s.catalogue.SourceOf(ctx, q.Hash); err != nil {
		return nil, err
	}
	return s.catalogue.Neighbours(ctx, q.Hash, q.Limit)
}

func (s *service) Trial(ctx context.Context, q TrialQuery) (Trial, error) {
	rs, err := s.compiledOf(ctx, q.Hash)
	if err != nil {
		return Trial{}, err
	}
	planned, ok := rs.(interface{ Plan() *game.Game })
	if !ok {
		return Trial{}, httpx.BadRequest("trials are recorded of L-GDL rulesets only, this one is %s", rs.Game().Formalism())
	}
	x, err := trace.Playout(ctx, planned.Plan(), rs.Name(), q.Seed, min(q.MaxPlies, maxTrialPlies))
	if err != nil {
		return Trial{}, fmt.Errorf("recording: %w", err)
	}
	t := x.Trial()
	return Trial{Hash: q.Hash, Seed: q.Seed, Moves: t.Moves, Placements: max(t.Placements, 0), Ended: t.Ended,
		Winner: t.Winner, Ranks: t.Rankings}, nil
}
