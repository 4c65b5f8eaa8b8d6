package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
)

// A page of another site cannot use a visitor's browser to change anything here,
// nor to read what is for this machine only; and guessing keys is slow.
func TestForeignPages(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	for _, c := range []struct {
		auth                                    string
		insecure                                bool
		plain, same, foreign, renamed, renamed2 int // statuses; renamed2 is reading
	}{
		{"open", false, 200, 200, 403, 421, 421},
		{"open", true, 200, 200, 403, 200, 200},
		{"read", false, 200, 200, 403, 200, 200}, // with a key
	} {
		h, err := host.New(t.Context(), "test", host.Config{NATS: s.NATS.URL(), Postgres: s.Postgres.URL(),
			LogLevel: "error", LogFormat: "text", Workers: 1, Auth: c.auth, Insecure: c.insecure}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if err := gateway.Attach(h, compiler{version}); err != nil {
			t.Fatal(err)
		}
		srv := httptest.NewServer(h.Handler())
		defer srv.Close()
		key := ""
		if c.auth != "open" {
			if key, err = h.Catalogue.CreateKey(t.Context(), "k", catalogue.SubmitRole, catalogue.Budget{}); err != nil {
				t.Fatal(err)
			}
		}
		try := func(method, path, host string, header map[string]string) int {
			t.Helper()
			req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, strings.NewReader(`{"text": "game: A"}`))
			if err != nil {
				t.Fatal(err)
			}
			if host != "" {
				req.Host = host
			}
			if key != "" {
				req.Header.Set("Authorization", "Bearer "+key)
			}
			for k, v := range header {
				req.Header.Set(k, v)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			return resp.StatusCode
		}
		got := []int{
			try("POST", "/api/sources", "", nil),
			try("POST", "/api/sources", "", map[string]string{"Origin": srv.URL, "Sec-Fetch-Site": "same-origin"}),
			try("POST", "/api/sources", "", map[string]string{"Origin": "https://elsewhere.example",
				"Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"}),
			try("POST", "/api/sources", "elsewhere.example:8080", map[string]string{"Origin": "http://elsewhere.example:8080",
				"Sec-Fetch-Site": "same-origin"}),
			try("GET", "/api/rulesets", "elsewhere.example:8080", nil),
		}
		for i, want := range []int{c.plain, c.same, c.foreign, c.renamed, c.renamed2} {
			if got[i] != want {
				t.Errorf("auth %s, insecure %v: request %d: %d, want %d", c.auth, c.insecure, i, got[i], want)
			}
		}
		for _, name := range []string{"localhost:8080", "localhost", "127.0.0.1", "[::1]:8080", "127.1.2.3:1"} {
			if status := try("GET", "/api/rulesets", name, nil); status != 200 {
				t.Errorf("as %s: %d", name, status)
			}
		}
		limited := 0
		for i := range 300 {
			key = "ast_guess" + strings.Repeat("x", i)
			if try("GET", "/api/rulesets", "", nil) == 429 {
				limited++
			}
		}
		if limited == 0 {
			t.Error("300 guesses of keys at once")
		}
	}
}
