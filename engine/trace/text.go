package trace

import (
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// writer builds the text of one action: fields separated by commas.
type writer struct {
	b     *strings.Builder
	first bool
}

func (w *writer) raw(name, value string) {
	if !w.first {
		w.b.WriteByte(',')
	}
	w.first = false
	w.b.WriteString(name)
	w.b.WriteByte('=')
	w.b.WriteString(value)
}

func (w *writer) num(name string, v int32) { w.raw(name, strconv.Itoa(int(v))) }

// opt writes a number unless it is -1.
func (w *writer) opt(name string, v int32) {
	if v != game.Off {
		w.num(name, v)
	}
}

func (w *writer) typ(name string, t int8) {
	if t != game.NoType {
		w.raw(name, board.SiteType(t).String())
	}
}

func (w *writer) yes(name string, v bool) {
	if v {
		w.raw(name, "true")
	}
}

// MoveText is the text of a move in the format of recorded trials, consequents
// that are still to be evaluated left out (part 1, §18.3).
func MoveText(c *game.Context, m game.Move) string {
	var b strings.Builder
	writeHeader(&b, m)
	for i := range c.Items(m) {
		if i > 0 {
			b.WriteByte(',')
		}
		a := c.Item(m, i)
		if a.Kind == game.SubMove {
			b.WriteString(MoveText(c, c.Sub(a)))
		} else {
			writeAction(&b, c, a)
		}
	}
	b.WriteByte(']')
	return b.String()
}

// AppliedText is the text of a move with the flat list of actions it came to.
func AppliedText(c *game.Context, m game.Move, as []game.Action) string {
	var b strings.Builder
	writeHeader(&b, m)
	for i, a := range as {
		if i > 0 {
			b.WriteByte(',')
		}
		writeAction(&b, c, a)
	}
	b.WriteByte(']')
	return b.String()
}

func writeHeader(b *strings.Builder, m game.Move) {
	b.WriteString("[Move:")
	w := &writer{b: b, first: true}
	w.num("mover", m.Mover)
	w.opt("from", m.From)
	w.opt("to", m.To)
	w.opt("state", m.State)
	if m.Unoriented {
		w.raw("oriented", "false")
	}
	w.opt("edge", m.Edge)
	if m.LevelMin != 0 && m.LevelMax != 0 {
		w.num("levelMin", m.LevelMin)
		w.num("levelMax", m.LevelMax)
	}
	b.WriteString(",actions=")
}

// ActionText is the text of one action (part 1, §18.4).
func ActionText(c *game.Context, a game.Action) string {
	var b strings.Builder
	writeAction(&b, c, a)
	return b.String()
}

var plainNames = map[game.Kind]string{
	game.ActAdd: "Add", game.ActInsert: "Insert", game.ActRemove: "Remove", game.ActMove: "Move",
	game.ActMoveCount: "Move",
	game.ActStackMove: "StackMove", game.ActCopy: "Copy", game.ActPromote: "Promote", game.ActSelect: "Select",
	game.ActSetState: "SetState", game.ActSetRotation: "SetRotation", game.ActSetValue: "SetValue",
	game.ActSetCount: "SetCount",
	game.ActSetCost:  "SetCost", game.ActSetPhase: "SetPhase", game.ActSetNextPlayer: "SetNextPlayer",
	game.ActSetScore:   "SetScore",
	game.ActSetPending: "SetPending", game.ActSetCounter: "SetCounter", game.ActSetTemp: "SetTemp",
	game.ActSetPot:    "SetPot",
	game.ActSetAmount: "SetAmount", game.ActBet: "Bet", game.ActSetVar: "SetVar",
	game.ActSetValueOfPlayer: "SetValueOfPlayer",
	game.ActRememberValue:    "RememberValue", game.ActForgetValue: "ForgetValue", game.ActTrigger: "Trigger",
	game.ActAddPlayerToTeam: "AddPlayerToTeam", game.ActStoreState: "StoreStateInContext", game.ActSwap: "Swap",
	game.ActSetTrumpSuit: "SetTrumpSuit", game.ActNote: "Note", game.ActPropose: "Propose", game.ActVote: "Vote",
	game.ActPass:         "Pass",
	game.ActNextInstance: "NextInstance", game.ActForfeit: "Forfeit", game.ActSetDie: "SetStateAndUpdateDice",
	game.ActUseDie:          "UseDie",
	game.ActSetDiceAllEqual: "SetDiceAllEqual", game.ActPuzzleSet: "Set", game.ActPuzzleToggle: "Toggle",
	game.ActPuzzleReset: "Reset",
}

func writeAction(b *strings.Builder, c *game.Context, a game.Action) {
	name := plainNames[a.Kind]
	if a.Kind == game.ActSetHidden {
		name = game.HiddenNames[a.Name]
	}
	b.WriteByte('[')
	b.WriteString(name)
	b.WriteByte(':')
	w := &writer{b: b, first: true}
	switch a.Kind {
	case game.ActAdd:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		w.num("what", a.What)
		if a.Count > 1 {
			w.num("count", a.Count)
		}
		w.opt("state", a.State)
		w.opt("rotation", a.Rotation)
		w.opt("value", a.Value)
		w.yes("stack", a.Stack)
	case game.ActInsert:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.num("level", a.LevelTo)
		w.num("what", a.What)
		w.opt("state", a.State)
	case game.ActRemove:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		if a.Flag {
			w.raw("applied", "false")
		}
	case game.ActMove, game.ActCopy:
		w.typ("typeFrom", a.TypeFrom)
		w.num("from", a.From)
		w.opt("levelFrom", a.LevelFrom)
		w.typ("typeTo", a.TypeTo)
		w.num("to", a.To)
		w.opt("levelTo", a.LevelTo)
		w.opt("state", a.State)
		w.opt("rotation", a.Rotation)
		w.opt("value", a.Value)
		w.yes("stack", a.Stack)
	case game.ActMoveCount, game.ActStackMove:
		w.typ("typeFrom", a.TypeFrom)
		w.num("from", a.From)
		w.typ("typeTo", a.TypeTo)
		w.num("to", a.To)
		if a.Kind == game.ActMoveCount {
			w.num("count", a.Count)
		} else {
			w.num("numLevel", a.Count)
		}
	case game.ActPromote:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		w.num("what", a.What)
	case game.ActSelect:
		w.typ("typeFrom", a.TypeFrom)
		w.num("from", a.From)
		w.opt("levelFrom", a.LevelFrom)
		if a.To != game.Off {
			w.typ("typeTo", a.TypeTo)
			w.num("to", a.To)
			w.opt("levelTo", a.LevelTo)
		}
	case game.ActSetState:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		w.num("state", a.State)
	case game.ActSetRotation:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.num("rotation", a.Rotation)
	case game.ActSetValue:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		w.num("value", a.Value)
	case game.ActSetCount:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.num("what", a.What)
		w.num("count", a.Count)
	case game.ActSetHidden:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.opt("level", a.LevelTo)
		w.num("who", a.What)
		w.raw("value", strconv.FormatBool(a.Flag))
	case game.ActSetCost:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.num("cost", a.Value)
	case game.ActSetPhase:
		w.typ("type", a.TypeTo)
		w.num("to", a.To)
		w.num("phase", a.Value)
	case game.ActSetNextPlayer:
		w.num("player", a.What)
	case game.ActSetScore:
		w.num("player", a.What)
		w.num("score", a.Value)
		w.yes("add", a.Flag)
	case game.ActSetPending:
		w.opt("value", a.Value)
	case game.ActSetCounter:
		w.num("counter", a.Value)
	case game.ActSetTemp:
		w.num("temp", a.Value)
	case game.ActSetPot:
		w.num("pot", a.Value)
	case game.ActSetAmount:
		w.num("player", a.What)
		w.num("amount", a.Value)
	case game.ActBet:
		w.num("player", a.What)
		w.num("bet", a.Value)
	case game.ActSetVar:
		w.raw("name", c.G.VarName(a.Name))
		w.num("value", a.Value)
	case game.ActSetValueOfPlayer:
		w.num("player", a.What)
		w.num("value", a.Value)
	case game.ActRememberValue, game.ActForgetValue:
		name := "null"
		if a.Name != 0 {
			name = c.Text(a.Name)
		}
		w.raw("name", name)
		w.num("value", a.Value)
	case game.ActTrigger:
		w.raw("event", c.Text(a.Name))
		w.num("player", a.What)
	case game.ActAddPlayerToTeam:
		w.num("team", a.Value)
		w.num("player", a.What)
	case game.ActSwap:
		w.num("player1", a.What)
		w.num("player2", a.Value)
	case game.ActSetTrumpSuit:
		w.num("trumpSuit", a.Value)
	case game.ActNote:
		w.raw("message", c.Text(a.Name))
		w.num("to", a.Value)
	case game.ActPropose:
		w.raw("proposition", c.Text(a.Name))
		w.num("propositionInt", a.Name)
	case game.ActVote:
		w.raw("vote", c.Text(a.Name))
		w.num("voteInt", a.Name)
	case game.ActForfeit:
		w.raw("player", "P"+strconv.Itoa(int(a.What)))
	case game.ActSetDie:
		w.num("site", a.To)
		w.num("state", a.State)
	case game.ActUseDie:
		w.num("indexHandDice", a.What)
		w.num("indexDie", a.Value)
		w.num("site", a.To)
	case game.ActSetDiceAllEqual:
		w.raw("value", strconv.FormatBool(a.Flag))
	case game.ActPuzzleSet, game.ActPuzzleToggle:
		w.typ("type", a.TypeTo)
		w.num("var", a.To)
		w.num("value", a.Value)
	case game.ActPuzzleReset:
		w.typ("type", a.TypeTo)
		w.num("var", a.To)
		w.num("max", a.Value)
	}
	w.yes("decision", a.Decision)
	if a.Kind == game.ActPass {
		w.yes("forced", a.Flag)
	}
	b.WriteByte(']')
}
