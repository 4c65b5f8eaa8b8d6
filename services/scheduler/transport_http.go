package scheduler

import (
	"net/http"
	"strconv"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// RegisterHTTP adds POST /internal/reconcile and POST
// /internal/reevaluate?playouts=N&metrics=all|choices|course|outcomes, for operators who do not want to wait.
func RegisterHTTP(mux *http.ServeMux, e Endpoints) {
	mux.Handle("POST /internal/reconcile", httpx.Handle(e.Reconcile, func(*http.Request) (struct{},
		error) {
		return struct{}{}, nil
	}))
	mux.Handle("POST /internal/reevaluate", httpx.Handle(e.Reevaluate, func(r *http.Request) (p catalogue.Params,
		err error) {
		n := 1000
		if s := r.FormValue("playouts"); s != "" {
			if n, err = strconv.Atoi(s); err != nil || n < 1 {
				return p, httpx.BadRequest("playouts: %q is not a positive number", s)
			}
		}
		p = scheduled(n, r.FormValue("metrics"))
		if err := p.Check(); err != nil {
			return p, httpx.BadRequest("%v", err)
		}
		return p, nil
	}))
}
