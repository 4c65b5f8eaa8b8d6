package gateway

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// memo makes things that take long, each once, and remembers the last ones by what they
// are made of. What is begun goes on when whoever asked first has gone.
type memo[T any] struct {
	most  int           // things remembered
	limit time.Duration // that making one may take

	mu   sync.Mutex
	list []*making[T]  // the one asked for last comes last
	turn chan struct{} // held while one is made: others that play and search need the machine, too
}

// making is a thing that is made or being made.
type making[T any] struct {
	key         string
	made        chan struct{} // closed at the end
	value       T
	err         error
	done, total atomic.Int64 // how far it is, in steps; total 0 when it is not known
}

func newMemo[T any](most int, limit time.Duration) *memo[T] {
	return &memo[T]{most: most, limit: limit, turn: make(chan struct{}, 1)}
}

// get returns the thing of a key and waits for it as long as patience allows: ready
// is false when it is still being made.
func (m *memo[T]) get(ctx context.Context, key string, patience time.Duration,
	begin func(context.Context, *making[T]) (T, error)) (thing *making[T], ready bool) {
	m.mu.Lock()
	at := slices.IndexFunc(m.list, func(t *making[T]) bool { return t.key == key })
	if at >= 0 {
		thing = m.list[at]
		m.list = append(slices.Delete(m.list, at, at+1), thing)
	} else {
		thing = &making[T]{key: key, made: make(chan struct{})}
		m.list = append(m.list, thing)
		if len(m.list) > m.most {
			m.list = slices.Delete(m.list, 0, 1)
		}
		go m.make(context.WithoutCancel(ctx), thing, begin)
	}
	m.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-thing.made:
		return thing, true
	case <-timer.C:
	case <-ctx.Done():
	}
	return thing, false
}

// make makes a thing when its turn has come. One that fails is forgotten, and made again
// when it is asked for again.
func (m *memo[T]) make(ctx context.Context, thing *making[T], begin func(context.Context, *making[T]) (T, error)) {
	defer close(thing.made)
	m.turn <- struct{}{}
	defer func() { <-m.turn }()
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	if thing.value, thing.err = begin(ctx, thing); thing.err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.list = slices.DeleteFunc(m.list, func(t *making[T]) bool { return t == thing })
	}
}
