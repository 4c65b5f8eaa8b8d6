package reconstruction

import "testing"

func TestTally(t *testing.T) {
	if got := tally(nil); got != "0" {
		t.Error(got)
	}
	if got := tally(map[string]int{"no play ends": 7, "it fails": 2}); got != "2 (it fails), 7 (no play ends)" {
		t.Error(got)
	}
}
