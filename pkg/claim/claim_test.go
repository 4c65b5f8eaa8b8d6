package claim

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// Run does all pieces in their order, goes on after errors, and ends with the context.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	calls, done := 0, []int(nil)
	claim := func(context.Context) (int, bool, error) {
		if calls++; calls == 3 {
			return 0, false, errors.New("the database is away")
		}
		return calls, calls < 6, nil
	}
	do := func(_ context.Context, n *int) error {
		if done = append(done, *n); *n == 5 {
			stop()
		}
		return errors.New("failed")
	}
	Run(ctx, slog.New(slog.DiscardHandler), "numbers", claim, do)
	if want := []int{1, 2, 4, 5}; !slices.Equal(done, want) {
		t.Errorf("did %v, want %v", done, want)
	}
}

// Hold renews as long as the work takes, and gives its error.
func TestHold(t *testing.T) {
	var renewed atomic.Int32
	enough := make(chan struct{})
	renew := func(context.Context, time.Duration) (bool, error) {
		if renewed.Add(1) == 3 {
			close(enough)
		}
		if renewed.Load() == 2 {
			return false, errors.New("the database is away")
		}
		return true, nil
	}
	failed := errors.New("failed")
	err := Hold(t.Context(), 5*time.Millisecond, renew, func(ctx context.Context) error {
		<-enough
		if ctx.Err() != nil {
			t.Error("stopped though nobody took it")
		}
		return failed
	})
	if err != failed {
		t.Errorf("got %v", err)
	}
	at := renewed.Load()
	if err := Hold(t.Context(), time.Hour, renew, func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
	if renewed.Load() != at {
		t.Error("renewed after the end")
	}
}

// Hold stops work that was taken away.
func TestHoldTaken(t *testing.T) {
	gone := func(context.Context, time.Duration) (bool, error) { return false, nil }
	err := Hold(t.Context(), 5*time.Millisecond, gone, func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, ErrTaken) {
		t.Errorf("got %v", err)
	}
}
