package evidence

import (
	"fmt"
	"html"
	"math"
	"strings"
	"time"
)

// class is the style of the marks of a kind: the colours are those of the page.
func class(k Kind) string { return "k-" + string(k) }

// Map draws the items that have coordinates on a map of the world, as SVG for an
// HTML page: a mark for each, in the shape of its kind, with a circle where the place
// is uncertain, and a link to the item. It is "" when no item has any.
func Map(items []Item) string { return MapOver(items, nil) }

// MapOver is Map with other marks below those of the items, and lines that join the places of
// each game, from the middle of them. It is "" when there is neither.
func MapOver(items []Item, below []Mark) string {
	var b strings.Builder
	places, games := map[string][][2]float64{}, []string{}
	var marks strings.Builder
	n := 0
	for i := range items {
		it := &items[i]
		if it.Latitude == nil {
			continue
		}
		n++
		if places[it.Game] == nil {
			games = append(games, it.Game)
		}
		places[it.Game] = append(places[it.Game], [2]float64{*it.Latitude, *it.Longitude})
		x, y := project(*it.Latitude, *it.Longitude)
		fmt.Fprintf(&marks, `<a href="#%s"><title>%s: %s</title>`, it.Anchor(), html.EscapeString(it.Game),
			html.EscapeString(it.caption()))
		if it.UncertaintyKM > 0 {
			_, y2 := project(math.Max(-89, *it.Latitude-it.UncertaintyKM/111.2), *it.Longitude)
			fmt.Fprintf(&marks, `<circle class="around" cx="%.1f" cy="%.1f" r="%.1f"/>`, x, y, math.Max(y2-y, 0))
		}
		marks.WriteString(mark(it.Kind, x, y))
		marks.WriteString("</a>")
	}
	if n+len(below) == 0 {
		return ""
	}
	for i := range below {
		below[i].draw(&b)
	}
	for _, game := range games {
		joinPlaces(&b, game, places[game])
	}
	label := fmt.Sprintf("Map of the world with %d places of evidence", n)
	if len(below) > 0 {
		label += fmt.Sprintf(" and %d regions", len(below))
	}
	return world(label, b.String()+marks.String())
}

// joinPlaces draws lines from the middle of the places of a game to each of them.
func joinPlaces(b *strings.Builder, game string, places [][2]float64) {
	weights := make([]float64, len(places))
	for i := range weights {
		weights[i] = 1
	}
	middle, ok := Middle(places, weights)
	if !ok || len(places) < 2 {
		return
	}
	fmt.Fprintf(b, `<g class="spread"><title>%s: %d places</title>`, html.EscapeString(game), len(places))
	for _, p := range places {
		fmt.Fprintf(b, `<path class="way" d="%s"/>`, way(middle, p))
	}
	b.WriteString("</g>")
}

// mark is the sign of a kind: kinds differ in shape, not only in colour.
func mark(k Kind, x, y float64) string {
	c := class(k)
	switch k {
	case Text:
		return fmt.Sprintf(`<rect class="%s" x="%.1f" y="%.1f" width="9" height="9"/>`, c, x-4.5, y-4.5)
	case Picture:
		return fmt.Sprintf(`<path class="%s" d="M%.1f %.1fl5.5 10h-11z"/>`, c, x, y-6)
	case Board:
		return fmt.Sprintf(`<path class="%s" d="M%.1f %.1fl6 6l-6 6l-6 -6z"/>`, c, x, y-6)
	case Ethnography:
		return fmt.Sprintf(`<path class="%s" d="M%.1f %.1fh4v4h4v4h-4v4h-4v-4h-4v-4h4z"/>`, c, x-2, y-6)
	}
	return fmt.Sprintf(`<circle class="%s" cx="%.1f" cy="%.1f" r="5"/>`, c, x, y)
}

// caption is what an item is, in one line.
func (i *Item) caption() string {
	place := i.Place
	if place == "" {
		place = i.Region
	}
	return fmt.Sprintf("%s, %s (%s, %s)", i.Title, place, i.Years(), i.Certainty)
}

// Anchor is the id of the item in a page.
func (i *Item) Anchor() string { return "evidence-" + slug(i.Game) + "-" + i.ID }

// slug is a text in small letters and figures.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s), "-")
}

// Sizes of the time axis, in its own units.
const (
	axisWidth, axisLeft, axisRight = 1000.0, 20.0, 980.0
	axisRow, axisHead              = 20.0, 8.0
	maxRows                        = 400
)

// astronomical counts years without a gap: 0 is 1 BCE.
func astronomical(n int) int {
	if n < 0 {
		return n + 1
	}
	return n
}

// Axis draws the items on an axis of time, as SVG for an HTML page: a bar for each
// from its first year to its last, pale and of a fixed length where one end is open. The axis
// spans the years that items name, until the present: a century that began ends at it. It is "" for no items.
func Axis(items []Item) string {
	items = items[:min(len(items), maxRows)]
	if len(items) == 0 {
		return ""
	}
	first, last := math.MaxInt, math.MinInt
	for i := range items {
		for _, y := range []*int{items[i].YearFrom, items[i].YearTo} {
			if y != nil {
				first, last = min(first, astronomical(*y)), max(last, astronomical(*y))
			}
		}
	}
	last = max(min(last, time.Now().UTC().Year()), first+1)
	at := func(y int) float64 {
		return axisLeft + (axisRight-axisLeft)*float64(min(y, last+1)-first)/float64(last+1-first)
	}
	height := axisHead + axisRow*float64(len(items)) + 24
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="axis" viewBox="0 0 %.0f %.0f" role="img" aria-label="Time axis of %d items of evidence, from %s to %s">`,
		axisWidth, height, len(items), yearName(first), yearName(last))
	step := tick(last - first)
	for y := int(math.Floor(float64(first)/float64(step))) * step; y <= last; y += step {
		year := y
		switch {
		case y == 0: // there is no such year: the first of our era
			year = 1
		case y < 0: // the tick is of a historical year
			year = y + 1
		}
		if year < first || year > last {
			continue
		}
		x := at(year)
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="0" y2="%.1f"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`,
			x, x, height-20, math.Min(math.Max(x, 30), 970), height-6, tickName(y))
	}
	for i := range items {
		items[i].bar(&b, axisHead+axisRow*float64(i), at)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// bar draws an item on the axis in the row that begins at y. Its title stands beside the bar
// on the side with more room, or on the bar where neither side has any.
func (i *Item) bar(b *strings.Builder, y float64, at func(year int) float64) {
	const open = 60.0 // how far a bar without an end reaches
	var left, right float64
	part := ` style="fill-opacity:.35"`
	switch {
	case i.YearFrom != nil && i.YearTo != nil:
		left, right, part = at(astronomical(*i.YearFrom)), at(astronomical(*i.YearTo)+1), ""
	case i.YearFrom != nil:
		left = at(astronomical(*i.YearFrom))
		right = math.Min(left+open, axisWidth)
	default:
		right = at(astronomical(*i.YearTo) + 1)
		left = math.Max(right-open, 0)
	}
	right = math.Max(right, left+4)
	fmt.Fprintf(b, `<a href="#%s"><title>%s</title><rect class="%s"%s x="%.1f" y="%.1f" width="%.1f" height="12" rx="3"/>`,
		i.Anchor(), html.EscapeString(i.caption()), class(i.Kind), part, left, y, right-left)
	const letter, gap, least = 6.6, 6.0, 130.0 // of a text, in units of the axis
	x, style, room := right+gap, "", axisWidth-right-gap
	switch {
	case room < least && left-gap < least:
		x, style, room = math.Max(left, 0)+gap, ` class="over"`, axisWidth-left-2*gap
	case left > axisWidth-right:
		x, style, room = left-gap, ` text-anchor="end"`, left-gap
	}
	label, most := []rune(i.Title), int(room/letter)
	if len(label) > most {
		label = append(label[:most-1:most-1], '…')
	}
	fmt.Fprintf(b, `<text%s x="%.1f" y="%.1f">%s</text></a>`, style, x, y+10, html.EscapeString(string(label)))
}

// tick is the distance of the lines of an axis over so many years: 3 to 8 lines.
func tick(years int) int {
	for step := 1; ; step *= 10 {
		for _, m := range []int{1, 2, 5} {
			if years <= 6*step*m {
				return step * m
			}
		}
	}
}

// yearName names an astronomical year.
func yearName(y int) string {
	if y <= 0 {
		return fmt.Sprintf("%d BCE", 1-y)
	}
	return fmt.Sprintf("%d CE", y)
}

// tickName names the historical year of a tick.
func tickName(y int) string {
	if y < 0 {
		return fmt.Sprintf("%d BCE", -y)
	}
	return fmt.Sprintf("%d CE", max(y, 1))
}
