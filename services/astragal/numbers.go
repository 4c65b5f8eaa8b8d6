package main

import (
	"flag"
	"math"
	"strconv"
	"strings"
	"time"
)

// bounds are what numeric flags may be, the ends included. The same name means
// the same in all commands.
type bounds struct{ low, high float64 }

// flagBounds are those of the flags that have bounds of their own; all others may
// be anything from 0 on. Settings of the services check themselves.
var flagBounds = map[string]bounds{
	"priority":   {math.MinInt32, math.MaxInt32},
	"n":          {0, 1e9},
	"playouts":   {0, 1e8},
	"batch":      {0, 1e6},
	"seconds":    {0, 1e6},
	"threads":    {0, 1024},
	"jobs":       {1, 1024},
	"depth":      {1, 100},
	"plies":      {0, 1e6},
	"null-prior": {0, 1},
	// Budgets of keys.
	"playouts-per-day": {0, 1e12},
	"seconds-per-day":  {0, 1e9},
	"width":            {0, 1e5},
}

// checkNumber refuses a value of a numeric flag that means nothing.
func checkNumber(f *flag.Flag) error {
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return nil
	}
	b, own := flagBounds[f.Name]
	if !own {
		b = bounds{0, math.Inf(1)}
	}
	var x float64
	switch v := getter.Get().(type) {
	case int:
		x = float64(v)
	case int64:
		x = float64(v)
	case float64:
		x = v
	case time.Duration:
		x = v.Seconds()
	default:
		return nil
	}
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return usagef("--%s %s is no number to work with", f.Name, f.Value)
	case x >= b.low && x <= b.high:
		return nil
	case math.IsInf(b.high, 1):
		return usagef("--%s %s must not be negative", f.Name, f.Value)
	}
	return usagef("--%s %s is not between %s and %s", f.Name, f.Value, grouped(b.low), grouped(b.high))
}

// grouped writes a whole number with commas between groups of three figures.
func grouped(x float64) string {
	digits := strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
	var b strings.Builder
	if x < 0 {
		b.WriteByte('-')
	}
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}
