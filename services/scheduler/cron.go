package scheduler

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Cron is a parsed cron expression in UTC.
type Cron struct {
	minute, hour, day, month, weekday uint64 // bit n: n is allowed
	// By tradition, when both days are restricted either may match.
	anyDay, anyWeekday bool
}

// ParseCron reads "minute hour day-of-month month day-of-week", each *, a
// number, a range a-b, a step */n or a-b/n, or a list of those by commas. Weekdays
// count from Sunday, 0 or 7.
func ParseCron(expr string) (Cron, error) {
	fields := strings.Fields(expr)
	if len(fields) != 5 {
		return Cron{}, fmt.Errorf("cron expression %q has %d fields, expected 5: minute hour day month weekday", expr, len(fields))
	}
	var c Cron
	for i, f := range []struct {
		bits      *uint64
		name      string
		low, high int
	}{{&c.minute, "minute", 0, 59}, {&c.hour, "hour", 0, 23}, {&c.day, "day", 1, 31}, {&c.month, "month", 1, 12}, {&c.weekday, "weekday", 0, 7}} {
		bits, err := cronField(fields[i], f.low, f.high)
		if err != nil {
			return Cron{}, fmt.Errorf("cron expression %q: %s: %w", expr, f.name, err)
		}
		*f.bits = bits
	}
	if c.weekday&(1<<7) != 0 {
		c.weekday |= 1
	}
	c.anyDay, c.anyWeekday = fields[2] == "*", fields[4] == "*"
	if c.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Cron{}, fmt.Errorf("cron expression %q never matches", expr)
	}
	return c, nil
}

func cronField(text string, low, high int) (bits uint64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		span, stepText, stepped := strings.Cut(part, "/")
		from, to, step := low, high, 1
		if span != "*" {
			a, b, isRange := strings.Cut(span, "-")
			if from, err = strconv.Atoi(a); err != nil {
				return 0, fmt.Errorf("%q is no number", a)
			}
			switch {
			case isRange:
				if to, err = strconv.Atoi(b); err != nil {
					return 0, fmt.Errorf("%q is no number", b)
				}
			case !stepped:
				to = from
			}
		}
		if stepped {
			if step, err = strconv.Atoi(stepText); err != nil || step < 1 {
				return 0, fmt.Errorf("%q is no step", stepText)
			}
		}
		if from < low || to > high || from > to {
			return 0, fmt.Errorf("%q is not within %d-%d", part, low, high)
		}
		for n := from; n <= to; n += step {
			bits |= 1 << n
		}
	}
	return bits, nil
}

// Next returns the first matching minute after t, the zero time if there is none within five years.
func (c Cron) Next(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(5, 0, 0); t.Before(end); {
		switch {
		case c.month&(1<<t.Month()) == 0:
			t = time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		case !c.dayMatches(t):
			t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC)
		case c.hour&(1<<t.Hour()) == 0:
			t = t.Truncate(time.Hour).Add(time.Hour)
		case c.minute&(1<<t.Minute()) == 0:
			t = t.Add(time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

func (c Cron) dayMatches(t time.Time) bool {
	day, weekday := c.day&(1<<t.Day()) != 0, c.weekday&(1<<t.Weekday()) != 0
	if c.anyDay || c.anyWeekday {
		return day && weekday
	}
	return day || weekday
}

// schedule tells when the runs of a cron expression are due by a clock that may
// jump: a jump forth over any number of runs makes one of them due, a jump back
// none, and after either the schedule goes on by the new time.
type schedule struct {
	cron Cron
	next time.Time
}

// due tells whether a run is due; it stays so until ran is called.
func (s *schedule) due(now time.Time) bool {
	if next := s.cron.Next(now); next.Before(s.next) {
		s.next = next // the clock went back
	}
	return !now.Before(s.next)
}

func (s *schedule) ran(now time.Time) { s.next = s.cron.Next(now) }
