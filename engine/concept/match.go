package concept

import "github.com/astragal/astragal/engine/lgdl"

// match derives the vector of a match: what its first game holds, what its end
// and the numbers between its games contribute, and the means of the games'
// numbers. That the later games do not count is how the record has it.
func (x *Extractor) match(in Input) *Vector {
	w := &Walk{rows: x.rows, game: in.Game, memo: map[*lgdl.Expr]Set{}}
	v := &Vector{Numbers: map[ID]float64{}}
	s := &v.Holds
	if len(in.Subgames) > 0 {
		first := in.Subgames[0]
		first.Checked = &lgdl.Checked{Game: first.Checked.Game} // its metadata does not count
		s.Unite(x.Extract(first).Holds)
	}
	root := in.Checked.Game
	for _, list := range Slot(root, "(games)").Args {
		switch {
		case list == nil:
		case list.Kind == lgdl.List:
			for _, e := range list.Items {
				w.between(e, s)
			}
		default:
			w.between(list, s)
		}
	}
	s.Unite(w.Of(Slot(root, "(end)")))
	s.Add(Match)
	for _, sub := range in.Subgames {
		for id, n := range numbers(sub.Game, s) {
			v.Numbers[id] += n
		}
	}
	for id, n := range v.Numbers {
		v.Numbers[id] = decimals(n / float64(len(in.Subgames)))
	}
	if m := in.Checked.Metadata; m != nil {
		w.metadata(m, s)
	}
	return v
}

// between adds what the numbers of a (subgame …) contribute.
func (w *Walk) between(e *lgdl.Expr, s *Set) {
	for _, label := range [...]string{"next", "result"} {
		if n := e.Arg(label); n != nil && n.Kind == lgdl.Clause {
			s.Unite(w.Of(n))
		}
	}
}
