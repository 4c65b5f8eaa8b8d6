package ir

// Tally is how often a body reads variables, which is noted at them until they are met by another one.
type Tally int64

// Of is how often a variable is read.
func (t Tally) Of(l *Local) int {
	if l.met != t {
		return 0
	}
	return l.times
}

// Body counts what a body assigns and reads.
func (t Tally) Body(body []*Stmt) {
	for _, s := range body {
		t.exprs(s.Args)
		t.Body(s.Body)
		t.Body(s.Else)
	}
}

func (t Tally) exprs(list []*Expr) {
	for _, e := range list {
		if l := e.Local; e.Op == Get {
			l.met, l.times = t, t.Of(l)+1
			continue
		}
		if len(e.Args) > 0 {
			t.exprs(e.Args)
		}
		if len(e.Stmts()) > 0 {
			t.Body(e.Stmts())
		}
	}
}
