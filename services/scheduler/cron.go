package scheduler

import (
	"fmt"
	"time"

	"github.com/robfig/cron/v3"
)

// ParseCron reads a cron expression, "minute hour day-of-month month day-of-week" in UTC, or one
// of @hourly, @daily and the like. One that never comes to pass is refused.
func ParseCron(expression string) (cron.Schedule, error) {
	c, err := cron.ParseStandard(expression)
	if err != nil {
		return nil, fmt.Errorf("cron expression %q: %w", expression, err)
	}
	if c.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return nil, fmt.Errorf("cron expression %q never matches", expression)
	}
	return c, nil
}

// schedule says when the runs of a cron expression are due by a clock that may
// jump: a jump forth over any number of runs makes one of them due, a jump back
// none, and after either the schedule goes on by the new time.
type schedule struct {
	cron cron.Schedule
	next time.Time
}

// due reports whether a run is due; it stays so until ran is called.
func (s *schedule) due(now time.Time) bool {
	if next := s.cron.Next(now.UTC()); next.Before(s.next) {
		s.next = next // the clock went back
	}
	return !now.Before(s.next)
}

func (s *schedule) ran(now time.Time) { s.next = s.cron.Next(now.UTC()) }
