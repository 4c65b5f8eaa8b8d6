package provenance

import (
	"errors"
	"fmt"
	"strings"
)

// joins reports whether a word stands between times.
func joins(t token) bool { return t.word == "to" || t.word == "and" || t.word == "or" }

// segments cuts a text where its parts stand for themselves: at semicolons,
// colons and brackets, and at commas that do not stand between years.
func segments(list []token) [][]token {
	var out [][]token
	var now []token
	for i, t := range list {
		cut := t.kind == bracket
		if t.kind == comma {
			cut = i == 0 || i+1 == len(list) || !endsYears(list[i-1]) || !beginsYears(list[i+1])
		}
		if !cut {
			now = append(now, t)
			continue
		}
		out, now = append(out, now), nil
	}
	return append(out, now)
}

func endsYears(t token) bool {
	switch t.kind {
	case number, ordinal, eraName, doubtful:
		return true
	}
	return t.kind == word && (units[t.word] != 0 || t.word == "s")
}

func beginsYears(t token) bool {
	switch t.kind {
	case number, ordinal, eraName, doubtful:
		return true
	}
	return t.kind == word && (approximations[t.word] || parts[t.word].n > 0)
}

// isName reports whether tokens name a period in words: they have no figures,
// except for the numbers of dynasties and the like, and no century.
func isName(list []token) bool {
	for i, t := range list {
		followed := i+1 < len(list) && nameWords[list[i+1].word]
		switch {
		case t.kind == number, t.kind == ordinal && t.numeric && !followed:
			return false
		case t.kind == word && t.word != "c" && units[t.word] != 0:
			return false
		case t.kind == ordinal && i+1 < len(list) && units[list[i+1].word] != 0:
			return false
		}
	}
	return true
}

// parseSegment reads the years of one segment. The error is ErrNoYears for a
// name.
func parseSegment(list []token) (span, error) {
	if isName(list) {
		return noSpan, ErrNoYears
	}
	for i := len(list) - 2; i >= 0; i-- {
		if nameWords[list[i].word] && isName(list[:i+1]) {
			list = list[i+1:]
			break
		}
	}
	p := &dateParser{list: list}
	if err := p.points(); err != nil {
		return noSpan, err
	}
	return p.resolve()
}

// limit is how a point bounds the time.
type limit uint8

const (
	within limit = iota
	before       // before it begins
	after        // after it ended
	until        // up to its end
	since        // from its beginning on
)

// unit is what the number of a point counts.
type unit uint8

const (
	noUnit  unit = iota // only a part or an ordinal: as the next point has it
	years               // n, and err years more or less
	decade              // length years from n on
	periods             // the n-th century or millennium
	now                 // the present
)

// point is one time of an expression, before eras are known.
type point struct {
	limit  limit
	part   part
	unit   unit
	n      int
	err    int // of years
	length int // years of a decade or a period
	digits int
	signed bool // a negative number: a historical year BCE
	exact  bool // of a calendar date: it cannot be short for another year
	era    era
	prefix bool // the era stands before it
	dash   bool // joined with the next one to a range by a mere dash or slash
	joined bool // joined with the next one to a range
}

// dateParser reads a list of points from tokens.
type dateParser struct {
	list []token
	at   int
	all  []point
}

func (p *dateParser) peek(k int) token {
	if p.at+k < len(p.list) {
		return p.list[p.at+k]
	}
	return token{kind: bracket}
}

func (p *dateParser) end() bool { return p.at >= len(p.list) }

func (p *dateParser) words(w ...string) bool {
	for i, x := range w {
		if t := p.peek(i); t.kind != word || t.word != x {
			return false
		}
	}
	p.at += len(w)
	return true
}

// oneOf takes one of several phrases.
func (p *dateParser) oneOf(phrases ...string) bool {
	for _, s := range phrases {
		if p.words(strings.Fields(s)...) {
			return true
		}
	}
	return false
}

// last takes one of several phrases with which a point ends.
func (p *dateParser) last(phrases ...string) bool {
	start := p.at
	if p.oneOf(phrases...) && (p.end() || p.peek(0).kind == comma) {
		return true
	}
	p.at = start
	return false
}

// skip takes words that change nothing, and signs of doubt.
func (p *dateParser) skip() {
	for {
		t := p.peek(0)
		switch {
		case t.kind == doubtful, t.kind == word && (fillers[t.word] || approximations[t.word]):
			p.at++
		default:
			return
		}
	}
}

func (p *dateParser) unexpected() error {
	if p.end() {
		return errors.New("it breaks off")
	}
	return fmt.Errorf("what does %q mean here?", p.peek(0).text)
}

// points reads everything.
func (p *dateParser) points() error {
	for {
		p.skip()
		between := p.words("between")
		from := !between && p.words("from")
		x, err := p.point()
		if err != nil {
			return err
		}
		x.joined, x.dash = p.joint(between)
		switch {
		case x.joined && p.end(): // 1990–
			x.joined, x.limit = false, since
		case between && !x.joined:
			return errors.New("\"between\" has no \"and\"")
		case p.last("onwards", "onward", "on", "and later", "or later", "and after", "or after", "and on"):
			x.limit = since
		case p.last("and earlier", "or earlier", "and before", "or before"):
			x.limit = until
		case from && !x.joined:
			x.limit = since
		}
		p.all = append(p.all, x)
		p.skipDoubt()
		switch t := p.peek(0); {
		case x.joined:
		case p.end():
			return nil
		case t.kind == comma:
			p.at++
			p.oneOf("and", "or")
		case p.oneOf("and", "or"):
		default:
			return p.unexpected()
		}
	}
}

func (p *dateParser) skipDoubt() {
	for p.peek(0).kind == doubtful {
		p.at++
	}
}

// joint takes what joins two points to a range.
func (p *dateParser) joint(between bool) (joined, byDash bool) {
	p.skipDoubt()
	switch t := p.peek(0); {
	case t.kind == dash && p.peek(1).word == "to" && p.peek(2).kind == dash: // mid-to-late
		p.at += 3
		return true, false
	case t.kind == dash || t.kind == slash:
		p.at++
		return true, true
	case between:
		return p.words("and"), false
	}
	return p.oneOf("up to", "up until", "to", "until", "till", "through", "into"), false
}

// point reads one time.
func (p *dateParser) point() (x point, err error) {
	p.skip()
	x.limit = p.limit()
	p.skip()
	x.part = p.readPart()
	p.skip()
	if t := p.peek(0); t.kind == eraName {
		x.era, x.prefix = t.era, true
		p.at++
		p.skip()
	}
	t := p.peek(0)
	switch {
	case t.kind == number, t.kind == dash && p.peek(1).kind == number, t.kind == word && months[t.word]:
		if err := p.number(&x); err != nil {
			return x, err
		}
	case t.kind == ordinal:
		if year, took := p.calendarDate(); took > 0 {
			p.at += took
			x.unit, x.n, x.digits, x.exact = years, year.n, year.digits, true
			break
		}
		x.n = t.n
		p.at++
		p.ordinalUnit(&x)
	case p.oneOf("present day", "present", "today", "now"):
		if p.end() && len(p.all) > 0 && p.all[len(p.all)-1].joined {
			x.unit = now
			return x, nil
		}
		return x, errors.New("only a range can end at the present")
	case x.part.n > 0 && (t.kind == dash || t.kind == slash || joins(t)): // early to mid …
		return x, nil
	default:
		return x, p.unexpected()
	}
	p.skipDoubt()
	return x, p.suffixEra(&x)
}

// limit takes the words that make a point a bound.
func (p *dateParser) limit() limit {
	inRange := len(p.all) > 0 && p.all[len(p.all)-1].joined
	switch {
	case p.oneOf("no later than", "not later than", "not after"):
		return until
	case p.oneOf("no earlier than", "not earlier than", "not before"):
		return since
	case p.oneOf("before", "prior to", "earlier than", "pre"):
		p.hyphen()
		return before
	case p.oneOf("after", "later than", "post"):
		p.hyphen()
		return after
	case !inRange && p.oneOf("until", "till", "up to", "by", "to"):
		return until
	case p.oneOf("since"):
		return since
	}
	return within
}

// hyphen takes a hyphen between a word and what it is about: mid-1500s.
func (p *dateParser) hyphen() {
	if t := p.peek(0); t.kind == dash && t.glued && p.peek(1).glued {
		p.at++
	}
}

// readPart takes early, mid-, the second half of, ….
func (p *dateParser) readPart() part {
	t, of := p.peek(0), p.peek(1)
	if share, ok := parts[t.word]; ok && t.kind == word {
		p.at++
		if n := p.peek(1); n.kind == number || n.kind == ordinal {
			p.hyphen() // and not "mid–late"
		}
		return share
	}
	n := fractions[of.word]
	switch {
	case n == 0:
	case t.kind == ordinal && t.n <= n:
		p.at += 2
		return part{t.n, n}
	case t.word == "last":
		p.at += 2
		return part{n, n}
	}
	return part{}
}

// ordinalUnit takes the century or millennium behind an ordinal; without one it
// is that of the next point.
func (p *dateParser) ordinalUnit(x *point) {
	if t := p.peek(0); t.kind == word && units[t.word] != 0 {
		x.unit, x.length = periods, units[t.word]
		p.at++
	}
}

// suffixEra takes the era behind a point.
func (p *dateParser) suffixEra(x *point) error {
	start := p.at
	p.oneOf("cal")
	counted := p.oneOf("years", "yrs", "yr")
	p.oneOf("cal")
	e := noEra
	if t := p.peek(0); t.kind == eraName {
		e = t.era
		p.at++
	} else if p.oneOf("before present", "before the present") {
		e = bp
	}
	switch {
	case e == noEra:
		p.at = start
		return nil
	case x.prefix || x.signed:
		return fmt.Errorf("%q has two eras", p.peek(-1).text)
	case counted && e != bp:
		return errors.New("years are counted in no era")
	case e == bp && x.unit != years:
		return errors.New("only years are counted before present")
	}
	x.era = e
	p.skipDoubt()
	return nil
}
