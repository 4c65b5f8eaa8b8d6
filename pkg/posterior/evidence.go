// Package posterior says which completions of an incomplete ruleset remain probable when finds, texts and
// play are taken into account (part 11 of the specification, E.3 to E.5).
//
//	Space    ── Stream ──► a sample by the prior of completions that can be played
//	each     ── plays  ──► how long, how many choices, whether it ends: gates, and plausibility among attested games
//	Items    ── weigh  ──► the likelihood of what was found, read or observed
//	all      ── Run    ──► Study: posterior of completions, marginals of holes and concepts, sensitivity to the
//	                       prior, what would decide, or "not determined by the evidence"
//
// The sample is drawn independently from the prior, so that weighted means over it estimate the posterior; their
// intervals are Wilson's with the effective sample size (Kish) in the place of the number of draws. Everything is
// deterministic from library, skeleton, evidence, options and seed, for any number of workers.
package posterior

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/reconstruct"
)

// Item is one piece of evidence. Which fields it has depends on its kind.
type Item struct {
	// Kind is pieces, dice, condition, pattern, duration, parallel, picture or wear.
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Source string `json:"source,omitempty"`
	// Reliability is the probability that the item tells of this game at all, above 0 to 1; 1 if not said.
	// Otherwise it is as probable whatever the rules are.
	Reliability float64 `json:"reliability,omitempty"`

	Found int     `json:"found,omitempty"` // number of pieces or dice that were found
	Loss  float64 `json:"loss,omitempty"`  // probability that a piece or die is lost, from 0 to below 1

	Condition string `json:"condition,omitempty"` // as in (recon …): a formula over concepts
	Pattern   string `json:"pattern,omitempty"`   // a clause of L-GDL that the rules have

	From int `json:"from,omitempty"` // observed length of a play in plies, from and to
	To   int `json:"to,omitempty"`

	Game string  `json:"game,omitempty"` // a game of the library that is known to be related
	Odds float64 `json:"odds,omitempty"` // by how much a filler that it has, too, raises the odds; 3 if not said

	// Sites is what a picture shows: by the coordinate of a site, as the board of the completion numbers it, the player
	// whose piece is there, 0 for nobody's or none.
	Sites map[string]int `json:"sites,omitempty"`
	// Turned says that nobody knows how a picture is turned, or whether it is mirrored: all turns and reflections of
	// the board onto itself are as probable. Without, how it is turned is part of it.
	Turned bool `json:"turned,omitempty"`

	File    string `json:"file,omitempty"`    // of observed wear, as astragal wear takes it
	Measure string `json:"measure,omitempty"` // what wears, likewise

	condition *reconstruct.Constraint
	pattern   *lgdl.Node
}

// diceConcept is the concept that counts dice.
const diceConcept = "NumDice"

// Limits of an evidence file.
const (
	itemsMost = 200
	bytesMost = 1 << 20
)

// ReadItems reads a file of evidence: {"items": [{"kind": …}, …]}. The error names the item.
func ReadItems(file string, text []byte) ([]Item, error) {
	if len(text) > bytesMost {
		return nil, fmt.Errorf("%s: more than %d bytes", file, bytesMost)
	}
	var f struct {
		Items []Item `json:"items"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: something stands behind the evidence", file)
	}
	if len(f.Items) > itemsMost {
		return nil, fmt.Errorf("%s: more than %d items", file, itemsMost)
	}
	names := map[string]bool{}
	worn := 0
	for i := range f.Items {
		x := &f.Items[i]
		if x.Name == "" {
			x.Name = fmt.Sprintf("%s %d", x.Kind, i+1)
		}
		if err := x.check(); err != nil {
			return nil, fmt.Errorf("%s: item %d (%s): %w", file, i+1, x.Name, err)
		}
		if x.Kind == "wear" {
			if worn++; worn > 1 {
				return nil, fmt.Errorf("%s: more than one item of wear; put all lines into one file", file)
			}
		}
		if names[x.Name] {
			return nil, fmt.Errorf("%s: two items have the name %q", file, x.Name)
		}
		names[x.Name] = true
	}
	return f.Items, nil
}

func (x *Item) check() (err error) {
	if x.Reliability == 0 {
		x.Reliability = 1
	}
	if !(x.Reliability > 0 && x.Reliability <= 1) {
		return fmt.Errorf("reliability is above 0 and at most 1")
	}
	switch x.Kind {
	case "pieces", "dice":
		if x.Found < 0 || x.Found > 10_000 || !(x.Loss >= 0 && x.Loss < 1) {
			return fmt.Errorf("found is from 0 to 10,000, loss from 0 to below 1")
		}
	case "condition":
		if x.condition, err = reconstruct.ParseCondition(x.Condition); err != nil {
			return err
		}
		if x.condition.Weight != 0 {
			return fmt.Errorf("a condition of evidence has no weight; its reliability says how sure it is")
		}
	case "pattern":
		x.pattern, err = parsePattern(x.Pattern)
		return err
	case "duration":
		if x.From < 0 || x.To < x.From || x.To > 1_000_000 {
			return fmt.Errorf("from and to are plies, from not above to")
		}
	case "parallel":
		if x.Odds == 0 {
			x.Odds = 3
		}
		if x.Game == "" || !(x.Odds > 0 && x.Odds <= 1000) {
			return fmt.Errorf("a parallel has a game, and odds above 0 and at most 1,000")
		}
	case "picture":
		if len(x.Sites) == 0 || len(x.Sites) > sitesMost {
			return fmt.Errorf("a picture shows 1 to %d sites", sitesMost)
		}
		for label, owner := range x.Sites {
			if owner < 0 || owner > 16 {
				return fmt.Errorf("site %s: the player is from 0 (none) to 16", label)
			}
		}
	case "wear":
		if x.File == "" {
			return fmt.Errorf("wear has a file")
		}
	default:
		return fmt.Errorf("kind is pieces, dice, condition, pattern, duration, parallel, picture or wear, not %q", x.Kind)
	}
	return nil
}

// parsePattern reads one clause.
func parsePattern(text string) (*lgdl.Node, error) {
	d, err := lgdl.Read("pattern", []byte(`(game "" `+text+`)`))
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	if e.Game == nil || len(e.Game.Items) != 2 || e.Game.Items[1].Kind != lgdl.Clause {
		return nil, fmt.Errorf("%q is not one clause", text)
	}
	return e.Game.Items[1], nil
}

// likelihood is the probability of the item if the completion was the game, up to a factor that is the same for all
// completions; false if it cannot be told.
func (x *Item) likelihood(c *reconstruct.Completion, v reconstruct.Values, pieces int, b *metric.Batch) (
	p float64, known bool) {
	if p, known = x.given(c, v, pieces, b); !known {
		return 1, false
	}
	return x.Reliability*p + (1-x.Reliability)*x.anyway(), true
}

// anyway is the probability of the item if it tells nothing of the game.
func (x *Item) anyway() float64 {
	switch x.Kind {
	case "pieces", "dice":
		return 1 / float64(2*x.Found+1) // any number up to twice as many
	case "parallel":
		return 1
	}
	return 0.5
}

// given is the probability of a reliable item.
func (x *Item) given(c *reconstruct.Completion, v reconstruct.Values, pieces int, b *metric.Batch) (
	p float64, known bool) {
	yes := func(holds bool) (float64, bool) {
		if holds {
			return 1, true
		}
		return 0, true
	}
	switch x.Kind {
	case "picture", "wear":
		return 0, false // looked at with the plays
	case "pieces":
		return binomial(x.Found, pieces, 1-x.Loss), true
	case "dice":
		n, known := v(diceConcept, "", 0)
		return binomial(x.Found, int(math.Round(n)), 1-x.Loss), known
	case "condition":
		t := x.condition.Judge(v)
		p, _ := yes(t == reconstruct.True)
		return p, t != reconstruct.Open
	case "pattern":
		return yes(c.Has(x.pattern))
	case "duration":
		if b == nil || b.Playouts == 0 {
			return 0, false
		}
		within := int64(0)
		for plies, n := range b.Length {
			if x.From <= plies && plies <= x.To {
				within += n
			}
		}
		return (float64(within) + 0.5) / (float64(b.Playouts) + 1), true
	}
	for i := range c.Fillers {
		for _, s := range c.Fillers[i].Candidate.Sources {
			if s.Donor.Game == x.Game {
				return x.Odds, true
			}
		}
	}
	return 1, true
}

// binomial is the probability of k successes in n trials, each with the probability p.
func binomial(k, n int, p float64) float64 {
	switch {
	case k > n || k < 0:
		return 0
	case p >= 1:
		if k == n {
			return 1
		}
		return 0
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}
