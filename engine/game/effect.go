package game

// Effects need not become moves first: a generator with a Do form applies what
// it would list. Nobody but the record of a move (follow, Applied) wants to know
// the actions that a move came to; where nothing asks for them they are not kept.

// Effect evaluates an effect and applies its moves; nothing is added to the trial.
func (c *Context) Effect(g *Gen) {
	switch {
	case g.Acts != nil:
		acts := g.Acts(c, c.TakeActions())
		for i := range acts {
			c.Act(&acts[i])
		}
		c.GiveActions(acts)
	case g.Do != nil:
		g.Do(c)
	default:
		c.EffectOf(g.Eval)
	}
}

// EffectOf applies the moves that eval lists as effects and returns their number.
func (c *Context) EffectOf(eval func(c *Context, out *MoveList)) int {
	l := c.TakeList()
	eval(c, l)
	n := len(l.M)
	for i := 0; i < n; i++ {
		c.ApplyEffect(l.M[i])
	}
	c.GiveList(l)
	return n
}

// Follows tells whether the actions that a move comes to are kept.
func (c *Context) Follows() bool { return !c.brief }

// Act applies a as an action of an effect.
func (c *Context) Act(a *Action) {
	if !c.G.swift || !c.swift(a) {
		c.Do(*a)
	}
	if !c.brief {
		c.Acted(a)
	}
}

// Acted notes an action that has been applied.
func (c *Context) Acted(a *Action) {
	c.flat = append(c.flat, *a)
	if a.Kind == ActAdd {
		st := SiteType(c.S.typed(a.TypeTo, a.To))
		last := &c.flat[len(c.flat)-1]
		last.TypeFrom, last.TypeTo = st, st
	}
}

// Consequent applies the consequent t of an effect, as returned by
// Compiler.Then; 0 is none.
func (c *Context) Consequent(t int32) {
	if t != 0 {
		c.Effect(c.G.thens[t])
	}
}

// Follows tells whether the moves of g may have consequents, which are evaluated
// with the iterators as they are when the move is applied.
func (g *Gen) Follows() bool { return g.follows }

// ReadsAfter tells that the rules ask where a move went, its consequents included.
func (k *Compiler) ReadsAfter() { k.G.readsAfter = true }

// Number returns a number that no other ludeme of the game has, from 1.
func (k *Compiler) Number() int {
	k.numbers++
	return k.numbers
}

// Draws tells that the ludeme being compiled draws random numbers when it is evaluated.
func (k *Compiler) Draws() { k.drawers++ }

// Quiet tells whether g draws no random numbers when it is evaluated.
func (c *Context) Quiet(g *Gen) bool { return !g.draws && !c.G.pieceDraws }

// AppendActions appends the actions of a move without consequents, nested ones included.
func (c *Context) AppendActions(acts []Action, m Move) []Action {
	for i := range c.Items(m) {
		if a := c.Item(m, i); a.Kind == SubMove {
			acts = c.AppendActions(acts, c.Sub(a))
		} else {
			acts = append(acts, a)
		}
	}
	return acts
}
