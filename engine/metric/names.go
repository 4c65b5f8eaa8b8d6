package metric

// The metrics that are recorded of every playout that tells them: single ones,
// the aggregates of every list, and the frequencies of the concepts of moves and
// of ends. Names are those of the concept catalogue; "…Corrected" stands beside metrics whose value in the reference
// is not what the
// name says (part 9, §14).
const (
	durationActions = iota
	durationMoves
	durationTurns
	durationTurnsNotTimeouts
	durationTurnsFinished
	decisionMoves
	gameTreeComplexity
	stateTreeComplexity
	coverageDefault
	coverageFull
	coverageUsed
	positionalRepetition
	situationalRepetition
	positionalCorrected
	situationalCorrected
	startBoard
	startHand
	startAll
	startBoardPerPlayer
	startHandPerPlayer
	startAllPerPlayer
	leadChange
	stability
	decisivenessThreshold
	decisivenessMoves
	decisivenessThresholdCorrected
	decisivenessMovesCorrected
	dramaCorrected
	variance
	narrowness
	numSingles
)

var singles = [numSingles]string{
	"DurationActions", "DurationMoves", "DurationTurns", "DurationTurnsNotTimeouts", "DurationTurnsNotTimeoutsCorrected",
	"DecisionMoves", "GameTreeComplexity", "StateTreeComplexity",
	"BoardCoverageDefault", "BoardCoverageFull", "BoardCoverageUsed",
	"PositionalRepetition", "SituationalRepetition", "PositionalRepetitionCorrected", "SituationalRepetitionCorrected",
	"NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponents",
	"NumStartComponentsBoardPerPlayer", "NumStartComponentsHandPerPlayer", "NumStartComponentsPerPlayer",
	"LeadChange", "Stability", "DecisivenessThreshold", "DecisivenessMoves", "DecisivenessThresholdCorrected",
	"DecisivenessMovesCorrected",
	"DramaAverageCorrected", "Variance", "Narrowness",
}

// The lists of a playout.
const (
	sitesOccupied = iota
	branchingFactor
	decisionFactor
	moveDistance
	pieceNumber
	scoreDifference
	drama
	moveEvaluation
	stateEvaluationDifference
	numLists
)

var lists = [numLists]string{"BoardSitesOccupied", "BranchingFactor", "DecisionFactor", "MoveDistance", "PieceNumber",
	"ScoreDifference",
	"Drama", "MoveEvaluation", "StateEvaluationDifference"}

const (
	firstFrequency = numSingles + numLists*numAggregates
	firstEnd       = firstFrequency + numMarks
	numMetrics     = firstEnd + numEnds
)

// metricNames are the names in the order of Batch.standard.
var metricNames = func() (names [numMetrics]string) {
	copy(names[:], singles[:])
	for i, list := range lists {
		for j, a := range aggregates {
			if i == branchingFactor { // three names of the catalogue are irregular
				switch a {
				case "ChangeNumTimes":
					a = "ChangeNumTimesn"
				case "MaxIncrease", "MaxDecrease":
					a = "Change" + a
				}
			}
			names[numSingles+i*numAggregates+j] = list + a
		}
	}
	for i, mark := range markNames {
		names[firstFrequency+i] = mark + "Frequency"
	}
	for i, end := range endNames {
		names[firstEnd+i] = end + "Frequency"
	}
	return names
}()

// shares are the metrics that are 0 or 1 in every playout.
var shares = func() []int {
	s := []int{positionalRepetition, situationalRepetition, decisivenessMoves}
	for i := range numEnds {
		s = append(s, firstEnd+i)
	}
	return s
}()
