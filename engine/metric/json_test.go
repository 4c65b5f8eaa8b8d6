package metric

import (
	"encoding/json"
	"strings"
	"testing"
)

// What nobody measured is null or absent in JSON, never 0, and comes back as it was.
func TestJSON(t *testing.T) {
	empty := NewBatch(2)
	empty.Abandoned = 3
	text, err := json.Marshal(empty.Summary())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"abandoned":3`, `"completion":null`, `"draws":null`, `"wins":null`, `"balance":null`,
		`"medianPlies":null`, `"metrics":{}`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	full := NewBatch(2)
	full.Add(&Playout{Plies: 4, Winner: 1})
	text, err = json.Marshal(full.Summary())
	if err != nil {
		t.Fatal(err)
	}
	var back Summary
	if err := json.Unmarshal(text, &back); err != nil || back.Median != 4 || back.Balance != full.Summary().Balance ||
		back.Completion.Mean != 1 {
		t.Errorf("%s is read as %+v, %v", text, back, err)
	}
	if strings.Contains(string(text), "BranchingFactorAverage") || strings.Contains(string(text), "null") {
		t.Errorf("%s has what was not measured, or lacks what was", text)
	}
}
