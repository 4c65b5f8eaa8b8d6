package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Action is an action that goes to no site: see game.Action.
type Action struct {
	Kind        game.Kind
	Flag        bool
	Name        int32
	What, Value *ir.Expr
}

// numberSet is the number of the position that an action of a kind sets.
var numberSet = map[game.Kind]Var{game.ActSetCounter: Counter, game.ActSetTemp: Temp, game.ActSetPot: Pot}

// Do adds an action and that it was done: what it changes is what it changes by the rules, see game.Context.Do.
func (k *Lowerer) Do(a Action) {
	f, p, v := &k.Fields, a.What, a.Value
	switch a.Kind {
	case game.ActSetNextPlayer:
		k.SetNext(p)
		return
	case game.ActSetPending:
		v = k.Temp("v", v)
		k.SetPending(k.Temp("v", ir.Cond(ir.Calc(ir.Eq, v, ir.Num(game.Off)), ir.Num(1), v)))
		return
	}
	k.Log(a.Kind, nil)
	switch a.Kind {
	case game.ActPass, game.ActNote:
	case game.ActSetCounter, game.ActSetTemp, game.ActSetPot:
		k.Add(f.Put(numberSet[a.Kind], v))
	case game.ActSetVar:
		k.Add(ir.Write(f.Named, ir.Num(int(a.Name)), v))
	case game.ActSetScore:
		if a.Flag {
			v = ir.Calc(ir.Add, ir.At(f.Score, p), v)
		}
		k.Add(ir.Write(f.Score, p, v))
	case game.ActSetValueOfPlayer:
		k.Add(ir.Write(f.Value, p, v))
	case game.ActBet:
		p = k.Temp("p", p)
		k.If(k.IsPlayer(p, 1), func() { k.Add(ir.Write(f.Amount, p, v)) })
	case game.ActTrigger:
		p = k.Temp("p", p)
		k.If(ir.Calc(ir.Below, p, ir.Num(32)), func() {
			k.Add(f.Put(Triggered, ir.Calc(ir.Or, f.Get(Triggered), ir.Calc(ir.Shl, ir.Num(1), p))))
		})
	case game.ActRememberValue:
		k.keepInMind(k.memoryOf(a.Name), v)
	case game.ActForgetValue:
		k.forget(k.memoryOf(a.Name), v)
	case game.ActStoreState:
		k.storeState()
	case game.ActPropose:
		k.propose(a.Name)
	case game.ActVote:
		k.vote(a.Name)
	default:
		k.No(k.clause, "%s", k.clause.Form.Text)
	}
}
