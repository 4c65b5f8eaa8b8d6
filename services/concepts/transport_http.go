package concepts

import (
	"net/http"

	"github.com/astragal/astragal/pkg/httpx"
)

// RegisterHTTP adds POST /internal/concepts/{evaluation}, for operators who
// want one evaluation completed now.
func RegisterHTTP(mux *http.ServeMux, e Endpoints) {
	mux.Handle("POST /internal/concepts/{evaluation}", httpx.Handle(e.Complete, func(r *http.Request) (string, error) {
		return r.PathValue("evaluation"), nil
	}))
}
