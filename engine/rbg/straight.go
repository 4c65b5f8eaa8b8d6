package rbg

// Special values of a straightness.
const (
	NoMove    = -1 // no complete move can exist
	Unbounded = -2 // a repetition of modifiers
)

// Straightness is the largest number of offs and assignments in one move.
type Straightness struct {
	Applicational int // also within conditions
	Main          int // of players and keeper
	Move          int // of players only
}

// Straightness computes the straightness of the rules from their text alone:
// every action counts as applicable.
func (d *Description) Straightness() Straightness {
	main, move := rulesStraightness(d.rules)
	app := main
	d.rules.walk(func(e *expr) bool {
		if e.kind == eCond {
			app = worse(app, conditionStraightness(e.kids[0]))
		}
		return true
	})
	return Straightness{app, main, move}
}

func worse(a, b int) int {
	if a == Unbounded || b == Unbounded {
		return Unbounded
	}
	return max(a, b)
}

func plus(a, b int) int {
	switch {
	case a == NoMove || b == NoMove:
		return NoMove
	case a == Unbounded || b == Unbounded:
		return Unbounded
	}
	return a + b
}

// span sums up an expression: the most modifiers on a way from its begin to
// its end without a switch, from its begin to a first switch, from a last
// switch to its end (after a switch to a player, or to anyone), and between
// two switches inside. NoMove where there is no such way.
type span struct {
	through, in             int
	outPlayer, outAny       int
	insidePlayer, insideAny int
}

func one(n int) span { return span{n, NoMove, NoMove, NoMove, NoMove, NoMove} }

func (a span) then(b span) span {
	return span{
		through:      plus(a.through, b.through),
		in:           worse(a.in, plus(a.through, b.in)),
		outPlayer:    worse(b.outPlayer, plus(a.outPlayer, b.through)),
		outAny:       worse(b.outAny, plus(a.outAny, b.through)),
		insidePlayer: worse(worse(a.insidePlayer, b.insidePlayer), plus(a.outPlayer, b.in)),
		insideAny:    worse(worse(a.insideAny, b.insideAny), plus(a.outAny, b.in)),
	}
}

func (a span) or(b span) span {
	return span{
		worse(a.through, b.through), worse(a.in, b.in),
		worse(a.outPlayer, b.outPlayer), worse(a.outAny, b.outAny),
		worse(a.insidePlayer, b.insidePlayer), worse(a.insideAny, b.insideAny),
	}
}

func spanOf(e *expr) span {
	switch e.kind {
	case eOff, eAssign:
		return one(1)
	case eSwitch:
		s := span{NoMove, 0, NoMove, 0, NoMove, NoMove}
		if e.num > 0 {
			s.outPlayer = 0
		}
		return s
	case eSeq:
		s := one(0)
		for _, k := range e.kids {
			s = s.then(spanOf(k))
		}
		return s
	case eAlt:
		s := spanOf(e.kids[0])
		for _, k := range e.kids[1:] {
			s = s.or(spanOf(k))
		}
		return s
	case eStar:
		k := spanOf(e.kids[0])
		loop := one(0)
		if k.through > 0 || k.through == Unbounded {
			loop.through = Unbounded
		}
		// Any number of rounds: none, one, or two with rounds in between
		// that pass through without a switch.
		once := loop.then(k).then(loop)
		return loop.or(once).or(once.then(once))
	}
	return one(0)
}

func rulesStraightness(e *expr) (main, move int) {
	s := spanOf(e)
	// The play begins like after a switch to the keeper.
	return worse(s.in, s.insideAny), s.insidePlayer
}

// conditionStraightness is the most modifiers on a way through a condition;
// those of conditions inside are counted on their own.
func conditionStraightness(e *expr) int { return spanOf(e).through }
