package middleware

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/telemetry"
)

func TestStandard(t *testing.T) {
	tel, err := telemetry.New(io.Discard, "debug", "text")
	if err != nil {
		t.Fatal(err)
	}
	calm := Standard(tel, "svc", "calm")(func(ctx context.Context, r any) (any, error) { return RequestID(ctx), nil })
	if id, err := calm(context.Background(), nil); err != nil || len(id.(string)) != 16 {
		t.Errorf("request id %q, %v", id, err)
	}
	if id, _ := calm(WithRequestID(context.Background(), "mine"), nil); id != "mine" {
		t.Errorf("request id %q, want mine", id)
	}
	wild := Standard(tel, "svc", "wild")(func(context.Context, any) (any, error) { panic("wild") })
	if _, err := wild(context.Background(), nil); !errors.Is(err, ErrPanic) {
		t.Errorf("a panic becomes %v", err)
	}
	mux := http.NewServeMux()
	tel.Register(mux)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{`astragal_requests_total{endpoint="calm",outcome="ok",service="svc"} 2`,
		`astragal_requests_total{endpoint="wild",outcome="error",service="svc"} 1`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("metrics miss %s", want)
		}
	}
}

func TestLimitAndBreaker(t *testing.T) {
	ok := func(context.Context, any) (any, error) { return nil, nil }
	limited := Limit(0.001, 2)(ok)
	for i := range 3 {
		if _, err := limited(context.Background(), nil); errors.Is(err, ErrLimited) != (i == 2) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	down, mine := errors.New("down"), errors.New("mine")
	calls := 0
	var fail error
	b := Breaker("test", func(err error) bool { return errors.Is(err, down) })(func(context.Context, any) (any,
		error) {
		calls++
		return nil, fail
	})
	fail = mine
	for range 10 {
		b(context.Background(), nil)
	}
	fail = down
	for range 10 {
		b(context.Background(), nil)
	}
	if calls != 15 {
		t.Errorf("%d calls went through, want 15", calls)
	}
	if _, err := b(context.Background(), nil); !errors.Is(err, ErrOpen) {
		t.Errorf("open breaker says %v", err)
	}
}
