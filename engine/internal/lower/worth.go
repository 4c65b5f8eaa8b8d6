package lower

import (
	"errors"
	"strconv"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/rng"
)

// samplePlies is the number of positions at which it is measured how candidates are
// best drawn, from as many plays by the rules as it takes, up to samplePlays.
const (
	samplePlies = 200
	samplePlays = 12
)

// The work of the rules, in units of game.Context.Work, after which sampling
// ends, and after which evaluating clauses that never change refuses a game. Of the 584 games of both libraries in
// which there is something to decide, 66 take more than the former; 2²¹ a play decided the same in all of them.
const (
	sampleWork = 1 << 18
	settleWork = 1 << 26
)

// errTired ends what takes too much work while rules are lowered.
var errTired = errors.New("its rules take too much work to be looked at before the play")

func tired(c *game.Context, most int) error {
	if c.Work() > most {
		return errTired
	}
	return nil
}

// Worth tells by player and phase whether drawing candidates by rejection takes less
// than counting them, measured at positions of random plays by the rules. It follows
// from the game alone: what a seed stands for depends on it.
func (k *Lowerer) worth() [][]bool {
	n := len(k.players[1].gens)
	worth := make([][]bool, len(k.players))
	for p := range worth {
		worth[p] = make([]bool, n)
	}
	// The weights are computed by a program of their own over the same fields.
	q := &ir.Program{Words: k.P.Words, Fields: append([]*ir.Field{}, k.P.Fields...)}
	to := q.Field("weights", ir.Scratch, ir.Int, 4)
	type place struct{ player, phase int }
	names := map[place]string{}
	for p := 1; p < len(k.players); p++ {
		for i, gen := range k.players[p].gens {
			if k.byDraws[gen] {
				continue
			}
			tested := k.tested(gen)
			if tested {
				gen = k.untested(gen)
			}
			if body := transform.Weigh(k.P, gen, to); body != nil {
				number := ir.Num(-1) // as many as there are legal moves
				if tested {
					number = ir.Invoke(k.d.Count(gen))
				}
				body = append(body, ir.Write(to, ir.Num(3), number))
				name := "weigh." + strconv.Itoa(p) + "." + strconv.Itoa(i)
				names[place{p, i}] = name
				fn := q.Func(name, ir.None)
				fn.Export, fn.Body = true, body
			}
		}
	}
	if len(names) == 0 {
		return worth
	}
	transform.Own(q)
	if transform.Meter(q, k.Fuel, k.Candidates.Fault, q.Funcs[0]) != nil {
		return worth
	}
	transform.Expand(q)
	ir.Fold(q)
	q.Layout()
	m := closure.New(q)
	prog, sums, stack := layout.NewPositions(q, k.G, k.Layout), map[place]*[5]float64{}, make([]uint64, 1)
	plies := 0
	// Rules that take long are sampled as far as the work allows: what is known by then decides.
	_ = game.Catch(func() {
		c := game.NewContext(k.G)
		c.SetLimits(game.Limits{Stop: func() error { return tired(c, sampleWork) }})
		for seed := range uint64(samplePlays) {
			r := rng.New(seed)
			c.Start(&r)
			for ; !c.S.Over && plies < samplePlies; plies++ {
				legal := c.Legal()
				at := place{c.S.Mover, int(c.S.PhaseOf[c.S.Mover])}
				if name := names[at]; name != "" {
					prog.Load(m.Memory(), c)
					if err := m.Func(name)(stack); err != nil {
						game.Abort(err)
					}
					sum := sums[at]
					if sum == nil {
						sum = new([5]float64)
						sums[at] = sum
					}
					w := func(i int) float64 { return float64(layout.ReadInt(m.Memory(), to, i)) }
					number := float64(len(legal))
					if len(legal) == 1 && c.IsPass(legal[0]) {
						number = 0
					}
					if n := w(3); n >= 0 {
						number = n
					}
					draws, left := transform.Expected(number, w(0))
					for i, v := range [...]float64{1, draws, left, w(1), w(2)} {
						sum[i] += v
					}
				}
				if len(legal) == 0 {
					break
				}
				c.Play(legal[r.Below(len(legal))])
			}
		}
	})
	for at, s := range sums {
		worth[at.player][at.phase] = transform.Worth(s[1]/s[0], s[2]/s[0], s[3]/s[0], s[4]/s[0])
	}
	return worth
}
