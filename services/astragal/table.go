package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/provenance"
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
	Agent             string          `json:"agent,omitempty"`   // who played
	Metrics           string          `json:"metrics,omitempty"` // what was measured, see catalogue.Params
	Seed              *uint64         `json:"seed,omitempty"`
	MaxPlies          int             `json:"maxPlies,omitempty"`
	MoveLimit         int             `json:"moveLimit,omitempty"` // that the rules read
	TurnLimit         int             `json:"turnLimit,omitempty"`
	Engine            string          `json:"engine,omitempty"`   // version of the engine that compiled and played
	Playouts          *int64          `json:"playouts,omitempty"` // that were played to an end and counted
	Summary           *metric.Summary `json:"summary,omitempty"`
	PlayoutsPerSecond float64         `json:"playoutsPerSecond,omitempty"`
	Concepts          int             `json:"concepts"`
	// DateProblems are texts about the time of the ruleset that name years which
	// are not understood.
	DateProblems []provenance.DateProblem `json:"dateProblems,omitempty"`
	// Incomplete tells that the description has parts still to be reconstructed.
	Incomplete bool `json:"incomplete,omitempty"`
}

func toResult(o catalogue.Outcome) result {
	r := result{File: o.Source.File, Ruleset: o.Source.Ruleset, Error: o.Source.Error}
	if rs := o.Ruleset; rs != nil {
		r.Game, r.Ruleset, r.Culture, r.Hash, r.Concepts = rs.Game, rs.Name, rs.Culture, rs.Hash, rs.NumConcepts
		r.OK, r.Engine, r.DateProblems = true, rs.Engine, rs.DateProblems()
	}
	if e := o.Evaluation; e != nil {
		r.Evaluation, r.Summary, r.PlayoutsPerSecond = e.ID, e.Summary, gateway.Rate(e)
		r.Agent, r.Metrics, r.Seed, r.MaxPlies, r.Engine = e.Params.Agent, e.Params.Metrics, &e.Params.Seed,
			e.Params.MaxPlies, e.Engine
		r.MoveLimit, r.TurnLimit = e.Params.MoveLimit, e.Params.TurnLimit
		if e.Summary != nil {
			r.Playouts = &e.Summary.Playouts
		}
		if e.Status != "done" {
			r.OK, r.Error = false, e.Error
		}
	}
	r.Incomplete = !r.OK && lgdl.Unfinished(r.Error)
	return r
}

// printTable prints the outcomes that went well.
func printTable(w io.Writer, outcomes []catalogue.Outcome, evaluated bool) {
	head := []string{"game", "ruleset", "culture"}
	if evaluated {
		head = append(head, "playouts", "plies ± 95 %", "branching", "wins", "draws", "completed", "playouts/s")
	}
	kinds := map[string]bool{}
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
			row = append(row, figures(&r)...)
			kinds[r.kind()] = true
		}
		rows = append(rows, append(row, fmt.Sprint(r.Concepts)))
	}
	printRows(w, rows, 3)
	for _, k := range sortedKeys(kinds) {
		fmt.Fprintf(w, "%s; %s: not measured\n", k, absent)
	}
}

// printRows prints a table with a line below its head: the first columns, of
// names, to the left, those of figures to the right.
func printRows(w io.Writer, rows [][]string, names int) {
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
			if i < names {
				line.WriteString(cell + gap + "  ")
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

// absent stands for a figure that was not measured.
const absent = "–"

// figures are the cells of an evaluated ruleset.
func figures(r *result) []string {
	s := r.Summary
	var wins []string
	for _, e := range s.Wins {
		wins = append(wins, estimate(e, "%.1f", 100))
	}
	won := absent
	if s.Playouts > 0 && len(wins) > 0 {
		won = strings.Join(wins, " / ") + " %"
	}
	plies := s.Metrics["DurationMoves"]
	length := estimate(plies, "%.2f", 1)
	if length != absent {
		length += fmt.Sprintf(" ± %.2f", (plies.High-plies.Low)/2)
	}
	return []string{fmt.Sprint(s.Playouts), length, estimate(s.Metrics["BranchingFactorAverage"], "%.2f", 1), won,
		estimate(s.Draws, "%.1f %%", 100), estimate(s.Completion, "%.1f %%", 100), perSecond(r.PlayoutsPerSecond)}
}

// estimate formats the mean of a figure times scale; one of nothing is absent.
func estimate(e metric.Estimate, format string, scale float64) string {
	if e.N == 0 {
		return absent
	}
	return fmt.Sprintf(format, scale*e.Mean)
}

// perSecond formats a speed with at least two figures; 0 is not known.
func perSecond(x float64) string {
	switch {
	case x <= 0:
		return absent
	case x < 10:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return fmt.Sprintf("%.0f", x)
}

// kind says how the figures came about.
func (r *result) kind() string {
	return kindOf(catalogue.Params{Agent: r.Agent, Seed: *r.Seed, MaxPlies: r.MaxPlies, MoveLimit: r.MoveLimit,
		TurnLimit: r.TurnLimit,
		Metrics:   r.Metrics}, r.Engine)
}

// evaluationKind says how the figures of an evaluation came about.
func evaluationKind(e *catalogue.Evaluation) string { return kindOf(e.Params, e.Engine) }

func kindOf(p catalogue.Params, engine string) string {
	s := madeBy(p, engine)
	switch p.Metrics {
	case catalogue.Choices:
		s += "; without values of positions and kinds of moves"
	case catalogue.Course:
		s += "; the course of plays only, without numbers of legal moves"
	case catalogue.Outcomes:
		s += "; outcomes only"
	case catalogue.Traffic:
		s += "; outcomes and traffic"
	case catalogue.Ladder:
		s += "; with a ladder of budgets"
	}
	return s
}

// madeBy says who played how, and which engine.
func madeBy(p catalogue.Params, engine string) string {
	s := fmt.Sprintf("agent %s, seed %d, engine %s", p.Agent, p.Seed, engine)
	for _, limit := range []struct {
		n    int
		text string
	}{{p.MaxPlies, "at most %d plies"}, {p.MoveLimit, "move limit %d"}, {p.TurnLimit, "turn limit %d"}} {
		if limit.n > 0 {
			s += fmt.Sprintf(", "+limit.text, limit.n)
		}
	}
	return s
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
