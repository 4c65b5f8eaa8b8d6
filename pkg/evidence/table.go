package evidence

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Column is a column of the table of evidence.
type Column struct {
	Name     string
	Datatype string // of CSVW: string, integer, decimal, anyURI
	Required bool
	// Separator is what stands between several values, "" for a single one.
	Separator string
	Meaning   string
	Property  string // what the column is in linked data, "" for nothing
	of        func(i *Item) string
}

// Columns are the columns of the table, in their order.
var Columns = []Column{
	{"game", "string", true, "", "Name of the game.", "schema:about", func(i *Item) string { return i.Game }},
	{"id", "string", true, "", "Identity of the item among those of the game.", "schema:identifier",
		func(i *Item) string { return i.ID }},
	{"kind", "string", true, "", "One of text, find, picture, board and ethnography.", "dc:type",
		func(i *Item) string { return string(i.Kind) }},
	{"title", "string", true, "", "A short name.", "schema:name", func(i *Item) string { return i.Title }},
	{"what", "string", true, "", "What there is to see or to read.", "schema:description",
		func(i *Item) string { return i.What }},
	{"place", "string", false, "", "Where it was found, made or observed.", "schema:spatial",
		func(i *Item) string { return i.Place }},
	{"region", "string", false, "", "The part of the world.", "schema:spatialCoverage",
		func(i *Item) string { return i.Region }},
	{"latitude", "decimal", false, "", "Degrees north, WGS 84.", "schema:latitude",
		func(i *Item) string { return degrees(i.Latitude) }},
	{"longitude", "decimal", false, "", "Degrees east, WGS 84.", "schema:longitude",
		func(i *Item) string { return degrees(i.Longitude) }},
	{"uncertainty_km", "decimal", false, "", "Radius within which the place lies, in kilometres.", "",
		func(i *Item) string {
			if i.UncertaintyKM == 0 {
				return ""
			}
			return degrees(&i.UncertaintyKM)
		}},
	{"when", "string", true, "", "The time in words.", "schema:temporal", func(i *Item) string { return i.When }},
	{"year_from", "integer", false, "", "First historical year, negative before our era, never 0; empty where it is open.",
		"", func(i *Item) string { return year(i.YearFrom) }},
	{"year_to", "integer", false, "", "Last historical year, likewise.", "",
		func(i *Item) string { return year(i.YearTo) }},
	{"culture", "string", false, "", "Who played.", "", func(i *Item) string { return i.Culture }},
	{"setting", "string", false, "", "The social setting of play.", "", func(i *Item) string { return i.Setting }},
	{"source", "string", true, "", "Where it is published.", "schema:citation", func(i *Item) string { return i.Source }},
	{"link", "anyURI", false, "", "Address of the source.", "schema:url", func(i *Item) string { return i.Link }},
	{"certainty", "string", true, "", "How sure it is that the item belongs to the game: certain, probable, possible " +
		"or doubtful.", "", func(i *Item) string { return i.Certainty }},
	{"reason", "string", true, "", "Why it is that sure.", "", func(i *Item) string { return i.Reason }},
	{"supports", "string", true, "; ", "What of the game the item supports: rules, rulesets in brackets, and a note.", "",
		func(i *Item) string {
			var list []string
			for _, s := range i.Supports {
				list = append(list, s.String())
			}
			return strings.Join(list, "; ")
		}},
}

// String returns for instance "board, start (Square): the row of six holes". Semicolons,
// which stand between supports, become commas.
func (s Support) String() string {
	text := strings.Join(s.Rules, ", ")
	if len(s.Rulesets) > 0 {
		text += " (" + strings.Join(s.Rulesets, ", ") + ")"
	}
	if s.Note != "" {
		text += ": " + s.Note
	}
	return strings.ReplaceAll(text, ";", ",")
}

func degrees(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}

func year(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// Cells are the cells of an item, in the order of Columns; "" is missing.
func (i *Item) Cells() []string {
	row := make([]string, len(Columns))
	for n, c := range Columns {
		row[n] = c.of(i)
	}
	return row
}

// WriteCSV writes items as a table with a header, in UTF-8 (RFC 4180 with line feeds).
func WriteCSV(w io.Writer, items []Item) error {
	c := csv.NewWriter(w)
	header := make([]string, len(Columns))
	for n := range Columns {
		header[n] = Columns[n].Name
	}
	c.Write(header)
	for i := range items {
		c.Write(items[i].Cells())
	}
	c.Flush()
	return c.Error()
}

// WriteCSVW writes the metadata of the table at url by the W3C recommendation
// "Metadata Vocabulary for Tabular Data" (CSVW).
func WriteCSVW(w io.Writer, url string) error {
	var columns []map[string]any
	for _, c := range Columns {
		column := map[string]any{"name": c.Name, "titles": c.Name, "datatype": c.Datatype,
			"dc:description": map[string]string{"@value": c.Meaning, "@language": "en"}, "required": c.Required}
		if c.Separator != "" {
			column["separator"] = c.Separator
		}
		if c.Property != "" {
			column["propertyUrl"] = c.Property
		}
		columns = append(columns, column)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{
		"@context": []any{"http://www.w3.org/ns/csvw", map[string]string{"@language": "en"}},
		"url":      url, "dc:title": "Evidence of games",
		"dialect": map[string]any{"header": true, "encoding": "utf-8", "lineTerminators": []string{"\n", "\r\n"}},
		"tableSchema": map[string]any{
			"columns": columns, "primaryKey": []string{"game", "id"},
			"aboutUrl": "/id/evidence/{game}/{id}"},
	})
}
