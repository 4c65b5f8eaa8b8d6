package middleware

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/astragal/astragal/pkg/telemetry"
)

// Types stay what they are through the middleware, whose state is shared by all calls.
func TestAround(t *testing.T) {
	tel, err := telemetry.New(io.Discard, "error", "text")
	if err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("wrong")
	half := func(_ context.Context, n int) (float64, error) {
		switch {
		case n == 0:
			return 0, wrong
		case n < 0:
			panic("negative")
		}
		return float64(n) / 2, nil
	}
	e := Around(half, Standard(tel, "svc", "half"), Limit(0.001, 4))
	if x, err := e(t.Context(), 3); err != nil || x != 1.5 {
		t.Errorf("%v, %v", x, err)
	}
	if _, err := e(t.Context(), 0); err != wrong {
		t.Errorf("error %v", err)
	}
	if x, err := e(t.Context(), -1); !errors.Is(err, ErrPanic) || x != 0 {
		t.Errorf("a panic becomes %v, %v", x, err)
	}
	e(t.Context(), 1)
	if _, err := e(t.Context(), 1); !errors.Is(err, ErrLimited) {
		t.Errorf("the fifth call: %v", err)
	}
}
