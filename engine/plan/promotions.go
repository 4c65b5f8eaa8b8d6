package plan

import "github.com/astragal/astragal/engine/lgdl"

// promoting plans (move Promote …): a move for each piece that one may become.
func (k *planner) promoting(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: type, site, piece, player, role, then.
	k.siteType(args[0])
	if args[1] == nil {
		k.other(e)
	}
	at := k.integer(args[1]).fn()
	pieces := k.promoted(args[2], args[3], args[4])
	a := &act{kind: actPromote, then: k.with(outer, args[5])}
	return seal(&gen{
		list: func(s *State) {
			x := at(s)
			if uint(x) >= uint(len(s.what)) {
				return
			}
			for _, piece := range pieces {
				if w := piece(s); w > 0 {
					s.options = append(s.options, option{act: a, from: int16(x), to: int16(x), x: int32(w)})
				}
			}
		},
		reach: func(s *State, site int) bool { return at(s) == site },
	})
}

// promoted plans the components that (piece …) stands for: by their names or,
// with an owner, the first of his whose name contains the one given.
func (k *planner) promoted(piece, player, role *lgdl.Expr) (all []func(s *State) int) {
	if n := piece.Args[1]; n != nil { // the local state of a (piece …) is not asked for
		k.only(piece, 1, 4)
		what := k.integer(n)
		if player != nil || role != nil {
			k.other(piece)
		}
		f, comps := what.fn(), k.p.comps
		return append(all, func(s *State) int {
			if w := f(s); w > 0 && w < comps {
				return w
			}
			return 0
		})
	}
	k.only(piece, 0, 2, 4)
	names := []*lgdl.Expr{piece.Args[0]}
	if piece.Args[2] != nil {
		names = piece.Args[2].Items
	}
	for _, x := range names {
		if player == nil && role == nil {
			n := k.g.ComponentNamed(x.Text)
			if n <= 0 {
				k.other(piece)
			}
			all = append(all, func(*State) int { return n })
			continue
		}
		named, who := k.parts.Named(x.Text), k.player(player, role)
		f, of := who.fn(), [seats]int{}
		k.later = append(k.later, func() {
			for p := range k.p.players + 1 {
				of[p] = max(named.Of(p), 0)
			}
		})
		all = append(all, func(s *State) int { return of[f(s)] })
	}
	return all
}

// promotion plans (promote …) to one component.
func (k *planner) promotion(e *lgdl.Expr) effect {
	// Slots: type, site, piece, player, role, then.
	k.only(e, 0, 1, 2, 3, 4)
	k.siteType(e.Args[0])
	piece := e.Args[2]
	k.only(piece, 0, 1, 4)
	if e.Args[1] == nil {
		k.other(e)
	}
	at := k.integer(e.Args[1])
	f, what := at.fn(), k.promoted(piece, e.Args[3], e.Args[4])[0]
	return effect{do: func(s *State) {
		if x, w := f(s), what(s); uint(x) < uint(len(s.what)) && s.what[x] != 0 && w > 0 {
			s.put(x, uint8(w))
			s.setLocal(x, 0)
		}
	}, reads: at.reads | ofBoard | ofTurn | ofRecord, writes: ofBoard | ofLocal}
}
