package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
)

// maxBody bounds what a submission may weigh, in bytes.
const maxBody = 4 << 20

// Attach serves the gateway on a host: the JSON API below /api and the pages.
func Attach(h *host.Host, engine string) {
	e := NewEndpoints(New(h.Catalogue, h.Queue, engine), h.Tel)
	RegisterAPI(h.Mux, e)
	h.Mux.Handle("GET /api/events", httpx.WithID(events(h.Queue)))
	RegisterPages(h.Mux, e)
}

// RegisterAPI adds the JSON API.
func RegisterAPI(mux *http.ServeMux, e Endpoints) {
	value := func(name string) func(*http.Request) (any, error) {
		return func(r *http.Request) (any, error) { return r.PathValue(name), nil }
	}
	mux.Handle("GET /api/rulesets", httpx.Handler(e.Rulesets, decodeFilter))
	mux.Handle("GET /api/rulesets/{hash}", httpx.Handler(e.Ruleset, value("hash")))
	mux.Handle("GET /api/evaluations/{id}", httpx.Handler(e.Evaluation, value("id")))
	mux.Handle("POST /api/evaluations/{id}/cancel", httpx.Handler(e.Cancel, value("id")))
	mux.Handle("GET /api/sources/{id}", httpx.Handler(e.Source, value("id")))
	nothing := func(*http.Request) (any, error) { return nil, nil }
	mux.Handle("GET /api/failures", httpx.Handler(e.Problems, nothing))
	mux.Handle("GET /api/concepts", httpx.Handler(e.Concepts, nothing))
	mux.Handle("POST /api/sources", httpx.Handler(e.Submit, decodeSubmission))
}

func decodeFilter(r *http.Request) (any, error) {
	q := r.URL.Query()
	f := catalogue.Filter{Culture: q.Get("culture"), Period: q.Get("period"), Concept: q.Get("concept"), Search: q.Get("q"), Limit: 100}
	for name, field := range map[string]*int{"limit": &f.Limit, "offset": &f.Offset} {
		if s := q.Get(name); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 {
				return nil, httpx.BadRequest("%s: %q is no number", name, s)
			}
			*field = n
		}
	}
	return f, nil
}

func decodeSubmission(r *http.Request) (any, error) {
	var s Submission
	dec := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		if httpx.Status(err) == http.StatusRequestEntityTooLarge {
			return nil, err
		}
		return nil, httpx.BadRequest("body: %v", err)
	}
	if s.Text == "" {
		return nil, httpx.BadRequest("text: empty, expected a description")
	}
	if s.File == "" {
		s.File = "submitted.lud"
	}
	if s.Params.Playouts > 0 {
		if s.Params.Agent == "" {
			s.Params.Agent = "random"
		}
		if s.Params.BatchSize == 0 {
			s.Params.BatchSize = catalogue.DefaultBatch(s.Params.Playouts)
		}
		if err := s.Params.Check(); err != nil {
			return nil, httpx.BadRequest("params: %v", err)
		}
	}
	return s, nil
}

// events streams progress as server-sent events until the client leaves.
func events(q *jobs.Queue) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ch := make(chan jobs.Event, 256)
		stop, err := q.Watch(r.Context(), func(e jobs.Event) {
			select {
			case ch <- e:
			default: // a slow client misses events, nobody waits for it
			}
		})
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		defer stop()
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-cache")
		rc := http.NewResponseController(w)
		fmt.Fprint(w, ": connected\n\n")
		rc.Flush()
		for {
			select {
			case <-r.Context().Done():
				return
			case e := <-ch:
				data, err := json.Marshal(e)
				if err != nil {
					continue
				}
				if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.Kind, data); err != nil {
					return
				}
				rc.Flush()
			}
		}
	})
}
