package mutant

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Stage is how far a mutant got.
type Stage int

// The stages.
const (
	Refused  Stage = iota // does not compile, or is not read
	Compiled              // compiles, and its play ends with an error or a deadline
	Played                // is played for 50 plies or to its end
)

// Result is what came of a mutant.
type Result struct {
	Stage Stage
	// Broken is the fault of the engine that the mutant met, nil for none. The
	// engine reports it as an error: that is no finding, but an imperfection.
	Broken error
	// Finding tells what must not happen, "" for nothing: a panic, too much time.
	Finding string
}

// Target is what is tried with a mutant of a formalism.
type Target struct {
	Name       string
	Extensions []string
	try        func(t *Tester, m Mutant) (Stage, error)
}

// Targets are all that there are.
var Targets = []*Target{
	{"lgdl-scan", []string{".lud", ".def"}, scan},
	{"lgdl-check", []string{".lud"}, check},
	{"lgdl-play", []string{".lud"}, play},
	{"gdl", []string{".kif", ".gdl"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := gdl.Load(m.Name, m.Text)
		return walk(g, err)
	}},
	{"gdl-read", []string{".kif", ".gdl"}, func(_ *Tester, m Mutant) (Stage, error) {
		d, err := gdl.Read(m.Name, m.Text)
		if err != nil {
			return Refused, err
		}
		d.Check()
		d.KIF()
		return Compiled, nil
	}},
	{"rbg-read", []string{".rbg"}, func(_ *Tester, m Mutant) (Stage, error) {
		if _, err := rbg.Parse(m.Name, "mutant", m.Text); err != nil {
			return Refused, err
		}
		return Compiled, nil
	}},
	{"rbg", []string{".rbg"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := rbg.Load(m.Name, "mutant", m.Text)
		return walk(g, err)
	}},
	{"rg", []string{".rg"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := rg.Load(m.Name, "mutant", m.Text)
		return walk(g, err)
	}},
	{"hrg", []string{".hrg"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := rg.LoadHigh(m.Name, "mutant", m.Text)
		return walk(g, err)
	}},
	{"efg", []string{".efg"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := efg.Read(m.Name, m.Text, efg.Limits{Nodes: 10_000, Depth: 1_000})
		if err != nil {
			return Refused, err
		}
		return walk(efg.Adapt(g), nil)
	}},
	{"nfg", []string{".nfg"}, func(_ *Tester, m Mutant) (Stage, error) {
		g, err := efg.ReadStrategic(m.Name, m.Text)
		if err != nil {
			return Refused, err
		}
		return walk(g, nil)
	}},
}

// Tester tries mutants, one after the other.
type Tester struct {
	// Loader compiles L-GDL.
	Loader *ruleset.Loader
	// Deadline is the time that the play of a mutant gets.
	Deadline time.Duration
}

// The bounds that a mutant must stay within, of processor time.
const (
	plies = 50
	// Overtime is how long the play of a mutant may go on after its deadline: the
	// tables of a large board, which are made on first use and within bounds of
	// their own, are not left half made.
	Overtime = 10 * time.Second
	// CompileTime is how long compiling a mutant may take.
	CompileTime = 20 * time.Second
)

// Try tries a target with a mutant.
func (t *Tester) Try(target *Target, m Mutant) (r Result) {
	defer func() {
		if x := recover(); x != nil {
			buf := make([]byte, 1<<14)
			r.Finding = fmt.Sprintf("panic: %v\n%s", x, buf[:runtime.Stack(buf, false)])
		}
	}()
	start := spent()
	var err error
	r.Stage, err = target.try(t, m)
	var broken *game.Broken
	if errors.As(err, &broken) {
		r.Broken = err
	}
	if d := spent() - start; d > CompileTime+t.Deadline+Overtime {
		r.Finding = fmt.Sprintf("took %v", d)
	}
	return r
}

// spent is the processor time of the process: what else the machine does must not
// make a mutant look slow.
func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// scan looks at the text alone: what is laid out must stay so.
func scan(_ *Tester, m Mutant) (Stage, error) {
	lgdl.Tokens(m.Text)
	lgdl.Highlight(m.Text)
	once, err := lgdl.Format(m.Name, m.Text)
	if err != nil {
		return Refused, err
	}
	twice, err := lgdl.Format(m.Name, once)
	if err != nil || string(once) != string(twice) {
		panic(fmt.Sprintf("what was laid out is laid out otherwise: %v", err))
	}
	return Compiled, nil
}

// check reads, expands and checks.
func check(t *Tester, m Mutant) (Stage, error) {
	d, err := lgdl.Read(m.Name, m.Text)
	if err != nil {
		return Refused, err
	}
	e, err := d.Expand(t.Loader.Defines(), lgdl.Selection{})
	if err != nil {
		return Refused, err
	}
	if _, err = e.Check(ludeme.Grammar()); err != nil {
		return Refused, err
	}
	return Compiled, nil
}

// play compiles and plays twice: without metrics, and with them.
func play(t *Tester, m Mutant) (Stage, error) {
	rs, err := t.Loader.Compile(ruleset.Source{File: m.Name, Text: m.Text})
	if err != nil {
		return Refused, err
	}
	for _, bare := range []bool{true, false} {
		start := spent()
		b, err := rs.Simulate(context.Background(),
			ruleset.Simulation{Seed: 1, Playouts: 1, MaxPlies: plies, Bare: bare, Timeout: t.Deadline})
		if late := spent() - start - t.Deadline; late > Overtime {
			panic(fmt.Sprintf("plays on for %v after its deadline", late))
		}
		if err != nil {
			if !placed(err) {
				panic(fmt.Sprintf("an error without a place: %v", err))
			}
			return Compiled, err
		}
		if b.Abandoned > 0 {
			return Compiled, nil
		}
	}
	return Played, nil
}

// placed reports whether an error says where in the description it arose.
func placed(err error) bool {
	var one *lgdl.Error
	var many lgdl.ErrorList
	var broken *game.Broken
	return errors.As(err, &one) && one.Pos.Line > 0 || errors.As(err, &many) || errors.As(err, &broken) ||
		strings.Contains(err.Error(), ".lud:")
}

// walk plays a game at random in the form that all formalisms have in common.
func walk(g formal.Game, err error) (Stage, error) {
	if err != nil {
		return Refused, err
	}
	p, r := g.NewPosition(), rng.New(1)
	p.Restart(&r)
	for range plies {
		if f, ok := p.(interface{ Err() error }); ok && f.Err() != nil {
			return Compiled, f.Err()
		}
		if p.Terminal() {
			p.Payoffs()
			break
		}
		n := p.Moves()
		if n < 1 {
			return Compiled, nil
		}
		if p.Mover() == formal.Chance {
			p.Apply(formal.Draw(p, &r))
		} else {
			p.Apply(r.Below(n))
		}
	}
	return Played, nil
}
