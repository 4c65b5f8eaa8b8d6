package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/gateway"
)

// TestRefresh has all that is missing evaluated by a button that says first how much it is,
// and shows the distributions and the shares of wins of what was measured.
func TestRefresh(t *testing.T) {
	t.Parallel()
	l := startLaboratory(t)
	ctx := chromium(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(l.url+"/operations")); err != nil {
		t.Fatal(err)
	}
	run[bool](t, ctx, `window.asked = []; window.confirm = text => { window.asked.push(text); return window.asked.length > 1 }; true`)
	press := `(n => { const f = document.getElementById("refresh"); f.elements.playouts.value = n; f.querySelector("button").click(); return true })(5)`
	answer := `document.getElementById("answer").hidden ? "" : document.getElementById("answer").textContent`
	says := func(want string) {
		t.Helper()
		got := ""
		for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if got = run[string](t, ctx, answer); got == want {
				return
			}
		}
		t.Fatalf("the page says %q, not %q", got, want)
	}
	run[bool](t, ctx, press)
	says("Nothing was asked for.")
	run[bool](t, ctx, press)
	says("4 evaluations asked for.")
	asked := run[[]string](t, ctx, `window.asked`)
	want := fmt.Sprintf("4 rulesets have no 5 random playouts by the engine %s. Ask for all of them?", l.engine(t))
	if len(asked) != 2 || asked[0] != want || asked[1] != want {
		t.Errorf("asked %q, want %q twice", asked, want)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		list, _, err := l.Catalogue.EvaluationList(t.Context(), catalogue.EvaluationFilter{Status: "done", Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		done := 0
		for i := range list {
			if list[i].Params.Playouts == 5 {
				done++
			}
		}
		if done == 4 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d of 4 evaluations are done", done)
		}
	}
	run[bool](t, ctx, press)
	says("Nothing is missing or out of date.")
	_, page := get(t, l.url+"/rulesets/"+l.hashes["Four"])
	if n := strings.Count(page, `<g class="mean">`); n < 3 {
		t.Errorf("%d distributions with a mean and its interval", n)
	}
	if n := strings.Count(page, `<g class="seat">`); n != 3 {
		t.Errorf("%d shares of wins and draws, want those of two players and of draws", n)
	}
}

// engine is the version of the engine that the server names.
func (l *explored) engine(t *testing.T) string {
	t.Helper()
	list, _, err := l.Catalogue.EvaluationList(t.Context(), catalogue.EvaluationFilter{Limit: 1})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d evaluations: %v", len(list), err)
	}
	return list[0].Engine
}

// TestRefreshIsForAdministrators, and bounded, and counts alone when it may ask for nothing.
func TestRefreshIsForAdministrators(t *testing.T) {
	t.Parallel()
	h := gatewayAlone(t, "read")
	a := startAPI(t, h)
	for role, want := range map[catalogue.Role]int{catalogue.ReadRole: 403, catalogue.SubmitRole: 403, catalogue.AdminRole: 200} {
		key, err := h.Catalogue.CreateKey(t.Context(), string(role), role, catalogue.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		for limit, expected := range map[int]int{0: want, 200: want, 201: max(want, 400), -1: max(want, 400)} {
			body := map[string]any{"params": map[string]any{"playouts": 5, "seed": 1}, "limit": limit}
			status, text := a.call(t, "POST", "/api/outdated", key, body)
			if status != expected {
				t.Errorf("%s, limit %d: %d %s", role, limit, status, text)
			}
			var done gateway.Refreshed
			if err := json.Unmarshal([]byte(text), &done); status == 200 && (err != nil || done.Left != 0 || done.Requested != 0) {
				t.Errorf("an empty library: %s %v", text, err)
			}
		}
	}
}

// run evaluates a script of the page.
func run[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
