package gateway

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/access"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/telemetry"
)

// canned is a service that answers what a test needs and notes what it was asked.
type canned struct {
	Service
	submitted []Submission
	filter    catalogue.Filter
	study     ReconstructionDetail
	report    []byte
}

func (c *canned) Submit(_ context.Context, s Submission) (Receipt, error) {
	c.submitted = append(c.submitted, s)
	return Receipt{Source: "s1"}, nil
}

func (c *canned) Rulesets(_ context.Context, f catalogue.Filter) (Page, error) {
	c.filter = f
	return Page{Total: 7}, nil
}

func (c *canned) Source(_ context.Context, id string) (catalogue.Source, error) {
	if id != "s1" {
		return catalogue.Source{}, catalogue.ErrNotFound
	}
	return catalogue.Source{ID: id, File: "ur.lud"}, nil
}

func (c *canned) Trial(context.Context, TrialQuery) (Trial, error) { panic("wild") }

// api is the API over a canned service, with a guard of a mode.
func api(t *testing.T, mode string) (*canned, http.Handler) {
	t.Helper()
	tel, err := telemetry.New(io.Discard, "error", "text")
	if err != nil {
		t.Fatal(err)
	}
	guard, err := access.New(mode, func(_ context.Context, secret string) (catalogue.Key, error) {
		if secret != "ast_submit" {
			return catalogue.Key{}, catalogue.ErrNotFound
		}
		return catalogue.Key{Name: "k", Role: catalogue.SubmitRole}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c, mux := &canned{}, http.NewServeMux()
	RegisterRoutes(mux, guard, routes(NewEndpoints(c, tel), nil))
	return c, mux
}

func call(h http.Handler, method, target, body, key string) (int, string) {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// What the API does not know it refuses, and says what it does know.
func TestRefusals(t *testing.T) {
	_, h := api(t, access.Open)
	for _, c := range []struct {
		method, target, body string
		status               int
		says                 string
	}{
		{"GET", "/api/rulesets?limit=abc", "", 400, "limit"},
		{"GET", "/api/rulesets?limt=3", "", 400, "did you mean limit"},
		{"GET", "/api/rulesets?limit=-1", "", 400, "limit"},
		{"GET", "/api/sources/nothing", "", 404, "error"},
		{"GET", "/api/nonsense", "", 404, "/api/openapi.json"},
		{"GET", "/api/rulesets/h/trials/x", "", 400, "seed"},
		{"GET", "/api/rulesets/h/trials/1", "", 500, "internal error"},
		{"POST", "/api/sources", `{"text": ""}`, 400, "text: empty"},
		{"POST", "/api/sources", `{"txt": "(game)"}`, 400, `did you mean text`},
		{"POST", "/api/sources", `{"text": 3}`, 400, "text"},
		{"POST", "/api/sources", `{"text": "a\u0000b"}`, 400, "NUL"},
		{"POST", "/api/sources", `{"text": "a"} more`, 400, "body"},
		{"POST", "/api/sources", `{"text": "a", "formalism": "chess"}`, 400, "lgdl, efg, nfg, gdl, rbg, rg or hrg"},
		{"POST", "/api/sources", `{"text": "a", "params": {"playouts": -3}}`, 400, "params"},
		{"POST", "/api/sources", `{"text": "` + strings.Repeat("a", maxBody) + `"}`, 413, "too large"},
	} {
		status, body := call(h, c.method, c.target, c.body, "")
		if status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s %s %.40s: %d %s; want %d, %q", c.method, c.target, c.body, status, body, c.status, c.says)
		}
		if strings.Contains(body, "wild") {
			t.Errorf("%s says what went wrong inside: %s", c.target, body)
		}
	}
}

// A request arrives at the service complete: with defaults, and nobody asks for play without end.
func TestRequestsArrive(t *testing.T) {
	c, h := api(t, access.Open)
	if status, body := call(h, "POST", "/api/sources", `{"text": "(game)", "params": {"playouts": 100}}`,
		""); status != 200 ||
		!strings.Contains(body, `"source":"s1"`) {
		t.Fatalf("%d %s", status, body)
	}
	if s := c.submitted[0]; s.File != "submitted.lud" || s.Params.Agent != "random" || s.Params.Budget != time.Hour ||
		s.Params.Metrics != catalogue.AllMetrics {
		t.Errorf("submitted %+v", s)
	}
	if status, body := call(h, "GET", "/api/rulesets?q=senet&limit=5", "", ""); status != 200 ||
		!strings.Contains(body, `"total":7`) ||
		c.filter.Search != "senet" || c.filter.Limit != 5 {
		t.Errorf("%d %s, filter %+v", status, body, c.filter)
	}
}

// Who may only look cannot submit; a key may do what its role says.
func TestRoles(t *testing.T) {
	c, h := api(t, access.Read)
	submit := `{"text": "(game)"}`
	for _, x := range []struct {
		method, target, body, key string
		status                    int
	}{
		{"GET", "/api/sources/s1", "", "", 200},
		{"POST", "/api/sources", submit, "", 401},
		{"POST", "/api/sources", submit, "ast_wrong", 401},
		{"POST", "/api/sources", submit, "ast_submit", 200},
		{"DELETE", "/api/sources/s1", "", "ast_submit", 403},
	} {
		if status, body := call(h, x.method, x.target, x.body, x.key); status != x.status {
			t.Errorf("%s %s with key %q: %d %s, want %d", x.method, x.target, x.key, status, body, x.status)
		}
	}
	if len(c.submitted) != 1 {
		t.Errorf("%d submissions arrived, want 1", len(c.submitted))
	}
}

// Every operation stands in the document with its answer, and none twice.
func TestDocument(t *testing.T) {
	_, h := api(t, access.Open)
	status, body := call(h, "GET", "/api/openapi.json", "", "")
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string                     `json:"operationId"`
			Responses   map[string]json.RawMessage `json:"responses"`
		} `json:"paths"`
	}
	if err := json.Unmarshal([]byte(body), &doc); status != 200 || err != nil {
		t.Fatal(status, err)
	}
	seen := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			if o.OperationID == "" || seen[o.OperationID] || len(o.Responses["200"]) == 0 {
				t.Errorf("%s %s: operation %q, responses %v", method, path, o.OperationID, o.Responses)
			}
			seen[o.OperationID] = true
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d operations", len(seen))
	}
}
