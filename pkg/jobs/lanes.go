package jobs

import "context"

// LaneDepth is how many jobs of a kind are waiting or being worked on, by priority.
type LaneDepth struct {
	Kind   string `json:"kind"`
	High   int    `json:"high"`
	Normal int    `json:"normal"`
	Low    int    `json:"low"`
}

// Lanes returns the depth of all lanes as the server knows it now.
func (q *Queue) Lanes(ctx context.Context) ([]LaneDepth, error) {
	var list []LaneDepth
	for _, kind := range Kinds {
		d := LaneDepth{Kind: kind}
		for i, n := range []*int{&d.High, &d.Normal, &d.Low} { // in the order of lanes
			var err error
			if *n, err = q.laneDepth(ctx, kind+lanes[i]); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	return list, nil
}
