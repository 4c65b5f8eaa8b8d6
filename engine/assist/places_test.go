package assist

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestPlaceOf holds the places of messages to the expression that says them.
func TestPlaceOf(t *testing.T) {
	place := regexp.MustCompile(`^[^\n]*?:(\d+):(?:(\d+):)? `)
	parts := []string{"a.lud", ":", ":", "1", "23", " ", ": ", "\n", "x", ":7: "}
	r := rng.New(1)
	found := 0
	for range 200_000 {
		message := ""
		for range 1 + r.Below(9) {
			message += parts[r.Below(len(parts))]
		}
		line, column, rest := 1, 1, message
		if m := place.FindStringSubmatchIndex(message); m != nil {
			found++
			line, _ = strconv.Atoi(message[m[2]:m[3]])
			if m[4] >= 0 {
				column, _ = strconv.Atoi(message[m[4]:m[5]])
			}
			rest = message[m[1]:]
		}
		if l, c, s := placeOf("", message); l != line || c != column || s != rest {
			t.Fatalf("%q: %d:%d %q, want %d:%d %q", message, l, c, s, line, column, rest)
		}
	}
	if found < 1000 {
		t.Errorf("%d places", found)
	}
}
