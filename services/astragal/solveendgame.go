package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/solve"
)

// pieceCounts are numbers of pieces by name, as a flag gives them: Man1=3,Man2=3.
type pieceCounts map[string]int

// String gives the pieces by name.
func (p *pieceCounts) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(*p)) {
		parts = append(parts, fmt.Sprintf("%s=%d", name, (*p)[name]))
	}
	return strings.Join(parts, ",")
}

// Set reads the flag.
func (p *pieceCounts) Set(text string) error {
	*p = pieceCounts{}
	for _, part := range strings.Split(text, ",") {
		name, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if name == "" || err != nil || n < 1 || (*p)[name] > 0 {
			return fmt.Errorf("expected different pieces with their numbers, such as Man1=3,Man2=3, found %q", text)
		}
		(*p)[name] = n
	}
	return nil
}

// endgameLine is what was found of all positions with some pieces.
type endgameLine struct {
	File         string         `json:"file"`
	Pieces       map[string]int `json:"pieces"`
	Arrangements int            `json:"arrangements"`
	Classes      int            `json:"classes"`   // up to symmetries
	Positions    int            `json:"positions"` // with all that follow
	Over         int            `json:"over"`
	Wins         int            `json:"wins"` // of the player to move
	Draws        int            `json:"draws"`
	Losses       int            `json:"losses"`
	Plies        int            `json:"plies"` // the longest win
	Text         string         `json:"-"`     // the pieces as they were asked for
	Symmetries   int            `json:"symmetries,omitempty"`
	NoSymmetry   string         `json:"noSymmetry,omitempty"`
	CPUSeconds   float64        `json:"cpuSeconds"` // of the process
}

// endgameForm is how endgames are printed.
func endgameForm(asJSON, markdown bool) func(w io.Writer, l *endgameLine) error {
	switch {
	case asJSON:
		return func(w io.Writer, l *endgameLine) error { return json.NewEncoder(w).Encode(l) }
	case markdown:
		return func(w io.Writer, l *endgameLine) error {
			symmetries := "–"
			if l.Symmetries > 0 {
				symmetries = fmt.Sprintf("%d up to %d symmetries", l.Classes, l.Symmetries)
			}
			_, err := fmt.Fprintf(w, "| %s | %s | %d | %s | %d | %d | %d | %d | %d | %d | %.1f |\n",
				filepath.Base(l.File), l.Text, l.Arrangements, symmetries, l.Wins, l.Draws, l.Losses, l.Over, l.Plies,
				l.Positions, l.CPUSeconds)
			return err
		}
	}
	return printEndgame
}

func printEndgame(w io.Writer, l *endgameLine) error {
	fmt.Fprintf(w, "%s: %d ways to put up %s with either player to move", l.File, l.Arrangements, l.Text)
	switch {
	case l.NoSymmetry != "":
		fmt.Fprintf(w, ", without symmetry: %s", l.NoSymmetry)
	case l.Symmetries > 0:
		fmt.Fprintf(w, ", %d up to %d symmetries", l.Classes, l.Symmetries)
	}
	fmt.Fprintf(w, "\n  who is to move wins %d, draws %d and loses %d; in %d the play is over\n", l.Wins, l.Draws, l.Losses,
		l.Over)
	_, err := fmt.Fprintf(w, "  the longest win takes %s; %d positions in all\n  %.2f s of processor time\n", plyText(l.Plies),
		l.Positions, l.CPUSeconds)
	return err
}

// solveEndgames solves all positions with some pieces in the games of files.
func solveEndgames(ctx context.Context, s *streams, c *choice, files []string, pieces pieceCounts,
	o solve.Options, show func(io.Writer, *endgameLine) error) error {
	return eachTable(ctx, s, c, files, o, func(file string, g formal.Game, o solve.Options) error {
		before := cpuSeconds()
		e, err := solve.Endgames(ctx, g, pieces, o)
		if err != nil {
			return err
		}
		l := endgameLine{file, pieces, e.Arrangements, e.Classes, e.Positions, e.Over, e.Wins, e.Draws, e.Losses,
			e.Plies, pieces.String(), e.Symmetries, e.NoSymmetry, cpuSeconds() - before}
		return show(s.out, &l)
	})
}

// eachTable makes tables of the games of files. One that is not decided is told of, and the others go on.
func eachTable(ctx context.Context, s *streams, c *choice, files []string, o solve.Options,
	make func(file string, g formal.Game, o solve.Options) error) error {
	o.Memory /= 2 // tables grow by copying
	status := error(nil)
	for _, file := range files {
		rs, err := c.open(ctx, file)
		if err != nil {
			return err
		}
		switch err := make(file, rs.Game(), o); {
		case solve.Undecided(err):
			fmt.Fprintf(s.err, "%s: not decided: %v\n", file, err)
			status = exitStatus(statusUndecided)
		case err != nil:
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return status
}
