package evidence

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/astragal/astragal/engine/provenance"
)

// What a file is bounded by.
const (
	MaxBytes    = 1 << 20
	maxItems    = 2000
	maxText     = 10_000 // bytes of one text
	maxMistakes = 20     // that are told
)

// Error is a mistake in a file.
type Error struct {
	Path         string
	Line, Column int // from 1
	Msg          string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg) }

// Errors are the mistakes of a file, at least one, in the order of their lines.
type Errors []*Error

func (l Errors) Error() string {
	var lines []string
	for _, e := range l {
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// reader reads one file and collects its mistakes.
type reader struct {
	path     string
	mistakes Errors
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)

// Read reads a file of evidence. The error is of type Errors: everything that is
// wrong with it, up to a bound.
func Read(path string, text []byte) (*File, error) {
	r := &reader{path: path}
	at := &yaml.Node{Line: 1, Column: 1}
	if len(text) > MaxBytes {
		r.wrong(at, "the file has %d bytes; expected at most %d", len(text), MaxBytes)
		return nil, r.mistakes
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		parts := yamlLine.FindStringSubmatch(err.Error())
		if parts == nil {
			parts = []string{"", "1", err.Error()}
		}
		if n, err := strconv.Atoi(parts[1]); err == nil {
			at.Line = n
		}
		r.wrong(at, "no YAML: %s", parts[2])
		return nil, r.mistakes
	}
	f := &File{Path: path}
	if len(doc.Content) == 0 {
		r.wrong(at, "the file is empty; expected game and evidence")
		return nil, r.mistakes
	}
	r.mapping(doc.Content[0], "the file", map[string]field{
		"game":     {r.text(&f.Game), true},
		"evidence": {func(n *yaml.Node) { f.Items = r.items(n) }, true},
	})
	for i := range f.Items {
		f.Items[i].Game = f.Game
	}
	if len(r.mistakes) > 0 {
		slices.SortStableFunc(r.mistakes, func(a, b *Error) int { return a.Line - b.Line })
		return nil, r.mistakes[:min(len(r.mistakes), maxMistakes)]
	}
	return f, nil
}

// CheckRulesets returns what is wrong with the game and the rulesets that a file
// names, given those that the description beside it has; the error is of type Errors.
func (f *File) CheckRulesets(game string, rulesets []string) error {
	var list Errors
	if f.Game != game {
		list = append(list, &Error{f.Path, 1, 1, fmt.Sprintf("found game %q, expected %q, as the description has it",
			f.Game, game)})
	}
	var known []string
	for _, name := range rulesets {
		known = append(known, shortName(name))
	}
	for i := range f.Items {
		for _, s := range f.Items[i].Supports {
			for _, name := range s.Rulesets {
				if !slices.Contains(known, name) {
					list = append(list, &Error{f.Path, f.Items[i].Line, 1, fmt.Sprintf(
						"item %s: there is no ruleset %q; expected %s", f.Items[i].ID, name, oneOf(known))})
				}
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

func (r *reader) wrong(n *yaml.Node, format string, args ...any) {
	r.mistakes = append(r.mistakes, &Error{r.path, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// field is how a key's value is read, and whether it must be there.
type field struct {
	read     func(n *yaml.Node)
	required bool
}

// mapping reads keys and values, each key once, and no others than fields has.
func (r *reader) mapping(n *yaml.Node, what string, fields map[string]field) {
	if n.Kind != yaml.MappingNode {
		r.wrong(n, "found %s, expected the keys of %s", shape(n), what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		f, known := fields[key.Value]
		switch {
		case !known:
			r.wrong(key, "there is no key %q in %s; expected one of %s", key.Value, what, keysOf(fields))
		case seen[key.Value]:
			r.wrong(key, "the key %q occurs twice in %s", key.Value, what)
		default:
			seen[key.Value] = true
			f.read(value)
		}
	}
	for _, name := range sortedKeys(fields) {
		if fields[name].required && !seen[name] {
			r.wrong(n, "%s lacks %s", what, name)
		}
	}
}

// shape is what a node is, for messages.
func shape(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	if n.Value == "" {
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

// list reads the elements of a list.
func (r *reader) list(n *yaml.Node, what string, element func(n *yaml.Node)) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.wrong(n, "found %s, expected a list of %s", shape(n), what)
		return
	}
	for _, each := range n.Content {
		element(each)
	}
}

// scalar is the text of a node that has one, with white space folded.
func (r *reader) scalar(n *yaml.Node) (string, bool) {
	switch {
	case n.Kind != yaml.ScalarNode:
		r.wrong(n, "found %s, expected a text", shape(n))
	case len(n.Value) > maxText:
		r.wrong(n, "the text has %d bytes; expected at most %d", len(n.Value), maxText)
	case strings.ContainsRune(n.Value, 0):
		r.wrong(n, "the text has the character NUL")
	default:
		s := strings.Join(strings.Fields(n.Value), " ")
		if s == "" {
			r.wrong(n, "found nothing, expected a text")
		}
		return s, s != ""
	}
	return "", false
}

// text reads a text.
func (r *reader) text(into *string) func(n *yaml.Node) {
	return func(n *yaml.Node) { *into, _ = r.scalar(n) }
}

// word reads one of the given words.
func (r *reader) word(into *string, words []string) func(n *yaml.Node) {
	return func(n *yaml.Node) {
		s, ok := r.scalar(n)
		if ok && !slices.Contains(words, s) {
			r.wrong(n, "found %q, expected %s", s, oneOf(words))
		}
		*into = s
	}
}

// number reads a number between two bounds.
func (r *reader) number(n *yaml.Node, what string, low, high float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || math.IsNaN(x) || x < low || x > high {
		r.wrong(n, "found %s, expected %s from %v to %v", shape(n), what, low, high)
	}
	return x
}

var itemID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (r *reader) items(n *yaml.Node) (items []Item) {
	if len(n.Content) > maxItems {
		r.wrong(n, "there are %d items; expected at most %d", len(n.Content), maxItems)
		return nil
	}
	seen := map[string]int{}
	r.list(n, "items", func(n *yaml.Node) {
		i := r.item(n)
		if line, twice := seen[i.ID]; twice && i.ID != "" {
			r.wrong(n, "the id %q is that of the item in line %d, too", i.ID, line)
		}
		seen[i.ID] = i.Line
		items = append(items, i)
	})
	return items
}

func (r *reader) item(n *yaml.Node) Item {
	i := Item{Line: n.Line}
	var kind string
	var kinds []string
	for _, k := range Kinds {
		kinds = append(kinds, string(k))
	}
	r.mapping(n, "an item", map[string]field{
		"id": {func(n *yaml.Node) {
			s, ok := r.scalar(n)
			if ok && (!itemID.MatchString(s) || len(s) > 64) {
				r.wrong(n, "found id %q, expected at most 64 small letters and figures with single hyphens between", s)
			}
			i.ID = s
		}, true},
		"kind":  {r.word(&kind, kinds), true},
		"title": {r.text(&i.Title), true}, "what": {r.text(&i.What), true},
		"place": {r.text(&i.Place), false}, "region": {r.text(&i.Region), false},
		"coordinates": {func(n *yaml.Node) {
			if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
				r.wrong(n, "found %s, expected [latitude, longitude] in degrees north and east", shape(n))
				return
			}
			lat, long := r.number(n.Content[0], "a latitude", -90, 90), r.number(n.Content[1], "a longitude", -180, 180)
			i.Latitude, i.Longitude = &lat, &long
		}, false},
		"uncertainty_km": {func(n *yaml.Node) { i.UncertaintyKM = r.number(n, "kilometres", 0, 20_000) }, false},
		"when":           {func(n *yaml.Node) { r.when(n, &i) }, true},
		"culture":        {r.text(&i.Culture), false}, "setting": {r.text(&i.Setting), false},
		"source": {r.text(&i.Source), true},
		"link": {func(n *yaml.Node) {
			s, ok := r.scalar(n)
			if u, err := url.Parse(s); ok && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
				r.wrong(n, "found %q, expected an address that begins with https://", s)
			}
			i.Link = s
		}, false},
		"certainty": {r.word(&i.Certainty, Certainties), true}, "reason": {r.text(&i.Reason), true},
		"supports": {func(n *yaml.Node) {
			r.list(n, "supports", func(n *yaml.Node) { i.Supports = append(i.Supports, r.support(n)) })
		}, true},
	})
	i.Kind = Kind(kind)
	if n.Kind == yaml.MappingNode && i.Place+i.Region == "" {
		r.wrong(n, "an item lacks place or region")
	}
	if i.UncertaintyKM > 0 && i.Latitude == nil {
		r.wrong(n, "an item has uncertainty_km without coordinates")
	}
	return i
}

func (r *reader) support(n *yaml.Node) (s Support) {
	r.mapping(n, "a support", map[string]field{
		"rulesets": {func(n *yaml.Node) {
			r.list(n, "rulesets", func(n *yaml.Node) {
				name, _ := r.scalar(n)
				s.Rulesets = append(s.Rulesets, shortName(name))
			})
		}, false},
		"rules": {func(n *yaml.Node) {
			r.list(n, "rules", func(n *yaml.Node) {
				var word string
				r.word(&word, Rules)(n)
				s.Rules = append(s.Rules, word)
			})
		}, true},
		"note": {r.text(&s.Note), false},
	})
	return s
}

// when reads the time of an item, which must name years.
func (r *reader) when(n *yaml.Node, i *Item) {
	s, ok := r.scalar(n)
	if !ok {
		return
	}
	years, err := provenance.ParseDate(s)
	var date *provenance.DateError
	switch {
	case errors.As(err, &date):
		r.wrong(n, "%v; see docs/dates.md", err)
	case err != nil:
		r.wrong(n, "found %q, expected years; see docs/dates.md", s)
	}
	i.When, i.YearFrom, i.YearTo = s, years.From, years.To
}

// oneOf lists words for a message.
func oneOf(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

func keysOf(fields map[string]field) string { return oneOf(sortedKeys(fields)) }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
