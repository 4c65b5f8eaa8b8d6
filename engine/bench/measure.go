package bench

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/ruleset"
)

// UserTime is the processor time this process has spent in its own code. On a
// shared machine it says more about a program than the time on the wall.
func UserTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(fmt.Sprintf("bench: getrusage: %v", err)) // cannot fail with these arguments
	}
	return time.Duration(u.Utime.Nano())
}

// Rate is the outcome of a measurement.
type Rate struct {
	Playouts, Plies int
	Seconds         float64 // processor time
}

// PerSecond is the number of playouts a second.
func (r Rate) PerSecond() float64 { return float64(r.Playouts) / r.Seconds }

// MeanPlies is the mean length of a playout.
func (r Rate) MeanPlies() float64 { return float64(r.Plies) / float64(r.Playouts) }

// Measure plays random games, which differ with the seed, for about the given
// processor time and at least once.
func Measure(rs *ruleset.Ruleset, seed uint64, d time.Duration) Rate {
	code := rs.Compiled()
	if code != nil {
		code.Hasten()
	}
	p := compiled.NewSampler(rs.Plan(), code)
	return timed(d, func(n int) (plies int) {
		p.Several(seed+1, n, 0, func(x play.Result) { plies += x.Plies })
		seed += uint64(n)
		return plies
	})
}

// Time runs a playout, which returns its plies, again and again for about the
// given processor time; one before the clock starts warms it up.
func Time(d time.Duration, playout func() int) Rate {
	return timed(d, func(n int) (plies int) {
		for range n {
			plies += playout()
		}
		return plies
	})
}

// timed is Time of a function that runs so many playouts and returns the plies of all.
func timed(d time.Duration, playouts func(n int) int) Rate {
	playouts(1)
	var r Rate
	start := UserTime()
	for n := 1; ; n = min(2*n, 1024) {
		r.Plies += playouts(n)
		r.Playouts += n
		if t := UserTime() - start; t >= d {
			r.Seconds = t.Seconds()
			return r
		}
	}
}

// Calibrate measures how fast one processor is right now, in the unit of the
// reference material's calibration program: millions of steps a second, best
// of three short runs.
func Calibrate() float64 {
	table := make([]uint32, 1<<15)
	for i := range table {
		table[i] = uint32(i) * 2654435761
	}
	const steps = 4_000_000
	best := 0.0
	for run := range 3 {
		start := UserTime()
		calibrationSink.Add(calibrationWork(steps, table, uint64(run)))
		if r := steps / (UserTime() - start).Seconds(); r > best {
			best = r
		}
	}
	return best / 1e6
}

// calibrationSink keeps the compiler from dropping the work.
var calibrationSink atomic.Uint64

func calibrationWork(n int, table []uint32, x uint64) (sum uint64) {
	mask := uint64(len(table) - 1)
	for range n {
		x += 0x9e3779b97f4a7c15
		z := x
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		v := table[z&mask]
		if v&1 == 0 {
			sum += uint64(v)
		} else {
			table[(z>>32)&mask] = v + uint32(z>>40)
		}
	}
	return sum
}
