package scheduler

import (
	"testing"
	"time"
)

func TestCron(t *testing.T) {
	const layout = "Mon 2006-01-02 15:04"
	start := time.Date(2026, 11, 21, 14, 29, 32, 0, time.UTC) // a Saturday
	for _, c := range []struct{ expr, want string }{
		{"* * * * *", "Sat 2026-11-21 14:30"},
		{"0 3 * * *", "Sun 2026-11-22 03:00"},
		{"*/20 14-16 * * *", "Sat 2026-11-21 14:40"},
		{"5,10 0 1 1 *", "Fri 2027-01-01 00:05"},
		{"0 0 * * 1", "Mon 2026-11-23 00:00"},
		{"0 0 * * 0", "Sun 2026-11-22 00:00"},
		{"@daily", "Sun 2026-11-22 00:00"},
		{"0 0 13 * 5", "Fri 2026-11-27 00:00"},
		{"0 0 29 2 *", "Tue 2028-02-29 00:00"},
		{"30/10 14 * * *", "Sat 2026-11-21 14:30"},
	} {
		cron, err := ParseCron(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if got := cron.Next(start).Format(layout); got != c.want {
			t.Errorf("%s: next is %s, want %s", c.expr, got, c.want)
		}
	}
	for _, bad := range []string{"", "* * * *", "60 * * * *", "a * * * *", "* * 0 * *", "5-3 * * * *", "*/0 * * * *",
		"0 0 30 2 *", "1-x * * * *"} {
		if _, err := ParseCron(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// The clock jumps: no run is lost for long, and none comes twice by one jump.
func TestSchedule(t *testing.T) {
	cron, err := ParseCron("0 3 * * *")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 3, 0, time.UTC) }
	s := schedule{cron: cron, next: cron.Next(at(1, 12, 0))}
	for i, c := range []struct {
		now  time.Time
		want bool
	}{
		{at(1, 12, 0), false}, {at(2, 2, 59), false}, {at(2, 3, 0), true}, {at(2, 3, 0), false},
		{at(9, 17, 0), true}, // forth over a week: once
		{at(9, 17, 1), false}, {at(10, 2, 59), false}, {at(10, 3, 0), true},
		{at(5, 12, 0), false},                     // back by days: the next by the new time
		{at(6, 3, 1), true}, {at(6, 3, 2), false}, //
		{at(6, 2, 0), false}, {at(6, 3, 0), true}, // back by an hour, over a run
		{at(6, 3, 1), false}, {at(7, 2, 0), false}, //
		{at(7, 3, 0), true},
	} {
		if got := s.due(c.now); got != c.want {
			t.Errorf("look %d at %v: due %t, want %t", i, c.now, got, c.want)
		}
		if c.want {
			s.ran(c.now)
		}
	}
}
