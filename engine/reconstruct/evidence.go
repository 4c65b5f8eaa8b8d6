package reconstruct

import "github.com/astragal/astragal/engine/lgdl"

// Evidence is what a skeleton says of what was found, read or observed: as written, but for names of fields that are
// missing. What its figures mean, and which there may be, is known to package posterior.
type Evidence struct {
	Pos         lgdl.Pos
	Kind        string
	Name        string
	Source      string
	Reliability float64 // 0 if not said
	Found       int
	Loss        float64
	Condition   string // as ParseCondition takes it, "" for none
	Pattern     string
	From, To    int
	Game        string
	Odds        float64 // 0 if not said
}

func (s *Skeleton) readEvidence(e *lgdl.Expr) error {
	text := func(label string) string {
		if a := e.Arg(label); a != nil {
			return a.Text
		}
		return ""
	}
	whole := func(label string) int {
		if a := e.Arg(label); a != nil {
			return a.Int
		}
		return 0
	}
	x := Evidence{Pos: e.Pos, Kind: e.Args[0].Text, Name: text("name"), Source: text("source"),
		Reliability: number(e, "reliability", 0), Found: whole("found"), Loss: number(e, "loss", 0),
		Pattern: text("pattern"), From: whole("from"), To: whole("to"), Game: text("game"), Odds: number(e, "odds", 0)}
	for _, a := range e.Args[1:] {
		if a != nil && a.Kind == lgdl.Clause && a.Label == "" {
			if described[a.Form.Keyword] {
				return mistake(a, "(%s …) is no condition", a.Form.Keyword)
			}
			if _, err := readConstraint(a); err != nil {
				return err
			}
			x.Condition = lgdl.Text([]*lgdl.Node{nodeOf(a)})
		}
	}
	s.Evidence = append(s.Evidence, x)
	return nil
}
