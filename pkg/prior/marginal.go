package prior

import (
	"math"
	"slices"

	"github.com/astragal/astragal/engine/reconstruct"
)

// Marginal says how probable the fillers of one hole are by the prior of the space, given that one of its
// candidates is the true one, and before the names that holes declare and use restrict one another.
type Marginal struct {
	Hole       int     `json:"hole"`       // from 1
	Candidates int     `json:"candidates"` // that can be bound
	Effective  float64 `json:"effective"`  // number of equally probable ones with the same entropy
	// Moved is the total variation distance, 0 to 1, between these probabilities and those by a prior that
	// knows nothing of this game: the library's frequency, all choices of the skeleton alike.
	Moved float64 `json:"moved"`
	// Determined reports whether there is one candidate only, or Moved is at least Determining.
	Determined bool    `json:"determined"`
	Likeliest  []Share `json:"likeliest"`
}

// Share is the probability of one filler, and by other priors.
type Share struct {
	Text        string  `json:"text"` // with variables for names and roles
	Probability float64 `json:"probability"`
	Unknowing   float64 `json:"unknowing"` // by the prior that knows nothing of this game
	Uniform     float64 `json:"uniform"`
	Games       int     `json:"games"` // of the library that have the filler
}

// Determining is the distance from the prior that knows nothing below which a hole is "not determined by
// the evidence". It is a convention, not fitted.
const Determining = 0.1

// Unknowing returns the prior that knows nothing of the game which is comparable to a prior.
func Unknowing(p reconstruct.Prior) reconstruct.Prior {
	if k, ok := p.(*Kernel); ok {
		return &Kernel{p: Parameters{Part: k.p.Part, Shrink: 1}, base: k.base, games: k.games,
			assumed: Assumptions{Balance: k.assumed.Balance}}
	}
	return p
}

// Marginals describes every hole of a space, with at most so many of the likeliest fillers.
func Marginals(x *reconstruct.Space, most int) []Marginal {
	unknowing := Unknowing(x.Prior)
	var list []Marginal
	for i, h := range x.Skeleton.Holes {
		cands, weights := x.Candidates(i)
		m := Marginal{Hole: i + 1, Candidates: len(cands)}
		other := make([]float64, len(cands))
		for j, c := range cands {
			other[j] = unknowing.Weight(x.Skeleton, h, c)
			if c.Choice != nil {
				other[j] += 1 - c.Choice.Weight
			}
		}
		p, q := normal(weights), normal(other)
		entropy := 0.0
		for j := range p {
			m.Moved += math.Abs(p[j]-q[j]) / 2
			if p[j] > 0 {
				entropy -= p[j] * math.Log(p[j])
			}
		}
		if m.Effective = math.Exp(entropy); len(cands) == 0 {
			m.Effective = 0
		}
		m.Determined = len(cands) == 1 || m.Moved >= Determining
		for j, c := range cands[:min(most, len(cands))] { // heaviest first
			games := map[string]bool{}
			for _, s := range c.Sources {
				games[s.Donor.Game] = true
			}
			m.Likeliest = append(m.Likeliest, Share{c.Text, p[j], q[j], 1 / float64(len(cands)), len(games)})
		}
		list = append(list, m)
	}
	return list
}

// normal divides weights by their sum, if there is any.
func normal(weights []float64) []float64 {
	p := slices.Clone(weights)
	total := 0.0
	for _, w := range p {
		total += w
	}
	for i := range p {
		if total > 0 {
			p[i] /= total
		}
	}
	return p
}
