package game

import (
	"bytes"

	"github.com/astragal/astragal/engine/board"
)

// Image is a permutation of the sites of the board, of the type that is played on: To says where a site goes,
// From which one comes to a site.
type Image struct{ To, From []int32 }

// image is the image of a position that is appended to a key, with room for what lies on it.
type image struct {
	Image
	room layer
}

// site is where a site goes; those of other containers, and none, stay. Without an image all do.
func (i *image) site(s int) int {
	if i == nil || s < 0 || s >= len(i.To) {
		return s
	}
	return int(i.To[s])
}

// layer is the image of what lies on the sites.
func (i *image) layer(l *layer) *layer {
	i.room.n, i.room.stride = l.n, l.stride
	for _, x := range [...]struct{ from, to *[]int32 }{{&l.what, &i.room.what}, {&l.who, &i.room.who},
		{&l.state, &i.room.state}, {&l.rot, &i.room.rot}, {&l.value, &i.room.value}, {&l.count, &i.room.count}} {
		if *x.from == nil {
			continue
		}
		*x.to = append((*x.to)[:0], *x.from...)
		for s, from := range i.From {
			(*x.to)[s] = (*x.from)[from]
		}
	}
	return &i.room
}

// places takes places where they go.
func (i *image) places(list []Place, st board.SiteType) {
	for n := range list {
		if board.SiteType(list[n].Type) == st {
			list[n].Site = int32(i.site(int(list[n].Site)))
		}
	}
}

// AppendImage appends the least key of the images of the position under a group of permutations that keep the
// rules. The game has no stacks, and keeps neither positions, numbers nor hidden sites of plays.
func (c *Context) AppendImage(dst []byte, h History, group []Image) []byte {
	// The least one begins with the least board: the others need not be written.
	what := c.S.layers[c.G.DefaultType].what
	var least []int
	for n := range group {
		order := -1
		if len(least) > 0 {
			order = compareBoards(what, group[n].From, group[least[0]].From)
		}
		switch {
		case order < 0:
			least = append(least[:0], n)
		case order == 0:
			least = append(least, n)
		}
	}
	var best, key []byte
	by := &image{}
	for _, n := range least {
		by.Image = group[n]
		if key, _ = c.appendKey(key[:0], h, by); best == nil || bytes.Compare(key, best) < 0 {
			best, key = key, best
		}
	}
	return append(dst, best...)
}

// compareBoards compares what lies on two images of a board, site by site.
func compareBoards(what, a, b []int32) int {
	for s := range a {
		if x, y := what[a[s]], what[b[s]]; x != y {
			return int(x - y)
		}
	}
	return 0
}
