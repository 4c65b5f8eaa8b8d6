package arena

import (
	"math"
)

// Score are the results of a match, for the first agent.
type Score struct {
	Wins, Draws, Losses int
	// Pairs counts the pairs of games by what they gave the first agent: 0, ½, 1, 1½
	// and 2 points. A last game without its fellow is in no pair.
	Pairs [5]int
	open  int // points of the game whose fellow is still to come, in halves; −1 none
	begun bool
}

// Add takes in the result of the next game.
func (s *Score) Add(r Result) {
	switch r {
	case Win:
		s.Wins++
	case Draw:
		s.Draws++
	default:
		s.Losses++
	}
	half := int(r) + 1
	if !s.begun {
		s.open, s.begun = half, true
		return
	}
	s.Pairs[s.open+half]++
	s.begun = false
}

// Games is the number of games.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Mean is the share of the points that the first agent won, NaN without games.
func (s *Score) Mean() float64 {
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// variance is that of the mean: of pairs where there are some, because their two games
// are not independent.
func (s *Score) variance() float64 {
	n, sum, squares := 0.0, 0.0, 0.0
	for k, c := range s.Pairs {
		x := float64(k) / 4
		n += float64(c)
		sum += x * float64(c)
		squares += x * x * float64(c)
	}
	if n < 2 {
		return math.Inf(1)
	}
	return max(squares-sum*sum/n, 0) / (n - 1) / n
}

// z is the 97.5 % point of the normal distribution.
const z = 1.959963984540054

// Interval is a 95 % interval of Mean by Wilson's score method, with the number of
// games that independent ones would need for the same variance. Where all pairs went
// alike the number of pairs stands for it.
func (s *Score) Interval() (low, high float64) {
	p, v := s.Mean(), s.variance()
	if s.Games() == 0 || math.IsInf(v, 0) {
		return 0, 1
	}
	n := float64(s.Games()) / 2
	if v > 0 && p > 0 && p < 1 {
		n = math.Min(p*(1-p)/v, 4*float64(s.Games()))
	}
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return math.Max(centre-half, 0), math.Min(centre+half, 1)
}

// Elo is the difference in rating that a share of the points stands for: 400 points
// are ten to one (Elo 1978); infinite for 0 and 1.
func Elo(share float64) float64 { return 400 * math.Log10(share/(1-share)) }

// Rating is the strength of an agent among others, in Elo points beside the first one.
type Rating struct {
	Elo       float64
	Low, High float64 // a 95 % interval; both NaN for the first, from which all are counted
}

// Pairing is the score of agent A against B, by their numbers.
type Pairing struct {
	A, B  int
	Score Score
}

// Rate finds the ratings of n agents that make their results most likely (Bradley
// and Terry 1952, draws half a win), with half a draw against each opponent added so
// that nobody's rating is infinite, and intervals from the information of the games.
func Rate(n int, pairings []Pairing) []Rating {
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, n)
	}
	for _, p := range pairings {
		if g := float64(p.Score.Games()); g > 0 {
			won := g * p.Score.Mean()
			points[p.A][p.B] += won + 0.25
			points[p.B][p.A] += g - won + 0.25
		}
	}
	r := make([]float64, n) // natural logarithms of strengths
	for range 2000 {
		change := 0.0
		for i := range n {
			won, weight := 0.0, 0.0
			for j := range n {
				if g := points[i][j] + points[j][i]; g > 0 && i != j {
					won += points[i][j]
					weight += g / (math.Exp(r[i]) + math.Exp(r[j]))
				}
			}
			if weight > 0 {
				x := math.Log(won / weight)
				change = math.Max(change, math.Abs(x-r[i]))
				r[i] = x
			}
		}
		for i := n - 1; i >= 0; i-- {
			r[i] -= r[0]
		}
		if change < 1e-10 {
			break
		}
	}
	cov := information(points, r)
	out := make([]Rating, n)
	unit := 400 / math.Ln10
	for i := range out {
		out[i] = Rating{r[i] * unit, math.NaN(), math.NaN()}
		if i > 0 && cov != nil {
			e := z * math.Sqrt(cov[i-1][i-1]) * unit
			out[i].Low, out[i].High = out[i].Elo-e, out[i].Elo+e
		}
	}
	return out
}

// information is the inverse of the Fisher information of all ratings but the first,
// nil where some agents have not met, not even by way of others.
func information(points [][]float64, r []float64) [][]float64 {
	n := len(r) - 1
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, 2*n)
		a[i][n+i] = 1
	}
	for i := range r {
		for j := range r {
			g := points[i][j] + points[j][i]
			if i == j || g == 0 {
				continue
			}
			p := 1 / (1 + math.Exp(r[j]-r[i]))
			w := g * p * (1 - p)
			if i > 0 {
				a[i-1][i-1] += w
				if j > 0 {
					a[i-1][j-1] -= w
				}
			}
		}
	}
	for i := range n {
		if math.Abs(a[i][i]) < 1e-12 {
			return nil
		}
		for k := range n {
			if k == i {
				continue
			}
			f := a[k][i] / a[i][i]
			for c := range a[k] {
				a[k][c] -= float64(f * a[i][c])
			}
		}
	}
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range out[i] {
			out[i][j] = a[i][n+j] / a[i][i]
		}
	}
	return out
}

// Merge adds the results of another match.
func (s *Score) Merge(o Score) {
	s.Wins, s.Draws, s.Losses = s.Wins+o.Wins, s.Draws+o.Draws, s.Losses+o.Losses
	for i, n := range o.Pairs {
		s.Pairs[i] += n
	}
}
