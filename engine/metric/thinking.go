package metric

import (
	"maps"
	"math"
	"slices"
)

// The metrics of plays by search: what those who play think, which random players do
// not. Of two players, v is what the first one is expected to get by who decides, between −1 and 1,
// before every decision that was searched, in the order of the play, x the mean of one v and the
// one before it, because who decides tends to see himself ahead, and s the payoff in the end:
//
//	SearchDrama          the mean of √|x| where the winner is behind; 0 if he never is (Browne 2008, drama)
//	SearchLeadChange     share of steps from one x to the next at which the sign changes (Browne 2008, lead change)
//	SearchDecisiveness   share of the x before the winner is ahead by more than the loser ever is, 1 for never;
//	                     of plays that somebody wins (Browne 2008, decisiveness threshold)
//	SearchKillerMoves    largest gain of a player between one of his own v and his next, or s, over 2:
//	                     between 0 and 1 (Browne 2008, killer moves)
//	SearchUncertainty    mean of 1 − |x|; a certain draw counts as open (after Browne 2008, uncertainty)
//
// These five are of games of two players with opposed and bounded payoffs. Of others:
//
//	MoveEntropy          mean over all decisions of log₂ of the number of legal ones: bits that
//	                     name a move (Shannon 1948)
//	DecisionEntropy      mean over the searched decisions of the entropy in bits of how the
//	                     search dealt its playouts to them: how hard they are to tell apart
//	GameTreeWidth        geometric mean of the number of legal decisions (Allis 1994; the length of the
//	                     tree is DurationMoves)
//	PuzzleQuality        share of positions looked at (see strength.Watcher) in which exactly one
//	                     decision forces a win, but not at once: proven (after Browne 2008, puzzle quality)
//
// And of all plays together, see Thinking: OpeningDiversity, ShortestWin, StateSpaceSize, and
// what a ladder of budgets tells, see skill.go.
var thinkingSpans = func() map[string]span {
	spans := map[string]span{
		"SearchDrama": unitRange, "SearchLeadChange": unitRange, "SearchDecisiveness": unitRange,
		"SearchKillerMoves": unitRange, "SearchUncertainty": unitRange, "PuzzleQuality": unitRange,
		"MoveEntropy": positive, "DecisionEntropy": positive,
		"GameTreeWidth": {1, math.Inf(1)}, Discrimination: {-1, 1},
	}
	for k := 1; k <= MaxSteps; k++ {
		spans[StepName(k)], spans[AdvantageName(k)] = span{-1, 1}, unitRange
	}
	return spans
}()

// together are what plays by search tell all together, and ladders.
var together = []string{"OpeningDiversity", "ShortestWin", "StateSpaceSize", "SkillTraceScore", "SkillTraceSlope",
	"SkillTraceErrorSlope", "SkillTraceErrorIntercept", "SkillTraceTrials", "StrategicDepth"}

// OfSearch reports whether a metric is one that only play by search tells.
func OfSearch(name string) bool {
	_, of := thinkingSpans[name]
	return of || slices.Contains(together, name)
}

// Thoughts are what those who search thought in one play.
type Thoughts struct {
	// Choices are the numbers of legal decisions wherever a player decided.
	Choices []int32
	// Entropies are those of the searched decisions, in bits.
	Entropies []float64
	// Leads and Movers are v and who decides (1 or 2) at the searched decisions, Final is s;
	// not used unless Opposed is set.
	Opposed bool
	Leads   []float64
	Movers  []int8
	Final   float64
	// Puzzles are so many of the Tried positions that were looked at.
	Puzzles, Tried int
	// Opening is the text of the first decision with a choice, "" for none.
	Opening string
	// Met are hashes of the positions in which a player decided, each once; nil where
	// they are not told apart.
	Met []uint64
	// Plies is the length of the play, Won reports whether somebody alone won it.
	Plies int
	Won   bool
}

// Thinking is what plays by search tell all together.
type Thinking struct {
	// Plays is their number, Won that of those with a winner.
	Plays int64 `json:"plays"`
	Won   int64 `json:"won"`
	// Openings counts plays by the text of their first decision with a choice.
	Openings map[string]int64 `json:"openings,omitempty"`
	// Shortest is the least number of plies of a play with a winner.
	Shortest int `json:"shortest,omitempty"`
	// Met are the positions met, each counted once a play; nil where they are not told apart.
	Met *Sketch `json:"met,omitempty"`
}

// Think adds what was thought in a play that is, or will be, added to the batch.
func (b *Batch) Think(t *Thoughts) {
	if b.Thinking == nil {
		b.Thinking = &Thinking{}
	}
	b.Thinking.add(t)
	if n := float64(len(t.Choices)); n > 0 {
		bits := 0.0
		for _, c := range t.Choices {
			bits += math.Log2(float64(c)) / n
		}
		b.Observe("MoveEntropy", bits)
		b.Observe("GameTreeWidth", math.Exp2(bits))
	}
	if n := float64(len(t.Entropies)); n > 0 {
		sum := 0.0
		for _, h := range t.Entropies {
			sum += h / n
		}
		b.Observe("DecisionEntropy", sum)
	}
	if t.Tried > 0 {
		b.Observe("PuzzleQuality", float64(t.Puzzles)/float64(t.Tried))
	}
	if t.Opposed && len(t.Leads) > 0 {
		b.leads(t)
	}
}

// leads adds the metrics of the leads of a play.
func (b *Batch) leads(t *Thoughts) {
	leads := t.Leads
	if len(leads) > 1 {
		leads = nil
		for k, v := range t.Leads[1:] {
			if t.Movers[k] != t.Movers[k+1] {
				v = (v + t.Leads[k]) / 2
			}
			leads = append(leads, v)
		}
	}
	n := float64(len(leads))
	changes, certain := 0.0, 0.0
	drama, behind := 0.0, 0.0
	most := 0.0 // that the loser is ahead by
	for k, x := range leads {
		certain += math.Abs(x) / n
		if k > 0 && x*leads[k-1] < 0 {
			changes++
		}
		if x*t.Final < 0 {
			behind++
			drama += math.Sqrt(math.Abs(x))
		}
		most = max(most, -x*sign(t.Final))
	}
	b.Observe("SearchUncertainty", 1-certain)
	b.Observe("SearchKillerMoves", t.killer())
	if n > 1 {
		b.Observe("SearchLeadChange", changes/(n-1))
	}
	if t.Final == 0 {
		return
	}
	b.Observe("SearchDrama", drama/max(behind, 1))
	decided := n
	for k, x := range leads {
		if x*sign(t.Final) > most {
			decided = float64(k)
			break
		}
	}
	b.Observe("SearchDecisiveness", decided/n)
}

// killer is half of the largest gain of a player from one of his decisions to his next, or to
// the end.
func (t *Thoughts) killer() float64 {
	var last [3]float64 // by player
	var known [3]bool
	most := 0.0
	gain := func(player int8, v float64) {
		if known[player] {
			d := v - last[player]
			if player == 2 {
				d = -d
			}
			most = max(most, d/2)
		}
		last[player], known[player] = v, true
	}
	for k, v := range t.Leads {
		gain(t.Movers[k], v)
	}
	gain(1, t.Final)
	gain(2, t.Final)
	return min(most, 1)
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

func (x *Thinking) add(t *Thoughts) {
	x.Plays++
	if t.Won {
		x.Won++
		if x.Shortest == 0 || t.Plies < x.Shortest {
			x.Shortest = t.Plies
		}
	}
	if t.Opening != "" {
		if x.Openings == nil {
			x.Openings = map[string]int64{}
		}
		x.Openings[t.Opening]++
	}
	if t.Met != nil {
		if x.Met == nil {
			x.Met = &Sketch{}
		}
		for _, h := range t.Met {
			x.Met.Add(h)
		}
	}
}

func (x *Thinking) merge(o *Thinking) {
	x.Plays, x.Won = x.Plays+o.Plays, x.Won+o.Won
	if o.Shortest > 0 && (x.Shortest == 0 || o.Shortest < x.Shortest) {
		x.Shortest = o.Shortest
	}
	for text, n := range o.Openings {
		if x.Openings == nil {
			x.Openings = map[string]int64{}
		}
		x.Openings[text] += n
	}
	if o.Met != nil {
		if x.Met == nil {
			x.Met = &Sketch{}
		}
		x.Met.merge(o.Met)
	}
}

// thinking adds what plays by search tell all together.
func (b *Batch) thinking(s *Summary) {
	x := b.Thinking
	if x == nil {
		return
	}
	if e, ok := diversity(x.Openings); ok {
		s.Metrics["OpeningDiversity"] = e
	}
	if x.Won > 0 {
		// The shortest win that there is lies between one ply and the shortest met.
		v := float64(x.Shortest)
		s.Metrics["ShortestWin"] = Estimate{N: x.Won, Mean: v, Low: min(v, 1), High: v}
	}
	if x.Met != nil && x.Plays > 0 {
		b.space(s)
	}
	b.ladder(s)
}

// diversity is the probability that two plays begin with different decisions
// (Simpson 1949, unbiased) with the interval of its variance, which is given there. Positions
// that are alike by symmetry are not taken together. Where all plays begin alike the interval
// is that of an event that did not occur.
func diversity(openings map[string]int64) (Estimate, bool) {
	var total int64
	pairs, squares, cubes := 0.0, 0.0, 0.0
	for _, n := range openings {
		total += n
	}
	n := float64(total)
	if total < 2 {
		return Estimate{}, false
	}
	for _, k := range slices.Sorted(maps.Values(openings)) { // sums in an order that is always the same
		c := float64(k)
		p := c / n
		pairs += c * (c - 1)
		squares += p * p
		cubes += p * p * p
	}
	d := 1 - pairs/(n*(n-1))
	variance := (4*(n-2)*cubes + 2*squares - 2*(2*n-3)*squares*squares) / (n * (n - 1))
	se := math.Sqrt(max(variance, 0))
	e := Estimate{N: total, Mean: d, Low: max(d-z95*se, 0), High: min(d+z95*se, 1), StdDev: se * math.Sqrt(n)}
	if len(openings) == 1 {
		q := unseen(total, 0.05)
		e.High = 1 - (1-q)*(1-q)
	}
	return e, true
}

// space adds StateSpaceSize, the number of positions in which players decide, as a
// logarithm to base 10: estimated from how many were met in one play and in two (Chao 1987,
// which is itself a lower bound where some are much rarer than others), between those that
// were met and what the board could hold, StateTreeComplexity with who is to move. It is
// measured where both bounds are known.
func (b *Batch) space(s *Summary) {
	most, ok := s.Metrics[metricNames[stateTreeComplexity]]
	n, low, _, once, twice := b.Thinking.Met.distinct()
	if !ok || most.N == 0 || n < 1 {
		return
	}
	plays := float64(b.Thinking.Plays)
	e := Estimate{N: b.Thinking.Plays, Low: math.Log10(low)}
	e.High = max(most.Mean+math.Log10(float64(max(b.Players, 1))), math.Log10(n))
	e.Mean = math.Log10(n + (plays-1)/plays*once*max(once-1, 0)/(2*(twice+1)))
	e.Mean = min(max(e.Mean, e.Low), e.High)
	s.Metrics["StateSpaceSize"] = e
}
