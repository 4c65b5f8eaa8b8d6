package game

// Arrange makes the position in which nothing but these components lie on these sites of the board, as after a move
// of the player before mover that nobody knows: ends are evaluated and phases change as they do then. The play has
// been started; the game has two players, one piece to a site, and rules whose decisions do not ask for the moves
// played.
func (c *Context) Arrange(mover int, sites, components []int32) {
	c.clearBoard()
	for i, site := range sites {
		c.Do(Add(int8(c.G.DefaultType), int(site), int(components[i]), 1, Off, Off, Off, false))
	}
	c.arrive(mover)
}

// Distribute makes a position as Arrange does, with so many counters, which are one component, on every site of the
// board, and with the scores of the two players.
func (c *Context) Distribute(mover, component int, counts []int32, scores [2]int) {
	c.clearBoard()
	for site, n := range counts {
		if n > 0 {
			c.Do(SetCount(int8(c.G.DefaultType), site, component, int(n)))
		}
	}
	for i, v := range scores {
		c.Do(Player(ActSetScore, i+1, v))
	}
	c.arrive(mover)
}

// Counters tells what component lies on the board and how many pieces of it on every site; false if there are several
// components, or none.
func (c *Context) Counters() (component int, counts []int32, ok bool) {
	l := &c.S.layers[c.G.DefaultType]
	counts = make([]int32, c.G.Topo.Num(c.G.DefaultType))
	for site := range counts {
		what := int(l.what[site])
		if what == 0 {
			continue
		}
		if component != 0 && component != what {
			return 0, nil, false
		}
		component, counts[site] = what, int32(c.S.CountAt(c.G.DefaultType, site))
	}
	return component, counts, component != 0
}

// clearBoard takes all pieces away.
func (c *Context) clearBoard() {
	s := c.S
	for st := range s.layers {
		for site, what := range s.layers[st].what {
			if what != 0 {
				c.Do(Remove(int8(st), site, Off))
			}
		}
	}
}

// arrive begins a turn of a player after a move of the other one.
func (c *Context) arrive(mover int) {
	s, before := c.S, 3-mover
	// Phases that end at once do so for whoever is to move.
	for range c.G.Phases {
		for _, q := range [2]int{mover, before} {
			s.Mover = q
			c.nextPhases()
		}
	}
	s.Mover, s.Next, s.Prev = before, mover, mover
	s.TurnMoves, s.Passes, s.Counter = 0, 0, Off
	c.T.add(Entry{Mover: int32(before), From: Off, To: Off, LevelMin: Off, LevelMax: Off, FromType: NoType, ToType: NoType,
		DecFrom: Off, DecTo: Off, AfterFrom: Off, AfterTo: Off})
	c.turn(before, Off, Off, false)
	c.legalOK = false
}

// Arrangeable reports whether Arrange makes all of a position of the game that rules can ask for, besides what
// they ask for of the moves played.
func (g *Game) Arrangeable() bool { return g.simple() && g.Flags&(Score|Variables|TrackFlag) == 0 }

// Distributable reports the same of Distribute, besides what variables hold.
func (g *Game) Distributable() bool { return g.simple() && g.Has(Count) }

// simple reports whether a position is nothing but what lies where, whose turn it is, scores and variables.
func (g *Game) simple() bool {
	const more = Rotation | SiteState | PieceValue | HiddenInfo | Stochastic | SequenceCapture | Visited |
		CycleDetection | RepeatPositionalInGame | RepeatPositionalInTurn | RepeatSituationalInGame |
		RepeatSituationalInTurn | Team | PendingValues | RememberedValues | Bet | Vote | LineOfPlay |
		SwapRule | LargePiece | Card | DominoFlag | InternalLoop | StartSites
	return g.Players == 2 && !g.Stacks && !g.Boardless && !g.DeductionPuzzle && g.Mode == Alternating && !g.RandomStart &&
		!g.IsMatch() && g.Flags&more == 0 && g.Topo.Num(g.DefaultType) > 0
}

// Clock is the counter of moves that rules may set back.
func (c *Context) Clock() int { return c.S.Counter }

// SetClock sets that counter, on which no legal move depends.
func (c *Context) SetClock(n int) {
	legal := c.legalOK
	c.Do(Number(ActSetCounter, n))
	c.legalOK = legal
}
