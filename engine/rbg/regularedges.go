package rbg

import (
	"fmt"
	"strconv"
	"strings"
)

// write writes the edges. Those that lead nowhere are left out: behind the last move comes the end.
func (r *regular) write(b *strings.Builder, begin int) {
	r.untag(begin)
	live := r.alive()
	if !live[begin] {
		b.WriteString("begin, end: ;\n")
		return
	}
	r.keepLive(live)
	same := r.contract(begin)
	names := map[int]string{begin: "begin"}
	name := func(n int) string {
		if !live[n] {
			return "end"
		}
		n = same(n)
		if names[n] == "" {
			names[n] = "n" + strconv.Itoa(len(names))
		}
		return names[n]
	}
	seen := map[string]bool{}
	for _, e := range r.edges {
		if e.skips() && same(e.from) == same(e.to) {
			continue
		}
		action := e.action
		if e.asks != nil {
			sign := map[bool]string{false: "?", true: "!"}[e.not]
			action = fmt.Sprintf("%s %s -> %s", sign, name(e.asks[0]), name(e.asks[1]))
		}
		line := fmt.Sprintf("%s, %s: %s;\n", name(e.from), name(e.to), action)
		if !seen[line] {
			seen[line] = true
			b.WriteString(line)
		}
	}
}

// skips reports whether an edge does nothing.
func (e *regularEdge) skips() bool { return e.action == "" && e.asks == nil && !e.ends }

// reach marks what can be reached from the marked nodes along edges that follow allows, given by whether they are
// followed backwards.
func (r *regular) reach(marked []bool, back bool, follow func(*regularEdge) bool) {
	next := make([][]int, r.nodes)
	for i := range r.edges {
		if e := &r.edges[i]; follow(e) && back {
			next[e.to] = append(next[e.to], e.from)
		} else if follow(e) {
			next[e.from] = append(next[e.from], e.to)
		}
	}
	var work []int
	for n, m := range marked {
		if m {
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range next[n] {
			if !marked[m] {
				marked[m] = true
				work = append(work, m)
			}
		}
	}
}

// untag takes the tags from moves that only the keeper makes, which nobody chooses.
func (r *regular) untag(begin int) {
	players := make([]bool, r.nodes)
	for _, e := range r.edges {
		if e.ends && e.action != keeperMoves {
			players[e.to] = true
		}
	}
	r.reach(players, false, func(e *regularEdge) bool { return !e.ends })
	for i := range r.edges {
		if e := &r.edges[i]; e.tags && !players[e.from] {
			e.action = ""
		}
	}
}

// alive marks the nodes from where a move can be completed, or a condition met.
func (r *regular) alive() []bool {
	live := make([]bool, r.nodes)
	for _, e := range r.edges {
		live[e.from] = live[e.from] || e.ends
	}
	for _, c := range r.conds {
		live[c[1]] = true
	}
	r.reach(live, true, func(*regularEdge) bool { return true })
	return live
}

// keepLive leaves out edges that lead nowhere, and conditions of which it is clear whether they hold.
func (r *regular) keepLive(live []bool) {
	kept := r.edges[:0]
	for _, e := range r.edges {
		switch {
		case !live[e.from] || !live[e.to] && !e.ends:
			continue
		case e.asks == nil || live[e.asks[0]]:
		case e.not:
			e.asks = nil
		default:
			continue
		}
		kept = append(kept, e)
	}
	r.edges = kept
}

// contract gives the node that each is one with: that behind it, if nothing else can be done than to go on there.
func (r *regular) contract(begin int) (same func(int) int) {
	into := make([]int, r.nodes)
	out := make([]int, r.nodes)
	for n := range into {
		into[n] = n
	}
	same = func(n int) int {
		for into[n] != n {
			into[n] = into[into[n]]
			n = into[n]
		}
		return n
	}
	for _, e := range r.edges {
		out[e.from]++
	}
	for i := range r.edges {
		if e := &r.edges[i]; e.skips() && out[e.from] == 1 && e.from != begin {
			into[e.from] = same(e.to)
		}
	}
	return same
}
