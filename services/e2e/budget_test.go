package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
)

// A key may ask for as many playouts a day as its budget has, and for no more when
// its seconds are played; others are not concerned.
func TestBudget(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	key := func(name string, b catalogue.Budget) string {
		t.Helper()
		secret, err := h.Catalogue.CreateKey(t.Context(), name, catalogue.SubmitRole, b)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	hundred, nothing := int64(100), 0.0
	few, slow, free := key("few", catalogue.Budget{PlayoutsPerDay: &hundred}),
		key("slow", catalogue.Budget{SecondsPerDay: &nothing}), key("free", catalogue.Budget{})
	submit := func(secret, game string, playouts, want int, says string) {
		t.Helper()
		body := fmt.Sprintf(`{"file": "a.txt", "text": "game: %s", "params": {"playouts": %d, "seed": 7}}`, game, playouts)
		req, err := http.NewRequest("POST", srv.URL+"/api/sources", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != want || !strings.Contains(string(text), says) {
			t.Errorf("%s, %d playouts: %d %s, want %d %s", game, playouts, resp.StatusCode, text, want, says)
		}
	}
	submit(few, "A", 60, 200, "source")
	submit(few, "B", 50, 429, "60 of 100 playouts are asked for, and 50 more do not fit")
	submit(few, "C", 40, 200, "source")
	submit(few, "D", 1, 429, "used up until midnight UTC")
	submit(slow, "E", 1, 429, "0 of 0 seconds are played")
	submit(free, "F", 5000, 200, "source")
	if use, err := h.Catalogue.KeyUse(t.Context(), "few"); err != nil || use.Playouts != 100 {
		t.Errorf("%+v %v", use, err)
	}
	p := params(5000, 0)
	p.Budget = 3600e9
	ids, err := h.Catalogue.Pool().Query(t.Context(), `SELECT source_id FROM requests WHERE asked_by = 'free'`)
	if err != nil {
		t.Fatal(err)
	}
	var id string
	for ids.Next() {
		if err := ids.Scan(&id); err != nil {
			t.Fatal(err)
		}
	}
	await(t, h.Catalogue, []string{id}, p)
	if use, err := h.Catalogue.KeyUse(t.Context(), "free"); err != nil || use.Playouts != 5000 || use.Seconds <= 0 {
		t.Errorf("%+v %v", use, err)
	}
}
