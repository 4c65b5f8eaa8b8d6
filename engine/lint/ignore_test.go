package lint

import (
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestFindSilencer holds what is found in lines to the expression that says it.
func TestFindSilencer(t *testing.T) {
	comment := regexp.MustCompile(`(?://|;|%|#|/\*|\(\*)\s*astragal:\s*ignore((?:[\s,]+[A-Z][0-9]{3}\b)+)`)
	code := regexp.MustCompile(`[A-Z][0-9]{3}`)
	parts := []string{"//", ";", "/", "(*", " ", "\t", ",", "astragal:", "astragal: ignore", " ignore", "W101", " W203", "w1", "W1012",
		"_", "é", "x"}
	r := rng.New(1)
	found := 0
	for range 200_000 {
		line := ""
		for range 2 + r.Below(8) {
			line += parts[r.Below(len(parts))]
		}
		m, got := comment.FindStringSubmatchIndex(line), findSilencer(line)
		if (m == nil) != (got == nil) {
			t.Fatalf("%q: %v, %v", line, m, got)
		}
		if m == nil {
			continue
		}
		found++
		want := code.FindAllString(line[m[2]:m[3]], -1)
		if got.start != m[0] || strings.Join(got.codes, " ") != strings.Join(want, " ") {
			t.Fatalf("%q: %v, %+v", line, m, got)
		}
		for k, at := range got.at {
			if line[at:at+4] != got.codes[k] {
				t.Fatalf("%q: %+v", line, got)
			}
		}
	}
	if found < 100 {
		t.Errorf("%d comments", found)
	}
}
