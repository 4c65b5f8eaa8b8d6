package game

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/rng"
)

// Subgame is one game of a match.
type Subgame struct {
	Game *Game
	// Next is the index of the game that follows; absent: the next in order.
	Next Int
	// Result is what a win is worth; absent: one point.
	Result Int

	at *lgdl.Expr
}

// Match is the play of a match: a sequence of games whose results add up to
// match scores (part 3, §17). The context of a match shows the game that is
// being played, its instance; when that is over, the only legal move is to go
// on to the next one, and only the end of the match ends the play.
type Match struct {
	Scores []int // by player, entry 0 unused
	Trials int   // completed instances

	plan    *Game
	tables  []table // by subgame
	index   int     // subgame of the instance
	waiting bool    // the instance is over, the match goes on
	ending  bool    // the end rules of the match are being evaluated
	probing bool    // only their wins are being collected, in winning
	winning uint32
}

// table keeps what belongs to one subgame between its instances.
type table struct {
	state *State
	pool  *pool
	legal *MoveList
}

// IsMatch reports whether the game is a match.
func (g *Game) IsMatch() bool { return len(g.Subgames) > 0 }

// CompileMatch compiles the description of a match. Its games are asked for by
// name and option, "" for none; each must be compiled anew, since the match adds
// its own expressions to it. Such a Game shows the board and the equipment of its
// first game; a context of it shows those of the game being played.
func CompileMatch(root *lgdl.Expr, load func(name, option string) (*Game, error)) (g *Game, err error) {
	if fault := Catch(func() { g, err = compileMatch(root, load) }); fault != nil {
		return nil, fault
	}
	return g, err
}

func compileMatch(e *lgdl.Expr, load func(name, option string) (*Game, error)) (*Game, error) {
	var subs []Subgame
	for _, x := range lgdl.Flat(clause.Match(e).Games().Args...) {
		option := ""
		if clause.Subgame(x).String2() != nil {
			option = clause.Subgame(x).String2().Text
		}
		sub, err := load(clause.Subgame(x).String1().Text, option)
		if err != nil {
			return nil, &lgdl.Error{Pos: x.Pos, Via: x.Via,
				Msg: "game " + clause.Subgame(x).String1().Text + " of the match: " + err.Error()}
		}
		subs = append(subs, Subgame{Game: sub, at: x})
	}
	if len(subs) == 0 {
		return nil, &lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: "a match needs at least one game"}
	}
	// The match shows what its first game is made of.
	g := *subs[0].Game
	g.names, g.varNames = slices.Clone(g.names), slices.Clone(g.varNames)
	k := reopen(&g)
	g.Name, g.Subgames, g.pos = clause.Match(e).String().Text, subs, e.Pos
	if clause.Match(e).Players() != nil {
		g.Facings = nil
		k.players(clause.Match(e).Players())
	}
	for i := range subs {
		sub := &subs[i]
		if sub.Game.IsMatch() {
			k.Fail(sub.at, "game %s of the match is a match itself", sub.Game.Name)
		}
		if sub.Game.Players != g.Players {
			k.Fail(sub.at, "game %s has %d players, the match %d", sub.Game.Name, sub.Game.Players, g.Players)
		}
		g.Flags |= sub.Game.Flags & (Stochastic | HiddenInfo)
		g.RandomStart = g.RandomStart || sub.Game.RandomStart
		if x := sub.at.Arg("next"); x != nil {
			sub.Next = k.Int(x)
		}
		if x := sub.at.Arg("result"); x != nil {
			in := reopen(sub.Game)
			sub.Result = in.Int(x)
			in.Settle()
		}
	}
	g.matchEnd = k.end(clause.Match(e).End())
	g.asksOutcome = !e.Any(asksMore)
	k.Settle()
	return &g, nil
}

// newMatch makes c, a context of the first game, one of the match.
func (c *Context) newMatch(plan *Game) {
	c.Match = &Match{plan: plan, Scores: make([]int, plan.Players+1), tables: make([]table, len(plan.Subgames))}
	c.Match.tables[0] = table{c.S, c.pool, c.legal}
}

// startMatch begins a match with its first game.
func (c *Context) startMatch(r *rng.SplitMix64) {
	m := c.Match
	clear(m.Scores)
	m.Trials, m.waiting, m.ending, m.probing = 0, false, false, false
	c.seat(0)
	c.start(r)
	// The record of a match has the placements of its first game the other way round.
	slices.Reverse(c.placed)
}

// seat makes the context one of subgame i.
func (c *Context) seat(i int) {
	m := c.Match
	m.index = i
	c.G = m.plan.Subgames[i].Game
	t := &m.tables[i]
	if t.state == nil {
		*t = table{newState(c.G), &pool{}, &MoveList{}}
		t.state.limits = c.limits
	}
	c.S, c.pool, c.legal = t.state, t.pool, t.legal
}

// fork gives an independent copy of the match to f, a copy of the context.
func (m *Match) fork(f *Context) {
	n := *m
	n.Scores = slices.Clone(m.Scores)
	n.tables = make([]table, len(m.tables))
	n.tables[m.index] = table{f.S, f.pool, f.legal}
	f.Match = &n
}

// playMatch plays a move of the instance, or goes on to the next one.
func (c *Context) playMatch(move Move) {
	m := c.Match
	if !m.waiting {
		c.playTurn(move)
		if !c.Temporary && c.S.Over {
			c.S.Over, m.waiting, c.legalOK = false, true, false
		}
		return
	}
	if c.Temporary { // a look-ahead ends with the instance
		c.S.Over = true
		return
	}
	m.waiting = false
	c.flat = append(c.flat[:0], PlainAction(ActNextInstance).Decided())
	c.legalOK = false
	c.scoreInstance()
	c.endMatch()
	if c.S.Over {
		return
	}
	next := m.index + 1
	if n := m.plan.Subgames[m.index].Next; n.Given() {
		next = n.Get(c)
	}
	if next < 0 {
		Fault(m.plan.Subgames[m.index].at, "there is no game %d in the match", next)
	}
	if next >= len(m.tables) {
		next = 0
	}
	c.seat(next)
	c.start(c.R)
}

// goOn is the only legal move between two instances.
func (c *Context) goOn(l *MoveList) {
	if !c.Temporary {
		c.arena.reset()
	}
	m := c.One(PlainAction(ActNextInstance).Decided())
	m.Mover = int32(c.S.Mover)
	l.Add(m)
}

// scoreInstance adds the result of the instance to the match scores.
func (c *Context) scoreInstance() {
	m, s := c.Match, c.S
	m.Trials++
	worth := m.plan.Subgames[m.index].Result
	for p := 1; p <= c.G.Players; p++ {
		won := slices.Contains(s.Winners, int32(p))
		switch {
		case worth.Given() && won:
			m.Scores[p] += worth.Get(c)
		case c.G.Players == 2:
			m.Scores[p] += 2 - int(s.Ranking[p])
		case c.G.Players == 1:
			if s.Ranking[p] == 1 {
				m.Scores[p]++
			}
		case won:
			m.Scores[p]++
		}
	}
}

// endMatch evaluates the end rules of the match: in the final position of the
// instance, with everybody in the game and the match scores for scores.
func (c *Context) endMatch() {
	m, s := c.Match, c.S
	s.Active, s.Winner, s.End = 0, 0, NoEnd
	for p := 1; p <= c.G.Players; p++ {
		s.Active |= 1 << p
		s.Ranking[p], s.ScoreOf[p] = 0, int32(m.Scores[p])
	}
	s.Winners, s.Losers = s.Winners[:0], s.Losers[:0]
	m.ending = true
	for i := range m.plan.matchEnd {
		m.plan.matchEnd[i].Eval(c)
	}
	m.ending = false
	s.lossesNow, s.winsNow = 0, 0
}

// resultOfMatch applies a result of an end rule of the match and reports whether
// it did: a draw, a tie and the like come about as in any game.
func (c *Context) resultOfMatch(kind string, p int, all, team bool) bool {
	m := c.Match
	switch {
	case m.probing:
		if kind == "Win" && !all && !team && c.S.IsActive(p) {
			m.winning |= 1 << p
		}
		return true
	case kind == "Loss":
		return true
	case kind != "Win" || all || team:
		return false
	}
	c.winMatch(p)
	return true
}

// winMatch lets p win the match, together with everybody for whom a rule yields
// a win now; all others share the rank behind them.
func (c *Context) winMatch(p int) {
	m, s := c.Match, c.S
	rank := 1.0
	for slices.Contains(s.Ranking[1:], rank) {
		rank++
	}
	m.winning = 1 << p
	m.probing = true
	for i := range m.plan.matchEnd {
		m.plan.matchEnd[i].Eval(c)
	}
	m.probing = false
	others := s.Active &^ m.winning
	behind := rank
	for q := 1; q <= c.G.Players; q++ {
		if others&(1<<q) != 0 {
			behind++
		}
	}
	for q := 1; q <= c.G.Players; q++ {
		switch {
		case m.winning&(1<<q) != 0:
			s.Ranking[q] = rank
			s.Winners = append(s.Winners, int32(q))
		case others&(1<<q) != 0:
			s.Ranking[q] = behind
			s.Losers = append(s.Losers, int32(q))
		}
	}
	s.Active = 0
	c.over(s.firstWithRank(1), NaturalEnd)
}

// Outcome is what a game of a match came to that has been played by other means.
type Outcome struct {
	Mover, Next, Prev int
	Winner            int
	Ranking           []float64 // by player, entry 0 unused
	Scores            []int     // likewise
}

// outcomeWords are the keywords of what rules of a match may ask for that is all in the Outcome of a game.
var outcomeWords = []string{"match", "players", "player", "subgame", "games", "end", "if", "result", "byScore", "score",
	"matchScore", "mover", "next", "prev", "and", "or", "not", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%",
	"abs", "min", "max"}

// asksMore reports whether a clause of a match may ask for more than the Outcome of a game.
func asksMore(e *lgdl.Expr) bool {
	switch {
	case e.Kind != lgdl.Clause || e.Form == nil || e.Is("count", "Trials"):
		return false
	case e.Is("result"):
		return !slices.Contains([]string{"Win", "Loss", "Draw"}, clause.Result(e).ResultType().Text)
	}
	return !slices.Contains(outcomeWords, e.Form.Keyword)
}

// AsksOutcome reports whether the Outcome of its games is all that a match of two players asks for, so that they may be
// played by other means.
func (g *Game) AsksOutcome() bool {
	return g.IsMatch() && g.Players == 2 && g.asksOutcome && !g.Has(Team)
}

// Instance is the subgame that is played, by its index.
func (m *Match) Instance() int { return m.index }

// Conclude ends the game that is being played, as one that came to something.
func (c *Context) Conclude(o *Outcome) {
	s := c.S
	s.Mover, s.Next, s.Prev = o.Mover, o.Next, o.Prev
	s.Winners, s.Winner, s.Active = s.Winners[:0], o.Winner, 0
	for p := 1; p <= c.G.Players; p++ {
		s.Ranking[p], s.ScoreOf[p] = o.Ranking[p], int32(o.Scores[p])
		if o.Ranking[p] == 1 { // of two players: a draw shares the ranks
			s.Winners = append(s.Winners, int32(p))
		}
	}
	c.Match.waiting = true
}

// GoOn goes on from a game that is over to the next one, unless the match is over.
func (c *Context) GoOn() { c.playMatch(Move{}) }
