package gateway

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
)

// Standing is where a mean lies among those of the listed rulesets.
type Standing struct {
	// Rulesets have the metric; Below of them have a smaller mean, Equal the same.
	Rulesets, Below, Equal int
	Quantiles              [5]float64 // 5, 25, 50, 75 and 95 %
}

// standings remembers the means of the main metrics in the whole library, by agent: all
// pages of rulesets ask for them.
type standings struct {
	catalogue *catalogue.Catalogue

	mu      sync.Mutex
	byAgent map[string]*libraryMeans
}

type libraryMeans struct {
	stamp string
	made  time.Time
	// patience is how long they are used although evaluations were finished.
	patience time.Duration
	means    map[string][]float64 // ascending
}

// maxStandings is the number of agents remembered.
const maxStandings = 32

func (s *standings) of(ctx context.Context, agent string) (map[string][]float64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byAgent[agent]
	if known != nil && time.Since(known.made) < known.patience {
		return known.means, nil
	}
	start := time.Now()
	stamp, err := s.catalogue.EvaluationStamp(ctx, agent)
	if err != nil {
		return nil, err
	}
	if known != nil && known.stamp == stamp {
		known.made = time.Now()
		return known.means, nil
	}
	means, err := s.catalogue.Means(ctx, agent, mainMetrics)
	if err != nil {
		return nil, err
	}
	if len(s.byAgent) >= maxStandings {
		clear(s.byAgent)
	}
	s.byAgent[agent] = &libraryMeans{stamp, time.Now(), patienceFactor * time.Since(start), means}
	return means, nil
}

// Standings says where the main metrics of an evaluation lie in the library.
func (s *service) Standings(ctx context.Context, e *catalogue.Evaluation) (map[string]Standing, error) {
	means, err := s.standings.of(ctx, e.Params.Agent)
	if err != nil {
		return nil, err
	}
	found := map[string]Standing{}
	for name, list := range means {
		m := e.Summary.Metrics[name]
		if m.N == 0 || len(list) == 0 {
			continue
		}
		below, _ := slices.BinarySearch(list, m.Mean)
		above, _ := slices.BinarySearch(list, math.Nextafter(m.Mean, math.Inf(1)))
		at := Standing{Rulesets: len(list), Below: below, Equal: above - below}
		for i, p := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			at.Quantiles[i] = quantile(list, p)
		}
		found[name] = at
	}
	return found, nil
}
