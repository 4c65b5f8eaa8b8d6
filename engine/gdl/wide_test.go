package gdl

import (
	"fmt"
	"strings"
	"testing"
)

// wide is a game in which a move of n coins, some of them heads, is remembered and
// counted by relations of 1 to n arguments.
func wide(n int) string {
	coins := func(k int, name string) string {
		var all []string
		for i := range k {
			all = append(all, fmt.Sprintf("%s%d", name, i))
		}
		return strings.Join(all, " ")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(role a) (init (row %s))\n", strings.Repeat("t ", n))
	// The first coin may be turned, the others move up.
	fmt.Fprintf(&b, "(<= (legal a (lay %s ?x)) (true (row ?y %s)) (side ?x))\n(side h) (side t)\n", coins(n-1, "?c"),
		coins(n-1, "?c"))
	fmt.Fprintf(&b, "(<= (next (row %s)) (does a (lay %s)))\n", coins(n, "?c"), coins(n, "?c"))
	for k := n; k > 0; k-- {
		from := fmt.Sprintf("(heads%d %s)", k+1, coins(k, "?c")+" h")
		if k == n {
			from = fmt.Sprintf("(true (row %s))", coins(n, "?c"))
		}
		fmt.Fprintf(&b, "(<= (heads%d %s) %s)\n", k, coins(k, "?c"), from)
	}
	b.WriteString("(<= terminal (heads1 h)) (goal a 100)\n")
	return b.String()
}

// TestWide plays with as many arguments as relations may have.
func TestWide(t *testing.T) {
	for _, n := range []int{2, 17, 31, 49, maxArity} {
		g, err := Load("wide.kif", []byte(wide(n)))
		if err != nil {
			t.Fatal(err)
		}
		for name, game := range map[string]*Game{"usual": g, "prover": g.proved()} {
			counts, err := game.Perft(5)
			if err != nil {
				t.Fatal(err)
			}
			// Plays are over when the first n heads in a row have been laid.
			want := []uint64{2, 4, 8, 16, 32}
			if n == 2 {
				want = []uint64{2, 4, 6, 10, 16}
			}
			if fmt.Sprint(counts) != fmt.Sprint(want) {
				t.Errorf("%d arguments, %s: perft %v, want %v", n, name, counts, want)
			}
		}
	}
	_, err := Load("wide.kif", []byte(wide(maxArity+1)))
	if err == nil || !strings.Contains(err.Error(), "wide.kif:") ||
		!strings.Contains(err.Error(), fmt.Sprintf("has %d arguments, the limit is %d", maxArity+1, maxArity)) {
		t.Errorf("one argument more: %v", err)
	}
}
