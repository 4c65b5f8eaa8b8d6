package search

// settle looks on at captures until none is worth it.
func (a *AlphaBeta) settle(plies int, alpha, beta float64, ply int) (float64, error) {
	best, err := a.judge()
	if err != nil || plies == 0 {
		return best, err
	}
	hero := a.w.Mover() == a.hero
	if hero {
		alpha = max(alpha, best)
	} else {
		beta = min(beta, best)
	}
	if alpha >= beta {
		return best, nil
	}
	n, _ := a.w.List()
	if err := a.admit(n); err != nil {
		return 0, err
	}
	for i := range n {
		if !a.w.Noisy(i) {
			continue
		}
		a.w.Down(i)
		a.Positions++
		v, over := 0.0, a.w.Over()
		if over {
			v, err = a.margin()
		} else {
			v, err = a.settle(plies-1, alpha, beta, ply+1)
		}
		a.w.Up()
		if err != nil {
			return 0, err
		}
		if hero {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	return best, nil
}
