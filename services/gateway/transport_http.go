package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/services/reconstruction"
	"github.com/astragal/astragal/services/study"
)

// maxBody bounds what a submission may weigh, in bytes.
const maxBody = 4 << 20

// defaultBudget is the time for all playouts of a ruleset when a request names none.
const defaultBudget = time.Hour

// Attach serves the gateway on a host: the JSON API below /api and the pages.
func Attach(h *host.Host, compiler engine.Compiler) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := h.Catalogue.UseEngine(ctx, compiler.Version()); err != nil {
		return err
	}
	svc := New(h.Catalogue, h.Queue, compiler)
	if w, ok := svc.(interface{ warm(ctx context.Context) }); ok {
		h.Go(w.warm)
	}
	h.Go(func(ctx context.Context) { study.Run(ctx, h, compiler) })
	h.Go(func(ctx context.Context) { reconstruction.Run(ctx, h, compiler.Version()) })
	e := NewEndpoints(svc, h.Tel)
	RegisterRoutes(h.Mux, h.Guard, routes(e, h.Queue))
	RegisterPages(h.Mux, e, h.Guard)
	return registerStudio(h.Mux, h.Guard, h.Catalogue)
}

func decodeEvaluationFilter(_ *http.Request, q url.Values) (none catalogue.EvaluationFilter, err error) {
	return catalogue.EvaluationFilter{Status: q.Get("status"), Ruleset: q.Get("ruleset"), Engine: q.Get("engine"),
		Agent: q.Get("agent"),
		Limit: number(q, "limit", 100), Offset: number(q, "offset", 0)}, nil
}

func decodeMetricFilter(r *http.Request, q url.Values) (none catalogue.MetricFilter, err error) {
	return catalogue.MetricFilter{Name: r.PathValue("name"), Agent: q.Get("agent"), Current: q.Get("current") == "true",
		Limit: number(q, "limit", 1000), Offset: number(q, "offset", 0)}, nil
}

func decodeDistanceQuery(r *http.Request, q url.Values) (none DistanceQuery, err error) {
	return DistanceQuery{Hash: r.PathValue("hash"), Limit: number(q, "limit", 20)}, nil
}

func decodeTrialQuery(r *http.Request, q url.Values) (none TrialQuery, err error) {
	seed, err := strconv.ParseUint(r.PathValue("seed"), 10, 64)
	if err != nil {
		return none, httpx.BadRequest("seed: %q is no number", r.PathValue("seed"))
	}
	return TrialQuery{Hash: r.PathValue("hash"), Seed: seed, MaxPlies: number(q, "plies", maxTrialPlies)}, nil
}

// decodeBody reads a JSON body into v, all of it and nothing else.
func decodeBody(r *http.Request, v any) error {
	text, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	if err != nil {
		if httpx.Status(err) == http.StatusRequestEntityTooLarge {
			return err
		}
		return httpx.BadRequest("body: %v", err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return httpx.BadRequest("body: %s", bodyError(err, v))
	}
	if _, err := dec.Token(); err != io.EOF {
		return httpx.BadRequest("body: found more after the JSON object")
	}
	return nil
}

// hasNUL reports whether a text of the submission has the character that
// PostgreSQL's cannot have.
func (s *Submission) hasNUL() bool {
	texts := append([]string{s.File, s.Text, s.Ruleset, s.Supersedes}, s.Options...)
	for _, files := range []map[string]string{s.Defs, s.Games} {
		for name, text := range files {
			texts = append(texts, name, text)
		}
	}
	return slices.ContainsFunc(texts, func(t string) bool { return strings.ContainsRune(t, 0) })
}

// bodyError says what is wrong with a body, with the names that exist for one that does not.
func bodyError(err error, v any) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%s: found %s, expected %s", kind.Field, kind.Value, kind.Type)
	}
	name, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
	if !unknown {
		return err.Error()
	}
	name, _ = strconv.Unquote(name)
	schemas := map[string]any{}
	schemaOf(reflect.TypeOf(v).Elem(), schemas, true)
	var names []string
	for _, s := range schemas {
		properties, _ := s.(map[string]any)["properties"].(map[string]any)
		names = slices.AppendSeq(names, maps.Keys(properties))
	}
	slices.Sort(names)
	return fmt.Sprintf("there is no field %q%s", name, oneOf(name, slices.Compact(names)))
}

// completeParams fills in the defaults of an evaluation and checks it. Nobody
// asks over HTTP for evaluations without end.
func completeParams(p *catalogue.Params) error {
	if p.Agent == "" {
		p.Agent = "random"
	}
	if p.Metrics == "" {
		p.Metrics = catalogue.AllMetrics
	}
	if p.Budget == 0 {
		p.Budget = defaultBudget
	}
	if err := p.Check(); err != nil {
		return httpx.BadRequest("params: %v", err)
	}
	return nil
}

func decodeEvaluate(r *http.Request, _ url.Values) (none EvaluateRequest, err error) {
	q := EvaluateRequest{Hash: r.PathValue("hash")}
	if err := decodeBody(r, &q); err != nil {
		return none, err
	}
	return q, completeParams(&q.Params)
}

func decodeSubmission(r *http.Request, _ url.Values) (none Submission, err error) {
	var s Submission
	if err := decodeBody(r, &s); err != nil {
		return none, err
	}
	if s.Text == "" {
		return none, httpx.BadRequest("text: empty, expected a description")
	}
	if s.hasNUL() {
		return none, httpx.BadRequest("texts cannot contain the character NUL")
	}
	if s.File == "" {
		s.File = "submitted.lud"
	}
	if len(s.File) > longest {
		return none, httpx.BadRequest("file: longer than %d bytes", longest)
	}
	if !slices.Contains([]string{"", "lgdl", "efg", "nfg", "gdl", "rbg", "rg", "hrg"}, s.Formalism) {
		return none, httpx.BadRequest("formalism: %q, expected lgdl, efg, nfg, gdl, rbg, rg or hrg", s.Formalism)
	}
	if s.Params == (catalogue.Params{Priority: s.Params.Priority}) { // nothing is asked for
		return s, nil
	}
	return s, completeParams(&s.Params)
}
