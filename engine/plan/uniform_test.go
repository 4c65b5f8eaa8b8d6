package plan

import (
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/rng"
)

// maxDrawn bounds the lists of moves that are drawn from again and again, and
// drawsEach is how often each move should come up.
const (
	maxDrawn  = 80
	drawsEach = 60
)

// Uniform draws moves in some positions of a play: every legal move must come up
// equally often. It returns the sum of chi square and of its degrees of freedom.
func Uniform(p *Plan, seed uint64) (chi, freedom float64, err error) {
	r := rng.New(seed)
	s := p.NewState()
	for ply := 0; ply < 60 && !s.over; ply++ {
		if ply%6 == int(seed%6) {
			x, k, err := drawn(s, &r)
			if err != nil {
				return 0, 0, fmt.Errorf("ply %d: %w", ply, err)
			}
			chi, freedom = chi+x, freedom+k
		}
		s.play(s.choose(&r))
	}
	return chi, freedom, nil
}

func drawn(s *State, r *rng.SplitMix64) (chi, freedom float64, err error) {
	s.options = s.options[:0]
	s.list()
	if len(s.options) > maxDrawn {
		return 0, 0, nil
	}
	// Options that are equal in all are drawn more often.
	times, came := map[option]int{}, map[option]int{}
	for _, o := range s.options {
		times[o]++
	}
	n := len(s.options)
	for range n * drawsEach {
		o := s.choose(r)
		if times[o] == 0 {
			return 0, 0, fmt.Errorf("drew %d-%d, which is not legal", o.from, o.to)
		}
		came[o]++
	}
	for o, k := range times {
		want := float64(k * drawsEach)
		d := float64(came[o]) - want
		chi += d * d / want
	}
	freedom = float64(len(times) - 1)
	// Far beyond what chance does in one position of thousands.
	if chi > freedom+8*math.Sqrt(2*freedom)+20 {
		return 0, 0, fmt.Errorf("chi square %.1f of %d moves: %v", chi, len(times), came)
	}
	return chi, freedom, nil
}
