package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// listKind is the behaviour of the position lists (part 3, §6).
type listKind uint8

const (
	flatLists listKind = iota
	stackLists
	fullLists
)

// typed resolves the site type of an action: its own or the board's default,
// and Cell for numbers beyond the board (part 3, §7, look-ups a and b).
func (s *State) typed(t int8, site int32) board.SiteType {
	st := s.g.DefaultType
	if t != NoType {
		st = board.SiteType(t)
	}
	return s.g.typeAt(st, int(site))
}

// untyped resolves the site type where the site number decides the container
// whatever the type (look-up c).
func (s *State) untyped(t int8, site int32) board.SiteType {
	if s.g.ContainerAt(int(site)) != 0 {
		return board.Cell
	}
	return s.typed(t, site)
}

func (s *State) ok(st board.SiteType, site int32) *layer {
	l := s.writer(st)
	if l == nil || site < 0 || int(site) >= l.n {
		return nil
	}
	return l
}

// Do applies one primitive action to the state (part 3, §7).
func (c *Context) Do(a Action) {
	s := c.S
	switch a.Kind {
	case ActMove:
		c.doMove(a)
	case ActAdd:
		c.doAdd(a)
	case ActRemove:
		c.doRemove(a)
	case ActSelect, ActPass, ActNote, ActNextInstance:
	case ActMoveCount:
		c.doMoveCount(a)
	case ActSetNextPlayer:
		s.Next = int(a.What)
	case ActSetScore:
		if p := a.What; p >= 0 && int(p) < len(s.ScoreOf) {
			if a.Flag {
				s.ScoreOf[p] += a.Value
			} else {
				s.ScoreOf[p] = a.Value
			}
		}
	case ActSetPending:
		v := a.Value
		if v == Off {
			v = 1
		}
		if i, found := slices.BinarySearch(s.Pending, v); !found {
			s.Pending = slices.Insert(s.Pending, i, v)
		}
	case ActSetCounter:
		s.Counter = int(a.Value)
	case ActSetTemp:
		s.Temp = int(a.Value)
	case ActSetPot:
		s.Pot = int(a.Value)
	case ActSetAmount, ActBet:
		if p := a.What; p >= 1 && int(p) <= c.G.Players {
			s.AmountOf[p] = a.Value
		}
	case ActSetVar:
		s.Vars[a.Name], s.VarSet[a.Name] = a.Value, true
	case ActSetValueOfPlayer:
		if p := a.What; p >= 0 && int(p) < len(s.ValueOf) {
			s.ValueOf[p] = a.Value
		}
	case ActRememberValue:
		s.Remembered[a.Name] = append(s.Remembered[a.Name], a.Value)
	case ActForgetValue:
		l := s.Remembered[a.Name]
		if i := slices.Index(l, a.Value); i >= 0 {
			s.Remembered[a.Name] = slices.Delete(l, i, i+1)
		}
	case ActTrigger:
		if a.What >= 0 && a.What < 32 {
			s.Triggered |= 1 << a.What
		}
	case ActAddPlayerToTeam:
		if p := a.What; p >= 1 && int(p) <= c.G.Players {
			s.TeamOf[p] = a.Value
		}
	case ActStoreState:
		s.StoredHash = c.PositionHash()
	case ActSwap:
		i, j := slices.Index(s.Order[1:], a.What), slices.Index(s.Order[1:], a.Value)
		if i >= 0 && j >= 0 {
			s.Order[1+i], s.Order[1+j] = s.Order[1+j], s.Order[1+i]
		}
	case ActSetTrumpSuit:
		s.TrumpSuit = int(a.Value)
	case ActPropose:
		s.Propositions = append(s.Propositions, a.Name)
	case ActVote:
		c.doVote(a.Name)
	case ActForfeit:
		c.loss(int(a.What))
	case ActSetDie:
		c.doSetDie(a)
	case ActUseDie:
		if i := int(a.Value); i >= 0 && i < len(s.DiceValue) {
			s.DiceValue[i] = 0
		}
	case ActSetDiceAllEqual:
		s.DiceEqual = a.Flag
		sum := int32(0)
		for _, v := range s.DiceValue {
			sum += v
		}
		s.DiceSum = int(sum)
	case ActSetState:
		c.doSetData(a, s.typed(a.TypeTo, a.To))
	case ActSetValue:
		c.doSetData(a, s.untyped(a.TypeTo, a.To))
	case ActSetRotation:
		st := s.untyped(a.TypeTo, a.To)
		if l := s.ok(st, a.To); l != nil && l.rot != nil {
			if l.size == nil {
				l.rot[a.To] = a.Rotation
			} else if n := int(l.size[a.To]); n > 0 {
				l.rot[int(a.To)*l.stride+n-1] = a.Rotation
			}
		}
	case ActSetCost:
		s.setCost(s.typed(a.TypeTo, a.To), a.To, a.Value)
	case ActSetCount:
		c.doSetCount(a)
	case ActSetHidden:
		c.setHidden(int(a.Name), a.TypeTo, a.To, a.LevelTo, a.What, a.Flag)
	case ActPromote:
		c.doPromote(a)
	case ActInsert:
		c.doInsert(a)
	case ActCopy:
		c.doCopy(a)
	case ActStackMove:
		c.doStackMove(a)
	case ActPuzzleSet, ActPuzzleToggle, ActPuzzleReset:
		c.doPuzzle(a)
	}
}

// Effect evaluates an effect and applies its moves; nothing is added to the trial.
func (c *Context) Effect(g *Gen) {
	l := c.TakeList()
	g.Eval(c, l)
	for i := range l.M {
		c.ApplyEffect(l.M[i])
	}
	c.GiveList(l)
}

// Draws tells that the ludeme being compiled draws random numbers when it is evaluated.
func (k *Compiler) Draws() { k.drawers++ }

// Quiet reports whether g draws no random numbers when it is evaluated.
func (c *Context) Quiet(g *Gen) bool { return !g.draws && !c.G.pieceDraws }

// follow enters into a trial entry where the actions applied so far went: while
// consequents run these are the move's own, in the end all of them.
func (c *Context) follow(e *Entry) {
	e.AfterFrom, e.AfterTo, e.AfterLevelFrom, e.AfterLevelTo = Off, Off, 0, 0
	for i := len(c.flat) - 1; i >= 0 && (e.AfterFrom == Off || e.AfterTo == Off); i-- {
		a := &c.flat[i]
		if e.AfterFrom == Off && a.From != Off {
			e.AfterFrom, e.AfterLevelFrom = a.From, max(a.LevelFrom, 0)
		}
		if e.AfterTo == Off && a.To != Off {
			e.AfterTo, e.AfterLevelTo = a.To, max(a.LevelTo, 0)
		}
	}
	if !c.G.Has(MoveSites) {
		return
	}
	// The lists are made anew: temporary copies may share the old ones.
	n := int32(c.G.Topo.NumSites())
	e.Froms, e.Tos = nil, nil
	for i := range c.flat {
		if f := c.flat[i].From; f >= 0 && f < n {
			e.Froms = append(e.Froms, f)
		}
		if t := c.flat[i].To; t >= 0 && t < n {
			e.Tos = append(e.Tos, t)
		}
	}
}

// LastTos appends the to of the last move and the tos of its actions on the
// board, ascending and each once; the game must require MoveSites.
func (c *Context) LastTos(dst []int32) []int32 {
	if e := c.T.Last(); e != nil {
		dst = ascending(append(append(dst, e.To), e.Tos...), len(dst))
	}
	return dst
}

// LastFroms is LastTos for the sites moved from.
func (c *Context) LastFroms(dst []int32) []int32 {
	if e := c.T.Last(); e != nil {
		dst = ascending(append(append(dst, e.From), e.Froms...), len(dst))
	}
	return dst
}
