package lgdl

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// distance returns the number of edits (insert, delete, replace, swap of
// neighbours) between a and b, ignoring case, or limit+1 when there are more.
func distance(a, b string, limit int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, prev2[j-2]+1)
			}
			cur[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return min(prev[len(b)], limit+1)
}

// DidYouMean returns the hint "did you mean …?" for a misspelt word, "" when none
// of the words is near enough to be meant.
func DidYouMean(s string, words []string) string { return didYouMean(s, words) }

// maxWord bounds the words that suggestions are looked for.
const maxWord = 60

// closest returns the words nearest to s, at most three, best first; words that
// are too different to be meant are left out.
func closest(s string, words []string) []string {
	if s == "" || len(s) > maxWord {
		return nil
	}
	limit := 1 + len(s)/4
	type cand struct {
		w string
		d int
	}
	var c []cand
	for _, w := range words {
		if d := distance(s, w, limit); d <= limit && d < len(w) {
			c = append(c, cand{w, d})
		}
	}
	sort.SliceStable(c, func(i, j int) bool {
		if c[i].d != c[j].d {
			return c[i].d < c[j].d
		}
		return c[i].w < c[j].w
	})
	var out []string
	for _, x := range c {
		if x.d > c[0].d || len(out) == 3 {
			break
		}
		if len(out) == 0 || out[len(out)-1] != x.w {
			out = append(out, x.w)
		}
	}
	return out
}

// Closest returns the words that may be meant by s, at most three, the nearest
// first; none when all are too different.
func Closest(s string, words []string) []string { return closest(s, words) }

// didYouMean returns the hint for a misspelt word, "" when nothing is near.
func didYouMean(s string, words []string) string {
	c := closest(s, words)
	if len(c) == 0 {
		return ""
	}
	for i := range c {
		c[i] = fmt.Sprintf("%q", c[i])
	}
	return "did you mean " + orList(c) + "?"
}

// Meant returns the words that a hint of DidYouMean suggests, nil for other hints:
// what may be written in the place of the misspelt one.
func Meant(hint string) []string {
	rest, ok := strings.CutPrefix(hint, "did you mean ")
	if !ok {
		return nil
	}
	var words []string
	for {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return words
		}
		word, _ := strconv.Unquote(quoted)
		words = append(words, word)
		rest = strings.TrimPrefix(strings.TrimPrefix(rest[len(quoted):], ", "), " or ")
	}
}

// mostListed is how many names a message lists.
const mostListed = 12

// known returns the hint for a name that is none of those given: the nearest
// ones, and which there are; what says of them, for instance "the rulesets".
func known(s, what string, names []string) string {
	if len(names) == 0 {
		return "there are none"
	}
	var list []string
	for _, n := range names[:min(len(names), mostListed)] {
		list = append(list, fmt.Sprintf("%q", n))
	}
	hint := what + " are " + strings.Join(list, ", ")
	if n := len(names) - mostListed; n > 0 {
		hint += fmt.Sprintf(" and %d more", n)
	}
	if near := didYouMean(s, names); near != "" {
		hint = near + " " + hint
	}
	return hint
}

// orList joins words as "a, b or c".
func orList(w []string) string {
	switch len(w) {
	case 0:
		return ""
	case 1:
		return w[0]
	}
	return strings.Join(w[:len(w)-1], ", ") + " or " + w[len(w)-1]
}
