package metric

import "math"

// singleSpan is the range of a single metric; those left out are not negative.
// Values of positions lie in [−1, 1], so that their variance is at most 1 and the
// sum of those of all players at most their number.
func singleSpan(i, players int) span {
	switch i {
	case decisionMoves, coverageDefault, coverageFull, coverageUsed, positionalRepetition, situationalRepetition,
		positionalCorrected, situationalCorrected, leadChange, decisivenessMoves, decisivenessMovesCorrected:
		return unitRange
	case stability:
		return span{0, float64(max(players, 1))}
	case decisivenessThreshold, decisivenessThresholdCorrected:
		return span{-1, 1}
	case dramaCorrected:
		return span{0, 2}
	case gameTreeComplexity, stateTreeComplexity:
		return unbounded
	}
	return positive
}

// listSpans are the ranges of the elements of the lists.
var listSpans = [numLists]span{
	sitesOccupied:             unitRange,
	branchingFactor:           positive,
	decisionFactor:            positive,
	moveDistance:              positive,
	pieceNumber:               positive,
	scoreDifference:           positive,
	drama:                     {0, 2},
	moveEvaluation:            {-1, 1},
	stateEvaluationDifference: {0, 2},
}

// aggregateSpan is the range of an aggregate of a list with elements in x. Empty
// lists, and short ones, give 0 for some.
func aggregateSpan(x span, aggregate string) span {
	wide := x.high - x.low
	switch aggregate {
	case "Variance":
		return span{0, wide * wide / 4}
	case "ChangeAverage":
		return span{-wide, wide}
	case "ChangeLineBestFit": // steepest for a list of two
		return span{-1.5 * wide, 1.5 * wide}
	case "ChangeSign":
		return span{-1, 1}
	case "ChangeNumTimes", "ChangeNumTimesCorrected":
		return unitRange
	case "MaxIncrease":
		return span{0, wide}
	case "MaxDecrease":
		return span{-wide, 0}
	case "Minimum":
		return span{min(x.low, 0), 0}
	}
	return span{min(x.low, 0), max(x.high, 0)}
}

// spanOf is the range of the values of a metric in a game of so many players.
func spanOf(name string, players int) span {
	i, ok := metricNumbers[name]
	switch {
	case !ok:
		if x, ok := thinkingSpans[name]; ok {
			return x
		}
		return unbounded
	case i < numSingles:
		return singleSpan(i, players)
	case i < firstFrequency:
		list, aggregate := (i-numSingles)/numAggregates, (i-numSingles)%numAggregates
		return aggregateSpan(listSpans[list], aggregates[aggregate])
	}
	return unitRange
}

// finite reports whether the range has two ends.
func (x span) finite() bool { return !math.IsInf(x.low, 0) && !math.IsInf(x.high, 0) }

// metricNumbers are the numbers of the metrics by name.
var metricNumbers = func() map[string]int {
	numbers := make(map[string]int, numMetrics)
	for i, name := range metricNames {
		numbers[name] = i
	}
	return numbers
}()
