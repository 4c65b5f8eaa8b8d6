package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/solve"
)

// seedsLine is what was found of all positions of a game with so many counters in its holes.
type seedsLine struct {
	File          string `json:"file"`
	Counters      int    `json:"counters"`
	Grounds       int    `json:"grounds"`       // ways to lay them, with either player to move
	Distributions int    `json:"distributions"` // the same for every lead
	Over          int    `json:"over"`
	Wins          int    `json:"wins"` // of the player to move
	Draws         int    `json:"draws"`
	Losses        int    `json:"losses"`
	// Sure tells of how many grounds the player to move is sure of exactly i of the counters.
	Sure []int `json:"sure,omitempty"`
}

// solveSeeds solves all positions with few counters in the sowing games of files.
func solveSeeds(ctx context.Context, s *streams, c *choice, files []string, most int, o solve.Options,
	asJSON, markdown bool) error {
	return eachTable(ctx, s, c, files, o, func(file string, g formal.Game, o solve.Options) error {
		before := cpuSeconds()
		tables, err := solve.SeedTables(ctx, g, most, o)
		if err != nil {
			return err
		}
		if !asJSON && !markdown {
			fmt.Fprintf(s.out, "%s: all ways to lay at most %d counters, solved in %.2f s of processor time\n", file, most,
				cpuSeconds()-before)
		}
		for _, x := range tables {
			l := seedsLine{file, x.Counters, x.Grounds, x.Distributions, x.Over, x.Wins, x.Draws, x.Losses, x.Sure}
			switch {
			case asJSON:
				err = json.NewEncoder(s.out).Encode(l)
			case markdown:
				_, err = fmt.Fprintf(s.out, "| %s | %d | %d | %d | %d | %d | %d | %d | %s |\n", filepath.Base(file), l.Counters,
					l.Grounds, l.Distributions, l.Wins, l.Draws, l.Losses, l.Over, l.sure())
			default:
				err = l.print(s.out)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// sure lists the numbers of grounds by what the player to move is sure of.
func (l *seedsLine) sure() string {
	if l.Sure == nil {
		return "–"
	}
	return strings.Trim(fmt.Sprint(l.Sure), "[]")
}

func (l *seedsLine) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "  %d: %d ways with either player to move, %d with all leads; who is to move wins %d, draws %d, "+
		"loses %d; in %d the play is over\n", l.Counters, l.Grounds, l.Distributions, l.Wins, l.Draws, l.Losses, l.Over)
	if err == nil && l.Sure != nil {
		_, err = fmt.Fprintf(w, "    who is to move is sure of 0, 1, … of them in %s ways\n", l.sure())
	}
	return err
}
