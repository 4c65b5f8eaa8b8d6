package simulate

import (
	"net/http"
	"strconv"

	"github.com/astragal/astragal/pkg/httpx"
)

// RegisterHTTP adds POST /internal/simulate/{evaluation}/{batch}, for operators
// who want one batch played now.
func RegisterHTTP(mux *http.ServeMux, e Endpoints) {
	mux.Handle("POST /internal/simulate/{evaluation}/{batch}",
		httpx.Handle(e.Play, func(r *http.Request) (BatchName, error) {
			n, err := strconv.Atoi(r.PathValue("batch"))
			if err != nil || n < 0 {
				return BatchName{}, httpx.BadRequest("batch: %q is no batch number", r.PathValue("batch"))
			}
			return BatchName{Evaluation: r.PathValue("evaluation"), Number: n}, nil
		}))
}
