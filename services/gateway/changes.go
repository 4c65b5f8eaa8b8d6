package gateway

import (
	"context"
	"net/http"
	"net/url"

	"github.com/astragal/astragal/pkg/catalogue"
)

// ChangeQuery names engine versions to compare, "" for those of Catalogue.Changes.
type ChangeQuery struct{ From, To string }

var changeParameters = []parameter{
	{name: "from", kind: "string", meaning: "engine version before; without, the one before the current one"},
	{name: "to", kind: "string", meaning: "engine version now; without, the current one"},
}

func decodeChangeQuery(_ *http.Request, q url.Values) (none ChangeQuery, err error) {
	return ChangeQuery{q.Get("from"), q.Get("to")}, nil
}

func (s *service) Changes(ctx context.Context, q ChangeQuery) (catalogue.ChangeReport, error) {
	return s.catalogue.Changes(ctx, q.From, q.To)
}

// changesPage shows what became of figures between engine versions, and of games
// whose rules were written anew.
func changesPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readQuery(r, changeParameters)
	if err != nil {
		return err
	}
	response, err := e.Changes(r.Context(), ChangeQuery{q.Get("from"), q.Get("to")})
	if err != nil {
		return err
	}
	render(w, http.StatusOK, "changes", "Changes", false, map[string]any{"Report": response,
		"JSON": with(q, "/api/changes", "offset", "")})
	return nil
}
