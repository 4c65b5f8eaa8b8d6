package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/evidence"
)

func init() {
	register(command{
		name: "compare",
		args: "[--features F] [--measure M] [--rarity | --weights FILE] [--raw] [--nearest K] [--cluster L] [--join " +
			"[--bootstrap N]] [--network] [--correspondence] " +
			"[--json] [[--rulesets] [--defs DIR] PATH… | [--data DIR] [--agent A] [--culture S] [--region S] [--from " +
			"YEAR] [--to YEAR] [--concept C]…]",
		short: "Say how far games are from each other: those at the paths or, without, those of the catalogue",
		run:   compare,
	})
}

// comparison is how games are compared.
type comparison struct {
	features, measure, weights string
	rarity, raw, negative      bool
	bootstrap                  int // trees of resampled features; 0 for none
}

// nonNegative says what becomes of negative branches.
const nonNegative = "branches of negative length are set to 0 and taken off the branch beside them (Kuhner and " +
	"Felsenstein 1994)"

func comparisonFlags(fs *flag.FlagSet) *comparison {
	c := &comparison{}
	fs.StringVar(&c.features, "features", "concepts", "what is compared: "+featureNames(ownMeasure...))
	fs.StringVar(&c.measure, "measure", "cosine", "cosine, jaccard, jensen-shannon or overlap; tree (edit distance), "+
		"space (km) and time (years) have their own; "+
		"combined is the mean of concepts, metrics and tree, each in units of its own mean")
	fs.StringVar(&c.weights, "weights", "", "`file` of lines FEATURE,WEIGHT; features without a line do not count")
	fs.BoolVar(&c.rarity, "rarity", false, "weigh features by how few of the games have them")
	fs.BoolVar(&c.raw, "raw", false, "take numbers as they are, not as shares of their largest value among the games")
	fs.BoolVar(&c.negative, "keep-negative", false, "keep branches of negative length that neighbour joining makes")
	fs.IntVar(&c.bootstrap, "bootstrap", 0, "label the branches of the joined tree with the percentage of so many "+
		"trees that have them, made of "+
		"features (of trees: ludemes) drawn with replacement (seed 1)")
	return c
}

// joinedTree is a tree made by neighbour joining.
type joinedTree struct {
	*distance.Phylogeny
	negative int                             // branches that were negative and are set to 0
	support  map[*distance.Phylogeny]float64 // by the bootstrap; nil for none
}

// join makes a tree by neighbour joining of distances that again makes anew.
func (c *comparison) join(ctx context.Context, m *distance.Matrix, again distance.Resampling) (t joinedTree,
	err error) {
	if t.Phylogeny, err = m.Join(); err != nil {
		return t, err
	}
	if c.bootstrap > 0 {
		if t.support, err = t.Support(ctx, len(m.Names), again, c.bootstrap, 1); err != nil {
			return t, err
		}
	}
	if !c.negative {
		t.negative = t.NonNegative()
	}
	return t, nil
}

// sayNegative tells people about branches that were set to 0.
func sayNegative(w io.Writer, n int) {
	switch {
	case n == 1:
		fmt.Fprintln(w, "1 branch of negative length was set to 0; --keep-negative keeps it")
	case n > 1:
		fmt.Fprintf(w, "%d branches of negative length were set to 0; --keep-negative keeps them\n", n)
	}
}

// check refuses what can be refused before anything is read.
func (c *comparison) check(cluster string) error {
	if _, ok := features[c.features]; !ok && !slices.Contains(ownMeasure, c.features) {
		return usagef("there are no features %q; expected one of %s", c.features, featureNames(ownMeasure...))
	}
	if _, err := distance.MeasureNamed(c.measure); err != nil {
		return usageError{err.Error()}
	}
	switch {
	case c.bootstrap > mostBootstraps:
		return usagef("--bootstrap %d: expected at most %d", c.bootstrap, mostBootstraps)
	case c.bootstrap > 0 && (c.weights != "" || c.rarity):
		return usagef("--bootstrap draws features that weigh alike: it excludes --weights and --rarity")
	case c.bootstrap > 0 && apart[c.features] != nil:
		return usagef("distances in %s are made of nothing that --bootstrap could draw", c.features)
	}
	switch distance.Linkage(cluster) {
	case "", distance.Average, distance.Single, distance.Complete:
		return nil
	}
	return usagef("there is no linkage %q; expected average, single or complete", cluster)
}

// mostBootstraps bounds the trees of resampled features.
const mostBootstraps = 10_000

// ownMeasure are the features with a distance of their own.
var ownMeasure = []string{"tree", "combined", "space", "time"}

// apart is the distance between two games by what is known of where or when they were
// played, for the features space and time; false where nothing is.
var apart = map[string]func(a, b []evidence.Item) (float64, bool){"space": evidence.Kilometres,
	"time": evidence.YearsApart}

// attested leaves out the subjects of which the features say nothing, for space and
// time, and tells how many on errs.
func (c *comparison) attested(errs io.Writer, list []subject) ([]subject, error) {
	between := apart[c.features]
	if between == nil {
		return list, nil
	}
	var known []subject
	for i := range list {
		if _, ok := between(list[i].evidence, list[i].evidence); ok {
			known = append(known, list[i])
		}
	}
	if n := len(list) - len(known); n > 0 {
		fmt.Fprintf(errs, "%d of %d games have no evidence of the %s they were played in, and are left out\n",
			n, len(list), map[string]string{"space": "place", "time": "time"}[c.features])
	}
	if len(known) < 2 {
		return nil, fmt.Errorf("%d games with such evidence; comparing takes two", len(known))
	}
	return known, nil
}

// matrix compares all pairs of subjects; it shows on errs how far it is. With a bootstrap it says
// how the distances are made anew.
func (c *comparison) matrix(ctx context.Context, errs io.Writer, list []subject) (
	*distance.Matrix, distance.Resampling, error) {
	if between := apart[c.features]; between != nil {
		if c.weights != "" || c.rarity {
			return nil, nil, usagef("%s has no weights", c.features)
		}
		return distance.NewMatrix(namesOf(list), func(i, j int) float64 {
			d, _ := between(list[i].evidence, list[j].evidence)
			return d
		}), nil, nil
	}
	if c.features == "combined" {
		if c.weights != "" || c.rarity {
			return nil, nil, usagef("combined distances have no weights")
		}
		parts, again := make([]*distance.Matrix, 3), make([]distance.Resampling, 3)
		for i, features := range []string{"concepts", "metrics", "tree"} {
			part := *c
			part.features = features
			var err error
			if parts[i], again[i], err = part.matrix(ctx, errs, list); err != nil {
				return nil, nil, err
			}
		}
		return distance.Combine(parts...), distance.Combined(again...), nil
	}
	if c.features == "tree" {
		if c.weights != "" || c.rarity {
			return nil, nil, usagef("trees have no weights")
		}
		trees := make([]*distance.Tree, len(list))
		for i := range list {
			if trees[i] = list[i].tree; trees[i] == nil {
				return nil, nil, noLudemes(&list[i])
			}
		}
		bar := newLineBar(errs, "pairs", len(list)*(len(list)-1)/2)
		defer bar.clear()
		var mu sync.Mutex
		progress := func(pairs int) {
			mu.Lock()
			defer mu.Unlock()
			bar.show(pairs)
		}
		if c.bootstrap == 0 {
			m, err := distance.Trees(ctx, namesOf(list), trees, progress)
			return m, nil, err
		}
		edits, err := distance.Align(ctx, namesOf(list), trees, progress)
		if err != nil {
			return nil, nil, err
		}
		return edits.Distances(), edits.Resampled(), nil
	}
	m, err := distance.MeasureNamed(c.measure)
	if err != nil {
		return nil, nil, usageError{err.Error()}
	}
	d, err := datasetOf(list, c.features)
	if err != nil {
		return nil, nil, err
	}
	if c.measure == "overlap" && (c.weights != "" || c.rarity) {
		return nil, nil, usagef("the measure overlap takes no weights")
	}
	var w distance.Weights
	switch {
	case c.rarity && c.weights != "":
		return nil, nil, usagef("--rarity and --weights exclude each other")
	case c.rarity:
		w = d.Rarity()
	case c.weights != "":
		given, err := readWeights(c.weights)
		if err != nil {
			return nil, nil, err
		}
		if w, err = d.Weigh(given, 0); err != nil {
			return nil, nil, err
		}
	}
	if !c.raw && c.features == "concepts" && c.measure != "overlap" {
		d = d.Scale()
	}
	return d.Distances(m, w), d.Resampled(m), nil
}

// readWeights reads lines FEATURE,WEIGHT.
func readWeights(file string) (map[string]float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = 2
	weights := map[string]float64{}
	for {
		rec, err := r.Read()
		if err == io.EOF {
			return weights, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if weights[rec[0]], err = strconv.ParseFloat(strings.TrimSpace(rec[1]), 64); err != nil {
			line, col := r.FieldPos(1)
			return nil, fmt.Errorf("%s:%d:%d: %q is no number", file, line, col, rec[1])
		}
	}
}

// compareResult is what compare --json prints.
type compareResult struct {
	Features  string          `json:"features"`
	Measure   string          `json:"measure"`
	Games     []string        `json:"games"`
	Files     []string        `json:"files"`
	Hashes    []string        `json:"hashes"`
	Kinds     []string        `json:"kinds,omitempty"` // how the metrics compared came about
	Distances [][]float64     `json:"distances"`
	Nearest   [][]compareNear `json:"nearest,omitempty"`
	Clusters  string          `json:"clusters,omitempty"` // Newick
	// Joined is in Newick, with the support of branches in percent when that was asked for.
	Joined  string          `json:"joined,omitempty"`
	Network *compareNetwork `json:"network,omitempty"`
	// Correspondence are coordinates by game, of the concepts as they are or are not.
	Correspondence *compareConcepts `json:"correspondence,omitempty"`
	// NegativeBranches is how many branches of Joined were negative and are set to
	// 0, unless they are kept.
	NegativeBranches int `json:"negativeBranches,omitempty"`
}

type compareNear struct {
	Game     string  `json:"game"`
	Distance float64 `json:"distance"`
}

// tableLimit is the number of games up to which distances are shown as a table.
const tableLimit = 12

func compare(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("compare")
	chosen := selectionFlags(fs)
	how := comparisonFlags(fs)
	nearest := fs.Int("nearest", 0, fmt.Sprintf("list the so many nearest of each game (default 5 for more than %d "+
		"games)", tableLimit))
	cluster := fs.String("cluster", "", "print a tree made by agglomeration: average, single or complete")
	join := fs.Bool("join", false, "print a tree made by neighbour joining; "+nonNegative)
	network := fs.Bool("network", false, "print a split network made by NeighborNet; export --format nexus writes it "+
		"for SplitsTree")
	correspondence := fs.Bool("correspondence", false, "print a correspondence analysis of which game has which concepts")
	asJSON := fs.Bool("json", false, "print a JSON object")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	if err := chosen.check(fs, len(paths) > 0); err != nil {
		return err
	}
	if err := how.check(*cluster); err != nil {
		return err
	}
	list, failed, err := chosen.read(ctx, s, paths, "compare")
	if err != nil {
		return err
	}
	if len(list) < 2 {
		return fmt.Errorf("%d games that compile; comparing takes two", len(list))
	}
	if list, err = how.attested(s.err, list); err != nil {
		return err
	}
	m, again, err := how.matrix(ctx, s.err, list)
	if err != nil {
		return err
	}
	r := compareResult{Features: how.features, Measure: how.measure, Games: m.Names}
	if own, ok := map[string]string{"tree": "edit", "space": "km", "time": "years"}[how.features]; ok {
		r.Measure = own
	}
	if *nearest == 0 && len(list) > tableLimit && !*asJSON {
		*nearest = 5
	}
	if how.features == "metrics" {
		r.Kinds, _ = kindsOf(list)
	}
	for i := range list {
		r.Files, r.Hashes = append(r.Files, list[i].file), append(r.Hashes, list[i].hash)
		row := make([]float64, len(list))
		for j := range list {
			row[j] = m.At(i, j)
		}
		r.Distances = append(r.Distances, row)
		if *nearest > 0 {
			var near []compareNear
			for _, n := range m.Nearest(i, *nearest) {
				near = append(near, compareNear{m.Names[n.Game], n.Distance})
			}
			r.Nearest = append(r.Nearest, near)
		}
	}
	if *cluster != "" {
		t, err := m.Cluster(distance.Linkage(*cluster))
		if err != nil {
			return usageError{err.Error()}
		}
		r.Clusters = t.Newick(m.Names)
	}
	if *join {
		t, err := how.join(ctx, m, again)
		if err != nil {
			return err
		}
		r.Joined, r.NegativeBranches = t.NewickWith(m.Names, t.support), t.negative
		sayNegative(s.err, t.negative)
	}
	if *network {
		if r.Network, err = networkOf(m); err != nil {
			return err
		}
	}
	if *correspondence {
		if r.Correspondence, err = correspondenceOf(list); err != nil {
			return err
		}
	}
	if *asJSON {
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		err = enc.Encode(r)
	} else {
		r.print(s.out)
	}
	if err == nil && failed > 0 {
		err = exitStatus(1)
	}
	return err
}

func (r *compareResult) print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s\n", r.Features, r.Measure)
	for _, k := range r.Kinds {
		fmt.Fprintln(w, k)
	}
	width := 0
	for _, name := range r.Games {
		width = max(width, utf8.RuneCountInString(name))
	}
	pad := func(s string) string { return s + strings.Repeat(" ", width-utf8.RuneCountInString(s)) }
	if len(r.Games) <= tableLimit {
		for i, name := range r.Games {
			fmt.Fprint(w, pad(name))
			for _, x := range r.Distances[i] {
				fmt.Fprintf(w, "  %.4f", x)
			}
			fmt.Fprintln(w)
		}
	}
	for i, near := range r.Nearest {
		var parts []string
		for _, n := range near {
			parts = append(parts, fmt.Sprintf("%s %.4f", n.Game, n.Distance))
		}
		fmt.Fprintf(w, "%s  %s\n", pad(r.Games[i]), strings.Join(parts, ", "))
	}
	for _, tree := range [...]string{r.Clusters, r.Joined} {
		if tree != "" {
			fmt.Fprintln(w, tree)
		}
	}
	if r.Network != nil {
		r.Network.print(w)
	}
	if r.Correspondence != nil {
		r.Correspondence.print(w, r.Games)
	}
}
