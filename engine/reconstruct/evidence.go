package reconstruct

import (
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

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
	args := clause.Evidence(e)
	whole := func(label string) int {
		if a := e.Arg(label); a != nil {
			return a.Int
		}
		return 0
	}
	x := Evidence{Pos: e.Pos, Kind: args.String().Text, Name: args.Name().Word(""), Source: args.Source().Word(""),
		Reliability: number(e, "reliability", 0), Found: whole("found"), Loss: number(e, "loss", 0),
		Pattern: args.Pattern().Word(""), From: whole("from"), To: whole("to"), Game: args.Game().Word(""),
		Odds: number(e, "odds", 0)}
	if a := args.ReconItem(); a != nil {
		if described[a.Form.Keyword] {
			return mistake(a, "(%s …) is no condition", a.Form.Keyword)
		}
		if _, err := readConstraint(a); err != nil {
			return err
		}
		x.Condition = lgdl.Text([]*lgdl.Node{nodeOf(a)})
	}
	s.Evidence = append(s.Evidence, x)
	return nil
}
