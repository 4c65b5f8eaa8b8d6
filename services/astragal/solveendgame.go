package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/solve"
)

// pieceCounts are numbers of pieces by name, as a flag gives them: Man1=3,Man2=3.
type pieceCounts map[string]int

func (p *pieceCounts) String() string { return "" }

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
	Symmetries   int            `json:"symmetries,omitempty"`
	NoSymmetry   string         `json:"noSymmetry,omitempty"`
	CPUSeconds   float64        `json:"cpuSeconds"` // of the process
}

// solveEndgames solves all positions with some pieces in the games of files.
func solveEndgames(ctx context.Context, s *streams, c *choice, files []string, pieces pieceCounts, o solve.Options,
	asJSON bool) error {
	o.Memory /= 2 // tables grow by copying
	for _, file := range files {
		before := cpuSeconds()
		rs, err := c.open(ctx, file)
		if err != nil {
			return err
		}
		e, err := solve.Endgames(ctx, rs.Game(), pieces, o)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		l := endgameLine{file, pieces, e.Arrangements, e.Classes, e.Positions, e.Over, e.Wins, e.Draws, e.Losses, e.Plies,
			e.Symmetries, e.NoSymmetry, cpuSeconds() - before}
		if asJSON {
			if err := json.NewEncoder(s.out).Encode(l); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(s.out, "%s: %d ways to put up the pieces with either player to move", file, e.Arrangements)
		switch {
		case e.NoSymmetry != "":
			fmt.Fprintf(s.out, ", without symmetry: %s", e.NoSymmetry)
		case e.Symmetries > 0:
			fmt.Fprintf(s.out, ", %d up to %d symmetries", e.Classes, e.Symmetries)
		}
		fmt.Fprintf(s.out, "\n  who is to move wins %d, draws %d and loses %d; in %d the play is over\n", e.Wins, e.Draws,
			e.Losses, e.Over)
		fmt.Fprintf(s.out, "  the longest win takes %d plies; %d positions in all\n", e.Plies, e.Positions)
		fmt.Fprintf(s.out, "  %.2f s of processor time\n", l.CPUSeconds)
	}
	return nil
}
