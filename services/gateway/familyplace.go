package gateway

import (
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/prior"
)

// whereabouts is what is known of where a ruleset was played: the places of the evidence of its
// game, or, where none has coordinates, about the middle of the region that the description names.
type whereabouts struct {
	Places [][2]float64 // degrees north and east, each once
	Vague  bool         // of the region
}

// whereabouts of the rulesets of a family.
func (f *Family) whereabouts() []whereabouts {
	list := make([]whereabouts, len(f.Points))
	for i := range f.Points {
		w := &list[i]
		for k := range f.Items[i] {
			it := &f.Items[i][k]
			if it.Latitude == nil || !it.Attests() || !it.Concerns(f.Points[i].Ruleset) {
				continue
			}
			if at := [2]float64{*it.Latitude, *it.Longitude}; !slices.Contains(w.Places, at) {
				w.Places = append(w.Places, at)
			}
		}
		if lat, long, ok := prior.RegionCentre(f.Points[i].Region); len(w.Places) == 0 && ok {
			w.Places, w.Vague = [][2]float64{{lat, long}}, true
		}
	}
	return list
}

// clusters are the clusters of the rulesets, from 0.
func (f *Family) clusters() []int {
	list := make([]int, len(f.Points))
	for g := range f.Groups {
		for _, i := range f.Groups[g].Members {
			list[i] = g
		}
	}
	return list
}

// clusterColours tell clusters apart; there are as many as clusters may be asked for.
var clusterColours = append(slices.Clone(treeColours), "#c2783f", "#4a59a8", "#a03636", "#6d7a1f")

// drawFamilyMap draws clusters and their parts of the dendrogram on the map of the world: marks
// have the number and colour of their cluster, and lines join what the dendrogram joins within
// one, inner nodes lying in the middle of the rulesets below them. It returns the number of rulesets
// placed by evidence and by regions.
func drawFamilyMap(f *Family) (picture template.HTML, exact, vague int) {
	places, cluster := f.whereabouts(), f.clusters()
	for i := range places {
		switch {
		case places[i].Vague:
			vague++
		case len(places[i].Places) > 0:
			exact++
		}
	}
	if exact+vague == 0 {
		return "", 0, 0
	}
	label := fmt.Sprintf("Map of the world with the clusters of %d rulesets", exact+vague)
	return template.HTML(evidence.World(label, clusterMarks(f, places, cluster), clusterLines(f, places, cluster))),
		exact, vague
}

// clusterMarks are a mark for each place and cluster; those of one place stand side by side.
func clusterMarks(f *Family, places []whereabouts, cluster []int) []evidence.Mark {
	type spot struct {
		at    [2]float64
		vague bool
	}
	type stack struct {
		spot
		cluster int
	}
	members := map[stack][]int{}
	var order []stack
	for i := range places {
		for _, at := range places[i].Places {
			s := stack{spot{at, places[i].Vague}, cluster[i]}
			if members[s] == nil {
				order = append(order, s)
			}
			members[s] = append(members[s], i)
		}
	}
	beside := map[spot]int{} // marks that stand there already
	var marks []evidence.Mark
	for _, s := range order {
		list := members[s]
		var names, hashes []string
		for _, i := range list {
			names = append(names, f.Matrix.Names[i])
			hashes = append(hashes, f.Points[i].Hash)
		}
		title := fmt.Sprintf("Cluster %d: %s", s.cluster+1, strings.Join(names[:min(12, len(names))], ", "))
		if more := len(names) - 12; more > 0 {
			title += fmt.Sprintf(" and %d more", more)
		}
		if s.vague {
			title += "; no place is known but the region " + f.Points[list[0]].Region
		}
		link := "#cluster-" + strconv.Itoa(s.cluster+1)
		if len(list) == 1 {
			link = "/rulesets/" + hashes[0]
		}
		k := beside[s.spot]
		beside[s.spot]++
		marks = append(marks, evidence.Mark{
			Latitude: s.at[0], Longitude: s.at[1], Title: title, Link: link, Label: strconv.Itoa(s.cluster + 1),
			Colour: clusterColours[s.cluster%len(clusterColours)], Vague: s.vague,
			Radius: 6 + math.Min(6, 1.5*math.Log2(float64(len(list)))), Beside: spiral(k),
		})
	}
	// Large marks first, so that small ones lie above them.
	slices.SortStableFunc(marks, func(a, b evidence.Mark) int { return int(2 * (b.Radius - a.Radius)) })
	return marks
}

// spiral is where the k-th mark of a place stands, in units of the map.
func spiral(k int) [2]float64 {
	if k == 0 {
		return [2]float64{}
	}
	angle, far := 2.4*float64(k), 11*math.Sqrt(float64(k))
	return [2]float64{far * math.Cos(angle), far * math.Sin(angle)}
}

// clusterLines are the branches of the dendrogram within clusters.
func clusterLines(f *Family, places []whereabouts, cluster []int) (lines []evidence.Line) {
	type node struct {
		at      [2]float64
		weight  float64
		cluster int // -1 above clusters
	}
	var walk func(p *distance.Phylogeny) (n node, ok bool)
	walk = func(p *distance.Phylogeny) (n node, ok bool) {
		if p.Game >= 0 {
			w := &places[p.Game]
			at, ok := evidence.Middle(w.Places, slices.Repeat([]float64{1}, len(w.Places)))
			if ok && !w.Vague { // from where the game is in the tree to all its places
				for _, to := range w.Places[:len(w.Places):len(w.Places)] {
					if len(w.Places) > 1 {
						lines = append(lines, evidence.Line{From: at, To: to, Width: 0.6,
							Colour: clusterColours[cluster[p.Game]%len(clusterColours)]})
					}
				}
			}
			return node{at, 1, cluster[p.Game]}, ok
		}
		var below []node
		n.cluster = -1
		for _, c := range p.Children {
			if m, ok := walk(c); ok {
				below = append(below, m)
			}
		}
		if len(below) == 0 {
			return n, false
		}
		n.cluster = below[0].cluster
		var at [][2]float64
		var weights []float64
		for _, m := range below {
			at, weights = append(at, m.at), append(weights, m.weight)
			n.weight += m.weight
			if m.cluster != n.cluster {
				n.cluster = -1
			}
		}
		middle, ok := evidence.Middle(at, weights)
		if n.at = middle; !ok || n.cluster < 0 {
			return n, ok
		}
		for _, m := range below {
			if m.at != n.at {
				lines = append(lines, evidence.Line{From: n.at, To: m.at, Width: 0.8 + 0.3*math.Log2(m.weight),
					Colour: clusterColours[n.cluster%len(clusterColours)]})
			}
		}
		return n, true
	}
	walk(f.Cluster)
	return lines
}

// writeWhereabouts writes a row for each place of each ruleset, and one for those without any.
func writeWhereabouts(w io.Writer, f *Family) error {
	c := csv.NewWriter(w)
	c.Write([]string{"hash", "ruleset", "cluster", "region", "latitude", "longitude", "placed_by", "year_from", "year_to"})
	places, cluster := f.whereabouts(), f.clusters()
	year := func(y *int) string {
		if y == nil {
			return ""
		}
		return strconv.Itoa(*y)
	}
	for i := range f.Points {
		p := &f.Points[i]
		row := func(latitude, longitude, by string) {
			c.Write([]string{p.Hash, f.Matrix.Names[i], strconv.Itoa(cluster[i] + 1), p.Region, latitude, longitude, by,
				year(p.YearFrom), year(p.YearTo)})
		}
		by := "evidence"
		if places[i].Vague {
			by = "region"
		}
		for _, at := range places[i].Places {
			row(numbersOf(at[:])[0], numbersOf(at[:])[1], by)
		}
		if len(places[i].Places) == 0 {
			row("", "", "")
		}
	}
	c.Flush()
	return c.Error()
}

// Sizes of the picture in time, in its own units.
const (
	timeWidth, timeHead, timeOpen = 560.0, 22.0, 34.0
)

// yearPlace is where a year lies on the axis of the library, from 0 to 1: later years have
// more room.
func yearPlace(y int) float64 {
	n := len(timeSteps) - 1
	switch {
	case y <= timeSteps[0]:
		return 0
	case y >= timeSteps[n]:
		return 1
	}
	i := 0
	for timeSteps[i+1] <= y {
		i++
	}
	return (float64(i) + float64(y-timeSteps[i])/float64(timeSteps[i+1]-timeSteps[i])) / float64(n)
}

// drawFamilyTime draws the dendrogram against time: a row for each ruleset, with a bar for the
// period that its description gives, pale where one end is open, and a diamond in the middle of
// the time of each item of evidence. It returns how many have a period.
func drawFamilyTime(f *Family) (picture template.HTML, dated int) {
	order, cluster := f.Cluster.Leaves(), f.clusters()
	row := map[int]float64{}
	for y, i := range order {
		row[i] = timeHead + (float64(y)+0.5)*heatRow
		if f.Points[i].YearFrom != nil || f.Points[i].YearTo != nil {
			dated++
		}
	}
	if dated == 0 {
		return "", 0
	}
	left, high := heatTree+heatGap, timeHead+heatRow*float64(len(order))
	at := func(y int) float64 { return left + 8 + (timeWidth-8)*yearPlace(y) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="heat in-time" viewBox="0 0 %.0f %.0f" role="group" aria-label="%d rulesets in the order of `+
		`their clusters, against time">`, left+timeWidth+heatLabel, high+4, len(order))
	for _, y := range timeSteps {
		name, labelled := timeLabels[y]
		if !labelled {
			continue
		}
		anchor := "start"
		if y == timeSteps[0] { // its era makes it long, and there is room before it
			anchor = "end"
		}
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" x2="%.1f" y1="%.0f" y2="%.1f"/><text class="tick" x="%.1f" y="13" text-anchor="%s">%s</text>`,
			at(y), at(y), timeHead-4, high, at(y), anchor, name)
	}
	drawDendrogram(&b, f.Cluster, row)
	for _, i := range order {
		p := &f.Points[i]
		colour := clusterColours[cluster[i]%len(clusterColours)]
		fmt.Fprintf(&b, `<a href="/rulesets/%s"><title>%s, cluster %d: %s</title>`, p.Hash,
			template.HTMLEscapeString(f.Matrix.Names[i]), cluster[i]+1, formatYears(p.YearFrom, p.YearTo))
		if x1, x2, open := periodBar(p, at); x2 > x1 {
			fmt.Fprintf(&b, `<rect class="period" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" fill="%s"%s/>`,
				x1, row[i]-heatRow/2+2, x2-x1, heatRow-4, colour, map[bool]string{true: ` fill-opacity=".4"`}[open])
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" class="number">%d</text><text x="%.1f" y="%.1f">%s</text></a>`,
			left+timeWidth+16, row[i]+4, cluster[i]+1, left+timeWidth+20, row[i]+4,
			template.HTMLEscapeString(short(f.Matrix.Names[i], 42)))
		for k := range f.Items[i] {
			if y, ok := middleYear(&f.Items[i][k]); ok && f.Items[i][k].Concerns(p.Ruleset) {
				it := &f.Items[i][k]
				fmt.Fprintf(&b, `<path class="proof" d="M%.1f %.1fl3.5 3.5l-3.5 3.5l-3.5 -3.5z"><title>%s (%s, %s)</title></path>`,
					at(y), row[i]-3.5, template.HTMLEscapeString(it.Title), it.Years(), it.Certainty)
			}
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()), dated
}

// periodBar is from where to where the period of a ruleset lies; open when it has one end only.
func periodBar(p *catalogue.Point, at func(year int) float64) (x1, x2 float64, open bool) {
	switch {
	case p.YearFrom != nil && p.YearTo != nil:
		return at(*p.YearFrom), math.Max(at(*p.YearTo), at(*p.YearFrom)+3), false
	case p.YearFrom != nil:
		return at(*p.YearFrom), at(*p.YearFrom) + timeOpen, true
	case p.YearTo != nil:
		return at(*p.YearTo) - timeOpen, at(*p.YearTo), true
	}
	return 0, 0, false
}

// middleYear is the middle of the time of an item, or its only end.
func middleYear(i *evidence.Item) (year int, ok bool) {
	switch {
	case i.YearFrom != nil && i.YearTo != nil:
		return (*i.YearFrom + *i.YearTo) / 2, true
	case i.YearFrom != nil:
		return *i.YearFrom, true
	case i.YearTo != nil:
		return *i.YearTo, true
	}
	return 0, false
}
