package catalogue

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/strength"
)

// What an evaluation measures of its playouts.
const (
	// AllMetrics is every metric of playouts. It takes several times as long as
	// playing for the outcomes.
	AllMetrics = "all"
	// Choices is AllMetrics without what positions are worth and of which kinds legal moves are;
	// Course that without the numbers of legal moves: see metric.Scope.
	Choices = "choices"
	Course  = "course"
	// Outcomes is what follows from the result and the length alone: plies, wins,
	// draws, limits, balance and the like, of as many random playouts, but not the
	// same ones.
	Outcomes = "outcomes"
	// Traffic is what Outcomes is, and where on the board play happens; only L-GDL
	// rulesets have boards.
	Traffic = "traffic"
	// Ladder is what AllMetrics is, and with every playout a game of each step of a ladder of
	// budgets down from that of the agent: skill trace, depth, the first player's advantage by level. The
	// agent must be one for all seats, with iterations.
	Ladder = "ladder"
)

// measurements are the values of Params.Metrics.
var measurements = []string{AllMetrics, Choices, Course, Outcomes, Traffic, Ladder}

// nested are those of which each tells all that the ones after it tell.
var nested = []string{AllMetrics, Choices, Course, Outcomes}

// Params say how a ruleset is evaluated. Equal parameters, engine and ruleset
// mean the same evaluation.
type Params struct {
	Agent string `json:"agent"` // as agent.Canonical writes it
	// AllMetrics, Choices, Course, Outcomes, Traffic or Ladder; "" means all
	Metrics  string `json:"metrics" enum:"all,choices,course,outcomes,traffic,ladder"`
	Playouts int    `json:"playouts"`
	// Until is a condition on the intervals of metrics with which the evaluation ends
	// before all playouts are played, "" for none; see ParseUntil.
	Until string `json:"until,omitempty"`
	// BatchSize is the number of playouts of a batch. In what is asked for, 0
	// chooses it by the time that playouts take. It does not influence results.
	BatchSize int    `json:"batchSize"`
	Seed      uint64 `json:"seed"`
	MaxPlies  int    `json:"maxPlies"` // 0: the engine's default
	// MoveLimit and TurnLimit are limits of moves and of turns of each player that the
	// rules of an L-GDL ruleset read and that end a play by their own words; 0: the ruleset's own.
	MoveLimit int           `json:"moveLimit"`
	TurnLimit int           `json:"turnLimit"`
	Timeout   time.Duration `json:"timeout"` // per playout in nanoseconds, 0: none
	// Budget is the time that all playouts of the ruleset may take together, in
	// nanoseconds; those beyond it count as timeouts. 0: no limit.
	Budget   time.Duration `json:"budget"`
	Priority int           `json:"priority"` // by sign: before or after others; not part of the identity
}

// What parameters are bounded by.
const (
	MaxPlayouts = 100_000_000
	MaxMaxPlies = 100_000_000 // of plies, and of moves
	// MaxTurnLimit bounds the turns of each player: with any number of them they can be counted.
	MaxTurnLimit = 1_000_000
	MaxPriority  = 1_000_000
	MaxTime      = 366 * 24 * time.Hour // of a playout or of all
	maxBatch     = 1_000_000
)

// Check tells what is wrong with p, if anything, and gives the agent its canonical
// text, by which evaluations are told apart.
func (p *Params) Check() (err error) {
	if p.Agent, err = agent.Canonical(p.Agent); err != nil {
		return err
	}
	if _, err := ParseUntil(p.Until); err != nil {
		return err
	}
	if p.Metrics == Ladder {
		team, err := agent.ParseTeam(p.Agent)
		if err != nil {
			return err
		}
		if _, err := strength.Levels(team); err != nil {
			return err
		}
	}
	switch {
	case p.Until != "" && p.BatchSize != 0 && p.BatchSize != untilBatch:
		return fmt.Errorf("batch size %d with a condition to stop; it is %d then", p.BatchSize, untilBatch)
	case p.Metrics != "" && !slices.Contains(measurements, p.Metrics):
		return fmt.Errorf("metrics %q, expected one of %s", p.Metrics, strings.Join(measurements, ", "))
	case p.Playouts < 1 || p.Playouts > MaxPlayouts:
		return fmt.Errorf("playouts %d not between 1 and 100,000,000", p.Playouts)
	case p.BatchSize < 0 || p.BatchSize > maxBatch:
		return fmt.Errorf("batch size %d not between 0 and %d", p.BatchSize, maxBatch)
	case p.MaxPlies < 0 || p.MaxPlies > MaxMaxPlies:
		return fmt.Errorf("limit of %d plies not between 0 and %d", p.MaxPlies, MaxMaxPlies)
	case p.MoveLimit < 0 || p.MoveLimit > MaxMaxPlies:
		return fmt.Errorf("limit of %d moves not between 0 and %d", p.MoveLimit, MaxMaxPlies)
	case p.TurnLimit < 0 || p.TurnLimit > MaxTurnLimit:
		return fmt.Errorf("limit of %d turns not between 0 and %d", p.TurnLimit, MaxTurnLimit)
	case p.Timeout < 0 || p.Timeout > MaxTime:
		return fmt.Errorf("timeout %v not between 0 and %v", p.Timeout, MaxTime)
	case p.Budget < 0 || p.Budget > MaxTime:
		return fmt.Errorf("budget %v not between 0 and %v", p.Budget, MaxTime)
	case p.Priority < -MaxPriority || p.Priority > MaxPriority:
		return fmt.Errorf("priority %d not between %d and %d", p.Priority, -MaxPriority, MaxPriority)
	}
	return nil
}

// measured is what is measured, in full.
func (p Params) measured() string {
	if p.Metrics == "" {
		return AllMetrics
	}
	return p.Metrics
}

// seed is how the catalogue holds a seed: numeric(20).
func (p Params) seed() string { return strconv.FormatUint(p.Seed, 10) }

// key is everything that tells parameters apart.
func (p Params) key() string {
	key := fmt.Sprintf("%s/%d/%d/%d/%d/%d/%d", p.Agent, p.Playouts, p.BatchSize, p.Seed, p.MaxPlies,
		p.Timeout.Milliseconds(), p.Budget.Milliseconds())
	if m := p.measured(); m != AllMetrics {
		key += "/" + m // keys are older than the choice
	}
	if p.MoveLimit > 0 || p.TurnLimit > 0 {
		key += fmt.Sprintf("/limits:%d:%d", p.MoveLimit, p.TurnLimit)
	}
	if p.Until != "" {
		key += "/until " + p.Until
	}
	return key
}

// Scope is how many metrics playouts tell where they tell more than outcomes.
func (p Params) Scope() metric.Scope {
	s, err := metric.ParseScope(p.Metrics)
	if err != nil {
		return metric.All
	}
	return s
}

// keys are those of parameters that tell all that p asks for: its own first, and those of the
// same with more metrics.
func (p Params) keys() []string {
	keys := []string{p.key()}
	// Of traffic and ladders nothing else tells.
	for i := slices.Index(nested, p.measured()) - 1; i >= 0; i-- {
		more := p
		more.Metrics = nested[i]
		keys = append(keys, more.key())
	}
	return keys
}

// paramColumns are the columns of parameters, in requests and in evaluations.
const (
	paramColumns     = `agent, metrics, playouts, batch_size, seed::text, max_plies, move_limit, turn_limit, timeout_ms, budget_ms, priority, until`
	paramColumnNames = `agent, metrics, playouts, batch_size, seed, max_plies, move_limit, turn_limit, timeout_ms, budget_ms, priority, until`
)

// scan returns destinations for paramColumns and a function that finishes p.
func (p *Params) scan() (dest []any, finish func() error) {
	var seed string
	var timeout, budget int64
	return []any{&p.Agent, &p.Metrics, &p.Playouts, &p.BatchSize, &seed, &p.MaxPlies, &p.MoveLimit, &p.TurnLimit,
			&timeout, &budget, &p.Priority, &p.Until}, func() (err error) {
			p.Timeout, p.Budget = time.Duration(timeout)*time.Millisecond, time.Duration(budget)*time.Millisecond
			p.Seed, err = strconv.ParseUint(seed, 10, 64)
			return err
		}
}

// A batch costs a few milliseconds beside its playouts, and a row. One that is
// chosen plays for about batchTime: for less in a short evaluation, so that several
// workers can share it, but not for less than leastTime; for more in a long one,
// so that it has not too many, but not for more than mostTime.
const (
	leastTime = 400 * time.Millisecond
	batchTime = time.Second
	mostTime  = time.Minute
	fewest    = 8   // batches of an evaluation, if they are long enough
	many      = 256 // batches from which on they become longer
	// blindBatch is for playouts of unknown length.
	blindBatch = 20
	// Where the budget may not suffice, a batch gets this much of it: in less, a
	// long playout would never come to its end.
	leastBudget = 30 * time.Second
)

// chooseBatch returns the batch size that suits a ruleset: by what playouts with
// the same agent and metrics took before, else by what random ones took when it
// was compiled. It decides how playouts are dealt to workers and not what they are.
func (c *Catalogue) chooseBatch(ctx context.Context, tx pgx.Tx, hash string, p Params) (int, error) {
	var nanoseconds float64
	err := tx.QueryRow(ctx, `
		SELECT coalesce(
			(SELECT elapsed_ns::float8 / least(done::bigint * batch_size, playouts) FROM evaluations
				WHERE ruleset_hash = $1 AND agent = $2 AND metrics = $3 AND done > 0 ORDER BY created_at DESC LIMIT 1),
			CASE WHEN $2 <> 'random' THEN 0 WHEN $3 = 'outcomes' THEN playout_ns ELSE watched_ns END) FROM rulesets WHERE hash = $1`,
		hash, p.Agent, p.measured()).Scan(&nanoseconds)
	if err != nil {
		return 0, fmt.Errorf("batch size: %w", err)
	}
	return batchSize(p.Playouts, time.Duration(nanoseconds), p.Budget), nil
}

// batchSize is the number of playouts of a batch when one takes each, and all
// together may take budget; 0 is unknown, and no limit.
func batchSize(playouts int, each, budget time.Duration) int {
	size := blindBatch
	if each > 0 {
		long := min(max(batchTime, time.Duration(playouts/many)*each), mostTime)
		size = int(max(leastTime/each, min(long/each, time.Duration((playouts+fewest-1)/fewest)), 1))
	}
	if budget > 0 && (each == 0 || each > budget/time.Duration(4*playouts)) {
		size = max(size, int(math.Ceil(float64(playouts)*float64(min(leastBudget, budget))/float64(budget))))
	}
	return min(size, playouts, maxBatch)
}
