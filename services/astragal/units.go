package main

import (
	"strings"

	"github.com/astragal/astragal/engine/concept"
)

// What the dictionary says of the features: units and ranges follow from the
// names of the catalogue of concepts, which are built regularly.

const (
	shareRange    = "0 to 1"
	positiveRange = "0 or more"
	signedRange   = "-1 to 1"
	anyRange      = "any"
)

// conceptColumn is the column of a concept that compiling finds.
func conceptColumn(name string) column {
	c := described(name)
	switch {
	case isBoolean(name):
		c.kind, c.values = "boolean", "0 or 1"
	case strings.HasSuffix(name, "Directions"):
		c.unit, c.values = "neighbours per site", positiveRange
	default:
		c.unit, c.values = "count", positiveRange
	}
	return c
}

// described is a column with what the catalogue of concepts says.
func described(name string) column {
	c := column{name: name, kind: "number"}
	if k := concept.ByName(name); k != nil {
		c.meaning, c.source = k.Meaning, concept.Sources[k.Source]
	}
	return c
}

// ludemeColumn is the column of a ludeme, or of a path of them.
func ludemeColumn(name string) column {
	return column{name: name, kind: "number", unit: "occurrences", values: positiveRange,
		meaning: "How often " + strings.ReplaceAll(name, "/", " above ") + " occurs in the expanded description.",
		source:  "counted in the description"}
}

// single metrics by unit and range.
var singleMetrics = map[string]column{
	"DurationActions":                   {unit: "actions"},
	"DurationMoves":                     {unit: "moves"},
	"DurationTurns":                     {unit: "turns"},
	"DurationTurnsStdDev":               {unit: "turns"},
	"DurationTurnsNotTimeouts":          {unit: "turns"},
	"DurationTurnsNotTimeoutsCorrected": {unit: "turns"},
	"GameTreeComplexity":                {unit: "decimal logarithm", values: anyRange},
	"StateTreeComplexity":               {unit: "decimal logarithm", values: anyRange},
	"NumStartComponents":                {unit: "pieces"},
	"NumStartComponentsBoard":           {unit: "pieces"},
	"NumStartComponentsHand":            {unit: "pieces"},
	"NumStartComponentsPerPlayer":       {unit: "pieces per player"},
	"NumStartComponentsBoardPerPlayer":  {unit: "pieces per player"},
	"NumStartComponentsHandPerPlayer":   {unit: "pieces per player"},
	"Variance":                          {unit: "squared evaluation"},
	"Stability":                         {unit: "squared evaluation"},
	"DecisivenessThreshold":             {unit: "evaluation", values: signedRange},
	"DecisivenessThresholdCorrected":    {unit: "evaluation", values: signedRange},
	"OutcomeUniformity":                 {unit: "share", values: "at most 1"},
	"Balance":                           {unit: "share", values: shareRange},
}

// listMetrics are the units of what is followed over the course of a playout,
// whose aggregates are metrics.
var listMetrics = []struct{ prefix, unit, values string }{
	{"BoardSitesOccupied", "share", shareRange},
	{"BranchingFactor", "moves", positiveRange},
	{"DecisionFactor", "moves", positiveRange},
	{"MoveDistance", "steps", positiveRange},
	{"PieceNumber", "pieces", positiveRange},
	{"ScoreDifference", "points", positiveRange},
	{"StateEvaluationDifference", "evaluation", anyRange},
	{"MoveEvaluation", "evaluation", anyRange},
	{"Drama", "evaluation", anyRange},
}

// metricColumn is the column of a metric's mean.
func metricColumn(name string) column {
	c := described(name)
	if c.source == "" {
		c.source = concept.Sources["trials"]
	}
	if c.meaning == "" {
		c.meaning = outcomeMeaning(name)
	}
	if s, ok := singleMetrics[name]; ok {
		if c.unit, c.values = s.unit, s.values; c.values == "" {
			c.values = positiveRange
		}
		return c
	}
	if strings.HasPrefix(name, "Utility") {
		c.unit, c.values = "payoff", signedRange
		return c
	}
	for _, l := range listMetrics {
		if aggregate, ok := strings.CutPrefix(name, l.prefix); ok {
			c.unit, c.values = aggregated(aggregate, l.unit, l.values)
			return c
		}
	}
	c.unit, c.values = "share", shareRange // frequencies, coverage, outcomes
	return c
}

// aggregated returns the unit and the range of an aggregate of a list.
func aggregated(aggregate, unit, values string) (string, string) {
	switch {
	case strings.HasPrefix(aggregate, "Variance"):
		return "squared " + unit, positiveRange
	case strings.HasPrefix(aggregate, "ChangeSign"):
		return "share", signedRange
	case strings.HasPrefix(aggregate, "ChangeNumTimes"):
		return "share", shareRange
	case strings.HasPrefix(aggregate, "ChangeLineBestFit"):
		return unit + " per step", anyRange
	case strings.HasPrefix(aggregate, "Change"), strings.HasPrefix(aggregate, "Max") && aggregate != "Maximum":
		return unit, anyRange
	}
	return unit, values
}

// outcomeMeaning is the meaning of metrics that are in no catalogue of concepts,
// because they belong to a seat.
func outcomeMeaning(name string) string {
	if seat, ok := strings.CutPrefix(name, "Utility"); ok {
		return "The mean payoff of player " + seat + ": 1 for a win, -1 for a loss."
	}
	if seat, ok := strings.CutPrefix(name, "Wins"); ok {
		return "The share of playouts that player " + seat + " won."
	}
	return ""
}
