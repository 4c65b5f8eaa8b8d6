package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/services/compile"
)

// TrafficQuery names an evaluation whose traffic is asked for.
type TrafficQuery struct {
	Evaluation string
	Parts      bool // by direction, phase and player, too
}

// Traffic is where on the board the plays of an evaluation happened.
type Traffic struct {
	Evaluation string `json:"evaluation"`
	Hash       string `json:"hash"`
	Plays      int64  `json:"plays"`
	// Sites is the number of sites, Pairs are the pairs of neighbours.
	Sites int           `json:"sites"`
	Pairs [][]int32     `json:"pairs"`
	Rows  []traffic.Row `json:"rows"`

	counts *traffic.Counts
	board  boarded
}

// boarded is a ruleset with a board that traffic is counted on.
type boarded interface {
	Traffic() (*traffic.Board, error)
	DrawTraffic(w io.Writer, c *traffic.Counts, m traffic.Measure, o draw.Options) error
}

func (s *service) Traffic(ctx context.Context, q TrafficQuery) (Traffic, error) {
	e, err := s.catalogue.Evaluation(ctx, q.Evaluation)
	if err != nil {
		return Traffic{}, err
	}
	counts, err := s.catalogue.Traffic(ctx, e.ID)
	if err != nil {
		return Traffic{}, err
	}
	rs, err := s.cache.Get(ctx, e.SourceID, func(ctx context.Context) (engine.Ruleset, error) {
		return compile.Load(ctx, s.catalogue, s.compiler, e.SourceID)
	})
	var bad *compile.SourceError
	if errors.As(err, &bad) {
		return Traffic{}, httpx.BadRequest("%v", err)
	}
	if err != nil {
		return Traffic{}, err
	}
	on, ok := rs.(boarded)
	if !ok {
		return Traffic{}, httpx.BadRequest("the ruleset has no board that is known")
	}
	b, err := on.Traffic()
	if err != nil {
		return Traffic{}, err
	}
	if len(b.Pairs) != counts.Pairs || b.Sites != counts.Sites {
		return Traffic{}, httpx.BadRequest("the board of evaluation %s differs in this engine: evaluate again", e.ID)
	}
	t := Traffic{Evaluation: e.ID, Hash: e.RulesetHash, Plays: counts.Plays, Sites: b.Sites, Pairs: [][]int32{},
		Rows: counts.Rows(b, q.Parts), counts: counts, board: on}
	for _, p := range b.Pairs {
		t.Pairs = append(t.Pairs, p[:])
	}
	return t, nil
}

// trafficParameters are those of the traffic of an evaluation.
var trafficParameters = []parameter{{name: "parts", kind: "boolean",
	meaning: "true: also by direction, phase of the rules and player"}}

func decodeTrafficQuery(r *http.Request, q url.Values) (none TrafficQuery, err error) {
	return TrafficQuery{Evaluation: r.PathValue("id"), Parts: q.Get("parts") == "true"}, nil
}

// trafficOf answers a request for traffic in another form than JSON.
func trafficOf(e Endpoints, r *http.Request, list []parameter) (t Traffic, q url.Values, err error) {
	if err = checkPath(r, "id"); err != nil {
		return t, nil, err
	}
	if q, err = readQuery(r, list); err != nil {
		return t, nil, err
	}
	query, _ := decodeTrafficQuery(r, q)
	response, err := e.Traffic(r.Context(), query)
	if err != nil {
		return t, nil, err
	}
	return response, q, nil
}

// trafficTable serves the traffic of an evaluation as comma-separated values.
func trafficTable(e Endpoints) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t, _, err := trafficOf(e, r, trafficParameters)
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="traffic.csv"`)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		traffic.WriteCSV(w, t.Rows) // the client is gone if this fails
	})
}

// trafficPicture draws the traffic of an evaluation on the board.
func trafficPicture(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	t, q, err := trafficOf(e, r, []parameter{{name: "measure", kind: "string",
		values: []string{"moves", "along", "visits", "stays", "placements", "captures", "sown"}}})
	if err != nil {
		return err
	}
	m := traffic.Along
	if name := q.Get("measure"); name != "" {
		if m, err = traffic.ParseMeasure(name); err != nil {
			return httpx.BadRequest("%v", err)
		}
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	return t.board.DrawTraffic(w, t.counts, m, draw.Options{Title: "Traffic: " + m.String(), Sites: true})
}

// trafficMeasures are those that a page shows pictures of, with what they mean.
var trafficMeasures = []fact{{"along", "Moves along every line"}, {"stays", "Time that sites are held"},
	{"visits", "Arrivals at sites"}, {"captures", "Captures at sites"}}

// withTraffic is the newest finished evaluation by the agent that counted traffic, nil for none;
// the one that is shown comes first.
func withTraffic(d *Detail, agent string) *catalogue.Evaluation {
	counted := func(e *catalogue.Evaluation) bool { return e.Params.Metrics == catalogue.Traffic && e.Status == "done" }
	if d.Latest != nil && counted(d.Latest) {
		return d.Latest
	}
	for i := range d.Evaluations {
		if e := &d.Evaluations[i]; counted(e) && e.Params.Agent == agent {
			return e
		}
	}
	return nil
}
