package wear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestGreedy: turning every play towards the mean of those before it, as studies have
// done, makes asymmetry of the plays of a symmetric game: several times what the same
// plays have by chance. That is why it is not offered.
func TestGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for trial := range 20 {
		c := Candidate{ID: fmt.Sprint(trial), Images: half()}
		mean := make([]float64, lines)
		for range 100 {
			p := make([]int32, lines)
			for i := range p {
				for range 40 {
					p[i] += int32(r.IntN(4) / 3)
				}
			}
			c.Plays = append(c.Plays, p)
			best, least := 0, math.Inf(1)
			for k, image := range c.Images {
				d := 0.0
				for i, to := range image {
					x := float64(p[i]) - mean[to]/float64(len(c.Plays))
					d += x * x
				}
				if d < least {
					best, least = k, d
				}
			}
			for i, to := range c.Images[best] {
				mean[to] += float64(p[i])
			}
		}
		greedy, chance := Asymmetry(mean, c.Images), c.floor(1)
		if greedy < 2*chance {
			t.Errorf("trial %d: folded greedily %.4f, by chance %.4f", trial, greedy, chance)
		}
		if trial == 0 {
			t.Logf("asymmetry folded greedily %.4f, by chance %.4f", greedy, chance)
		}
	}
}
