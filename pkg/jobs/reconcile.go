package jobs

import (
	"context"
	"fmt"
	"time"
)

// Reconcile compares the queue with the jobs that the catalogue says are
// unfinished, and publishes those of every kind whose queue is empty although
// there is work: they were lost, or their publisher died before it published
// them. A kind that still has jobs queued is left alone until it has run dry,
// so that nothing is queued twice for long.
func (q *Queue) Reconcile(ctx context.Context, unfinished func(context.Context) ([]Job, error)) (published int, err error) {
	if err := q.Ensure(ctx); err != nil {
		return 0, err
	}
	// The queue first: a job that finishes in between is merely not missed.
	depth := map[string]int{}
	for _, kind := range Kinds {
		if depth[kind], err = q.Depth(ctx, kind); err != nil {
			return 0, fmt.Errorf("depth of %s: %w", kind, err)
		}
	}
	jobs, err := unfinished(ctx)
	if err != nil {
		return 0, err
	}
	var lost []Job
	for _, j := range jobs {
		if depth[j.Kind] == 0 {
			lost = append(lost, j)
		}
	}
	// A round of its own: the identity of the lost message must not block its
	// successor, but two reconcilers at once must not publish both.
	round := fmt.Sprintf("#%d", time.Now().Unix()/2)
	return len(lost), q.publish(ctx, round, lost)
}
