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
		{"0 0 * * 7", "Sun 2026-11-22 00:00"},
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
	for _, bad := range []string{"", "* * * *", "60 * * * *", "a * * * *", "* * 0 * *", "5-3 * * * *", "*/0 * * * *", "0 0 30 2 *", "1-x * * * *"} {
		if _, err := ParseCron(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
