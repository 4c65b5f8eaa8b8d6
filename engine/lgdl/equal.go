package lgdl

// Equal reports whether two expressions say the same, wherever they were written.
func (e *Expr) Equal(o *Expr) bool {
	if e == nil || o == nil {
		return e == o
	}
	if e.Kind != o.Kind || e.Form != o.Form || e.Label != o.Label || e.Text != o.Text || e.Int != o.Int ||
		e.Float != o.Float || e.Type != o.Type {
		return false
	}
	return equalAll(e.Args, o.Args) && equalAll(e.Items, o.Items)
}

func equalAll(a, b []*Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}
