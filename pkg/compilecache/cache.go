// Package compilecache keeps compiled rulesets, so that one compilation serves all the
// batches of an evaluation, and the service that compiles shares it with the one that plays.
package compilecache

import (
	"context"
	"sync"

	"github.com/astragal/astragal/engine"
)

// Cache keeps the rulesets compiled last, so that the batches of an evaluation
// compile it once. Several goroutines that ask for the same ruleset wait for
// one compilation. It is safe for concurrent use.
type Cache struct {
	capacity int

	mu      sync.Mutex
	entries map[string]*entry
	clock   int64
}

type entry struct {
	ready chan struct{}
	rs    engine.Ruleset
	err   error
	used  int64
}

// New returns a cache of at most capacity rulesets.
func New(capacity int) *Cache {
	return &Cache{capacity: capacity, entries: map[string]*entry{}}
}

// Get returns the ruleset with the key, made by compile when it is not there.
// Errors are not kept.
func (c *Cache) Get(ctx context.Context, key string,
	compile func(context.Context) (engine.Ruleset, error)) (engine.Ruleset, error) {
	c.mu.Lock()
	c.clock++
	e, ok := c.entries[key]
	if ok {
		e.used = c.clock
		c.mu.Unlock()
		select {
		case <-e.ready:
			return e.rs, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e = &entry{ready: make(chan struct{}), used: c.clock}
	c.entries[key] = e
	c.evict()
	c.mu.Unlock()

	done := false
	defer func() {
		if e.err != nil || !done { // an error, or a panic on its way up
			c.mu.Lock()
			if c.entries[key] == e {
				delete(c.entries, key)
			}
			c.mu.Unlock()
		}
		if !done {
			e.err = context.Canceled
		}
		close(e.ready)
	}()
	e.rs, e.err = compile(ctx)
	done = true
	return e.rs, e.err
}

// evict removes the entries used longest ago.
func (c *Cache) evict() {
	for len(c.entries) > c.capacity {
		var oldest string
		age := c.clock + 1
		for key, e := range c.entries {
			if e.used < age {
				oldest, age = key, e.used
			}
		}
		delete(c.entries, oldest)
	}
}
