package wear

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// views are the ways in which the board of a candidate can be turned: of each, the
// parts of every line.
type views struct {
	lines int
	parts [][]Part // by view; Element is that of the candidate's own traffic
}

// newViews returns the different ones.
func newViews(c *Candidate, lines int, f Folding) (*views, error) {
	elements := len(c.Traffic)
	if len(c.Plays) > 0 {
		elements = len(c.Plays[0])
	}
	for _, p := range c.Parts {
		if p.Line < 0 || p.Line >= lines || p.Element < 0 || p.Element >= elements || !(p.Length > 0) {
			return nil, fmt.Errorf("%s: a part %+v of %d lines on a board of %d elements", c.Name, p, lines, elements)
		}
	}
	v := &views{lines: lines}
	images := c.Images
	if f == Fixed || len(images) == 0 {
		images = [][]int32{nil}
	}
	known := map[string]bool{}
	for _, image := range images {
		// What image takes to an element is seen there.
		back := make([]int, elements)
		for i := range back {
			back[i] = i
		}
		for i, to := range image {
			back[to] = i
		}
		list := make([]Part, len(c.Parts))
		for i, p := range c.Parts {
			list[i] = Part{back[p.Element], p.Line, p.Length}
		}
		slices.SortFunc(list, func(a, b Part) int {
			if a.Line != b.Line {
				return a.Line - b.Line
			}
			return a.Element - b.Element
		})
		if key := fmt.Sprint(list); !known[key] {
			known[key] = true
			v.parts = append(v.parts, list)
		}
	}
	return v, nil
}

// predict writes the traffic of every line by view: the mean of its parts by length,
// NaN for lines that the board does not have.
func (v *views) predict(traffic []float64, f Folding) [][]float64 {
	out := make([][]float64, len(v.parts))
	for k, parts := range v.parts {
		sum, length := make([]float64, v.lines), make([]float64, v.lines)
		for _, p := range parts {
			sum[p.Line] += p.Length * traffic[p.Element]
			length[p.Line] += p.Length
		}
		for i := range sum {
			sum[i] /= length[i] // 0/0 is NaN
		}
		out[k] = sum
	}
	if f != Average {
		return out
	}
	mean := make([]float64, v.lines)
	for _, x := range out {
		for i := range mean {
			mean[i] += x[i] / float64(len(out))
		}
	}
	return [][]float64{mean}
}

// traffic is the mean traffic of the plays.
func (c *Candidate) traffic() []float64 {
	if c.Traffic != nil {
		return c.Traffic
	}
	out := make([]float64, len(c.Plays[0]))
	for _, p := range c.Plays {
		for i, n := range p {
			out[i] += float64(n)
		}
	}
	for i := range out {
		out[i] /= float64(len(c.Plays))
	}
	return out
}

// resample returns the mean traffic of as many plays drawn with repetition.
func (c *Candidate) resample(r *rng.SplitMix64) []float64 {
	if c.Traffic != nil {
		return c.Traffic
	}
	out := make([]float64, len(c.Plays[0]))
	for range c.Plays {
		for i, n := range c.Plays[r.Below(len(c.Plays))] {
			out[i] += float64(n)
		}
	}
	for i := range out {
		out[i] /= float64(len(c.Plays))
	}
	return out
}

// stream is the stream of chance of a candidate: its own, whatever others there are.
func stream(seed uint64, what, id, agent string) rng.SplitMix64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", what, id, agent)
	return rng.Derive(seed, h.Sum64())
}

// Walk is the traffic of a piece that begins on any site with the same probability
// and makes so many steps, each along any pair of its site with the same probability:
// by pair and, of arrivals, by site; exactly. It stays where there is no pair.
func Walk(sites int, pairs [][2]int32, steps int) (along, visits []float64) {
	degree := make([]float64, sites)
	for _, p := range pairs {
		degree[p[0]]++
		degree[p[1]]++
	}
	at, next := make([]float64, sites), make([]float64, sites)
	along, visits = make([]float64, len(pairs)), make([]float64, sites)
	for i := range at {
		at[i] = 1 / float64(sites)
	}
	for range steps {
		for i := range next {
			next[i] = 0
			if degree[i] == 0 {
				next[i] = at[i]
			}
		}
		for i, p := range pairs {
			a, b := at[p[0]]/degree[p[0]], at[p[1]]/degree[p[1]]
			along[i] += a + b
			next[p[1]] += a
			next[p[0]] += b
			visits[p[1]] += a
			visits[p[0]] += b
		}
		at, next = next, at
	}
	return along, visits
}

// Asymmetry is how far traffic is from having the symmetries of its board: the total
// variation distance, 0 to 1, between its distribution over elements and that of its
// mean over the symmetries.
func Asymmetry(traffic []float64, images [][]int32) float64 {
	total := 0.0
	mean := make([]float64, len(traffic))
	for _, image := range images {
		for i, to := range image {
			mean[to] += traffic[i] / float64(len(images))
		}
	}
	for _, x := range traffic {
		total += x
	}
	if total == 0 || len(images) == 0 {
		return math.NaN()
	}
	d := 0.0
	for i, x := range traffic {
		d += math.Abs(x-mean[i]) / total
	}
	return d / 2
}

// turns is the number of times that the plays are turned to find what chance shows.
const turns = 20

// floor is the mean asymmetry of the same plays, each turned by a symmetry drawn at
// random: what is left of traffic that has all symmetries, in so few plays.
func (c *Candidate) floor(seed uint64) float64 {
	if len(c.Plays) == 0 || len(c.Images) == 0 {
		return math.NaN()
	}
	r, sum := stream(seed, "turns", c.ID, c.Agent), 0.0
	for range turns {
		traffic := make([]float64, len(c.Plays[0]))
		for _, p := range c.Plays {
			image := c.Images[r.Below(len(c.Images))]
			for i, n := range p {
				traffic[image[i]] += float64(n)
			}
		}
		sum += Asymmetry(traffic, c.Images)
	}
	return sum / turns
}
