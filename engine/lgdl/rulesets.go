package lgdl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Ruleset is a named selection of options.
type Ruleset struct {
	Heading    string   // "Ruleset/Standard (Described)"
	Options    []string // its option strings; none means that it is only named
	Variations []string // further option strings that it allows
	Priority   int      // number of asterisks
	Pos        Pos

	problems ErrorList
	broken   *Error // the first problem of Options
}

// Problems returns what is wrong with the options and variations that the
// ruleset names, each at its place: names that do not exist, and two items of
// one category. A ruleset with a problem in its options cannot be expanded: the
// reference takes the defaults of all options instead, and so plays another
// game under the ruleset's name. Variations that do not exist are left out.
func (r *Ruleset) Problems() ErrorList { return r.problems }

// Implemented reports whether the ruleset selects anything: a ruleset without
// options is only mentioned.
func (r *Ruleset) Implemented() bool { return len(r.Options) > 0 }

// Complete reports whether the ruleset can be expanded: whether its options exist.
func (r *Ruleset) Complete() bool { return r.broken == nil }

// Combinations returns all selections of options that the ruleset names, its own
// first: each category that has variations runs through them. At most limit
// combinations are returned (10000 if limit is 0 or more than that).
func (r *Ruleset) Combinations(limit int) [][]string {
	if limit <= 0 || limit > maxSelections {
		limit = maxSelections
	}
	combos := [][]string{nil}
	for _, o := range r.Options {
		category, _, _ := strings.Cut(o, "/")
		choices := []string{o}
		for _, v := range r.Variations {
			if c, _, _ := strings.Cut(v, "/"); c == category && !slices.Contains(choices, v) {
				choices = append(choices, v)
			}
		}
		var next [][]string
		for _, c := range combos {
			for _, x := range choices {
				if len(next) < limit {
					next = append(next, append(slices.Clone(c), x))
				}
			}
		}
		combos = next
	}
	return combos
}

// collectRulesets cuts the (rulesets …) clause out of the text and reads it.
func (d *Description) collectRulesets(m mtext) (mtext, error) {
	key := []byte("(rulesets")
	k := bytes.Index(m.b, key)
	if k < 0 {
		return m, nil
	}
	end := matchBracket(m.b, k)
	if end < 0 {
		return m, d.errorf(&m, k, "this (rulesets …) is never closed")
	}
	clause := m.slice(k, end)
	m = m.cut(k, end+1)
	for again := bytes.Index(m.b, key); again >= 0; again = bytes.Index(m.b, key) {
		if end = matchBracket(m.b, again); end < 0 {
			return m, d.errorf(&m, again, "this (rulesets …) is never closed")
		}
		if len(d.warnings) > maxCategories {
			return m, d.errorf(&m, again, "too many (rulesets …)")
		}
		pos, _ := m.pos(&d.o, again)
		d.warn(pos, "a second (rulesets …) is ignored: a description has at most one")
		m = m.cut(again, end+1)
	}
	clause, err := d.substitute(clause, d.defaults())
	if err != nil {
		return m, err
	}
	return m, d.readRulesets(clause)
}

func (d *Description) readRulesets(m mtext) error {
	open, end, err := d.brace(&m, 0, "the rulesets")
	if err != nil {
		return err
	}
	for i := open + 1; i < end; i++ {
		if isSpace(m.b[i]) {
			continue
		}
		if !bytes.HasPrefix(m.b[i:], []byte("(ruleset")) {
			w := wordAt(m.b[i+1:])
			return withHint(d.errorf(&m, i, "expected (ruleset …), found %q", firstRune(m.b[i:])+w),
				didYouMean(w, []string{"ruleset"}))
		}
		j := matchBracket(m.b[:end], i)
		if j < 0 {
			return d.errorf(&m, i, "this (ruleset …) is never closed")
		}
		r, err := d.readRuleset(m.slice(i, j))
		if err != nil {
			return err
		}
		i = j
		for i+1 < end && m.b[i+1] == '*' {
			r.Priority++
			i++
		}
		for _, p := range d.rulesets {
			if p.Heading == r.Heading {
				d.warn(r.Pos, "the ruleset %q is declared twice", r.Heading)
			}
		}
		d.rulesets = append(d.rulesets, r)
	}
	return nil
}

// readRuleset reads (ruleset "heading" { "option" … } variations:{ … }.
func (d *Description) readRuleset(m mtext) (*Ruleset, error) {
	r := &Ruleset{}
	r.Pos, _ = m.pos(&d.o, 0)
	settings := m
	var variations mtext
	if k := bytes.Index(m.b, []byte("variations:")); k >= 0 {
		settings, variations = m.slice(0, k), m.slice(k, len(m.b))
	}
	strs, at, err := d.strings(&settings)
	if err != nil {
		return nil, err
	}
	if len(strs) == 0 {
		return nil, d.errorf(&m, 0, "this ruleset has no heading")
	}
	r.Heading, r.Options = strs[0], strs[1:]
	all := d.allNames()
	problem := func(m *mtext, at int, hint, format string, args ...any) {
		r.problems = append(r.problems, withHint(d.errorf(m, at, format, args...), hint).(*Error))
	}
	_, unused := d.choose(r.Options)
	for i, s := range r.Options {
		if !slices.Contains(all, s) {
			problem(&settings, at[i+1], d.knownOptions(s),
				"ruleset %q selects the option %q, which does not exist", r.Heading, s)
		} else if slices.Contains(unused, s) {
			problem(&settings, at[i+1], "",
				"ruleset %q selects %q and another item of that option, or the same twice", r.Heading, s)
		}
	}
	if len(r.problems) > 0 {
		r.broken = r.problems[0]
	}
	if strs, at, err = d.strings(&variations); err != nil {
		return nil, err
	}
	for i, s := range strs {
		if slices.Contains(all, s) {
			r.Variations = append(r.Variations, s)
		} else {
			problem(&variations, at[i], d.knownOptions(s),
				"ruleset %q varies to the option %q, which does not exist", r.Heading, s)
		}
	}
	return r, nil
}

// knownOptions returns the hint for an option string that does not exist: the
// items of its category or, when there is none of that name, all option strings.
func (d *Description) knownOptions(s string) string {
	category, _, _ := strings.Cut(s, "/")
	all := d.allNames()
	var same []string
	for _, name := range all {
		if strings.HasPrefix(name, category+"/") {
			same = append(same, name)
		}
	}
	if len(same) > 0 {
		return known(s, fmt.Sprintf("the items of %q", category), same)
	}
	return known(s, "the options", all)
}

// strings returns the quoted strings of the text with their offsets.
func (d *Description) strings(m *mtext) (s []string, at []int, err error) {
	for i := 0; i < len(m.b); i++ {
		if m.b[i] != '"' {
			continue
		}
		j := matchQuote(m.b, i)
		if j < 0 {
			return nil, nil, d.errorf(m, i, "this string is never closed")
		}
		s, at = append(s, string(m.b[i+1:j])), append(at, i)
		i = j
	}
	return s, at, nil
}
