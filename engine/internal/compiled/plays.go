package compiled

import (
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/rng"
)

// MaxPlays bounds what Together says.
const MaxPlays = layout.MaxPlays

// Together is the number of plays that Plays makes at most: one where they are not made together.
func (p *Player) Together() int {
	if p.games == nil || !p.Fast() {
		return 1
	}
	return MaxPlays
}

// Plays makes several plays in one call of machine code, each as Play does from the same state, of up to most plies
// each and plies all together. It puts what they came to into results and returns how many are over. If these are not
// all, the next one has begun, and Run goes on with it from its state. Where none can be made so it is only begun.
func (p *Player) Plays(states []rng.SplitMix64, most, plies int, results []Result) (over int) {
	p.Start()
	n := min(len(states), len(results), p.Together())
	if n < 2 {
		return 0
	}
	of := p.of.p
	for i, r := range states[:n] {
		of.SetPlay(p.mem, i, r.State)
	}
	p.stack[0], p.stack[1], p.stack[2] = uint64(n), uint64(uint32(most)), uint64(uint32(plies))
	if p.games.run(p.stack) != nil { // whichever play it was is made again alone
		of.Faulty(p.mem)
		return 0
	}
	over = int(uint32(p.stack[0]))
	for i := range min(over+1, n) {
		made, winner, limited := of.Play(p.mem, i)
		if results[i] = (Result{Plies: made, Winner: winner, Limit: limited}); i == over {
			p.plies, p.next, states[i].State = made, p.playout, of.Drawn(p.mem)
			if of.Faulty(p.mem) {
				p.fault = errFull
			}
		}
	}
	return over
}
