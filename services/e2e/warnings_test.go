package e2e

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// Warnings about a description and about quick plays of it are stored when it is
// compiled, and shown with a source, a submission, a ruleset and on its page.
func TestWarnings(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, _ := startServices(t, engine.New(), s.NATS.URL(), s.Postgres.URL(), 2, true)
	a := startAPI(t, h)
	submit := func(text string) gateway.Receipt {
		t.Helper()
		status, answer := a.call(t, "POST", "/api/sources", "", map[string]any{"file": "/srv/private/some.lud",
			"text": text, "formalism": "lgdl",
			"params": map[string]any{"playouts": 4, "metrics": "outcomes"}})
		var r gateway.Receipt
		if err := json.Unmarshal(answer, &r); err != nil || status != 200 {
			t.Fatalf("%d %s", status, answer)
		}
		await(t, h.Catalogue, []string{r.Source}, catalogue.Params{Agent: "random", Playouts: 4, Metrics: "outcomes",
			Budget: time.Hour})
		return r
	}
	codes := func(list []lint.Warning) string {
		var s []string
		for _, w := range list {
			s = append(s, w.Code)
		}
		return strings.Join(s, " ")
	}
	// A region that nobody asks for in W201's example, and an end that is never met.
	text := strings.Replace(lint.Lookup("W201").Bad.Text(), "(no Moves Next)", "(is Line 9)", 1)
	first := submit(text)
	if first.Warnings != nil && codes(first.Warnings) != "W201 W402" { // null, or all of them if compiling was faster
		t.Errorf("%v", first.Warnings)
	}
	_, answer := a.call(t, "GET", "/api/sources/"+first.Source, "", nil)
	var src catalogue.Source
	json.Unmarshal(answer, &src)
	if codes(src.Warnings) != "W201 W402" || src.Warnings[0].Line != 6 || src.Warnings[1].Plays != 6 ||
		strings.Contains(string(answer), "some.lud:") ||
		strings.Contains(string(answer), "/srv/") {
		t.Fatalf("%s", answer)
	}
	if again := submit(text); again.Source != first.Source || codes(again.Warnings) != "W201 W402" {
		t.Errorf("submitted again: %+v", again)
	}
	var d gateway.Detail
	_, answer = a.call(t, "GET", "/api/rulesets/"+src.RulesetHash, "", nil)
	if json.Unmarshal(answer, &d); codes(d.Warnings) != "W201 W402" {
		t.Errorf("%+v", d.Warnings)
	}
	_, page := get(t, a.URL+"/rulesets/"+src.RulesetHash)
	for _, want := range []string{`id="warnings"`, "W201", "line 6", "the region &#34;Goal&#34; is never asked for",
		"unused region: The equipment has"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %s", want)
		}
	}

	// The same rules with a comment that silences them: the same ruleset, nothing to show.
	submit("// astragal: ignore W201 W402\n" + text)
	_, answer = a.call(t, "GET", "/api/rulesets/"+src.RulesetHash, "", nil)
	d = gateway.Detail{}
	if json.Unmarshal(answer, &d); d.Warnings == nil || len(d.Warnings) > 0 {
		t.Errorf("silenced: %s", answer)
	}
	if _, page := get(t, a.URL+"/rulesets/"+src.RulesetHash); strings.Contains(page, `id="warnings"`) {
		t.Error("the page shows warnings that are silenced")
	}
}
