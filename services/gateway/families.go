package gateway

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/httpx"
)

// FamilyQuery asks how far rulesets are from each other, and what groups they form.
type FamilyQuery struct {
	catalogue.Filter
	Features string // one of familyFeatures
	Measure  string // of package distance; trees have their own
	One      bool   // one ruleset of each game: the first of the list
	Clusters int
	Patience time.Duration // how long to wait for what takes long; 0 is familyPatience
}

// familyFeatures are what rulesets are compared by: their concepts, the metrics of their
// play, the tree of their ludemes, or all of these together.
var familyFeatures = []string{"concepts", "metrics", "tree", "combined"}

// Family is rulesets with their distances.
type Family struct {
	Points  []catalogue.Point
	All     int // rulesets that the filter leaves; with more than maxFamily there is nothing else
	Without int // of them, left out: they were not measured, or have no such description
	*Kinship
	Groups []familyGroup
	Items  [][]evidence.Item // by point, of its game
	// UnderWay says that the kinship is still being worked out: Done of Total pairs are
	// compared, where Total is not 0.
	UnderWay    bool
	Done, Total int64
}

// Kinship is what follows from the features of rulesets. It does not change.
type Kinship struct {
	Matrix  *distance.Matrix
	Cluster *distance.Phylogeny // average linkage
	Joined  *distance.Phylogeny // by neighbour joining
	// Negative is the number of branches of negative length that were set to 0.
	Negative  int
	Support   map[*distance.Phylogeny]float64
	Runs      int // of the bootstrap
	Network   *distance.Network
	Plan      *distance.Plan
	Embedding *distance.Embedding
	// Concepts is the correspondence analysis of the concepts that rulesets have; nil when
	// they tell none apart.
	Concepts *distance.Correspondence
	Tests    []familyTest
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
	// bootstrapRuns is the number of resampled trees.
	bootstrapRuns = 100
	permutations  = 999
	// networkBoxes bounds the picture of a split network.
	networkBoxes = 2500
	// familyPatience is how long a page waits for what it has not; others are told to come
	// again.
	familyPatience = 2 * time.Second
	// familyLimit is how long comparing may take, familiesKept how many are remembered.
	familyLimit, familiesKept = 15 * time.Minute, 64
)

// Families compares the rulesets that pass a filter as `astragal compare` does: concepts
// by their values as shares of the largest among the games, metrics stretched from 0 for
// the least to 1 for the largest, trees by their edit distance, and combined by the mean of
// these three distances. What follows is remembered by all that it depends on.
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
	in, err := s.familyInput(ctx, q, points)
	if err != nil {
		return f, err
	}
	in.measure = measure
	f.Points, f.Items = in.Points, in.Items
	if f.Without = f.All - len(f.Points); len(f.Points) < 3 {
		return f, nil
	}
	key, err := in.key()
	if err != nil {
		return f, err
	}
	remembered := s.families
	if in.Texts != nil {
		remembered = s.treeFamilies
	}
	thing, ready := remembered.get(ctx, key, cmp.Or(q.Patience, familyPatience), in.kinship)
	switch {
	case !ready:
		f.UnderWay, f.Done, f.Total = true, thing.done.Load(), thing.total.Load()
		return f, ctx.Err()
	case errors.Is(thing.err, context.DeadlineExceeded):
		return f, &httpx.StatusError{Status: http.StatusServiceUnavailable,
			Msg: fmt.Sprintf("comparing these rulesets took more than %v: choose fewer", familyLimit)}
	case thing.err != nil:
		return f, thing.err
	}
	f.Kinship = thing.value
	f.Groups = familyGroups(&f, in.Concepts, q.Clusters)
	return f, nil
}

// familyInput is all that the kinship of rulesets depends on.
type familyInput struct {
	Features, Measure string
	Points            []catalogue.Point
	Concepts, Metrics []map[string]float64 // by point; metrics where they are compared
	Texts             []string             // expanded descriptions, where they are compared
	Items             [][]evidence.Item
	measure           *distance.Measure
}

// familyInput reads what is known of the rulesets, and leaves those out that have not what
// is compared.
func (s *service) familyInput(ctx context.Context, q FamilyQuery, points []catalogue.Point) (*familyInput, error) {
	var hashes []string
	for i := range points {
		hashes = append(hashes, points[i].Hash)
	}
	in := &familyInput{Features: q.Features, Measure: q.Measure}
	both := q.Features == "combined"
	concepts, err := s.catalogue.ConceptsOf(ctx, hashes)
	if err != nil {
		return nil, err
	}
	var metrics map[string]map[string]float64
	if both || q.Features == "metrics" {
		if metrics, err = s.catalogue.MetricsOf(ctx, hashes, cmp.Or(q.Agent, catalogue.DefaultAgent)); err != nil {
			return nil, err
		}
	}
	var texts map[string]string
	if both || q.Features == "tree" {
		if texts, err = s.catalogue.ExpandedOf(ctx, hashes); err != nil {
			return nil, err
		}
	}
	all, err := s.catalogue.Evidence(ctx, catalogue.EvidenceFilter{})
	if err != nil {
		return nil, err
	}
	items := map[string][]evidence.Item{}
	for _, i := range all {
		items[i.Game] = append(items[i.Game], i)
	}
	for _, p := range points {
		if len(concepts[p.Hash]) == 0 && (both || q.Features == "concepts") || metrics != nil && len(metrics[p.Hash]) == 0 ||
			texts != nil && texts[p.Hash] == "" {
			continue
		}
		in.Points, in.Concepts = append(in.Points, p), append(in.Concepts, concepts[p.Hash])
		in.Items = append(in.Items, items[p.Game])
		if metrics != nil {
			in.Metrics = append(in.Metrics, metrics[p.Hash])
		}
		if texts != nil {
			in.Texts = append(in.Texts, texts[p.Hash])
		}
	}
	return in, nil
}

// key is the same for the same input. It fails where a number is none.
func (in *familyInput) key() (string, error) {
	sum := sha256.New()
	err := json.NewEncoder(sum).Encode(in)
	return string(sum.Sum(nil)), err
}

// compareLine is the line of the command line that makes the same distances.
func compareLine(q FamilyQuery) string {
	var b strings.Builder
	fmt.Fprintf(&b, "astragal compare --features %s --measure %s --cluster average --join --bootstrap %d --network "+
		"--correspondence",
		q.Features, q.Measure, bootstrapRuns)
	add := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, " --%s '%s'", name, strings.ReplaceAll(value, "'", `'\''`))
		}
	}
	f := q.Filter
	add("search", f.Search)
	add("game", f.Game)
	add("culture", f.Culture)
	add("region", f.Region)
	add("period", f.Period)
	add("classification", f.Classification)
	add("agent", f.Agent)
	for _, c := range f.Choices {
		add("is", c.String())
	}
	for _, c := range f.Concepts {
		add("concept", c.String())
	}
	for _, c := range f.Metrics {
		add("metric", c.String())
	}
	if f.From != nil {
		add("from", fmt.Sprint(*f.From))
	}
	if f.To != nil {
		add("to", fmt.Sprint(*f.To))
	}
	if f.All {
		b.WriteString(" --all")
	}
	if q.One {
		b.WriteString(" --one")
	}
	return b.String()
}
