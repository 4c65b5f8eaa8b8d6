// Package evidence knows what is known of games beside their rules: finds, texts,
// pictures, boards cut into stone, and what ethnographers saw. A plain-text file
// beside a description (NAME.evidence.yaml, documented in docs/evidence.md) lists
// the items.
//
// The files follow an item's way: read.go reads and checks a file, with the line of
// every mistake; table.go writes items as CSV with its CSVW metadata, linked.go as
// JSON-LD; chart.go draws them on a map of the world (atlas.go) and on a time axis.
package evidence

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/provenance"
)

// Suffix is how files of evidence end: that of Oware.lud is Oware.evidence.yaml.
const Suffix = ".evidence.yaml"

// Kind is what an item of evidence is.
type Kind string

// The kinds.
const (
	Text        Kind = "text"        // a written source of the time
	Find        Kind = "find"        // pieces, dice and other objects
	Picture     Kind = "picture"     // somebody shown at play
	Board       Kind = "board"       // a board, or one cut into a surface
	Ethnography Kind = "ethnography" // somebody watched it played, and reports
)

// Kinds are all kinds, in the order in which legends show them.
var Kinds = []Kind{Text, Find, Picture, Board, Ethnography}

// Certainties say how sure it is that an item belongs to the game, the surest first.
var Certainties = []string{"certain", "probable", "possible", "doubtful"}

// Rules are the parts of a game that an item can support; existence is that the game
// was played there and then, whatever its rules.
var Rules = []string{"existence", "name", "players", "board", "pieces", "dice", "start", "moves", "capture", "end"}

// Support says what of a game an item supports.
type Support struct {
	// Rulesets are names of rulesets without "Ruleset/"; empty for all of the game.
	Rulesets []string `json:"rulesets,omitempty"`
	Rules    []string `json:"rules"` // of Rules
	Note     string   `json:"note,omitempty"`
}

// Item is one item of evidence about a game.
type Item struct {
	Game  string `json:"game"`
	ID    string `json:"id"` // distinct among the items of the game
	Kind  Kind   `json:"kind"`
	Title string `json:"title"`
	What  string `json:"what"`

	Place  string `json:"place,omitempty"`
	Region string `json:"region,omitempty"`
	// Latitude and Longitude are degrees north and east (WGS 84), both or none;
	// UncertaintyKM is the radius in kilometres within which the place lies, 0 when
	// nothing is said.
	Latitude      *float64 `json:"latitude,omitempty"`
	Longitude     *float64 `json:"longitude,omitempty"`
	UncertaintyKM float64  `json:"uncertaintyKm,omitempty"`

	// When is a text by the grammar of docs/dates.md, YearFrom and YearTo what it
	// means: historical years, never 0; nil where an end is open.
	When     string `json:"when"`
	YearFrom *int   `json:"yearFrom,omitempty"`
	YearTo   *int   `json:"yearTo,omitempty"`

	Culture string `json:"culture,omitempty"`
	Setting string `json:"setting,omitempty"` // who played, and on what occasion

	Source    string    `json:"source"`
	Link      string    `json:"link,omitempty"`
	Certainty string    `json:"certainty"`
	Reason    string    `json:"reason"`
	Supports  []Support `json:"supports"`

	// Line is where the item stands in its file, counted from 1.
	Line int `json:"-"`
}

// Years is the time of the item.
func (i *Item) Years() provenance.Years { return provenance.Years{From: i.YearFrom, To: i.YearTo} }

// Concerns reports whether the item supports anything of a ruleset of its game.
func (i *Item) Concerns(ruleset string) bool {
	ruleset = shortName(ruleset)
	return slices.ContainsFunc(i.Supports, func(s Support) bool {
		return len(s.Rulesets) == 0 || slices.Contains(s.Rulesets, ruleset)
	})
}

// shortName is the name of a ruleset without the folder that many descriptions put
// all of them in.
func shortName(ruleset string) string { return strings.TrimPrefix(ruleset, "Ruleset/") }

// File is the evidence of a file.
type File struct {
	Path  string
	Game  string
	Items []Item
}

// Sort orders items by time, those of unknown beginning first, then by game and id.
func Sort(items []Item) {
	slices.SortFunc(items, func(a, b Item) int {
		if c := compareYears(a, b); c != 0 {
			return c
		}
		if c := strings.Compare(a.Game, b.Game); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
}

func compareYears(a, b Item) int {
	year := func(i Item) int {
		switch {
		case i.YearFrom != nil:
			return *i.YearFrom
		case i.YearTo != nil:
			return *i.YearTo
		}
		return 1 << 30
	}
	return year(a) - year(b)
}
