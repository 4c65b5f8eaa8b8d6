package gateway

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What many ask for at the same time is made once, and remembered until so many others
// were asked for later.
func TestMemo(t *testing.T) {
	m := newMemo[string](2, time.Minute)
	var made atomic.Int64
	get := func(key string) string {
		thing, ready := m.get(t.Context(), key, time.Minute, func(context.Context, *making[string]) (string, error) {
			made.Add(1)
			return key + "!", nil
		})
		if !ready || thing.err != nil {
			t.Errorf("%s: %v, %v", key, ready, thing.err)
		}
		return thing.value
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if v := get("a"); v != "a!" {
				t.Errorf("a is %q", v)
			}
		})
	}
	wg.Wait()
	get("b")
	get("a") // now b is the one asked for first
	get("c")
	get("a")
	if n := made.Load(); n != 3 {
		t.Errorf("%d were made, want 3", n)
	}
	get("b")
	if n := made.Load(); n != 4 {
		t.Errorf("%d were made, want 4: b is forgotten", n)
	}
}

// What takes longer than patience goes on without who asked, and what fails is tried again.
func TestMemoWaits(t *testing.T) {
	m := newMemo[int](4, time.Minute)
	release := make(chan struct{})
	slow := func(ctx context.Context, progress *making[int]) (int, error) {
		progress.done.Store(7)
		<-release
		return 5, ctx.Err()
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, ready := m.get(ctx, "slow", time.Millisecond, slow); ready {
		t.Fatal("it is ready at once")
	}
	cancel()
	close(release)
	if thing, ready := m.get(
		t.Context(),
		"slow",
		time.Minute,
		nil,
	); !ready || thing.value != 5 || thing.err != nil ||
		thing.done.Load() != 7 {
		t.Errorf("ready %v, %d, %v", ready, thing.value, thing.err)
	}
	failed := errors.New("failed")
	for range 2 {
		calls := 0
		thing, _ := m.get(t.Context(), "bad", time.Minute, func(context.Context, *making[int]) (int, error) {
			calls++
			return 0, failed
		})
		if !errors.Is(thing.err, failed) || calls != 1 {
			t.Errorf("%v after %d calls", thing.err, calls)
		}
	}
}
