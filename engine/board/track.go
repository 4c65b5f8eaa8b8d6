package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sites that stand for leaving the board on a track.
const (
	OffSite int32 = -1
	EndSite int32 = -2
)

// Track is a path that pieces run along. It never changes once made.
type Track struct {
	Name         string
	Owner        int // player index; 0 for everybody
	Loop         bool
	Directed     bool
	InternalLoop bool // some site occurs twice
	Elems        []TrackElem
}

// TrackElem is one place of a track. Site may be EndSite, OffSite, or a site
// beyond the board. Links that do not exist are -1.
type TrackElem struct {
	Site      int32
	Bump      int32 // how often the site was repeated in a row in the description
	Next      int32 // site of the next element
	NextIndex int32
	Prev      int32 // site of the previous element
	PrevIndex int32
}

// NewTrack links a list of sites into a track.
func NewTrack(name string, owner int, loop, directed bool, sites []int32) (*Track, error) {
	t := &Track{Name: name, Owner: owner, Loop: loop, Directed: directed}
	bumped := false
	for _, s := range sites {
		if n := len(t.Elems); n > 0 && t.Elems[n-1].Site == s {
			t.Elems[n-1].Bump++
			bumped = true
			continue
		}
		t.Elems = append(t.Elems, TrackElem{Site: s})
	}
	n := len(t.Elems)
	if n < 2 {
		return nil, fmt.Errorf("track %q has %d sites; it needs at least two different ones", name, n)
	}
	for i := range t.Elems {
		e := &t.Elems[i]
		e.Next, e.NextIndex, e.Prev, e.PrevIndex = -1, -1, -1, -1
		if i < n-1 || loop {
			e.NextIndex = int32((i + 1) % n)
			e.Next = t.Elems[e.NextIndex].Site
		}
		if inner := i > 0 && i < n-1; inner && !directed || i == n-1 || i == 0 && loop {
			e.PrevIndex = int32((i + n - 1) % n)
			e.Prev = t.Elems[e.PrevIndex].Site
		}
		if !bumped && slices.ContainsFunc(t.Elems[:i], func(x TrackElem) bool { return x.Site == e.Site }) {
			t.InternalLoop = true
		}
	}
	return t, nil
}

// TrackSites reads the string form of a track: a start site followed by
// directions with optional numbers of steps, sites and "End", separated by
// commas.
func (t *Topology) TrackSites(text string) ([]int32, error) {
	st := t.opt.Default
	if st == Edge {
		return nil, fmt.Errorf("track %q: a track given as text needs a board played on cells or vertices", text)
	}
	tokens := strings.Split(strings.TrimRight(text, ","), ",")
	if _, err := strconv.ParseUint(tokens[0], 10, 16); err != nil {
		return nil, fmt.Errorf("track %q: it must begin with the number of a site, not %q", text, tokens[0])
	}
	var sites []int32
	current := int32(0)
	for _, token := range tokens {
		if token == "End" {
			sites = append(sites, EndSite)
			continue
		}
		if n, err := strconv.ParseUint(token, 10, 16); err == nil {
			current = int32(n)
			sites = append(sites, current)
			continue
		}
		name := strings.TrimRight(token, "0123456789")
		d, ok := ParseDirection(name)
		if !ok || !slices.Contains(t.Supported(st, RelAll), d) {
			return nil, fmt.Errorf("track %q: %q is not a direction of this board (it has %v)", text, token,
				t.Supported(st, RelAll))
		}
		steps := -1
		if digits := token[len(name):]; digits != "" {
			n, err := strconv.ParseUint(digits, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("track %q: %q has a number of steps out of range", text, token)
			}
			steps = int(n)
		}
		if !t.contains(st, current) {
			return nil, fmt.Errorf("track %q: direction %q follows site %d, which is not on the board", text, token, current)
		}
		for _, r := range t.Radials(st, current, d) {
			path := r.Path[1:]
			if steps >= 0 && steps < len(path) {
				path = path[:steps]
			}
			sites = append(sites, path...)
		}
		current = lastOnBoard(sites, current)
	}
	return sites, nil
}

// lastOnBoard returns the last site of a list that is not an exit, or the site
// that was current before.
func lastOnBoard(sites []int32, before int32) int32 {
	if n := len(sites); n > 0 && sites[n-1] >= 0 {
		return sites[n-1]
	}
	return before
}
