package equiv

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// view is a game as a comparison sees it: a tree of stages.
type view struct {
	game    formal.Game
	joint   bool  // stages are whole joint moves, not single decisions
	perfect bool  // everybody sees everything, so that observations need not be asked for
	settle  bool  // forced moves are passed over
	numeric bool  // moves that differ in one number only are ordered by it
	selects bool  // moves must select the vertices 0, 1, …
	turn    bool  // what is observed leaves out whose turn it is, which players know
	moves   bool  // legal moves may tell who has them something
	as      []int // the game's player-1 → A's player
	own     []int // A's player-1 → the game's player
	// numbered reports whether the order of numbers differed from that of the game anywhere.
	numbered bool
}

// stage is one node of a view.
type stage struct {
	terminal bool
	payoffs  []*big.Rat // by A's player-1, if terminal
	// decisions are what is decided here, in the order in which the game asks.
	decisions []decision
	wrong     string // how the moves miss the form that they must have
}

// decision is one actor's part of a stage.
type decision struct {
	actor    int   // A's player or formal.Chance
	branches []int // in the order of comparison; chance: the possible ones
	weights  []*big.Rat
	texts    []string // of the branches, if the view needs them
}

// of gives the part of an actor, nil if he has none.
func (s *stage) of(actor int) *decision {
	for i := range s.decisions {
		if s.decisions[i].actor == actor {
			return &s.decisions[i]
		}
	}
	return nil
}

// moves is the number of moves of a player: 1 where he has nothing to decide.
func (s *stage) moves(player int) int {
	if d := s.of(player); d != nil {
		return len(d.branches)
	}
	return 1
}

// decides reports whether a player has a choice, or is at least the one who moves.
func (s *stage) decides(player int) bool {
	return !s.terminal && (s.moves(player) > 1 || s.mover() == player)
}

// nobody is the mover of stages where nobody has a choice and none of the moves
// is known to be more than waiting; several that of stages where more than one has.
const (
	nobody  = -1
	several = -2
)

// mover is the one who decides. Where there is no choice he is the one whose move is
// not called noop, as the translation to GDL-II calls waiting.
func (s *stage) mover() int {
	if len(s.decisions) == 1 {
		return s.decisions[0].actor
	}
	m := nobody
	for _, d := range s.decisions {
		if len(d.branches) > 1 {
			if m != nobody {
				return several
			}
			m = d.actor
		}
	}
	if m != nobody {
		return m
	}
	for _, d := range s.decisions {
		if !strings.EqualFold(d.texts[0], "noop") {
			if m != nobody {
				return nobody
			}
			m = d.actor
		}
	}
	return m
}

// stage looks at a position where a stage begins.
func (v *view) stage(p formal.Position) (*stage, error) {
	s := &stage{terminal: p.Terminal()}
	if s.terminal {
		payoffs := p.Payoffs()
		if len(payoffs) != len(v.own) {
			return nil, fmt.Errorf("%d payoffs for %d players", len(payoffs), len(v.own))
		}
		for _, q := range v.own {
			s.payoffs = append(s.payoffs, payoffs[q-1])
		}
		return s, nil
	}
	at := p
	for players := 0; ; {
		d, err := v.decision(at, s)
		if err != nil {
			return nil, err
		}
		s.decisions = append(s.decisions, d)
		if d.actor != formal.Chance {
			players++
		}
		if !v.joint || players == len(v.own) {
			return s, nil
		}
		if at == p {
			at = p.Clone()
		}
		at.Apply(d.branches[0])
		if at.Terminal() || at.(formal.Joint).Pending() == 0 {
			return s, nil
		}
	}
}

// decision looks at what the one who decides at a position can do.
func (v *view) decision(p formal.Position, s *stage) (decision, error) {
	n := p.Moves()
	if n == 0 {
		return decision{}, fmt.Errorf("%s has no move though the play is not over", mover(p.Mover()))
	}
	d := decision{actor: p.Mover(), branches: make([]int, n)}
	for i := range d.branches {
		d.branches[i] = i
	}
	if v.moves && d.actor != formal.Chance || v.joint && n == 1 || n >= 10 && (v.numeric || v.listed()) {
		d.texts = make([]string, n)
		for i := range d.texts {
			d.texts[i] = p.MoveText(i)
		}
		if n >= 10 {
			v.sort(&d)
		}
	}
	if v.selects {
		v.selection(p, &d, s)
	}
	if d.actor != formal.Chance {
		d.actor = v.as[d.actor-1]
		return d, nil
	}
	sum := new(big.Rat)
	possible := d.branches
	d.branches = nil
	for _, i := range possible {
		if x := p.Probability(i); x.Sign() > 0 {
			sum.Add(sum, x)
			d.branches = append(d.branches, i)
			d.weights = append(d.weights, x)
		}
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return d, fmt.Errorf("the probabilities of chance sum to %s", sum.RatString())
	}
	return d, nil
}

// listed reports whether the formalism may list moves in the order of their texts.
func (v *view) listed() bool { f := v.game.Formalism(); return f == "gdl" || f == "efg" }

// selection checks that the moves select the vertices 0, 1, …, one each, and orders
// them by vertex; that of the single move after chance is 0 whatever was drawn.
func (v *view) selection(p formal.Position, d *decision, s *stage) {
	at, ok := p.(interface{ Selects(i int) (int, bool) })
	vertices, right := make([]int, len(d.branches)), ok
	for i := range vertices {
		if !ok {
			break
		}
		x, isSelect := at.Selects(i)
		vertices[i], right = x, right && isSelect
	}
	if d.actor == formal.Chance {
		if !right || slices.Max(vertices) != 0 {
			s.wrong = "the move after chance does not select the vertex 0 whatever was drawn"
		}
		return
	}
	slices.SortFunc(d.branches, func(i, j int) int { return vertices[i] - vertices[j] })
	for i, branch := range d.branches {
		right = right && vertices[branch] == i
	}
	if !right {
		slices.Sort(vertices)
		s.wrong = fmt.Sprintf("the moves of %s are not to select the vertices 0 to %d, one each; they select %v",
			mover(v.as[d.actor-1]), len(vertices)-1, vertices)
	}
	if d.texts != nil {
		texts := slices.Clone(d.texts)
		for i, branch := range d.branches {
			d.texts[i] = texts[branch]
		}
	}
}

var number = regexp.MustCompile(`\d+`)

// sort orders moves whose texts differ in a single number by that number, if the
// view asks for it: formalisms that sort moves as texts put 10 before 2.
func (v *view) sort(d *decision) {
	keys := numberKeys(d.texts)
	if keys == nil || slices.IsSorted(keys) {
		return
	}
	v.numbered = true
	if !v.numeric {
		return
	}
	slices.SortStableFunc(d.branches, func(i, j int) int { return keys[i] - keys[j] })
	texts := slices.Clone(d.texts)
	for i, branch := range d.branches {
		d.texts[i] = texts[branch]
	}
}

// numberKeys gives the number in which texts differ, nil if they differ in more.
func numberKeys(texts []string) []int {
	for occurrence := range number.FindAllStringIndex(texts[0], -1) {
		keys := make([]int, len(texts))
		frame := ""
		for i, text := range texts {
			places := number.FindAllStringIndex(text, -1)
			if len(places) <= occurrence {
				return nil
			}
			from, to := places[occurrence][0], places[occurrence][1]
			n, err := strconv.Atoi(text[from:to])
			around := text[:from] + "#" + text[to:]
			if i == 0 {
				frame = around
			}
			if err != nil || around != frame {
				keys = nil
				break
			}
			keys[i] = n
		}
		if keys != nil {
			return keys
		}
	}
	return nil
}

// withMoves adds to what A's player p knows the moves that he has.
func (v *view) withMoves(knows string, s *stage, p int) string {
	if d := s.of(p); v.moves && d != nil {
		knows += "\nmoves " + strings.Join(d.texts, "\n")
	}
	return knows
}

func mover(m int) string {
	switch m {
	case formal.Chance:
		return "chance"
	case nobody:
		return "nobody"
	case several:
		return "more than one"
	}
	return fmt.Sprintf("player %d", m)
}

// stageText describes the decisions of a stage: those with a choice, or all.
func (v *view) stageText(p formal.Position, s *stage, decisions []int) string {
	var all, chosen []string
	for k, i := range decisions {
		text := p.MoveText(i)
		all = append(all, text)
		if len(s.decisions[k].branches) > 1 {
			chosen = append(chosen, text)
		}
		if k < len(decisions)-1 {
			if k == 0 {
				p = p.Clone()
			}
			p.Apply(i)
		}
	}
	if len(chosen) > 0 {
		all = chosen
	}
	return strings.Join(all, " & ")
}
