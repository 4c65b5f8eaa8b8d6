// Package learn has linear policies and values of games of two opposed players. What
// they look at is local: which pieces lie on which sites and beside each other, and
// for a decision what lies where it goes from and to and around these sites. A Model
// is learned from positions of plays by search (package selfplay): the policy from how
// often the search visited every decision (softmax regression on the visits, as expert
// iteration does, Anthony, Tian and Barber 2017), the value from the results of the plays
// (regression with a hyperbolic tangent). Both are fitted by stochastic gradient descent
// with AdaGrad (Duchi, Hazan and Singer 2011), always in the same order, so that a model
// follows from its samples. It is kept in a small JSON file that names the ruleset.
package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/astragal/astragal/engine/search"
)

// Version is that of the file format and of the features.
const Version = 1

// players is the number of players of games that are learned.
const players = 2

// Model is a policy and a value of one ruleset. It is immutable once it is learned.
type Model struct {
	Version int    `json:"version"`
	Game    string `json:"game"`    // its name
	Ruleset string `json:"ruleset"` // identity of its ruleset
	// How it was learned: by plays of an agent with a seed, on an engine.
	Agent  string `json:"agent"`
	Engine string `json:"engine"`
	Plays  int    `json:"plays"`
	Seed   uint64 `json:"seed"`
	// Kinds is the number of components with none, Sites that of the board.
	Kinds  int       `json:"kinds"`
	Sites  int       `json:"sites"`
	Policy []float32 `json:"policy"`
	Value  []float32 `json:"value"`
}

// The largest board and file that are learned and read.
const (
	maxKinds = 64
	maxSites = 4096
	maxBytes = 64 << 20
)

// around is the number of neighbours of a site that are looked at.
const around = 8

// The classes of what lies on a site, for a player.
const (
	empty = iota
	own
	others
	classes
)

// New returns a model that knows nothing, for a board; an error if it is too large.
func New(l search.Layout) (*Model, error) {
	m := &Model{Version: Version, Kinds: len(l.Owners), Sites: len(l.Near)}
	if m.Kinds < 1 || m.Kinds > maxKinds || m.Sites < 1 || m.Sites > maxSites {
		return nil, fmt.Errorf("%d kinds of pieces on %d sites, expected at most %d and %d",
			m.Kinds, m.Sites, maxKinds, maxSites)
	}
	m.Policy, m.Value = make([]float32, m.policySize()), make([]float32, m.valueSize())
	return m, nil
}

// The features of a value: whose turn it is, a piece on a site, two pieces beside each
// other. Those of a policy for each player: that there is no site, a site gone to and
// from, the pieces there, and the classes around both.
func (m *Model) valueSize() int { return 1 + m.Kinds*m.Sites + m.Kinds*m.Kinds }
func (m *Model) policySize() int {
	return players * (2*(m.Sites+1) + (m.Kinds+1)*(m.Kinds+1) + 2*around*classes)
}

// Read reads a model.
func Read(r io.Reader) (*Model, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxBytes {
		return nil, fmt.Errorf("a model has more than %d bytes", maxBytes)
	}
	m := &Model{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("expected a model made by astragal learn: %w", err)
	}
	switch {
	case m.Version != Version:
		return nil, fmt.Errorf("a model of version %d, expected %d: learn it again", m.Version, Version)
	case m.Kinds < 1 || m.Kinds > maxKinds || m.Sites < 1 || m.Sites > maxSites:
		return nil, fmt.Errorf("a model of %d kinds of pieces on %d sites", m.Kinds, m.Sites)
	case len(m.Policy) != m.policySize() || len(m.Value) != m.valueSize():
		return nil, fmt.Errorf("a model with %d and %d weights, expected %d and %d",
			len(m.Policy), len(m.Value), m.policySize(), m.valueSize())
	}
	return m, nil
}

// Open reads the model in a file.
func Open(file string) (*Model, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}

// Write writes a model as JSON.
func (m *Model) Write(w io.Writer) error { return json.NewEncoder(w).Encode(m) }

// On is a model with what it must know of a board and room to work. It is a
// search.Policy and a search.Value, and belongs to one goroutine.
type On struct {
	m      *Model
	l      search.Layout
	active []int32
}

// On returns the model for a board; an error if it was learned on another one.
func (m *Model) On(l search.Layout) (*On, error) {
	if m.Kinds != len(l.Owners) || m.Sites != len(l.Near) {
		return nil, fmt.Errorf("the model was learned on a board of %d sites with %d kinds of pieces, "+
			"and this one has %d and %d", m.Sites, m.Kinds, len(l.Near), len(l.Owners))
	}
	return &On{m: m, l: l}, nil
}

// Priors writes the softmax of the policy.
func (o *On) Priors(b search.Board, mover, n int, dst []float64) {
	most := math.Inf(-1)
	for i := range n {
		o.active = o.move(b, mover, i, o.active[:0])
		dst[i] = sum(o.m.Policy, o.active)
		most = math.Max(most, dst[i])
	}
	softmax(dst[:n], most)
}

// softmax turns scores, the largest of which is given, into probabilities.
func softmax(x []float64, most float64) {
	total := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - most)
		total += x[i]
	}
	for i := range x {
		x[i] /= total
	}
}

// Judge writes the value for both players.
func (o *On) Judge(b search.Board, mover int, dst []float64) {
	o.active = o.position(b, o.active[:0])
	dst[0] = math.Tanh(o.turn(mover) + sum(o.m.Value, o.active))
	dst[1] = -dst[0]
}

// turn is what it is worth to the first player that it is somebody's turn.
func (o *On) turn(mover int) float64 { return float64(o.m.Value[0]) * sign(mover) }

func sign(mover int) float64 {
	if mover == 1 {
		return 1
	}
	return -1
}

func sum(weights []float32, active []int32) (x float64) {
	for _, i := range active {
		x += float64(weights[i])
	}
	return x
}

// position appends the features of a position but for whose turn it is, in a fixed order.
func (o *On) position(b search.Board, dst []int32) []int32 {
	k := o.m.Kinds
	pairs := 1 + k*o.m.Sites
	for s, near := range o.l.Near {
		a := b.What(s)
		if a <= 0 || a >= k {
			continue
		}
		dst = append(dst, int32(1+a*o.m.Sites+s))
		for _, t := range near {
			if c := b.What(int(t)); int(t) > s && c > 0 && c < k {
				dst = append(dst, int32(pairs+min(a, c)*k+max(a, c)))
			}
		}
	}
	return dst
}

// move appends the features of decision i.
func (o *On) move(b search.Board, mover, i int, dst []int32) []int32 {
	k, sites := o.m.Kinds, o.m.Sites
	at := (mover - 1) * (o.m.policySize() / players)
	from, to := b.Ends(i)
	if from == to {
		from = -1 // a placement
	}
	kinds := [2]int{k, k}
	for j, s := range [2]int{from, to} {
		if s < 0 || s >= sites {
			dst = append(dst, int32(at+sites))
		} else {
			dst = append(dst, int32(at+s))
			kinds[j] = min(max(b.What(s), 0), k-1)
		}
		at += sites + 1
	}
	dst = append(dst, int32(at+kinds[0]*(k+1)+kinds[1]))
	at += (k + 1) * (k + 1)
	for _, s := range [2]int{from, to} {
		if s >= 0 && s < sites {
			for d, t := range o.l.Near[s] {
				if d == around {
					break
				}
				dst = append(dst, int32(at+d*classes+o.class(b.What(int(t)), mover)))
			}
		}
		at += around * classes
	}
	return dst
}

// class is that of a component for a player.
func (o *On) class(what, mover int) int {
	switch {
	case what <= 0 || what >= len(o.l.Owners):
		return empty
	case o.l.Owners[what] == mover:
		return own
	}
	return others
}
