package compile

import (
	"net/http"

	"github.com/astragal/astragal/pkg/httpx"
)

// RegisterHTTP adds POST /internal/compile/{source}, for operators who want one
// source compiled now.
func RegisterHTTP(mux *http.ServeMux, e Endpoints) {
	mux.Handle("POST /internal/compile/{source}", httpx.Handle(e.Compile, func(r *http.Request) (string, error) {
		return r.PathValue("source"), nil
	}))
}
