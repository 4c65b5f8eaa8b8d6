package ir

// Valued are the sites by number: set i of In has those whose element of Of is Values[i], and the sets after these
// those whose element is less than each of Bounds.
type Valued struct {
	Of, In         *Field
	Values, Bounds []int64

	Onto    map[*Stmt]bool // stores of one of Values where none of them was
	Crosses bool           // few stores take an element over one of Bounds
}

// Sets is the number of sets.
func (v *Valued) Sets() int { return len(v.Values) + len(v.Bounds) }

// Has reports whether a site whose element is x is in set i.
func (v *Valued) Has(i int, x int64) bool {
	if i < len(v.Values) {
		return x == v.Values[i]
	}
	return x < v.Bounds[i-len(v.Values)]
}

// Holds is Has of a number that is known in play.
func (v *Valued) Holds(i int, x *Expr) *Expr {
	if i < len(v.Values) {
		return Calc(Eq, x, Num(int(v.Values[i])))
	}
	return Calc(Lt, x, Num(int(v.Bounds[i-len(v.Values)])))
}
