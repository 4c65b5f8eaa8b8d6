package reconstruction

import (
	"fmt"
	"io"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/reconstruct"
)

// Rank says how a complete game, such as a reconstruction by hand, stands among the completions of a skeleton.
type Rank struct {
	File    string     `json:"file"` // of the skeleton
	Game    string     `json:"game"` // file or name of the game
	In      bool       `json:"in"`
	Aligned bool       `json:"aligned"` // agrees with the skeleton outside the holes
	Holes   []RankHole `json:"holes"`
}

// RankHole is what the game has in a hole.
type RankHole struct {
	Hole        int     `json:"hole"` // from 1
	Found       bool    `json:"found"`
	Probability float64 `json:"probability"` // 0 to 1, by the prior, of the filler in this hole
	Rank        int     `json:"rank"`        // from 1
	Of          int     `json:"of"`
	Text        string  `json:"text"`
}

// Complete reads a game without holes, which is ranked.
func Complete(file string, text []byte, defs *lgdl.Defines) (*lgdl.Node, error) {
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	if _, err := e.Check(ludeme.Grammar()); err != nil {
		return nil, err
	}
	return e.Game, nil
}

// RankIn ranks a complete game in a space.
func RankIn(x *reconstruct.Space, name string, game *lgdl.Node) *Rank {
	m := x.Rank(game)
	l := &Rank{File: x.Skeleton.File, Game: name, In: m.In, Aligned: m.Aligned}
	for _, f := range m.Found {
		l.Holes = append(l.Holes, RankHole{f.Hole.Number + 1, true, f.Probability, f.Rank, f.Of, f.Candidate.Text})
	}
	for _, f := range m.Missing {
		l.Holes = append(l.Holes, RankHole{Hole: f.Hole.Number + 1, Text: lgdl.Text(f.Items)})
	}
	slices.SortFunc(l.Holes, func(a, b RankHole) int { return a.Hole - b.Hole })
	return l
}

// Verdict says in a sentence whether the game is a completion.
func (l *Rank) Verdict() string {
	switch {
	case !l.Aligned:
		return l.Game + " differs from the skeleton outside its holes"
	case !l.In:
		return l.Game + " is none of the completions"
	}
	return l.Game + " is one of the completions"
}

// Print tells people.
func (l *Rank) Print(w io.Writer) {
	fmt.Fprintf(w, "  %s\n", l.Verdict())
	for _, h := range l.Holes {
		if h.Found {
			fmt.Fprintf(w, "    hole %d: probability %.3g, rank %d of %d: %s\n", h.Hole, h.Probability, h.Rank,
				h.Of, clipped(h.Text, 120))
		} else {
			fmt.Fprintf(w, "    hole %d: no donor has %s\n", h.Hole, clipped(h.Text, 120))
		}
	}
}
