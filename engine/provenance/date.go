package provenance

import (
	"errors"
	"fmt"
	"strings"
)

// Years is an interval of historical years, both ends included: 1 is 1 CE and
// the year before it is -1, 1 BCE; there is no year 0. An end that is nil is
// open: "before 1778" has no beginning, "1475 to the present" no end.
type Years struct{ From, To *int }

// String returns for instance "2600 BCE – 2400 BCE", "until 79 CE" or "1971 CE".
func (y Years) String() string {
	year := func(n int) string {
		if n < 0 {
			return fmt.Sprintf("%d BCE", -n)
		}
		return fmt.Sprintf("%d CE", n)
	}
	switch {
	case y.From == nil && y.To == nil:
		return "unknown"
	case y.From == nil:
		return "until " + year(*y.To)
	case y.To == nil:
		return "from " + year(*y.From)
	case *y.From == *y.To:
		return year(*y.From)
	}
	return year(*y.From) + " – " + year(*y.To)
}

// maxDate is how many bytes a date has at most.
const maxDate = 400

// ErrNoYears tells that a text names no years: it is empty, or names a period
// in words ("Long ago", "Edo period").
var ErrNoYears = errors.New("no years are named")

// DateError tells that a text names years that are not understood, and why.
type DateError struct {
	Text string // the whole text
	Msg  string
}

func (e *DateError) Error() string {
	return fmt.Sprintf("the date %q is not understood: %s", e.Text, e.Msg)
}

// ParseDate returns the years that a text names, by the grammar of
// docs/dates.md; the least interval that has them all where they are several.
// The error is ErrNoYears or a *DateError. Nothing is guessed: where a part of
// the text that has figures is not understood, nothing is.
func ParseDate(text string) (Years, error) {
	if len(text) > maxDate {
		begin := strings.ToValidUTF8(text[:maxDate], "")
		return Years{}, &DateError{Text: begin + "…", Msg: "it is too long for a date"}
	}
	all := noSpan
	for _, segment := range segments(tokens(text)) {
		s, err := parseSegment(segment)
		switch {
		case errors.Is(err, ErrNoYears):
			continue
		case err != nil:
			return Years{}, &DateError{Text: text, Msg: err.Error()}
		}
		all = all.hull(s)
	}
	if all.empty() {
		return Years{}, ErrNoYears
	}
	return all.years(), nil
}

// span is an interval of astronomical years, in which 0 is 1 BCE and -1 is 2
// BCE, so that arithmetic is plain. The ends beyond the limits are open.
type span struct{ lo, hi int }

const (
	openBelow = -1 << 40
	openAbove = 1 << 40
)

// noSpan is the empty span.
var noSpan = span{openAbove, openBelow}

func (s span) empty() bool { return s.lo > s.hi }

func (s span) hull(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// years translates to historical years.
func (s span) years() (y Years) {
	historical := func(n int) *int {
		if n <= 0 {
			n--
		}
		return &n
	}
	if s.lo > openBelow {
		y.From = historical(s.lo)
	}
	if s.hi < openAbove {
		y.To = historical(s.hi)
	}
	return y
}

// era is how years are counted.
type era uint8

const (
	noEra era = iota
	ce
	bce
	bp // before present, which is 1950
)

// present is the year that "before present" counts from.
const present = 1950

// latestYear is the last year of our era that is believed: greater figures
// without an era are years BCE whose era is missing, or no years.
const latestYear = 2100

// yearsOf returns the years from n on, counted in an era, for length years.
// For eras that count backwards n is the earliest, thus the greatest, number.
func yearsOf(n, length int, e era) span {
	switch e {
	case bce:
		return span{1 - n, 1 - n + length - 1}
	case bp:
		return span{present - n, present - n + length - 1}
	}
	return span{n, n + length - 1}
}

// hundredsOf returns the n-th period of so many years in an era: the centuries
// with 100, the millennia with 1000. The first ones begin at the year 1.
func hundredsOf(n, length int, e era) span {
	if e == bce {
		return yearsOf(n*length, length, bce)
	}
	return yearsOf((n-1)*length+1, length, ce)
}

// part is a share of a longer time: the k-th of n, counted from 1.
type part struct{ k, n int }

var (
	early  = part{1, 3}
	middle = part{2, 3}
	late   = part{3, 3}
)

// of cuts a part out of a span. The first and the last parts have the n-th of
// the years, rounded down; a middle one takes what is left. A single year has
// no parts.
func (p part) of(s span) span {
	length := s.hi - s.lo + 1
	if p.n == 0 || length < p.n {
		return s
	}
	each := length / p.n
	lo, hi := s.lo+(p.k-1)*each, s.lo+p.k*each-1
	if p.k == p.n {
		lo, hi = s.hi-each+1, s.hi
	} else if p == middle {
		hi = s.hi - each
	}
	return span{lo, hi}
}

// DateProblem is a text about the time of a ruleset that names years which are
// not understood.
type DateProblem struct {
	Field string `json:"field"` // "period" or "date"
	Text  string `json:"text"`
	Msg   string `json:"message"`
}

func (p DateProblem) String() string {
	return fmt.Sprintf("the %s %q is not understood: %s", p.Field, p.Text, p.Msg)
}

// DateProblems returns what is not understood of the period and the date. Their
// texts are kept all the same; only YearFrom and YearTo do without them.
func (r *Ruleset) DateProblems() []DateProblem {
	var list []DateProblem
	for _, f := range [...]struct{ field, text string }{{"period", r.Period}, {"date", r.Date}} {
		if f.field == "date" && f.text == r.Period {
			continue
		}
		var e *DateError
		if _, err := ParseDate(f.text); errors.As(err, &e) {
			list = append(list, DateProblem{f.field, f.text, e.Msg})
		}
	}
	return list
}

// setYears bounds the period, or what the date says when it names no years.
func (r *Ruleset) setYears() {
	for _, text := range [...]string{r.Period, r.Date} {
		if y, err := ParseDate(strings.TrimSpace(text)); err == nil {
			r.YearFrom, r.YearTo = y.From, y.To
			return
		}
	}
}
