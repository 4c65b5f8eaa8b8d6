package catalogue

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
)

// An evaluation with a condition is played in stages: after each of them the
// condition is looked at, and nowhere else, so that when it ends follows from the
// seed alone, whoever plays and however many. The stages are fixed: 200 playouts,
// then half as many more each time, in batches of 50.
const (
	untilBatch  = 50
	firstStage  = 200
	maxUntil    = 200 // bytes of a condition
	maxConjunct = 8
)

// stage is the number of playouts after which the condition is looked at next when
// there are so many, at most all that are asked for.
func stage(played, asked int) int {
	n := firstStage
	for n <= played {
		n += (n/2 + untilBatch - 1) / untilBatch * untilBatch
	}
	return min(n, asked)
}

// Narrow is one part of a condition: half of the width of the 95 % interval of a
// metric's mean must be less than Width, or than that share of the mean.
type Narrow struct {
	Metric   string
	Width    float64
	Relative bool
}

var narrow = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9]*)<([0-9.eE+-]+)(%?)$`)

// ParseUntil reads a condition like "DurationMoves<1%" or "Completion<0.02", or several
// between commas, which must all hold. "" is none.
func ParseUntil(text string) (list []Narrow, err error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > maxUntil {
		return nil, fmt.Errorf("until: longer than %d bytes", maxUntil)
	}
	for part := range strings.SplitSeq(text, ",") {
		m := narrow.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, fmt.Errorf("until %q: expected METRIC<WIDTH or METRIC<SHARE%%, like DurationMoves<1%%", part)
		}
		x, err := strconv.ParseFloat(m[2], 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("until %q: %q is no positive number", part, m[2])
		}
		if k := concept.ByName(m[1]); k == nil || k.Computed != "Playout" {
			var names []string
			for _, k := range concept.Catalogue() {
				if k.Computed == "Playout" {
					names = append(names, k.Name)
				}
			}
			hint := ""
			if near := lgdl.Closest(m[1], names); len(near) > 0 {
				hint = "; did you mean " + near[0] + "?"
			}
			return nil, fmt.Errorf("until %q: there is no metric %s%s", part, m[1], hint)
		}
		n := Narrow{m[1], x, m[3] != ""}
		if n.Relative {
			n.Width /= 100
		}
		list = append(list, n)
	}
	if len(list) > maxConjunct {
		return nil, fmt.Errorf("until: %d conditions, expected at most %d", len(list), maxConjunct)
	}
	return list, nil
}

// narrowEnough reports whether all parts hold of figures. A metric that was not
// measured is not narrow.
func narrowEnough(list []Narrow, s *metric.Summary) bool {
	for _, n := range list {
		e, ok := s.Metrics[n.Metric]
		most := n.Width
		if n.Relative {
			most *= math.Abs(e.Mean)
		}
		if !ok || e.N == 0 || !((e.High-e.Low)/2 < most) {
			return false
		}
	}
	return true
}

// Extend lets an evaluation whose condition does not hold yet go on to its next
// stage; total are the statistics of all its batches. It returns the batches that may
// enter the queue, and more is false when the evaluation is at its end: the condition
// holds, there is none, or all playouts that were asked for are played.
func (c *Catalogue) Extend(ctx context.Context, e Evaluation, total *metric.Batch) (next, until int, more bool,
	err error) {
	list, err := ParseUntil(e.Params.Until)
	played := min(e.Batches*e.Params.BatchSize, e.Params.Playouts)
	if err != nil || len(list) == 0 || played == e.Params.Playouts {
		return 0, 0, false, err
	}
	if s := total.Summary(); narrowEnough(list, &s) {
		return 0, 0, false, nil
	}
	size := e.Params.BatchSize
	batches := (stage(played, e.Params.Playouts) + size - 1) / size
	err = c.inTx(ctx, func(tx pgx.Tx) error {
		window, err := c.window(ctx, tx)
		if err != nil {
			return err
		}
		next, until = e.Batches, min(e.Batches+window, batches)
		// Somebody else may have been given the same job: the first extends.
		_, err = tx.Exec(ctx, `UPDATE evaluations SET batches = $2, queued = $3, progress_at = now()
			WHERE id = $1 AND batches = $4 AND status = 'running'`, e.ID, batches, until, e.Batches)
		return err
	})
	return next, until, true, err
}
