// Package bench measures random playouts. It reads the list of benchmark games
// and the rates of the reference player and of the fastest general compiler
// from the reference material beside the project, plays the games, and tells
// how the rates compare on this machine at this time. Nothing in the engine
// depends on it.
package bench

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/ruleset"
)

// Game is one benchmark game with the rates to compare with, in playouts a
// second at calibration score 100; Compiler is 0 where the compiler has none.
type Game struct {
	File, Option        string // path in the library; "" or the option chosen
	Reference, Compiler float64
	ReferencePlies      float64
}

// Name is the file's base name with the last part of the option.
func (g Game) Name() string {
	name := strings.TrimSuffix(filepath.Base(g.File), ".lud")
	if g.Option != "" {
		name += " " + g.Option[strings.LastIndexByte(g.Option, '/')+1:]
	}
	return name
}

// Games reads the benchmark games with their reference rates from the folder
// of reference material.
func Games(shared string) ([]Game, error) {
	f, err := os.Open(filepath.Join(shared, "bench", "reference.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var games []Game
	lines := bufio.NewScanner(f)
	for line := 1; lines.Scan(); line++ {
		if line == 1 {
			continue // names of the columns
		}
		col := strings.Split(lines.Text(), "\t")
		for len(col) < 6 {
			col = append(col, "")
		}
		g := Game{File: col[0], Option: col[1]}
		for i, dst := range map[int]*float64{2: &g.Reference, 3: &g.ReferencePlies, 5: &g.Compiler} {
			if col[i] == "" {
				continue
			}
			if *dst, err = strconv.ParseFloat(col[i], 64); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", f.Name(), line, err)
			}
		}
		games = append(games, g)
	}
	return games, lines.Err()
}

// Compile compiles a benchmark game of the library in the folder of reference material.
func (g Game) Compile(loader *ruleset.Loader, shared string) (*ruleset.Ruleset, error) {
	text, err := os.ReadFile(filepath.Join(shared, "library", "lud", filepath.FromSlash(g.File)))
	if err != nil {
		return nil, err
	}
	src := ruleset.Source{File: g.File, Text: text}
	if g.Option != "" {
		src.Options = []string{g.Option}
	}
	return loader.Compile(src)
}

// NewLoader returns a loader with the defines of the library.
func NewLoader(shared string) (*ruleset.Loader, error) {
	return ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
}
