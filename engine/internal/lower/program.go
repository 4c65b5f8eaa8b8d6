package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Program is a lowered game.
type Program struct {
	*layout.Positions
	k *Lowerer // nil once it is not needed

	credits []*lgdl.Expr // by rule: the ludeme that its candidates are credited to, nil for none
	without []string     // see Optional
	fuel    *ir.Field    // what is left of the budget of a move
	size    int          // see Code
	largest int
	by      *transform.Placed // nil where all that tells what stands where is kept
	swept   bool              // there is no function that none of those called from outside needs
}

// The functions that are called from outside: by those who play from the start to the end,
// who go on from any position, who watch, and who give the variables of a puzzle values in any order.
var (
	ForPlays     = []string{"begin", "settle", "playout", "game", "games"}
	ForPositions = append([]string{"list", "count", "step", "record", "open", "tried", "leap", "grow",
		"options", "decide", "jointly"}, ForPlays...)
	ForDeduction = []string{"assign", "deduce", "holds"}
	ForWatching  = []string{"begin", "settle", "list", "count", "step", "opened", "observe", "try", "look", "after"}
)

// Only leaves nothing in the program but what these functions need.
func (p *Program) Only(entries []string) {
	for _, f := range p.Funcs {
		f.Export = f.Export && slices.Contains(entries, f.Name)
	}
	transform.Sweep(p.Program)
	p.swept = true
}

// Passes are the names of the steps from lowered rules to what the back ends take, in
// order: the rules as they are lowered, with generators and sets; with conditions as sets;
// without what nothing reads; without rounds of loops that lead nowhere; with bounds on what a move may take;
// without sets; simplified; with functions in place of their calls; and with what several places find found once.
var Passes = []string{"lower", "gather", "strip", "aim", "meter", "expand", "fold", "inline", "forward", "common"}

// Finish takes all steps, see Prepare and Improve. After each of them the program is verified.
func (p *Program) Finish(whole bool, seen func(pass string)) (err error) {
	verified := func(pass string) {
		if err == nil {
			err = ir.Verify(p.Program, slices.Index(Passes, pass) >= slices.Index(Passes, "expand"))
		}
		if err == nil && seen != nil {
			seen(pass)
		}
	}
	if fault := p.Prepare(whole, verified); fault != nil {
		return fault
	}
	p.Improve(verified)
	return err
}

// Prepare takes the steps to a program that can be run, all but those of Improve, and lays it out. After each of them
// seen is told its name. With whole, all of the position is kept, for those who look at it; else what results need. The
// error is *Refusal for a game whose moves may take too long.
func (p *Program) Prepare(whole bool, seen func(pass string)) (err error) {
	stripped := !whole && !p.off("strip")
	steps := []func(){
		func() { p.k.findSparing() },
		func() {
			if !p.swept { // what is called from outside needs no generators
				transform.DropGenerators(p.Program)
			}
			if stripped {
				p.k.Unlisted()
			}
			p.k.levelsByValue()
			if !p.off("share") {
				transform.MergeSnapshots(p.Program)
				transform.Share(p.Program) // at once, as most of what is lowered several times is the same
			}
			if !p.off("gather") {
				transform.Gather(p.Program, p.k.Index())
			}
			if !p.off("captured") {
				transform.Captured(p.Program, p.k.Candidates.Fault, p.k.Index())
			}
			if !p.off("unite") {
				transform.Unite(p.Program, p.k.Index())
			}
			if !p.off("share") {
				transform.Merge(p.Program, p.k.alikeLists)
			}
		},
		func() {
			if stripped {
				f := &p.k.Fields
				kept := []*ir.Field{f.Vars[layout.Over], f.Vars[layout.Winner], f.Vars[layout.Limited], f.Rank}
				if p.G.Has(game.Payoff) {
					kept = append(kept, f.Vars[layout.Paid])
					if f.Payoff != nil {
						kept = append(kept, f.Payoff)
					}
				}
				if p.k.Watched || p.k.Valued {
					kept = append(kept, p.k.WatchedRoots()...)
				}
				if p.off(inMatch) {
					kept = append(kept, f.Vars[layout.Mover], f.Vars[layout.Next], f.Vars[layout.Prev], f.Score)
				}
				transform.Strip(p.Program, kept...)
			}
			p.k.captures()
			p.k.touches()
			p.k.trials(stripped)
		},
		func() {
			if !p.off("aim") {
				transform.Aim(p.Program, p.k.Candidates.Fault)
			}
			if !p.off("tabulate") {
				transform.Tabulate(p.Program, p.k.Candidates.Fault)
			}
		},
		func() { err = transform.Meter(p.Program, p.k.Fuel, p.k.Candidates.Fault, p.Lookup("random")) },
		func() {
			if !p.off("remember") {
				transform.Remember(p.Program, p.k.Fuel, p.k.Candidates.Fault)
			}
			p.k.byValue()
			if stripped {
				p.by = p.k.placed()
			}
			if p.by != nil {
				transform.BySets(p.Program, p.by)
			}
			transform.Expand(p.Program)
			if !p.off("order") {
				f := &p.k.Fields
				turns := map[*ir.Field]bool{f.Vars[layout.Mover]: true, f.Vars[layout.Next]: true, f.Vars[layout.Prev]: true}
				transform.Order(p.Program, turns, map[*ir.Field]bool{f.Rng: true})
			}
		},
		func() {
			p.fold()
			if p.off("undo") {
				p.Layout()
			} else {
				transform.Undo(p.Program, p.k.Candidates.Fault)
			}
		},
	}
	for i, step := range steps {
		if step(); err != nil {
			return &position.Refusal{Why: err.Error()}
		}
		seen(Passes[i])
	}
	p.Locate()
	return nil
}

// Improve takes the last steps, from "inline" on, which make a program of which machine code is worth making. What a
// program does and where its fields lie stays as it is.
func (p *Program) Improve(seen func(pass string)) {
	if !p.off("share") {
		transform.Share(p.Program)
		transform.Ways(p.Program)
	}
	if !p.off("inline") {
		if p.Lookup("grow") != nil { // only searches share what playouts do with others
			transform.Separate(p.Program, separate, "playout", "endings")
		}
		transform.Inline(p.Program)
		if f := p.Lookup("playout"); f != nil && !p.off("rounds") {
			transform.Rounds(f)
		}
	}
	p.fold()
	seen("inline")
	if !p.off("forward") {
		transform.Forward(p.Program)
		p.fold()
		if f := p.Lookup("playout"); f != nil && !p.off("tails") && transform.Tails(f) {
			transform.Forward(p.Program)
			p.fold()
		}
	}
	if p.by != nil {
		transform.Unplaced(p.Program, p.by)
		p.fold()
	}
	seen("forward")
	if !p.off("common") {
		transform.Common(p.Program)
	}
	if !p.off("fuel") {
		transform.HoldFuel(p.Program, p.fuel)
	}
	seen("common")
}

// separate is the size of the code of playouts, and of trials of searches, up to which they have functions of their
// own.
const separate = 1500

func (p *Program) off(step string) bool { return slices.Contains(p.without, step) }

func (p *Program) fold() {
	if !p.off("fold") {
		p.size, p.largest = ir.FoldSized(p.Program)
	}
}

// Code is about the number of statements and operations of the program when it has been prepared, and of its largest
// function.
func (p *Program) Code() (size, largest int) {
	if p.size == 0 {
		for _, f := range p.Funcs {
			n := transform.Size(f)
			p.size, p.largest = p.size+n, max(p.largest, n)
		}
	}
	return p.size, p.largest
}
