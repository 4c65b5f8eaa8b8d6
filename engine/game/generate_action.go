package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Kind is the kind of a primitive action, named as in recorded trials
// (part 1, §18.4; part 3, §7).
type Kind uint8

// The primitive actions. SubMove is not an action of its own: it stands for a
// move nested in the item list of another move.
const (
	NoAction Kind = iota
	SubMove
	ActAdd
	ActInsert
	ActRemove
	ActMove      // one piece; which variant is told by the levels and Stack
	ActMoveCount // Move with count
	ActStackMove
	ActCopy
	ActPromote
	ActSelect
	ActSetState
	ActSetRotation
	ActSetValue
	ActSetCount
	ActSetHidden // Name is the index into HiddenNames
	ActSetCost
	ActSetPhase
	ActSetNextPlayer
	ActSetScore
	ActSetPending
	ActSetCounter
	ActSetTemp
	ActSetPot
	ActSetAmount
	ActBet
	ActSetVar
	ActSetValueOfPlayer
	ActRememberValue
	ActForgetValue
	ActTrigger
	ActAddPlayerToTeam
	ActStoreState
	ActSwap
	ActSetTrumpSuit
	ActNote
	ActPropose
	ActVote
	ActPass
	ActNextInstance
	ActForfeit
	ActSetDie // SetStateAndUpdateDice
	ActUseDie
	ActSetDiceAllEqual
	ActPuzzleSet
	ActPuzzleToggle
	ActPuzzleReset
)

// NoType is the site type of an action that does not give one.
const NoType int8 = -1

// Action is one primitive action. Which fields matter depends on Kind:
//
//   - actions on one site have it in both From and To, its type in TypeTo and its level in LevelTo;
//   - actions about a player have the player in What and the number in Value;
//   - actions with a name (variable, remembered list, event, vote, note) have its
//     interned number in Name, 0 for none;
//   - Swap: players in What and Value; AddPlayerToTeam: team in Value, player in What;
//   - SetDie: site in To, face in State; UseDie: hand dice index in What, die index in Value, site in To.
//
// Absent numbers are -1.
type Action struct {
	Kind                   Kind
	Decision               bool
	Stack                  bool // Add, Move, Copy: stack=true
	Flag                   bool // Pass: forced; Remove: not applied; SetScore: add; SetHidden, SetDiceAllEqual: the value
	TypeFrom, TypeTo       int8
	From, To               int32
	LevelFrom, LevelTo     int32
	What, Count            int32
	State, Rotation, Value int32
	Name                   int32
}

func blank(k Kind) Action {
	return Action{Kind: k, TypeFrom: NoType, TypeTo: NoType, From: Off, To: Off, LevelFrom: Off, LevelTo: Off,
		Count: 1, State: Off, Rotation: Off, Value: Off}
}

// SiteType returns st as the type field of an action.
func SiteType(st board.SiteType) int8 { return int8(st) }

// Add returns [Add:type,to,what,count,state,rotation,value,stack].
func Add(st int8, to, what, count, state, rotation, value int, stack bool) Action {
	a := site(ActAdd, st, to, Off)
	a.What, a.Count, a.State, a.Rotation, a.Value, a.Stack = int32(what), int32(count), int32(state), int32(rotation),
		int32(value), stack
	return a
}

func site(k Kind, st int8, to, level int) Action {
	a := blank(k)
	a.TypeTo, a.TypeFrom, a.From, a.To, a.LevelFrom, a.LevelTo = st, st, int32(to), int32(to), int32(level), int32(level)
	return a
}

// Insert returns [Insert:type,to,level,what,state].
func Insert(st int8, to, level, what, state int) Action {
	a := site(ActInsert, st, to, level)
	a.What, a.State = int32(what), int32(state)
	return a
}

// Remove returns [Remove:type,to,level]; level -1 is no level.
func Remove(st int8, to, level int) Action { return site(ActRemove, st, to, level) }

// RemoveLater returns [Remove:type,to,applied=false].
func RemoveLater(st int8, to int) Action {
	a := site(ActRemove, st, to, Off)
	a.Flag = true
	return a
}

// MovePiece returns [Move:typeFrom,from,levelFrom,typeTo,to,levelTo,state,rotation,value,stack].
func MovePiece(tf int8, from, levelFrom int, tt int8, to, levelTo, state, rotation, value int, stack bool) Action {
	a := blank(ActMove)
	a.TypeFrom, a.From, a.LevelFrom = tf, int32(from), int32(levelFrom)
	a.TypeTo, a.To, a.LevelTo = tt, int32(to), int32(levelTo)
	a.State, a.Rotation, a.Value, a.Stack = int32(state), int32(rotation), int32(value), stack
	return a
}

// MoveCount returns [Move:typeFrom,from,typeTo,to,count].
func MoveCount(tf int8, from int, tt int8, to, count int) Action {
	a := blank(ActMoveCount)
	a.TypeFrom, a.From, a.TypeTo, a.To, a.Count = tf, int32(from), tt, int32(to), int32(count)
	return a
}

// StackMove returns [StackMove:typeFrom,from,typeTo,to,numLevel].
func StackMove(tf int8, from int, tt int8, to, levels int) Action {
	a := MoveCount(tf, from, tt, to, levels)
	a.Kind = ActStackMove
	return a
}

// Promote returns [Promote:type,to,level,what].
func Promote(st int8, to, level, what int) Action {
	a := site(ActPromote, st, to, level)
	a.What = int32(what)
	return a
}

// Select returns [Select:typeFrom,from,levelFrom,typeTo,to,levelTo]; to -1 is no to.
func Select(tf int8, from, levelFrom int, tt int8, to, levelTo int) Action {
	return MovePiece(tf, from, levelFrom, tt, to, levelTo, Off, Off, Off, false).as(ActSelect)
}

func (a Action) as(k Kind) Action { a.Kind = k; return a }

// Copy turns a MovePiece action into [Copy:…].
func Copy(a Action) Action { return a.as(ActCopy) }

// SetState returns [SetState:type,to,level,state].
func SetState(st int8, to, level, state int) Action {
	a := site(ActSetState, st, to, level)
	a.State = int32(state)
	return a
}

// SetRotation returns [SetRotation:type,to,rotation].
func SetRotation(st int8, to, rotation int) Action {
	a := site(ActSetRotation, st, to, Off)
	a.Rotation = int32(rotation)
	return a
}

// SetValue returns [SetValue:type,to,level,value].
func SetValue(st int8, to, level, value int) Action {
	a := site(ActSetValue, st, to, level)
	a.Value = int32(value)
	return a
}

// SetCount returns [SetCount:type,to,what,count].
func SetCount(st int8, to, what, count int) Action {
	a := site(ActSetCount, st, to, Off)
	a.What, a.Count = int32(what), int32(count)
	return a
}

// Hidden data of a site, in the order of the action names of recorded trials.
const (
	HiddenAll = iota
	HiddenWhat
	HiddenWho
	HiddenCount
	HiddenState
	HiddenRotation
	HiddenValue
)

// HiddenNames are the action names of the seven kinds of hidden data.
var HiddenNames = [...]string{"SetHidden", "SetHiddenWhat", "SetHiddenWho", "SetHiddenCount", "SetHiddenState",
	"SetHiddenRotation", "SetHiddenValue"}

// HiddenKind numbers the kind of hidden data of an argument, HiddenAll for none named.
func HiddenKind(data *lgdl.Expr) int {
	if data == nil {
		return HiddenAll
	}
	return max(slices.Index(HiddenNames[:], "SetHidden"+data.Text), 0)
}

// HiddenKinds numbers those of a pair of arguments (hiddenData | {hiddenData}).
func HiddenKinds(one, many *lgdl.Expr) []int {
	if many == nil {
		return []int{HiddenKind(one)}
	}
	var kinds []int
	for _, x := range many.Items {
		kinds = append(kinds, HiddenKind(x))
	}
	return kinds
}

// SetHidden returns [SetHidden…:type,to,level,who,value] for one of the seven kinds of data.
func SetHidden(data int, st int8, to, level, who int, value bool) Action {
	a := site(ActSetHidden, st, to, level)
	a.Name, a.What, a.Flag = int32(data), int32(who), value
	return a
}

// SetDie returns [SetStateAndUpdateDice:site,state]; state is a face index.
func SetDie(to, face int) Action {
	a := site(ActSetDie, NoType, to, Off)
	a.State = int32(face)
	return a
}

// UseDie returns [UseDie:indexHandDice,indexDie,site].
func UseDie(hand, die, to int) Action {
	a := site(ActUseDie, NoType, to, Off)
	a.What, a.Value = int32(hand), int32(die)
	return a
}

// Player returns an action about one player and one number: SetNextPlayer,
// SetScore, SetAmount, Bet, SetValueOfPlayer, Trigger, Swap (other player in
// value), AddPlayerToTeam (team in value), Forfeit.
func Player(k Kind, player, value int) Action {
	a := blank(k)
	a.What, a.Value = int32(player), int32(value)
	return a
}

// Number returns an action about one number: SetPending, SetCounter, SetTemp, SetPot, SetTrumpSuit.
func Number(k Kind, value int) Action {
	a := blank(k)
	a.Value = int32(value)
	return a
}

// Named returns an action about a name (interned by Compiler.Name, 0 for none)
// and a number: SetVar, RememberValue, ForgetValue, Note, Propose, Vote, Trigger.
func Named(k Kind, name int32, value int) Action {
	a := Number(k, value)
	a.Name = name
	return a
}

// Pass returns [Pass:forced].
func Pass(forced bool) Action {
	a := blank(ActPass)
	a.Flag = forced
	return a
}

// SetDiceAllEqual returns [SetDiceAllEqual:value].
func SetDiceAllEqual(v bool) Action {
	a := blank(ActSetDiceAllEqual)
	a.Flag = v
	return a
}

// PuzzleAct returns [Set|Toggle|Reset:type,var,value] of deduction puzzles.
func PuzzleAct(k Kind, st int8, v, value int) Action {
	a := site(k, st, v, Off)
	a.Value = int32(value)
	return a
}

// PlainAction returns an action without data, such as StoreState or NextInstance.
func PlainAction(k Kind) Action { return blank(k) }

// Decided returns the action with the decision flag set.
func (a Action) Decided() Action { a.Decision = true; return a }
