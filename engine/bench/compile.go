package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// Steps are the steps from the text of a description to the end of its first random
// playout, in order: reading and checking the text, closures of its rules, lowering, the passes,
// a memory with the position after the start rules, and the playout, which makes what closures it needs. A
// game that is not lowered has only the first three and the last.
var Steps = slices.Concat([]string{"read", "rules"}, lower.Passes[:prepared], []string{"instance", "playout"})

// Later are the steps that are taken when closures have played for a while: the last passes, the module of
// WebAssembly, and its machine code.
var Later = slices.Concat(lower.Passes[prepared:], []string{"encode", "machine"})

// prepared is the number of passes before a game can be played.
var prepared = slices.Index(lower.Passes, "inline")

// Compilation is what it takes to compile a description and to play it once.
type Compilation struct {
	File     string
	Steps    map[string]time.Duration // processor time, of user and system, by Steps and Later
	Elapsed  time.Duration            // until the end of the first playout, by the clock
	Compiled bool                     // by compiled code
	Within   bool                     // machine code was worth it within the first playout
	Funcs    int                      // functions of its program
	Size     int                      // their statements and operations
	Largest  int                      // those of the largest function
	Wasm     int                      // bytes of the module
	Memory   int                      // bytes of memory of an instance
	Err      error

	Kept any // the compiled game, for as long as its memory is to be measured
}

// Total is the time until the end of the first playout.
func (c *Compilation) Total() time.Duration {
	if c.Within {
		return c.sum(Steps) + c.sum(Later)
	}
	return c.sum(Steps)
}

// Machine is the time of all of Later.
func (c *Compilation) Machine() time.Duration { return c.sum(Later) }

func (c *Compilation) sum(steps []string) (sum time.Duration) {
	for _, s := range steps {
		sum += c.Steps[s]
	}
	return sum
}

// processorTime is that of the process, with what the system does for it. Unlike the
// part of either it is measured exactly.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(fmt.Sprintf("bench: getrusage: %v", err)) // cannot fail with these arguments
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// warm is a game that a process compiles before the first that counts.
const warm = `(game "Warm" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`

// WarmUp makes what a process makes once.
func WarmUp() error {
	g, err := rules(nil, "warm.lud", []byte(warm), func(string) {})
	if err != nil {
		return err
	}
	_, err = compiled.NewPlays(g)
	return err
}

// MeasureCompile compiles the default ruleset of a description with given definitions, plays it
// once, to its end or so many plies, and with later makes machine code, unless it is worth it in this one play
// already. The processor time of the whole process counts, so nothing else may run in it; of a program that it has
// compiled before the machine code is kept, so each counts only once.
func MeasureCompile(defs *lgdl.Defines, dir, file string, maxPlies int, later bool) (c Compilation) {
	c.File, c.Steps = file, map[string]time.Duration{}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		c.Err = err
		return c
	}
	last, start := processorTime(), time.Now()
	seen := func(step string) {
		now := processorTime()
		c.Steps[step] += now - last
		last = processorTime()
	}
	g, err := rules(defs, file, text, seen)
	if err != nil {
		c.Err = err
		return c
	}
	var code *compiled.Game
	c.Err = game.Catch(func() {
		code, err = compiled.NewPlaysSeen(g, func(step string, p *ir.Program) {
			if seen(step); step == "machine" {
				looking := time.Now()
				c.look(p)
				last, start = processorTime(), start.Add(time.Since(looking))
			}
		})
	})
	if c.Err != nil {
		return c
	}
	if err != nil {
		seen(lower.Passes[0])
		c.Kept = g
		play.NewRandom(g).Play(1, maxPlies)
		seen("playout")
		c.Elapsed = time.Since(start)
		return c
	}
	c.Compiled, c.Kept = true, code
	sampler := compiled.NewSampler(g, code)
	seen("instance")
	sampler.Play(1, maxPlies)
	seen("playout")
	c.Elapsed = time.Since(start)
	_, c.Within = c.Steps["machine"]
	if later {
		code.Hasten()
	}
	return c
}

// Rules is the game of a description in its default ruleset, by package game.
func Rules(defs *lgdl.Defines, file string, text []byte) (*game.Game, error) {
	return rules(defs, file, text, func(string) {})
}

// rules makes the closures of a description.
func rules(defs *lgdl.Defines, file string, text []byte, seen func(step string)) (*game.Game, error) {
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	return chosen(d, defs, lgdl.Selection{}, seen)
}

// Chosen is the game of a description as a selection of its options has it.
func Chosen(d *lgdl.Description, defs *lgdl.Defines, choice lgdl.Selection) (*game.Game, error) {
	return chosen(d, defs, choice, func(string) {})
}

func chosen(d *lgdl.Description, defs *lgdl.Defines, choice lgdl.Selection, seen func(step string)) (g *game.Game,
	err error) {
	x, err := d.Expand(defs, choice)
	if err != nil {
		return nil, err
	}
	checked, err := x.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	if checked.Game == nil {
		return nil, errors.New("there is no game")
	}
	seen("read")
	if fault := game.Catch(func() { g, err = game.Compile(checked.Game) }); fault != nil {
		return nil, fault
	}
	seen("rules")
	return g, err
}

// look notes the sizes of a program, and what writing its module takes, which is
// part of the step "machine" until then.
func (c *Compilation) look(p *ir.Program) {
	start := processorTime()
	module, err := wasm.Encode(p)
	if err != nil {
		c.Err = err
		return
	}
	c.Steps["encode"] = processorTime() - start
	c.Steps["machine"] -= c.Steps["encode"]
	c.Funcs, c.Wasm, c.Memory = len(p.Funcs), len(module), p.Size
	for _, f := range p.Funcs {
		n := transform.Size(f)
		c.Size, c.Largest = c.Size+n, max(c.Largest, n)
	}
}
