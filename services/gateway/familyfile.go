package gateway

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"image/png"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// familyFiles are the files of a page of families by what follows /families in their
// address: distances, trees and places in forms that other programs read, and the matrix as a
// picture, a pixel for each pair.
var familyFiles = map[string]struct {
	media string
	write func(w io.Writer, f *Family) error
}{
	".csv": {"text/csv; charset=utf-8", func(w io.Writer, f *Family) error { return f.Matrix.WriteCSV(w) }},
	".phy": {"text/plain; charset=utf-8", func(w io.Writer, f *Family) error { return f.Matrix.WritePhylip(w) }},
	".nex": {"text/plain; charset=utf-8", func(w io.Writer, f *Family) error {
		err := f.Matrix.WriteNexus(w, distance.NamedTree{Name: "joined", Tree: f.Joined, Support: f.Support},
			distance.NamedTree{Name: "average", Tree: f.Cluster})
		return cmp.Or(err, f.Network.WriteNexus(w))
	}},
	".nwk": {"text/plain; charset=utf-8", func(w io.Writer, f *Family) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n", f.Joined.NewickWith(f.Matrix.Names, f.Support), f.Cluster.Newick(f.Matrix.Names))
		return err
	}},
	".png":                {"image/png", func(w io.Writer, f *Family) error { return png.Encode(w, heatImage(f)) }},
	"/places.csv":         {"text/csv; charset=utf-8", writePlaces},
	"/correspondence.csv": {"text/csv; charset=utf-8", writeCorrespondence},
	"/whereabouts.csv":    {"text/csv; charset=utf-8", writeWhereabouts},
	"/clusters.csv":       {"text/csv; charset=utf-8", writeClusters},
	"/mantel.csv":         {"text/csv; charset=utf-8", writeMantel},
}

// fileWait is how long files wait for what is being worked out.
const fileWait = 30 * time.Second

func familyFile(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	query, _, err := readFamily(r)
	if err != nil {
		return err
	}
	query.Patience = fileWait
	response, err := e.Families(r.Context(), query)
	if err != nil {
		return err
	}
	f := response
	if f.UnderWay {
		w.Header().Set("Retry-After", "30")
		return &httpx.StatusError{Status: http.StatusServiceUnavailable, Msg: "these rulesets are still being compared"}
	}
	if f.Kinship == nil {
		return catalogue.ErrNotFound
	}
	name := strings.TrimPrefix(r.URL.Path, "/families")
	file := familyFiles[name]
	var b bytes.Buffer
	if err := file.write(&b, &f); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", file.media)
	h.Set("X-Content-Type-Options", "nosniff")
	if name != ".png" {
		h.Set("Content-Disposition", `attachment; filename="families`+strings.ReplaceAll(name, "/", "-")+`"`)
	}
	w.Write(b.Bytes())
	return nil
}

func numbersOf(point []float64) (list []string) {
	for _, x := range point {
		list = append(list, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return list
}

// writePlaces writes a row for each ruleset with its places by classical scaling.
func writePlaces(w io.Writer, f *Family) error {
	if f.Embedding == nil {
		return catalogue.ErrNotFound
	}
	c := csv.NewWriter(w)
	c.Write([]string{"hash", "ruleset", "first", "second"}[:2+len(f.Embedding.Explained)])
	for i, p := range f.Points {
		c.Write(append([]string{p.Hash, f.Matrix.Names[i]}, numbersOf(f.Embedding.Points[i])...))
	}
	c.Flush()
	return c.Error()
}

// writeCorrespondence writes a row for each ruleset and each concept.
func writeCorrespondence(w io.Writer, f *Family) error {
	if f.Concepts == nil {
		return catalogue.ErrNotFound
	}
	c := csv.NewWriter(w)
	c.Write([]string{"of", "name", "hash", "rulesets", "contribution", "first", "second"}[:5+len(f.Concepts.Explained)])
	for i, p := range f.Points {
		c.Write(append([]string{"ruleset", f.Matrix.Names[i], p.Hash, "", ""}, numbersOf(f.Concepts.Games[i])...))
	}
	for _, k := range f.Concepts.Features {
		c.Write(
			append([]string{"concept", k.Name, "", strconv.Itoa(k.Games), strconv.FormatFloat(k.Contribution, 'g', -1, 64)},
				numbersOf(k.Point)...),
		)
	}
	c.Flush()
	return c.Error()
}

// writeClusters writes a row for each concept that tells a cluster from the others.
func writeClusters(w io.Writer, f *Family) error {
	c := csv.NewWriter(w)
	c.Write([]string{"cluster", "rulesets", "concept", "share_inside", "share_outside", "phi"})
	for g := range f.Groups {
		for _, t := range f.Groups[g].Traits {
			c.Write(append([]string{strconv.Itoa(g + 1), strconv.Itoa(len(f.Groups[g].Members)), t.Name},
				numbersOf([]float64{t.Inside, t.Outside, t.Phi})...))
		}
	}
	c.Flush()
	return c.Error()
}

// writeMantel writes a row for each Mantel test; what could not be tested is left empty.
func writeMantel(w io.Writer, f *Family) error {
	c := csv.NewWriter(w)
	c.Write([]string{"distance", "rulesets", "permutations", "r", "p"})
	for _, t := range f.Tests {
		row := []string{t.Name, strconv.Itoa(t.Games), strconv.Itoa(permutations), "", ""}
		if !math.IsNaN(t.R) {
			copy(row[3:], numbersOf([]float64{t.R, t.P}))
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}
