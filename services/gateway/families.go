package gateway

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/httpx"
)

// FamilyQuery asks how far rulesets are from each other, and what groups they form.
type FamilyQuery struct {
	catalogue.Filter
	Features string // "concepts" or "metrics"
	Measure  string // of package distance
	One      bool   // one ruleset of each game: the first of the list
	Clusters int
	Figures  bool // trees, places, clusters and tests, not only the matrix
}

// Family is rulesets with their distances.
type Family struct {
	Points  []catalogue.Point
	All     int // rulesets that the filter leaves; with more than maxFamily there is nothing else
	Without int // of them, left out: they were not measured
	Matrix  *distance.Matrix
	Cluster *distance.Phylogeny // average linkage
	Joined  *distance.Phylogeny // by neighbour joining
	// Negative is the number of branches of negative length that were set to 0.
	Negative  int
	Support   map[*distance.Phylogeny]float64
	Runs      int // of the bootstrap, 0 for none
	Embedding *distance.Embedding
	Groups    []familyGroup
	Tests     []familyTest
}

// familyGroup is a cluster with what defines it.
type familyGroup struct {
	Members []int
	Traits  []familyTrait
}

// familyTrait is a concept that a cluster has more, or less, than the others.
type familyTrait struct {
	Name            string
	Inside, Outside float64 // shares
	Phi             float64
}

// familyTest is a Mantel test.
type familyTest struct {
	Name  string
	Games int
	distance.Association
}

const (
	// maxFamily is the number of rulesets that a page compares.
	maxFamily = 150
	// bootstrapRuns and maxBootstrap bound the work of the bootstrap.
	bootstrapRuns, maxBootstrap = 100, 80
	permutations                = 999
)

// Families compares the rulesets that pass a filter as `astragal compare` does: concepts
// by their values as shares of the largest among the games, metrics stretched from 0 for
// the least to 1 for the largest.
func (s *service) Families(ctx context.Context, q FamilyQuery) (f Family, err error) {
	if err := s.checkFilter(ctx, &q.Filter); err != nil {
		return f, err
	}
	measure, err := distance.MeasureNamed(q.Measure)
	if err != nil {
		return f, httpx.BadRequest("measure: %v", err)
	}
	points, err := s.catalogue.Points(ctx, q.Filter, nil, nil)
	if err != nil {
		return f, err
	}
	if q.One {
		seen := map[string]bool{}
		points = slices.DeleteFunc(points, func(p catalogue.Point) bool {
			again := seen[p.Game]
			seen[p.Game] = true
			return again
		})
	}
	if f.All = len(points); f.All > maxFamily {
		return f, nil
	}
	bags, points, err := s.familyBags(ctx, q, points)
	if err != nil {
		return f, err
	}
	f.Without, f.Points = f.All-len(points), points
	if len(points) < 3 {
		return f, nil
	}
	var names []string
	for i := range points {
		names = append(names, titleOf(points[i].Game, points[i].Ruleset))
	}
	data, err := distance.NewDataset(names, bags)
	if err != nil {
		return f, err
	}
	if q.Features == "concepts" && q.Measure != "overlap" {
		data = data.Scale()
	}
	f.Matrix = data.Distances(measure, nil)
	if f.Joined, err = f.Matrix.Join(); err != nil {
		return f, err
	}
	if f.Cluster, err = f.Matrix.Cluster(distance.Average); err != nil {
		return f, err
	}
	if len(points) <= maxBootstrap && q.Figures {
		f.Runs = bootstrapRuns
		if f.Support, err = data.Support(ctx, f.Joined, measure, f.Runs, 1); err != nil {
			return f, err
		}
	}
	f.Negative = f.Joined.NonNegative()
	if !q.Figures {
		return f, nil
	}
	if f.Embedding, err = f.Matrix.Embed(2); err != nil {
		f.Embedding, err = nil, nil // all are at the same place: there is nothing to show
	}
	if err := s.familyGroups(ctx, &f, q.Clusters); err != nil {
		return f, err
	}
	return f, s.familyTests(ctx, &f)
}

// familyBags are the features of the rulesets that have any, with these rulesets.
func (s *service) familyBags(ctx context.Context, q FamilyQuery, points []catalogue.Point) (bags []distance.Bag, kept []catalogue.Point, err error) {
	var hashes []string
	for i := range points {
		hashes = append(hashes, points[i].Hash)
	}
	var found map[string]map[string]float64
	if q.Features == "metrics" {
		found, err = s.catalogue.MetricsOf(ctx, hashes, cmp.Or(q.Agent, catalogue.DefaultAgent))
	} else {
		found, err = s.catalogue.ConceptsOf(ctx, hashes)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, p := range points {
		if bag := found[p.Hash]; len(bag) > 0 {
			bags, kept = append(bags, bag), append(kept, p)
		}
	}
	if q.Features == "metrics" {
		bags = distance.Stretch(bags)
	}
	return bags, kept, nil
}

// familyGroups cuts the clusters into so many and says what concepts define each.
func (s *service) familyGroups(ctx context.Context, f *Family, clusters int) error {
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
	var hashes []string
	for _, p := range f.Points {
		hashes = append(hashes, p.Hash)
	}
	concepts, err := s.catalogue.ConceptsOf(ctx, hashes)
	if err != nil {
		return err
	}
	for _, t := range trees {
		g := familyGroup{Members: t.Leaves()}
		inside := map[int]bool{}
		for _, i := range g.Members {
			inside[i] = true
		}
		for _, k := range concept.Catalogue() {
			if k.Data != "Boolean" || k.Computed != "Compilation" || slices.Contains(untelling, k.Type) {
				continue
			}
			var table [2][2]float64 // in or out, has or not
			for i, hash := range hashes {
				table[boolInt(inside[i])][boolInt(concepts[hash][k.Name] != 0)]++
			}
			in, out := table[1][0]+table[1][1], table[0][0]+table[0][1]
			has, not := table[0][1]+table[1][1], table[0][0]+table[1][0]
			if in == 0 || out == 0 || has == 0 || not == 0 {
				continue
			}
			phi := (table[1][1]*table[0][0] - table[1][0]*table[0][1]) / math.Sqrt(in*out*has*not)
			g.Traits = append(g.Traits, familyTrait{k.Name, table[1][1] / in, table[0][1] / out, phi})
		}
		slices.SortStableFunc(g.Traits, func(a, b familyTrait) int { return cmp.Compare(math.Abs(b.Phi), math.Abs(a.Phi)) })
		g.Traits = g.Traits[:min(6, len(g.Traits))]
		f.Groups = append(f.Groups, g)
	}
	return nil
}

// familyTests are Mantel tests of the distances against those in space, by evidence, and
// in time, by the periods of the descriptions.
func (s *service) familyTests(ctx context.Context, f *Family) error {
	all, err := s.catalogue.Evidence(ctx, catalogue.EvidenceFilter{})
	if err != nil {
		return err
	}
	items := map[string][]evidence.Item{}
	for _, i := range all {
		items[i.Game] = append(items[i.Game], i)
	}
	middle := func(p *catalogue.Point) (float64, bool) {
		if p.YearFrom == nil || p.YearTo == nil {
			return 0, false
		}
		return float64(*p.YearFrom+*p.YearTo) / 2, true
	}
	placed := func(i int) bool {
		_, ok := evidence.Kilometres(items[f.Points[i].Game], items[f.Points[i].Game])
		return ok
	}
	dated := func(i int) bool { _, ok := middle(&f.Points[i]); return ok }
	apart := func(a, b int) float64 {
		km, _ := evidence.Kilometres(items[f.Points[a].Game], items[f.Points[b].Game])
		return km
	}
	years := func(a, b int) float64 {
		x, _ := middle(&f.Points[a])
		y, _ := middle(&f.Points[b])
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
		for i := range f.Points {
			if !slices.ContainsFunc(t.known, func(known func(int) bool) bool { return !known(i) }) {
				list, names = append(list, i), append(names, f.Matrix.Names[i])
			}
		}
		test := familyTest{Name: t.name, Games: len(list), Association: distance.Association{R: math.NaN(), P: math.NaN()}}
		if len(list) >= 5 {
			part := func(of func(a, b int) float64) *distance.Matrix {
				return distance.NewMatrix(names, func(i, j int) float64 { return of(list[i], list[j]) })
			}
			var control *distance.Matrix
			if t.control != nil {
				control = part(t.control)
			}
			test.Association = distance.Mantel(part(f.Matrix.At), part(t.of), control, permutations, 1)
		}
		f.Tests = append(f.Tests, test)
	}
	return nil
}

// compareLine is the line of the command line that makes the same distances; "" where
// the selection cannot be said there.
func compareLine(q FamilyQuery) string {
	f := q.Filter
	if q.One || f.Search != "" || f.Game != "" || f.Period != "" || f.Classification != "" || len(f.Choices)+len(f.Metrics) > 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "astragal compare --features %s --measure %s --cluster average --join", q.Features, q.Measure)
	add := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, " --%s '%s'", name, strings.ReplaceAll(value, "'", `'\''`))
		}
	}
	add("culture", f.Culture)
	add("region", f.Region)
	add("agent", f.Agent)
	for _, c := range f.Concepts {
		add("concept", c.String())
	}
	if f.From != nil {
		add("from", fmt.Sprint(*f.From))
	}
	if f.To != nil {
		add("to", fmt.Sprint(*f.To))
	}
	return b.String()
}
