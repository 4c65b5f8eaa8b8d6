package metric

import "math/bits"

// The concepts whose frequencies among the legal moves are measured (part 9,
// §8), and those that a move ludeme must have for them.
const (
	betDecision = iota
	voteDecision
	swapPlayersDecision
	chooseTrumpSuitDecision
	passDecision
	proposeDecision
	addDecision
	promotionDecision
	removeDecision
	rotationDecision
	stepDecision
	stepDecisionToEmpty
	stepDecisionToFriend
	stepDecisionToEnemy
	slideDecision
	slideDecisionToEmpty
	slideDecisionToFriend
	slideDecisionToEnemy
	leapDecision
	leapDecisionToEmpty
	leapDecisionToFriend
	leapDecisionToEnemy
	hopDecision
	hopDecisionMoreThanOne
	hopDecisionEnemyToEmpty
	hopDecisionFriendToEmpty
	hopDecisionEnemyToFriend
	hopDecisionFriendToFriend
	hopDecisionEnemyToEnemy
	hopDecisionFriendToEnemy
	fromToDecision
	fromToDecisionWithinBoard
	fromToDecisionBetweenContainers
	fromToDecisionEmpty
	fromToDecisionEnemy
	fromToDecisionFriend
	swapPiecesDecision
	shootDecision
	takeControl
	roll
	proposeEffect
	addEffect
	sow
	sowCapture
	sowRemove
	sowBacktracking
	promotionEffect
	removeEffect
	pushEffect
	flip
	setNextPlayer
	moveAgain
	setValue
	setCount
	setCost
	setPhase
	setTrumpSuit
	setRotation
	replacementCapture
	hopCapture
	hopCaptureMoreThanOne
	directionCapture
	encloseCapture
	custodialCapture
	interveneCapture
	surroundCapture
	captureSequence

	// The catalogue of the reference has the frequencies of these as booleans, which
	// are never computed (part 9, §12).
	betEffect
	voteEffect
	swapPlayersEffect
	passEffect
	stepEffect
	slideEffect
	leapEffect
	hopEffect
	fromToEffect
	swapPiecesEffect
	shootEffect
	numMarks
)

var markNames = [numMarks]string{
	"BetDecision", "VoteDecision", "SwapPlayersDecision", "ChooseTrumpSuitDecision", "PassDecision", "ProposeDecision",
	"AddDecision", "PromotionDecision", "RemoveDecision", "RotationDecision",
	"StepDecision", "StepDecisionToEmpty", "StepDecisionToFriend", "StepDecisionToEnemy",
	"SlideDecision", "SlideDecisionToEmpty", "SlideDecisionToFriend", "SlideDecisionToEnemy",
	"LeapDecision", "LeapDecisionToEmpty", "LeapDecisionToFriend", "LeapDecisionToEnemy",
	"HopDecision", "HopDecisionMoreThanOne", "HopDecisionEnemyToEmpty", "HopDecisionFriendToEmpty",
	"HopDecisionEnemyToFriend",
	"HopDecisionFriendToFriend", "HopDecisionEnemyToEnemy", "HopDecisionFriendToEnemy",
	"FromToDecision", "FromToDecisionWithinBoard", "FromToDecisionBetweenContainers", "FromToDecisionEmpty",
	"FromToDecisionEnemy", "FromToDecisionFriend",
	"SwapPiecesDecision", "ShootDecision", "TakeControl", "Roll", "ProposeEffect", "AddEffect",
	"Sow", "SowCapture", "SowRemove", "SowBacktracking", "PromotionEffect", "RemoveEffect", "PushEffect", "Flip",
	"SetNextPlayer", "MoveAgain", "SetValue", "SetCount", "SetCost", "SetPhase", "SetTrumpSuit", "SetRotation",
	"ReplacementCapture", "HopCapture", "HopCaptureMoreThanOne", "DirectionCapture", "EncloseCapture", "CustodialCapture",
	"InterveneCapture", "SurroundCapture", "CaptureSequence",
	"BetEffect", "VoteEffect", "SwapPlayersEffect", "PassEffect", "StepEffect", "SlideEffect", "LeapEffect", "HopEffect",
	"FromToEffect", "SwapPiecesEffect", "ShootEffect",
}

// Marks is a set of concepts of moves, by their numbers below 128.
type Marks struct{ lo, hi uint64 }

// MarksOf returns the concepts of moves for which has tells that a ludeme contributes them.
func MarksOf(has func(concept string) bool) Marks {
	var m Marks
	for i, name := range markNames {
		if has(name) {
			m.add(i)
		}
	}
	return m
}

func (m *Marks) add(i int) {
	if i < 64 {
		m.lo |= 1 << i
	} else {
		m.hi |= 1 << (i - 64)
	}
}

func (m Marks) has(i int) bool {
	if i < 64 {
		return m.lo>>i&1 != 0
	}
	return m.hi>>(i-64)&1 != 0
}

// each yields the numbers of the set in order.
func (m Marks) each(yield func(i int) bool) {
	for w := m.lo; w != 0; w &= w - 1 {
		if !yield(bits.TrailingZeros64(w)) {
			return
		}
	}
	for w := m.hi; w != 0; w &= w - 1 {
		if !yield(64 + bits.TrailingZeros64(w)) {
			return
		}
	}
}

func (m Marks) and(o Marks) Marks { return Marks{m.lo & o.lo, m.hi & o.hi} }

func (m *Marks) unite(o Marks) { m.lo |= o.lo; m.hi |= o.hi }

func (m Marks) empty() bool { return m.lo|m.hi == 0 }

func marks(of ...int) Marks {
	var m Marks
	for _, i := range of {
		m.add(i)
	}
	return m
}
