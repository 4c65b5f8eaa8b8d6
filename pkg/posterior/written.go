package posterior

import (
	"fmt"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

// Written returns the evidence that the metadata of a skeleton has, (evidence …) in (recon …), with the names of
// others that it must not have. The error has the place.
func Written(s *reconstruct.Skeleton, others []Item) ([]Item, error) {
	names := map[string]bool{}
	for i := range others {
		names[others[i].Name] = true
	}
	var list []Item
	for i, e := range s.Evidence {
		x := Item{Kind: e.Kind, Name: e.Name, Source: e.Source, Reliability: e.Reliability, Found: e.Found, Loss: e.Loss,
			Condition: e.Condition, Pattern: e.Pattern, From: e.From, To: e.To, Game: e.Game, Odds: e.Odds}
		if x.Name == "" {
			x.Name = fmt.Sprintf("%s %d of the skeleton", x.Kind, i+1)
		}
		err := x.check()
		switch {
		case err != nil:
		case x.Kind == "picture" || x.Kind == "wear":
			err = fmt.Errorf("evidence of the kind %s is no part of metadata: give a file", x.Kind)
		case names[x.Name]:
			err = fmt.Errorf("two items have the name %q", x.Name)
		case len(others)+i >= itemsMost:
			err = fmt.Errorf("more than %d items of evidence", itemsMost)
		}
		if err != nil {
			return nil, &lgdl.Error{Pos: e.Pos, Msg: err.Error()}
		}
		names[x.Name] = true
		list = append(list, x)
	}
	return list, nil
}
