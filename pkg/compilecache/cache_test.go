package compilecache

import (
	"context"
	"errors"
	"testing"

	"github.com/astragal/astragal/engine"
)

func TestCache(t *testing.T) {
	c := New(2)
	compiled := 0
	get := func(key string, err error) error {
		_, got := c.Get(t.Context(), key, func(context.Context) (engine.Ruleset, error) { compiled++; return nil, err })
		return got
	}
	bad := errors.New("bad")
	get("a", nil)
	get("a", nil)
	get("b", nil)
	get("c", nil) // drops a
	get("b", nil)
	get("a", nil)
	if compiled != 4 {
		t.Errorf("%d compilations, want 4", compiled)
	}
	if err := get("d", bad); err != bad {
		t.Errorf("error %v", err)
	}
	if err := get("d", nil); err != nil {
		t.Errorf("an error is kept: %v", err)
	}
	func() {
		defer func() { recover() }()
		c.Get(t.Context(), "e", func(context.Context) (engine.Ruleset, error) { panic("e") })
	}()
	if err := get("e", nil); err != nil {
		t.Errorf("a panic is kept: %v", err)
	}
}
