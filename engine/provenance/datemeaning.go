package provenance

import (
	"errors"
	"fmt"
)

// number reads a point that begins with figures or a month: a year, a decade or
// a calendar date, of which only the year counts.
func (p *dateParser) number(x *point) error {
	if p.peek(0).kind == dash {
		x.signed = true
		p.at++
	}
	if n, took := p.calendarDate(); took > 0 {
		p.at += took
		x.unit, x.n, x.digits, x.exact = years, n.n, n.digits, true
		return nil
	}
	t := p.peek(0)
	if t.kind != number {
		return p.unexpected() // a month without a year
	}
	p.at++
	x.unit, x.n, x.digits = years, t.n, t.digits
	apostrophe := p.peek(0).text == "'" && p.peek(1).word == "s"
	switch s := p.peek(0); {
	case apostrophe, s.word == "s" && s.glued:
		p.at++
		if apostrophe {
			p.at++
		}
		x.unit, x.length = decade, 10
		if x.n%100 == 0 {
			x.length = 100
		}
		if x.n%10 != 0 {
			return fmt.Errorf("%ds is no decade", x.n)
		}
	case s.kind == plusMin:
		if p.peek(1).kind != number {
			return errors.New("± has no figure behind it")
		}
		x.err = p.peek(1).n
		p.at += 2
	}
	return nil
}

// calendarDate returns the year of a date that begins here, and of how many
// tokens it is made: 0 when there is none.
func (p *dateParser) calendarDate() (year token, took int) {
	a, b, c, d, e := p.peek(0), p.peek(1), p.peek(2), p.peek(3), p.peek(4)
	isDay := func(t token) bool {
		return (t.kind == number && t.digits <= 2 || t.kind == ordinal) && t.n >= 1 && t.n <= 31
	}
	isMonth := func(t token) bool { return t.kind == number && t.digits <= 2 && t.n >= 1 && t.n <= 12 }
	isYear := func(t token) bool { return t.kind == number && t.digits == 4 }
	isName := func(t token) bool { return t.kind == word && months[t.word] }
	mark := func(t token) bool {
		return t.glued && (t.text == "-" || t.kind == slash || t.text == ".")
	}
	switch {
	case isName(a) && isDay(b) && c.kind == comma && isYear(d): // December 10, 1999
		return d, 4
	case isName(a) && isDay(b) && isYear(c): // December 10 1999
		return c, 3
	case isName(a) && b.kind == comma && isYear(c): // December, 1999
		return c, 3
	case isName(a) && isYear(b): // December 1999
		return b, 2
	case isDay(a) && b.word == "of" && isName(c) && isYear(d): // 10th of December 1999
		return d, 4
	case isDay(a) && isName(b) && isYear(c): // 10 December 1999
		return c, 3
	case !mark(b) || !c.glued:
		return a, 0
	case mark(d) && d.text == b.text && e.glued:
		dayAndMonth := func(t, u token) bool { return isDay(t) && isMonth(u) || isMonth(t) && isDay(u) }
		if isYear(a) && dayAndMonth(c, e) { // 1999-12-10
			return a, 5
		}
		if isYear(e) && dayAndMonth(a, c) { // 10-12-1999
			return e, 5
		}
	case d.kind == eraName || b.kind == slash && isYear(a): // 10-1200 CE and 1640/41 are ranges
	case isYear(a) && isMonth(c) && c.digits == 2: // 2009-10
		return a, 3
	case isMonth(a) && isYear(c): // 10-2009
		return c, 3
	}
	return a, 0
}

// resolve gives every point its unit and era, and unites what they mean.
func (p *dateParser) resolve() (span, error) {
	if err := p.fillUnits(); err != nil {
		return noSpan, err
	}
	p.fillEras()
	if err := p.fillFigures(); err != nil {
		return noSpan, err
	}
	all := noSpan
	for i := 0; i < len(p.all); i++ {
		x := p.all[i]
		s, err := x.span()
		if err != nil {
			return noSpan, err
		}
		if i+1 < len(p.all) && (x.joined || bounds(x, p.all[i+1])) {
			i++
			to := p.all[i]
			if to.joined {
				return noSpan, errors.New("a range of three times")
			}
			t, err := to.span()
			if err != nil {
				return noSpan, err
			}
			if s, err = between(x, to, s, t); err != nil {
				return noSpan, err
			}
		}
		all = all.hull(s)
	}
	return all, nil
}

// bounds reports whether two points are the two ends of one time: after 1500
// and before 1600.
func bounds(x, y point) bool {
	return (x.limit == after || x.limit == since) && (y.limit == before || y.limit == until)
}

// between returns the range from x to y, which mean s and t.
func between(x, y point, s, t span) (span, error) {
	r := span{s.lo, t.hi}
	backwards := func(e era) bool { return e == bce || e == bp }
	switch {
	case x.signed && !y.signed && y.era == noEra && x.dash:
		return r, errors.New("is the second year before our era too?")
	case !r.empty():
		return r, nil
	case backwards(x.era) && backwards(y.era): // 100–200 BCE: which is the first is not in doubt
		return s.hull(t), nil
	}
	return r, errors.New("the years run backwards; is an era missing?")
}

// fillUnits gives points that are only a part or an ordinal what they lack: of
// the next point, or else of the one before: "early to mid 19th century", "from
// the 19th century to the 20th".
func (p *dateParser) fillUnits() error {
	for i := len(p.all) - 1; i >= 0; i-- {
		x := &p.all[i]
		if x.unit != noUnit {
			continue
		}
		from := -1
		if i+1 < len(p.all) {
			from = i + 1
		}
		if from < 0 && x.n > 0 && i > 0 && p.all[i-1].unit == periods {
			from = i - 1
		}
		if from < 0 {
			return fmt.Errorf("of what is %d the number?", x.n)
		}
		y := p.all[from]
		if x.n > 0 && y.unit != periods {
			return fmt.Errorf("of what is %d the number?", x.n)
		}
		x.unit, x.length = y.unit, y.length
		if x.n == 0 {
			x.n, x.digits, x.signed = y.n, y.digits, y.signed
		}
		if x.era == noEra && from > i {
			x.era, x.prefix = y.era, y.prefix
		}
	}
	return nil
}

// fillEras gives points without an era that of the next one, which it stands
// behind, or that which stands before an earlier one: 2600–2400 BCE, AD 100–300.
func (p *dateParser) fillEras() {
	e := noEra
	for i := len(p.all) - 1; i >= 0; i-- {
		switch x := &p.all[i]; {
		case x.signed || x.exact || x.unit == now:
			e = noEra
		case x.era == noEra:
			x.era = e
		case x.prefix:
			e = noEra
		default:
			e = x.era
		}
	}
	e = noEra
	for i := range p.all {
		switch x := &p.all[i]; {
		case x.signed || x.exact || x.unit == now:
		case x.era == noEra:
			x.era = e
		case x.prefix:
			e = x.era
		default:
			e = noEra
		}
	}
}

// fillFigures completes shortened years, 1914–18, and refuses years that are too
// short to be sure.
func (p *dateParser) fillFigures() error {
	for i := range p.all {
		x := &p.all[i]
		if x.unit != years || x.exact || x.signed || x.era == bce || x.era == bp || x.digits > 2 {
			continue
		}
		if i > 0 {
			prev := p.all[i-1]
			plain := prev.unit == years && !prev.exact && !prev.signed && prev.era != bce && prev.era != bp
			if plain && prev.dash && prev.digits == 4 {
				scale := 100
				if x.digits == 1 {
					scale = 10
				}
				n := prev.n - prev.n%scale + x.n
				if n <= prev.n {
					return fmt.Errorf("what does %d mean behind %d?", x.n, prev.n)
				}
				x.n, x.digits = n, 4
				continue
			}
			if prev.joined && (prev.era == bce || prev.signed) {
				continue // 50 BCE to 79
			}
		}
		long := i+1 < len(p.all) && x.joined && p.all[i+1].digits > 2
		if x.era == noEra && !long {
			return fmt.Errorf("the year %d has no era", x.n)
		}
	}
	return nil
}

// span returns the years of a point.
func (x point) span() (s span, err error) {
	e := x.era
	if x.signed {
		e = bce
	}
	if x.digits > maxDigits || x.n+x.err > 1e7 {
		return s, errors.New("a figure is too long for a year")
	}
	if x.n == 0 && x.unit != now && e != bp {
		return s, errors.New("there is no year 0")
	}
	switch x.unit {
	case now:
		return span{openBelow, openAbove}, nil
	case years:
		s = yearsOf(x.n+x.err, 2*x.err+1, e)
		if e != bce && e != bp {
			s = span{x.n - x.err, x.n + x.err}
		}
	case decade:
		n := x.n
		if e == bce {
			n += x.length - 1
		}
		s = yearsOf(n, x.length, e)
	case periods:
		s = hundredsOf(x.n, x.length, e)
	}
	if s.lo > latestYear {
		return s, fmt.Errorf("the year %d is to come; is an era missing?", s.lo)
	}
	s = x.part.of(s)
	switch x.limit {
	case before:
		return span{openBelow, s.lo - 1}, nil
	case after:
		return span{s.hi + 1, openAbove}, nil
	case until:
		return span{openBelow, s.hi}, nil
	case since:
		return span{s.lo, openAbove}, nil
	}
	return s, nil
}
