package scheduler

import (
	"net/http"
	"strconv"

	"github.com/astragal/astragal/pkg/httpx"
)

// RegisterHTTP adds POST /internal/reconcile and POST
// /internal/reevaluate?playouts=N&metrics=all|outcomes, for operators who do not want to wait.
func RegisterHTTP(mux *http.ServeMux, e Endpoints) {
	mux.Handle("POST /internal/reconcile", httpx.Handler(e.Reconcile, func(*http.Request) (any, error) { return nil, nil }))
	mux.Handle("POST /internal/reevaluate", httpx.Handler(e.Reevaluate, func(r *http.Request) (any, error) {
		n := 1000
		if s := r.FormValue("playouts"); s != "" {
			var err error
			if n, err = strconv.Atoi(s); err != nil || n < 1 {
				return nil, httpx.BadRequest("playouts: %q is not a positive number", s)
			}
		}
		p := scheduled(n, r.FormValue("metrics"))
		if err := p.Check(); err != nil {
			return nil, httpx.BadRequest("%v", err)
		}
		return p, nil
	}))
}
