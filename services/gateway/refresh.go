package gateway

import (
	"context"
	"net/http"
	"net/url"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// RefreshRequest asks for evaluations of all that has none by the current engine.
type RefreshRequest struct {
	Params catalogue.Params `json:"params"`
	Limit  int              `json:"limit"` // 0 only counts
}

// Refreshed is what a refresh asked for, and what it left.
type Refreshed struct {
	Engine    string `json:"engine"`
	Requested int    `json:"requested"`
	Left      int    `json:"left"`
}

// maxRefresh bounds what one call asks for, so that each ends soon.
const maxRefresh = 200

// Refresh requests what is missing or out of date, behind all that people ask for; the
// reconciler fills the queue with it.
func (s *service) Refresh(ctx context.Context, r RefreshRequest) (Refreshed, error) {
	done := Refreshed{Engine: s.engine}
	r.Params.Priority = -1
	if r.Limit > 0 {
		list, err := s.catalogue.Stale(ctx, s.engine, r.Params, r.Limit)
		if err != nil {
			return done, err
		}
		for _, source := range list {
			if err := s.catalogue.Charge(ctx, r.Params.Playouts); err != nil {
				return done, err
			}
			if _, err := s.catalogue.Request(ctx, source, s.engine, r.Params); err != nil {
				return done, err
			}
			done.Requested++
		}
	}
	left, err := s.catalogue.CountStale(ctx, s.engine, r.Params)
	done.Left = left
	return done, err
}

func decodeRefresh(r *http.Request, _ url.Values) (none RefreshRequest, err error) {
	var q RefreshRequest
	if err := decodeBody(r, &q); err != nil {
		return none, err
	}
	if q.Limit < 0 || q.Limit > maxRefresh {
		return none, httpx.BadRequest("limit: %d, expected 0 to %d", q.Limit, maxRefresh)
	}
	return q, completeParams(&q.Params)
}
