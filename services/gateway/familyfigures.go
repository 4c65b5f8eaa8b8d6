package gateway

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

// kinship works out what follows from the input.
func (in *familyInput) kinship(ctx context.Context, progress *making[*Kinship]) (*Kinship, error) {
	var names []string
	for i := range in.Points {
		names = append(names, titleOf(in.Points[i].Game, in.Points[i].Ruleset))
	}
	m, again, err := in.distances(ctx, names, progress)
	if err != nil {
		return nil, err
	}
	k := &Kinship{Matrix: m}
	if k.Joined, err = m.Join(); err != nil {
		return nil, err
	}
	if k.Cluster, err = m.Cluster(distance.Average); err != nil {
		return nil, err
	}
	k.Runs = bootstrapRuns
	if k.Support, err = k.Joined.Support(ctx, len(names), again, k.Runs, 1); err != nil {
		return nil, err
	}
	k.Negative = k.Joined.NonNegative()
	if k.Network, err = m.NeighborNet(); err != nil {
		return nil, err
	}
	k.Plan = k.Network.Plan(networkBoxes)
	if k.Embedding, err = m.Embed(2); err != nil {
		k.Embedding = nil // all are at the same place: there is nothing to show
	}
	if k.Concepts, err = in.correspond(names); err != nil {
		k.Concepts = nil // all have the same concepts
	}
	k.Tests = in.tests(m)
	return k, ctx.Err()
}

// distances returns the distances, and how they are made anew of what is drawn: concepts or
// metrics, ludemes for trees, and each of these for the combined ones.
func (in *familyInput) distances(ctx context.Context, names []string, progress *making[*Kinship]) (
	*distance.Matrix, distance.Resampling, error) {
	of := func(data *distance.Dataset, err error) (*distance.Matrix, distance.Resampling, error) {
		if err != nil {
			return nil, nil, err
		}
		return data.Distances(in.measure, nil), data.Resampled(in.measure), nil
	}
	concepts := func() (*distance.Matrix, distance.Resampling, error) {
		data, err := distance.NewDataset(names, bagsOf(in.Concepts))
		if err == nil && in.Measure != "overlap" {
			data = data.Scale()
		}
		return of(data, err)
	}
	metrics := func() (*distance.Matrix, distance.Resampling, error) {
		return of(distance.NewDataset(names, distance.Stretch(bagsOf(in.Metrics))))
	}
	trees := func() (*distance.Matrix, distance.Resampling, error) {
		edits, err := in.align(ctx, names, progress)
		if err != nil {
			return nil, nil, err
		}
		return edits.Distances(), edits.Resampled(), nil
	}
	switch in.Features {
	case "concepts":
		return concepts()
	case "metrics":
		return metrics()
	case "tree":
		return trees()
	}
	var parts []*distance.Matrix
	var again []distance.Resampling
	for _, part := range []func() (*distance.Matrix, distance.Resampling, error){concepts, metrics, trees} {
		m, r, err := part()
		if err != nil {
			return nil, nil, err
		}
		parts, again = append(parts, m), append(again, r)
	}
	return distance.Combine(parts...), distance.Combined(again...), nil
}

func bagsOf(list []map[string]float64) (bags []distance.Bag) {
	for _, b := range list {
		bags = append(bags, b)
	}
	return bags
}

// align finds the edits between all pairs of the trees of ludemes.
func (in *familyInput) align(ctx context.Context, names []string, progress *making[*Kinship]) (*distance.Alignment,
	error) {
	trees := make([]*distance.Tree, len(names))
	for i, text := range in.Texts {
		var err error
		if trees[i], err = distance.ExpandedLudemes(names[i], text); err != nil {
			return nil, err
		}
	}
	n := len(names)
	progress.total.Store(int64(n * (n - 1) / 2))
	return distance.Align(ctx, names, trees, func(int) { progress.done.Add(1) })
}

// correspond analyses which ruleset has which concepts.
func (in *familyInput) correspond(names []string) (*distance.Correspondence, error) {
	bags := make([]distance.Bag, len(names))
	for i := range bags {
		bags[i] = concept.Traits(in.Concepts[i])
	}
	data, err := distance.NewDataset(names, bags)
	if err != nil {
		return nil, err
	}
	return data.Correspond(2)
}

// familyGroups cuts the clusters into so many and says what concepts define each.
func familyGroups(f *Family, concepts []map[string]float64, clusters int) (groups []familyGroup) {
	trees := []*distance.Phylogeny{f.Cluster}
	for len(trees) < min(clusters, len(f.Points)) { // the highest is parted
		i := 0
		for j, t := range trees {
			if t.Height() > trees[i].Height() {
				i = j
			}
		}
		if len(trees[i].Children) == 0 {
			break
		}
		trees = slices.Replace(trees, i, i+1, trees[i].Children...)
	}
	for _, t := range trees {
		g := familyGroup{Members: t.Leaves()}
		inside := map[int]bool{}
		for _, i := range g.Members {
			inside[i] = true
		}
		for _, k := range concept.Catalogue() {
			if !k.Trait() {
				continue
			}
			var table [2][2]float64 // in or out, has or not
			for i, has := range concepts {
				table[boolInt(inside[i])][boolInt(has[k.Name] != 0)]++
			}
			in, out := table[1][0]+table[1][1], table[0][0]+table[0][1]
			has, not := table[0][1]+table[1][1], table[0][0]+table[1][0]
			if in == 0 || out == 0 || has == 0 || not == 0 {
				continue
			}
			phi := (table[1][1]*table[0][0] - table[1][0]*table[0][1]) / math.Sqrt(in*out*has*not)
			g.Traits = append(g.Traits, familyTrait{k.Name, table[1][1] / in, table[0][1] / out, phi})
		}
		slices.SortStableFunc(
			g.Traits,
			func(a, b familyTrait) int { return cmp.Compare(math.Abs(b.Phi), math.Abs(a.Phi)) },
		)
		g.Traits = g.Traits[:min(6, len(g.Traits))]
		groups = append(groups, g)
	}
	return groups
}

// familyTests are Mantel tests of the distances against those in space, by evidence, and
// in time, by the periods of the descriptions.
func (in *familyInput) tests(m *distance.Matrix) (tests []familyTest) {
	middle := func(p *catalogue.Point) (float64, bool) {
		if p.YearFrom == nil || p.YearTo == nil {
			return 0, false
		}
		return float64(*p.YearFrom+*p.YearTo) / 2, true
	}
	placed := func(i int) bool {
		_, ok := evidence.Kilometres(in.Items[i], in.Items[i])
		return ok
	}
	dated := func(i int) bool { _, ok := middle(&in.Points[i]); return ok }
	apart := func(a, b int) float64 {
		km, _ := evidence.Kilometres(in.Items[a], in.Items[b])
		return km
	}
	years := func(a, b int) float64 {
		x, _ := middle(&in.Points[a])
		y, _ := middle(&in.Points[b])
		return math.Abs(x - y)
	}
	for _, t := range []struct {
		name    string
		known   []func(i int) bool
		of      func(a, b int) float64
		control func(a, b int) float64
	}{
		{"space (kilometres between places of evidence)", []func(int) bool{placed}, apart, nil},
		{"time (years between the middles of periods)", []func(int) bool{dated}, years, nil},
		{"space, time controlled for", []func(int) bool{placed, dated}, apart, years},
		{"time, space controlled for", []func(int) bool{placed, dated}, years, apart},
	} {
		var list []int
		var names []string
		for i := range in.Points {
			if !slices.ContainsFunc(t.known, func(known func(int) bool) bool { return !known(i) }) {
				list, names = append(list, i), append(names, m.Names[i])
			}
		}
		test := familyTest{
			Name:        t.name,
			Games:       len(list),
			Association: distance.Association{R: math.NaN(), P: math.NaN()},
		}
		if len(list) >= 5 {
			part := func(of func(a, b int) float64) *distance.Matrix {
				return distance.NewMatrix(names, func(i, j int) float64 { return of(list[i], list[j]) })
			}
			var control *distance.Matrix
			if t.control != nil {
				control = part(t.control)
			}
			test.Association = distance.Mantel(part(m.At), part(t.of), control, permutations, 1)
		}
		tests = append(tests, test)
	}
	return tests
}
