// Package about reads what descriptions say about themselves (culture, period,
// sources, classification, …) into fields that can be searched and compared.
package about

import (
	"html"
	"regexp"
	"strconv"
	"strings"
)

// Ruleset is what a description says about itself, in plain text. Empty fields
// were not said.
type Ruleset struct {
	Description    string   `json:"description,omitempty"`
	Rules          string   `json:"rules,omitempty"`
	Source         string   `json:"source,omitempty"`
	DatabaseID     string   `json:"databaseId,omitempty"` // number in the public database
	Version        string   `json:"version,omitempty"`
	Classification string   `json:"classification,omitempty"` // path like board/space/line
	Author         string   `json:"author,omitempty"`
	Credit         string   `json:"credit,omitempty"`
	Publisher      string   `json:"publisher,omitempty"`
	Date           string   `json:"date,omitempty"`
	Origin         string   `json:"origin,omitempty"`
	Aliases        []string `json:"aliases,omitempty"`

	// Culture, Period and Region come from origins written as "Culture: …",
	// region and period also from the sentences "This game was played in …, from
	// around … to …." of the public library; without either the date is the period.
	Culture string `json:"culture,omitempty"`
	Period  string `json:"period,omitempty"`
	Region  string `json:"region,omitempty"`
	// YearFrom and YearTo bound the period, negative before the common era; nil
	// when it names no years.
	YearFrom *int `json:"yearFrom,omitempty"`
	YearTo   *int `json:"yearTo,omitempty"`
}

var (
	tag      = regexp.MustCompile(`<[^<>]*>`)
	spaces   = regexp.MustCompile(`[ \t\r\n]+`)
	origin   = regexp.MustCompile(`^This game (?:was played in|is from) (.+?)(?:, (?:from |on )?(?:around |about )?([^,]*\d[^,]*?))?\.?$`)
	yearText = regexp.MustCompile(`(\d+) ?BCE?\b|\b(\d{3,4})\b`)
	century  = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th) century( BCE?)?`)
)

// plainText drops tags and entities of HTML, which sources contain, and folds
// white space.
func plainText(s string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(s, "")), " "))
}

// Of reads the items of a description's info section, by lower-case key;
// items that occur several times are separated by line feeds.
func Of(m map[string]string) Ruleset {
	a := Ruleset{Description: plainText(m["description"]), Rules: plainText(m["rules"]), Source: plainText(m["source"]), DatabaseID: plainText(m["id"]),
		Version: plainText(m["version"]), Classification: plainText(m["classification"]), Author: plainText(m["author"]), Credit: plainText(m["credit"]),
		Publisher: plainText(m["publisher"]), Date: plainText(m["date"]), Culture: m["culture"], Period: m["period"], Region: m["region"]}
	for name := range strings.SplitSeq(strings.ReplaceAll(m["aliases"], "\n", ";"), ";") {
		if name = plainText(name); name != "" {
			a.Aliases = append(a.Aliases, name)
		}
	}
	var origins []string
	for line := range strings.SplitSeq(m["origin"], "\n") {
		line = plainText(line)
		if line == "" {
			continue
		}
		origins = append(origins, line)
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "Culture":
			a.Culture = value
		case "Period":
			a.Period = value
		case "Region":
			a.Region = value
		}
		if parts := origin.FindStringSubmatch(line); parts != nil {
			a.Region, a.Period = parts[1], strings.ReplaceAll(strings.ReplaceAll(parts[2], " to around ", "–"), " to ", "–")
		}
	}
	a.Origin = strings.Join(origins, "; ")
	if a.Period == "" {
		a.Period = a.Date
	}
	if a.YearFrom, a.YearTo = years(a.Period); a.YearFrom == nil {
		a.YearFrom, a.YearTo = years(a.Date)
	}
	return a
}

// years finds the first and last year that a period names; a century is its hundred years.
func years(period string) (from, to *int) {
	add := func(y int) {
		if from == nil || y < *from {
			from = &y
		}
		if to == nil || y > *to {
			to = &y
		}
	}
	for _, c := range century.FindAllStringSubmatch(period, -1) {
		n, _ := strconv.Atoi(c[1])
		if c[2] != "" {
			add(-100 * n)
			add(-100*n + 99)
		} else {
			add(100*n - 99)
			add(100 * n)
		}
	}
	for _, m := range yearText.FindAllStringSubmatch(period, -1) {
		if y, err := strconv.Atoi(m[1]); err == nil {
			add(-y)
		} else if y, err := strconv.Atoi(m[2]); err == nil {
			add(y)
		}
	}
	return from, to
}
