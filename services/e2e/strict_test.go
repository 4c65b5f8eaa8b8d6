package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/concepts"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
	"github.com/astragal/astragal/services/simulate"
)

// send makes a request and returns the status and the body.
func send(t *testing.T, method, url, key, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return resp.StatusCode, "" // it would not end
	}
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

// What the API does not know or cannot do it says, instead of doing something else.
func TestRefusals(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	p := params(40, 10)
	o := await(t, h.Catalogue, submit(t, h, p, "game: A"), p)[0]
	hash, source := o.Ruleset.Hash, o.Source.ID
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"GET", "/api/rulesets?sort=draws", "", 400, "sort"},
		{"GET", "/api/rulesets?sorts=game", "", 400, "did you mean sort?"},
		{"GET", "/api/rulesets?cultur=x", "", 400, "did you mean culture?"},
		{"GET", "/api/rulesets?q=a&q=b", "", 400, "2 times"},
		{"GET", "/api/rulesets?q=%00", "", 400, "no valid text"},
		{"GET", "/api/rulesets?q=%ff", "", 400, "no valid text"},
		{"GET", "/api/rulesets?q=%zz", "", 400, "query"},
		{"GET", "/api/rulesets?q=" + strings.Repeat("x", 2000), "", 400, "longer than"},
		{"GET", "/api/rulesets?limit=0", "", 400, "from 1 to 5000"},
		{"GET", "/api/rulesets?limit=5001", "", 400, "from 1 to 5000"},
		{"GET", "/api/rulesets?limit=9999999999999999999999", "", 400, "limit"},
		{"GET", "/api/rulesets?offset=-1", "", 400, "offset"},
		{"GET", "/api/rulesets?from=1e3", "", 400, "from"},
		{"GET", "/api/rulesets?all=yes", "", 400, "true or false"},
		{"GET", "/api/rulesets?concept=Lin", "", 400, "did you mean Line?"},
		{"GET", "/api/rulesets?concept=DurationMoves", "", 400, "metric=DurationMoves"},
		{"GET", "/api/rulesets?concept=NumPlayers>=two", "", 400, "no number"},
		{"GET", "/api/rulesets?metric=DurationMovs>=2", "", 400, "did you mean DurationMoves"},
		{"GET", "/api/rulesets?metric=NumPlayers>=2", "", 400, "concept=NumPlayers"},
		{"GET", "/api/rulesets?agent=genius", "", 400, "agent"},
		{"GET", "/api/rulesets.csv?colour=red", "", 400, "colour"},
		{"GET", "/api/rulesets/" + hash + "?x=1", "", 400, `\"x\"`},
		{"GET", "/api/rulesets/" + hash + "?agent=uct:0", "", 400, "agent"},
		{"GET", "/api/rulesets/%00", "", 400, "no valid text"},
		{"GET", "/api/rulesets/" + hash + "/distances?limit=x", "", 400, "limit"},
		{"GET", "/api/rulesets/" + hash + "/trials/-1", "", 400, "seed"},
		{"GET", "/api/rulesets/" + hash + "/trials/1?plies=0", "", 400, "plies"},
		{"GET", "/api/metrics/Nope", "", 404, "/api/concepts"},
		{"GET", "/api/metrics/NumPlayers", "", 404, "concept=NumPlayers"},
		{"GET", "/api/metrics/DurationMoves?agent=none", "", 400, "agent"},
		{"GET", "/api/evaluations?status=finished", "", 400, "running, done, failed or cancelled"},
		{"GET", "/api/evaluations/x?y=1", "", 400, `\"y\"`},
		{"GET", "/api/concepts?limit=1", "", 400, "limit"},
		{"GET", "/api/failures?limit=1", "", 400, "limit"},
		{"GET", "/api/events?subjekt=1", "", 400, "did you mean subject?"},
		{"PUT", "/api/rulesets", "", 404, "openapi.json"},
		{"DELETE", "/api/sources/none", "", 404, "none"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": -5}}`, 400, "playouts -5"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5.5}}`, 400, "playouts"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 1e30}}`, 400, "playouts"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "maxPlies": -1}}`, 400, "plies"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "maxPlies": 3000000000}}`, 400, "plies"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "timeout": "-3s"}}`, 400, "timeout"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "timeout": "soon"}}`, 400, "30s"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "budget": "100000h"}}`, 400, "budget"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "priority": 3000000000}}`, 400, "priority"},
		{"POST", "/api/sources", `{"text": "game: B", "params": {"playouts": 5, "playout": 5}}`, 400,
			"did you mean playouts?"},
		{"POST", "/api/sources", `{"txt": "game: B"}`, 400, "did you mean text?"},
		{"POST", "/api/sources", `{"text": "game: B", "formalism": "pgn"}`, 400, "lgdl"},
		{"POST", "/api/sources", `{"text": "game: B", "supersedes": "none"}`, 400, "supersedes"},
		{"POST", "/api/sources", `{"text": "game: A", "file": "0.txt", "supersedes": "` + source + `"}`, 400, "itself"},
		{"POST", "/api/sources", `{"text": "game: B"} {}`, 400, "more after"},
		{"POST", "/api/sources", `{"text": "game: B\u0000"}`, 400, "NUL"},
		{"POST", "/api/sources", `[]`, 400, "body"},
		{"POST", "/api/sources?x=1", `{"text": "game: B"}`, 400, `\"x\"`},
		{"POST", "/api/rulesets/" + hash + "/evaluations", `{"params": {"playouts": 0}}`, 400, "playouts"},
		{"POST", "/api/rulesets/" + hash + "/evaluations", `{"params": {"playouts": 5, "agent": "uct:0"}}`, 400, "agent"},
		{"GET", "/?colour=red", "", 400, "colour"},
		{"GET", "/?concept=Lin", "", 400, "did you mean Line?"},
		{"GET", "/?sort=draws", "", 400, "sort"},
		{"GET", "/?agent=genius", "", 400, "genius"},
		{"GET", "/rulesets/" + hash + "?x=1", "", 400, "&#34;x&#34;"},
		{"GET", "/failures?x=1", "", 400, "&#34;x&#34;"},
		{"GET", "/concepts?x=1", "", 400, "&#34;x&#34;"},
		{"GET", "/sources/none", "", 404, "nothing with this address"},
	} {
		if status, text := send(t, c.method, srv.URL+c.path, "", c.body); status != c.status || !strings.Contains(text,
			c.says) {
			t.Errorf("%s %.80s %s: %d, want %d %q\n%.400s", c.method, c.path, c.body, status, c.status, c.says, text)
		}
	}
	if all, _, err := h.Catalogue.Rulesets(t.Context(), catalogue.Filter{All: true}); err != nil || len(all) != 1 {
		t.Errorf("refused requests left %d rulesets, %v", len(all), err)
	}
	// Durations as texts and as nanoseconds are the same parameters.
	var ids []string
	for _, budget := range []string{`"1m30s"`, `90000000000`} {
		status, text := send(t, "POST", srv.URL+"/api/rulesets/"+hash+"/evaluations", "",
			`{"params": {"playouts": 5, "budget": `+budget+`}}`)
		if status != 200 {
			t.Fatalf("budget %s: %d %s", budget, status, text)
		}
		ids = append(ids, text)
	}
	if ids[0] != ids[1] || ids[0] == "" {
		t.Errorf("receipts %q", ids)
	}
}

// Every field, parameter and operation of the API is described.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 1)
	a := startAPI(t, h)
	check := func(where string, s *openapi3.SchemaRef) {
		if s.Value.Description == "" {
			t.Errorf("%s is not described", where)
		}
		if strings.Contains(strings.ToLower(where), "nanoseconds") && !strings.Contains(s.Value.Description, "nanoseconds") {
			t.Errorf("%s does not name its unit: %s", where, s.Value.Description)
		}
	}
	fields := 0
	for name, s := range a.doc.Components.Schemas {
		for field, property := range s.Value.Properties {
			fields++
			check(name+"."+field, property)
		}
	}
	for path, item := range a.doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" {
				t.Errorf("%s %s has no summary", method, path)
			}
			for _, p := range op.Parameters {
				if p.Value.Description == "" {
					t.Errorf("%s %s: %s is not described", method, path, p.Value.Name)
				}
			}
		}
	}
	if fields < 100 {
		t.Errorf("only %d fields", fields)
	}
	for _, name := range []string{"playouts", "maxPlies", "batchSize"} {
		if s := a.doc.Components.Schemas["ParamsInput"].Value.Properties[name].Value; s.Min == nil || s.Max == nil ||
			*s.Max < 1000 {
			t.Errorf("params.%s has no range", name)
		}
	}
}

var pathValue = regexp.MustCompile(`\{\w+\}`)

// Every route, with no key, a wrong one and one of every role, in every mode.
func TestEveryRoute(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	allowed := func(have, need catalogue.Role) bool { return have != "" && have.Allows(need) }
	for mode, free := range map[string]catalogue.Role{"open": catalogue.AdminRole, "read": catalogue.ReadRole,
		"keys": ""} {
		h, err := host.New(t.Context(), "test", host.Config{NATS: s.NATS.URL(), Postgres: s.Postgres.URL(),
			LogLevel: "error", LogFormat: "text", Workers: 1, Auth: mode}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		c := compiler{version}
		compile.Attach(h, c)
		simulate.Attach(h, c)
		concepts.Attach(h)
		if err := scheduler.Attach(h, version); err != nil {
			t.Fatal(err)
		}
		if err := gateway.Attach(h, c); err != nil {
			t.Fatal(err)
		}
		a := startAPI(t, h)
		keys := map[catalogue.Role]string{}
		for _, role := range []catalogue.Role{catalogue.ReadRole, catalogue.SubmitRole, catalogue.AdminRole} {
			if keys[role], err = h.Catalogue.CreateKey(t.Context(), mode+string(role), role, catalogue.Budget{}); err != nil {
				t.Fatal(err)
			}
		}
		type operation struct {
			method, path string
			need         catalogue.Role
		}
		var list []operation
		for path, item := range a.doc.Paths.Map() {
			for method, op := range item.Operations() {
				m := regexp.MustCompile(`role (\w+)\.`).FindStringSubmatch(op.Description)
				if m == nil {
					t.Fatalf("%s %s does not say which role it needs", method, path)
				}
				list = append(list, operation{method, pathValue.ReplaceAllString(path, "0"), catalogue.Role(m[1])})
			}
		}
		for _, path := range []string{"/", "/failures", "/concepts", "/rulesets/0", "/rulesets/0/board.svg", "/sources/0",
			"/assets/style.css", "/library.csv", "/map", "/families", "/families.csv", "/compare", "/metric/DurationMoves",
			"/concept/Line",
			"/operations", "/rulesets/0/plays/0", "/rulesets/0/plays/0/board.svg", "/nowhere"} {
			list = append(list, operation{"GET", path, catalogue.ReadRole})
		}
		for _, path := range []string{"/internal/compile/0", "/internal/simulate/0/0", "/internal/concepts/0",
			"/internal/reconcile", "/internal/reevaluate?playouts=x", "/internal/../internal/reconcile",
			"//internal/reconcile"} {
			list = append(list, operation{"POST", path, catalogue.AdminRole})
		}
		for _, op := range list {
			for role, key := range map[catalogue.Role]string{"": "", "wrong": "ast_guess",
				catalogue.ReadRole: keys[catalogue.ReadRole], catalogue.SubmitRole: keys[catalogue.SubmitRole],
				catalogue.AdminRole: keys[catalogue.AdminRole]} {
				have := role
				if role == "" {
					have = free
				}
				status, text := send(t, op.method, a.URL+op.path, key, "")
				refused := status == 401 || status == 403
				if refused == allowed(have, op.need) || status >= 500 {
					t.Errorf("%s: %s %s as %q: %d %.200s", mode, op.method, op.path, role, status, text)
				}
				if want := map[bool]int{true: 401, false: 403}[role == "" || role == "wrong"]; refused && status != want {
					t.Errorf("%s: %s %s as %q: %d, want %d", mode, op.method, op.path, role, status, want)
				}
			}
		}
	}
}

// Clients that are slow, or send too much, are cut off, and others do not notice.
func TestSlowAndHuge(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go h.Serve(t.Context(), l)
	url := "http://" + l.Addr().String()
	for _, c := range []struct {
		name, head string
		byte       string
		within     time.Duration
	}{
		{"header", "GET / HTTP/1.1\r\nHost: x\r\n", "X", 15 * time.Second},
		{"body", "POST /api/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", " ", 40 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprint(conn, c.head)
			start := time.Now()
			go func() {
				for time.Since(start) < time.Minute {
					if _, err := fmt.Fprint(conn, c.byte); err != nil {
						return
					}
					time.Sleep(500 * time.Millisecond)
				}
			}()
			conn.SetReadDeadline(time.Now().Add(50 * time.Second))
			io.Copy(io.Discard, conn)
			if took := time.Since(start); took > c.within {
				t.Errorf("cut off after %v", took)
			}
		})
	}
	t.Run("huge", func(t *testing.T) {
		t.Parallel()
		body := strings.NewReader(`{"text": "` + strings.Repeat("x", 20<<20) + `"}`)
		if resp, err := http.Post(url+"/api/sources", "application/json", body); err == nil { // or cut off in the middle
			resp.Body.Close()
			if resp.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("20 MB: %s", resp.Status)
			}
		}
		req, _ := http.NewRequestWithContext(t.Context(), "GET", url+"/", nil)
		req.Header.Set("X-Long", string(bytes.Repeat([]byte("x"), 200<<10)))
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			if resp.StatusCode != 431 {
				t.Errorf("a header of 200 KB: %d", resp.StatusCode)
			}
		}
	})
	t.Run("streams", func(t *testing.T) {
		t.Parallel()
		lines := make(chan int, 300)
		for range 300 {
			go func() { lines <- len(follow(t, url+"/api/events", 1)) }()
		}
		for range 300 {
			if n := <-lines; n != 1 {
				t.Fatal("a stream did not begin")
			}
		}
		if status, _ := send(t, "GET", url+"/api/rulesets", "", ""); status != 200 {
			t.Errorf("beside 300 streams: %d", status)
		}
	})
	t.Run("long stream", func(t *testing.T) {
		t.Parallel() // longer than a request may take to be read: two signs of life, 20 s apart
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", url+"/api/events", nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		alive := 0
		for in := bufio.NewScanner(resp.Body); alive < 2 && in.Scan(); {
			if in.Text() == ": still here" {
				alive++
			}
		}
		if alive < 2 {
			t.Errorf("the stream ended after %d signs of life", alive)
		}
	})
}
