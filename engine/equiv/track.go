package equiv

import (
	"fmt"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// track gives the positions of one game along the current path. It keeps only a
// few of them and plays the others again.
type track struct {
	v      *view
	budget *budget
	seed   uint64
	most   int     // forced moves passed over in a row, at most
	way    [][]int // the decisions of each stage on the path
	kept   []kept  // by growing depth, the start always
}

type kept struct {
	depth int
	pos   formal.Position
}

// maxKept bounds the positions kept on a path, fewKept where memory is short.
const (
	maxKept = 64
	fewKept = 4
)

// start goes to the initial position.
func (t *track) start() error {
	p := t.v.game.NewPosition()
	seed := rng.New(t.seed)
	p.Restart(&seed)
	t.way = nil
	t.kept = []kept{{0, p}}
	return t.arrive(p)
}

// arrive reports broken positions and passes over forced moves if asked to.
func (t *track) arrive(p formal.Position) error {
	if t.v.settle {
		if err := settle(p, t.most); err != nil {
			return err
		}
	}
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return e.Err()
	}
	if d, ok := p.(interface{ Drawn() bool }); ok && d.Drawn() {
		return errDrawn
	}
	return nil
}

// errDrawn is the error of games whose chance is not explicit.
var errDrawn = fmt.Errorf("not decided: chance decides among more alternatives than can be listed: %w", ErrBound)

// at gives the position at a depth of the path, 0 the start. It may be looked at
// until the next call, not changed.
func (t *track) at(depth int) (formal.Position, error) {
	t.forget(depth + 1)
	k := t.kept[len(t.kept)-1]
	if k.depth == depth {
		return k.pos, nil
	}
	p := k.pos.Clone()
	for d := k.depth; d < depth; d++ {
		if err := t.play(p, t.way[d]); err != nil {
			return nil, err
		}
		// Positions half way, three quarters … are likely to be asked for next.
		if left := depth - d - 1; left > 0 && left&(left-1) == 0 {
			t.keep(d+1, p.Clone())
		}
	}
	t.keep(depth, p)
	return p, nil
}

// step makes the decisions of a stage at a depth of the path and keeps the position
// that they lead to. The last step from a position may use it up.
func (t *track) step(depth int, decisions []int, last bool) (formal.Position, error) {
	p, err := t.at(depth)
	if err != nil {
		return nil, err
	}
	if last && depth > 0 {
		t.forget(depth)
	} else {
		p = p.Clone()
	}
	t.way = append(t.way[:depth], decisions)
	if err := t.play(p, decisions); err != nil {
		return nil, err
	}
	t.keep(depth+1, p)
	return p, nil
}

func (t *track) play(p formal.Position, decisions []int) error {
	for _, i := range decisions {
		p.Apply(i)
	}
	return t.arrive(p)
}

// keep keeps a position, and thins out those far above if they are too many.
func (t *track) keep(depth int, p formal.Position) {
	t.kept = append(t.kept, kept{depth, p})
	most := maxKept
	if t.budget.crowded() {
		most = fewKept
	}
	if len(t.kept) <= most {
		return
	}
	thin := t.kept[:1]
	for i, k := range t.kept[1:] {
		if i >= len(t.kept)-1-most/2 || i%2 == 1 {
			thin = append(thin, k)
		}
	}
	for i := len(thin); i < len(t.kept); i++ {
		t.kept[i] = kept{}
	}
	t.kept = thin
}

// forget drops the positions from a depth on.
func (t *track) forget(depth int) {
	for last := len(t.kept) - 1; last > 0 && t.kept[last].depth >= depth; last-- {
		t.kept[last] = kept{}
		t.kept = t.kept[:last]
	}
}

// settle makes forced moves, at most the given number.
func settle(p formal.Position, most int) error {
	for range most {
		if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
			return e.Err()
		}
		if p.Terminal() {
			return nil
		}
		if p.Mover() != formal.Chance {
			if p.Moves() != 1 {
				return nil
			}
			p.Apply(0)
			continue
		}
		possible := possibleBranches(p)
		if len(possible) != 1 {
			return nil
		}
		p.Apply(possible[0])
	}
	return &bound{fmt.Sprintf("%d forced moves in a row", most)}
}

// possibleBranches lists the branches of chance that have positive probability.
func possibleBranches(p formal.Position) []int {
	var possible []int
	for i := range p.Moves() {
		if p.Probability(i).Sign() > 0 {
			possible = append(possible, i)
		}
	}
	return possible
}
