// Package claim is the loop of a service that takes its work from the catalogue instead of the queue: studies
// that are too long for a message, and that belong to one process at a time.
//
// A process claims a piece of work for some seconds (a lease) and says again and again that it works on it; when it
// dies, the lease runs out and another process begins the work anew. So nothing has to be handed back, and nobody
// has to know who died.
//
//	Run   claims piece after piece until the context ends
//	Hold  keeps one piece while it is worked on, and stops the work when it was taken away
package claim

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// LookEvery is how often Run looks for something to do.
const LookEvery = 2 * time.Second

// Lease is how long work belongs to a process that does not say again that it works on it.
const Lease = 15 * time.Second

// Run claims pieces of work and does them until the context ends. claim returns a piece that nobody works on, false
// if there is none. An error of either is of the servers: it is logged, and what failed is tried again when it can be
// claimed again. Any number of processes may run it.
func Run[W any](ctx context.Context, log *slog.Logger, what string, claim func(context.Context) (W, bool, error),
	do func(context.Context, *W) error) {
	for {
		for ctx.Err() == nil {
			w, ok, err := claim(ctx)
			if err != nil && ctx.Err() == nil {
				log.Warn("looking for work failed; trying again", "work", what, "error", err)
			}
			if err != nil || !ok {
				break
			}
			if err := do(ctx, &w); err != nil && ctx.Err() == nil {
				log.Warn("work waits, since it failed", "work", what, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(LookEvery):
		}
	}
}

// ErrTaken is that a piece of work is not this process's any more: it was cancelled, or has ended elsewhere.
var ErrTaken = errors.New("the work was cancelled, or is done by another process")

// Hold does a piece of work, and renews its lease, five times in each, until the work returns. renew reports whether
// the work is still to be done; when it is not, the context of the work ends, and Hold returns ErrTaken whatever the
// work returned. Errors of renew are of the servers, and the next renewal may succeed.
func Hold(ctx context.Context, lease time.Duration, renew func(context.Context, time.Duration) (bool, error),
	work func(context.Context) error) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		for {
			select {
			case <-working.Done():
				return
			case <-time.After(lease / 5):
			}
			if on, err := renew(working, lease); err == nil && !on {
				stop(ErrTaken)
			}
		}
	}()
	err := work(working)
	stop(nil)
	<-kept
	if errors.Is(context.Cause(working), ErrTaken) {
		return ErrTaken
	}
	return err
}
