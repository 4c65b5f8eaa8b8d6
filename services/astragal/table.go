package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/gateway"
)

// result is a line of evaluate --json.
type result struct {
	File              string          `json:"file"`
	Game              string          `json:"game,omitempty"`
	Ruleset           string          `json:"ruleset,omitempty"`
	Culture           string          `json:"culture,omitempty"`
	Hash              string          `json:"hash,omitempty"`
	OK                bool            `json:"ok"`
	Error             string          `json:"error,omitempty"`
	Evaluation        string          `json:"evaluation,omitempty"`
	Summary           *metric.Summary `json:"summary,omitempty"`
	PlayoutsPerSecond float64         `json:"playoutsPerSecond,omitempty"`
	Concepts          int             `json:"concepts"`
}

func toResult(o catalogue.Outcome) result {
	r := result{File: o.Source.File, Ruleset: o.Source.Ruleset, Error: o.Source.Error}
	if rs := o.Ruleset; rs != nil {
		r.Game, r.Ruleset, r.Culture, r.Hash, r.Concepts = rs.Game, rs.Name, rs.Culture, rs.Hash, rs.NumConcepts
		r.OK = true
	}
	if e := o.Evaluation; e != nil {
		r.Evaluation, r.Summary, r.PlayoutsPerSecond = e.ID, e.Summary, gateway.Rate(e)
		if e.Status != "done" {
			r.OK, r.Error = false, e.Error
		}
	}
	return r
}

// printTable prints the outcomes that went well.
func printTable(w io.Writer, outcomes []catalogue.Outcome, evaluated bool) {
	head := []string{"game", "ruleset", "culture"}
	if evaluated {
		head = append(head, "plies ± 95 %", "branching", "wins", "draws", "completed", "playouts/s")
	}
	rows := [][]string{append(head, "concepts")}
	for _, o := range outcomes {
		r := toResult(o)
		if !r.OK {
			continue
		}
		row := []string{r.Game, orDash(r.Ruleset), orDash(r.Culture)}
		if evaluated {
			if r.Summary == nil {
				continue
			}
			plies := r.Summary.Metrics["DurationMoves"]
			var wins []string
			for _, e := range r.Summary.Wins {
				wins = append(wins, fmt.Sprintf("%.1f", 100*e.Mean))
			}
			row = append(row, fmt.Sprintf("%.2f ± %.2f", plies.Mean, (plies.High-plies.Low)/2),
				fmt.Sprintf("%.2f", r.Summary.Metrics["BranchingFactorAverage"].Mean), strings.Join(wins, " / ")+" %",
				fmt.Sprintf("%.1f %%", 100*r.Summary.Draws.Mean), fmt.Sprintf("%.1f %%", 100*r.Summary.Completion.Mean), fmt.Sprintf("%.0f", r.PlayoutsPerSecond))
		}
		rows = append(rows, append(row, fmt.Sprint(r.Concepts)))
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for n, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < 3 {
				line.WriteString(cell + gap + "  ") // names to the left, figures to the right
			} else {
				line.WriteString(gap + cell + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		if n == 0 {
			total := 2 * (len(width) - 1)
			for _, x := range width {
				total += x
			}
			fmt.Fprintln(w, strings.Repeat("─", total))
		}
	}
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// printFailures prints what went wrong.
func printFailures(w io.Writer, outcomes []catalogue.Outcome) {
	for _, o := range outcomes {
		if r := toResult(o); !r.OK {
			msg := r.Error
			if !strings.HasPrefix(msg, r.File) {
				msg = r.File + ": " + msg
			}
			fmt.Fprintln(w, msg)
		}
	}
}
