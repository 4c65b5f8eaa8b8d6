package game

// Arrange makes the position in which nothing but these components lie on these sites of the board, as after a move
// of the player before mover that nobody knows: ends are evaluated and phases change as they do then. The play has
// been started; the game has two players, one piece to a site, and rules whose decisions do not ask for the moves
// played.
func (c *Context) Arrange(mover int, sites, components []int32) {
	s := c.S
	for st := range s.layers {
		for site, what := range s.layers[st].what {
			if what != 0 {
				c.Do(Remove(int8(st), site, Off))
			}
		}
	}
	for i, site := range sites {
		c.Do(Add(int8(c.G.DefaultType), int(site), int(components[i]), 1, Off, Off, Off, false))
	}
	before := 3 - mover
	// Phases that end at once do so for whoever is to move.
	for range c.G.Phases {
		for _, q := range [2]int{mover, before} {
			s.Mover = q
			c.nextPhases()
		}
	}
	s.Mover, s.Next, s.Prev = before, mover, mover
	s.TurnMoves, s.Passes, s.Counter = 0, 0, 0
	c.T.add(Entry{Mover: int32(before), From: Off, To: Off, LevelMin: Off, LevelMax: Off, FromType: NoType, ToType: NoType,
		DecFrom: Off, DecTo: Off, AfterFrom: Off, AfterTo: Off})
	c.turn(before, Off, Off, false)
	c.legalOK = false
}

// Arrangeable reports whether Arrange makes all of a position of the game that rules can ask for, besides what
// they ask for of the moves played.
func (g *Game) Arrangeable() bool {
	const more = Rotation | SiteState | PieceValue | Score | HiddenInfo | Stochastic | SequenceCapture | Visited |
		CycleDetection | RepeatPositionalInGame | RepeatPositionalInTurn | RepeatSituationalInGame |
		RepeatSituationalInTurn | Team | PendingValues | Variables | RememberedValues | Bet | Vote | LineOfPlay |
		SwapRule | LargePiece | Card | DominoFlag | TrackFlag | InternalLoop | StartSites
	return g.Players == 2 && !g.Stacks && !g.Boardless && !g.DeductionPuzzle && g.Mode == Alternating && !g.RandomStart &&
		!g.IsMatch() && g.Flags&more == 0 && g.Topo.Num(g.DefaultType) > 0
}
