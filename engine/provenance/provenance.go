// Package provenance reads what descriptions say about themselves (culture, period,
// sources, classification, …) into fields that can be searched and compared.
package provenance

import (
	"html"
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
	// YearFrom and YearTo are the first and the last historical year of the
	// period, or of the date when it names none; negative before the common era,
	// never 0. One is nil where that end is open ("before 1778"), both where no
	// years are named or understood; see ParseDate and DateProblems.
	YearFrom *int `json:"yearFrom,omitempty"`
	YearTo   *int `json:"yearTo,omitempty"`
}

var (
	tag    = pattern{text: `<[^<>]*>`}
	spaces = pattern{text: `[ \t\r\n]+`}
	origin = pattern{text: `^This game (?:was played in|is from) (.+?)` +
		`(?:, (?:from |on )?(?:around |about )?([^,]*(?:\d|centur|millenni)[^,]*?))?\.?$`}
)

// plainText drops tags and entities of HTML, which sources contain, and folds
// white space.
func plainText(s string) string {
	return strings.TrimSpace(spaces.get().ReplaceAllString(html.UnescapeString(tag.get().ReplaceAllString(s, "")), " "))
}

// Of reads the items of a description's info section, by lower-case key;
// items that occur several times are separated by line feeds.
func Of(m map[string]string) Ruleset {
	a := Ruleset{Description: plainText(m["description"]), Rules: plainText(m["rules"]), Source: plainText(m["source"]),
		DatabaseID: plainText(m["id"]),
		Version:    plainText(m["version"]), Classification: plainText(m["classification"]), Author: plainText(m["author"]),
		Credit:    plainText(m["credit"]),
		Publisher: plainText(m["publisher"]), Date: plainText(m["date"]), Culture: m["culture"], Period: m["period"],
		Region: m["region"]}
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
		if parts := origin.get().FindStringSubmatch(line); parts != nil {
			a.Region, a.Period = parts[1], strings.ReplaceAll(strings.ReplaceAll(parts[2], " to around ", "–"), " to ", "–")
		}
	}
	a.Origin = strings.Join(origins, "; ")
	if a.Period == "" {
		a.Period = a.Date
	}
	a.setYears()
	return a
}
