package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Now is the clock of the queue; tests set it.
var Now = time.Now

// Reconcile compares the queue with the jobs that the catalogue says are
// unfinished, and publishes those of every lane that is empty although there is
// work: they were lost, or their publisher died before it published them. A lane
// that still has jobs queued is left alone until it has run dry, so that nothing
// is queued twice for long; but jobs that the catalogue calls overdue are
// published again whatever is queued.
func (q *Queue) Reconcile(ctx context.Context, unfinished func(context.Context) (jobs, overdue []Job,
	err error)) (published int, err error) {
	// The queue first: a job that finishes in between is merely not missed.
	depth, err := q.depths(ctx)
	if err != nil { // the streams may be lost
		if err := q.Ensure(ctx); err != nil {
			return 0, err
		}
		if depth, err = q.depths(ctx); err != nil {
			return 0, err
		}
	}
	jobs, overdue, err := unfinished(ctx)
	if err != nil {
		return 0, err
	}
	var lost []Job
	for _, j := range jobs {
		if depth[j.lane()] == 0 {
			lost = append(lost, j)
		}
	}
	// A round of its own: the identity of the lost message must not block its
	// successor, but two reconcilers at once must not publish both.
	if err := q.publish(ctx, fmt.Sprintf("#%d", Now().Unix()/2), lost); err != nil {
		return 0, q.giveUp(ctx, err)
	}
	var late []Job
	for _, j := range overdue {
		if depth[j.lane()] > 0 {
			late = append(late, j)
		}
	}
	if err := q.publish(ctx, fmt.Sprintf("#late%d", Now().Unix()/300), late); err != nil {
		return 0, q.giveUp(ctx, err)
	}
	return len(lost) + len(late), nil
}

// giveUp throws the stream away when the server is there but does not store in
// it, as after its disk was full: the next round makes a new one, and fills it.
func (q *Queue) giveUp(ctx context.Context, err error) error {
	ping, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if ctx.Err() != nil || q.Ping(ping) != nil {
		return err
	}
	q.log.Error("the queue takes no more jobs; making it anew", "error", err)
	return errors.Join(err, q.js.DeleteStream(ctx, jobStream))
}

// depths is the number of jobs in every lane.
func (q *Queue) depths(ctx context.Context) (map[string]int, error) {
	depth := map[string]int{}
	for _, kind := range Kinds {
		for _, lane := range lanes {
			n, err := q.laneDepth(ctx, kind+lane)
			if err != nil {
				return nil, fmt.Errorf("depth of %s: %w", kind+lane, err)
			}
			depth[kind+lane] = n
		}
	}
	return depth, nil
}
