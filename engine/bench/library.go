package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Sample says how much of a ruleset is played to measure it. Playouts begin with
// the same seeds in every run; how many there are follows from the time.
type Sample struct {
	Time     time.Duration // processor time of each kind of playout, at least one of each
	MaxPlies int           // a playout of a library benchmark stops here
	Runs     int           // the fastest of several runs counts
}

// Cost is what a ruleset's random playouts cost.
type Cost struct {
	File string
	// Bare playouts are played for their results alone, Watched ones tell all metrics.
	Bare, Watched Rate
	Compile       time.Duration // processor time from text to game
	Compiled      bool          // bare playouts are played by compiled code
	Err           error         // why there are no figures
}

// PlyNs is the processor time of a ply in nanoseconds, 0 when nothing was played.
func (r Rate) PlyNs() float64 {
	if r.Plies == 0 {
		return 0
	}
	return r.Seconds * 1e9 / float64(r.Plies)
}

// Hundred is the processor time of a hundred playouts in seconds.
func (r Rate) Hundred() float64 {
	if r.Playouts == 0 {
		return 0
	}
	return r.Seconds * 100 / float64(r.Playouts)
}

// Descriptions lists the L-GDL files below a folder in the order of their names,
// relative to it.
func Descriptions(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".lud" {
			path, err = filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(path))
		}
		return err
	})
	return files, err
}

// LoadFile compiles the default ruleset of a description.
func LoadFile(l *ruleset.Loader, dir, file string) (*ruleset.Ruleset, error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	return l.Compile(ruleset.Source{File: file, Text: text, Library: os.DirFS(dir)})
}

// MeasureFile measures the default ruleset of a description. The processor time
// of the whole process counts, so nothing else may run in it.
func MeasureFile(l *ruleset.Loader, dir, file string, s Sample) (x Cost) {
	x.File = file
	start := UserTime()
	rs, err := LoadFile(l, dir, file)
	if err != nil {
		x.Err = err
		return x
	}
	x.Compile = UserTime() - start
	x.Compiled = rs.Compiled() != nil
	rs.Hasten(metric.All)
	for range max(s.Runs, 1) {
		for _, kind := range []struct {
			bare bool
			rate *Rate
		}{{true, &x.Bare}, {false, &x.Watched}} {
			r, err := simulate(rs, kind.bare, s)
			if err != nil {
				x.Err = err
				return x
			}
			if kind.rate.Playouts == 0 || r.Hundred() < kind.rate.Hundred() {
				*kind.rate = r
			}
		}
	}
	return x
}

// simulate plays as the first batch of an evaluation is played, whose playouts
// are all watched unless it is bare.
func simulate(rs *ruleset.Ruleset, bare bool, s Sample) (r Rate, err error) {
	sim := ruleset.Simulation{Seed: 1, Playouts: 1, Bare: bare, MaxPlies: s.MaxPlies}
	// What is made once for a ruleset, not for a playout, is made by the first.
	if _, err := rs.Simulate(context.Background(), sim); err != nil {
		return r, err
	}
	start := UserTime()
	for {
		sim.Playouts = min(sim.Playouts, watchedAtLeast)
		b, err := rs.Simulate(context.Background(), sim)
		if err != nil {
			return r, err
		}
		r.Playouts += sim.Playouts
		if m := b.Metric("DurationMoves"); m != nil {
			r.Plies += int(m.Estimate().Mean*float64(sim.Playouts) + 0.5)
		}
		if d := UserTime() - start; d >= s.Time {
			r.Seconds = d.Seconds()
			return r, nil
		}
		sim.Playouts *= 2
	}
}

// watchedAtLeast is the number of playouts at the beginning of an evaluation
// that are all watched.
const watchedAtLeast = 64

// Fingerprint is a hash of what seeded plays of a game come to: every position's
// number of legal moves, every move, the position after it, and the metrics of two
// watched plays. Whatever makes the engine faster leaves it alone.
func Fingerprint(rs *ruleset.Ruleset, plays, maxPlies int) (string, error) {
	h := sha256.New()
	var err error
	fault := game.Catch(func() {
		for seed := range uint64(plays) {
			record(h, rs.Plan(), seed, maxPlies)
		}
		err = watched(h, rs, maxPlies)
	})
	if err = errors.Join(err, fault); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// record writes a random play move by move.
func record(w hash.Hash, g *game.Game, seed uint64, maxPlies int) {
	p := play.NewRandom(g)
	p.Start(rng.Derive(seed, 1).State)
	c := p.Context()
	for ply := 0; ply < maxPlies && !c.S.Over; ply++ {
		p.Step()
		e := c.T.At(c.T.Len() - 1)
		fmt.Fprintln(w, c.S.Mover, c.S.Next, e.From, e.To, e.What, e.AfterTo, c.FullHash(), c.S.ScoreOf, c.S.Winner)
	}
}

// watched writes the metrics of plays.
func watched(w hash.Hash, rs *ruleset.Ruleset, maxPlies int) error {
	b, err := rs.Simulate(context.Background(), ruleset.Simulation{Seed: 2, Playouts: 2, MaxPlies: maxPlies})
	if err != nil {
		return err
	}
	b.Elapsed = 0
	data, err := b.MarshalBinary()
	if err == nil {
		w.Write(data)
	}
	return err
}

// Short is a file name without its extension and folders, for tables.
func Short(file string) string { return strings.TrimSuffix(filepath.Base(file), ".lud") }
