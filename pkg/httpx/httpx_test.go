package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
)

// Every kind of error has its status, and what is internal stays inside.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		says   string
	}{
		{BadRequest("playouts: %q", "x"), 400, `playouts: \"x\"`},
		{fmt.Errorf("source: %w", catalogue.ErrNotFound), 404, "source: "},
		{&http.MaxBytesError{Limit: 4}, 413, "too large"},
		{middleware.ErrLimited, 429, "rate limit"},
		{fmt.Errorf("today: %w", catalogue.ErrBudget), 429, "today"},
		{middleware.ErrOpen, 503, "try again"},
		{errors.New("password of the database: secret"), 500, "internal error"},
	} {
		h := Handle(func(context.Context, string) (string, error) { return "", c.err },
			func(*http.Request) (string, error) { return "", nil })
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if body := w.Body.String(); w.Code != c.status || !strings.Contains(body, c.says) ||
			strings.Contains(body, "secret") {
			t.Errorf("%v: %d %s", c.err, w.Code, body)
		}
	}
}

// A request is decoded, answered in JSON, and keeps its id.
func TestHandle(t *testing.T) {
	double := func(_ context.Context, n int) (map[string]int, error) { return map[string]int{"double": 2 * n}, nil }
	h := Handle(double, func(r *http.Request) (int, error) {
		if r.URL.Query().Get("n") != "21" {
			return 0, BadRequest("n: expected 21")
		}
		return 21, nil
	})
	r := httptest.NewRequest("GET", "/?n=21", nil)
	r.Header.Set("X-Request-Id", "mine")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"double":42}` ||
		w.Header().Get("X-Request-Id") != "mine" ||
		!strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	r = httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-Request-Id", strings.Repeat("x", 65))
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if id := w.Header().Get("X-Request-Id"); w.Code != 400 || len(id) > 64 || id == "" ||
		!strings.Contains(w.Body.String(), id) {
		t.Errorf("%d, id %q, %s", w.Code, id, w.Body)
	}
}
