package bench

import (
	"bytes"
	"errors"
	"runtime"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
)

// Ablated are the steps of compiling that Ablate leaves out, one at a time.
var Ablated = lower.Optional

// errNotLowered says that a game is played by the rules.
var errNotLowered = errors.New("the game is not compiled to machine code")

// Ablation is what random playouts of a game cost by code that was made without one
// of Ablated, or with all of them.
type Ablation struct {
	Without string        // empty for nothing
	Compile time.Duration // processor time from closures to machine code, of user and system
	Size    int           // statements and operations of the program
	Rate    Rate          // of user processor time
}

func (a *Ablation) size(p *ir.Program) {
	a.Size = 0
	for _, f := range p.Funcs {
		a.Size += transform.Size(f)
	}
}

// Ablate measures a description with all steps and without each, from playouts of at most so many plies for
// about the given time each. Each is compiled once. In every round of playouts all take their turn,
// so that a machine whose speed changes does so for all; the fastest round counts. The error says why a description
// cannot be measured at all.
func Ablate(g *game.Game, rounds, maxPlies int, d time.Duration) ([]Ablation, error) {
	out := make([]Ablation, 1+len(Ablated))
	players := make([]*compiled.Sampler, len(out))
	var full []byte // the module with all steps
	var machine time.Duration
	for i := range out {
		var without []string
		if i > 0 {
			out[i].Without = Ablated[i-1]
			without = append(without, Ablated[i-1])
		}
		start := processorTime()
		before := start // of the last step, the one to machine code
		var end time.Duration
		var module []byte
		var code *compiled.Game
		var err, fail error
		fault := game.Catch(func() {
			code, err = compiled.NewPlaysSeen(g, func(step string, p *ir.Program) {
				if step != "machine" {
					before = processorTime()
					return
				}
				end = processorTime()
				out[i].size(p)
				module, fail = wasm.Encode(p)
			}, without...)
			if err == nil {
				code.Hasten()
			}
		})
		switch {
		case fault != nil:
			return nil, fault
		case err != nil && i == 0:
			return nil, errNotLowered
		case err != nil:
			continue // too much for the budget of a move without the step: not measured
		}
		if fail != nil {
			return nil, fail
		}
		if i == 0 {
			full, machine = module, end-before
		}
		if out[i].Compile = end - start; bytes.Equal(module, full) { // its machine code was there
			out[i].Compile = before - start + machine
		}
		players[i] = compiled.NewSampler(g, code)
	}
	runtime.GC() // else the first kind pays for what compiling has left
	for range rounds {
		for i, p := range players {
			if p == nil {
				continue
			}
			seed := uint64(0)
			r := Time(d, func() int {
				seed++
				return p.Play(seed, maxPlies).Plies
			})
			if best := &out[i].Rate; best.Plies == 0 || r.PlyNs() < best.PlyNs() {
				*best = r
			}
		}
	}
	return out, nil
}
