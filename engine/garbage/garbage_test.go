package garbage

import (
	"runtime"
	"runtime/debug"
	"testing"
)

var sink []byte

// between is how many megabytes are allocated between two collections, in the mean of four.
func between() (megabytes int) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	for first := m.NumGC; m.NumGC < first+4; megabytes++ {
		for range 16 {
			sink = make([]byte, 1<<16)
		}
		runtime.ReadMemStats(&m)
	}
	return megabytes / 4
}

// TestLeave demands that the collector waits, and comes again and again, and that a GOGC of the
// environment stands.
func TestLeave(t *testing.T) {
	was := debug.SetGCPercent(100)
	defer debug.SetGCPercent(was)
	t.Setenv("GOGC", "100")
	Leave(Usual)
	if n := between(); n > 32 {
		t.Errorf("%d MB of garbage between collections although the environment has its own", n)
	}
	t.Setenv("GOGC", "")
	Leave(Usual)
	if n := between(); n < 32 {
		t.Errorf("%d MB of garbage between collections, want %d", n, Usual>>20)
	}
}

func TestPercent(t *testing.T) {
	for _, x := range []struct {
		inUse, bytes uint64
		want         int
	}{{0, Usual, 3200}, {smallest, Usual, 3200}, {8 << 20, Usual, 1600}, {1 << 30, Usual, 100}, {1 << 20, 0, 100}} {
		if got := percent(x.inUse, x.bytes); got != x.want {
			t.Errorf("percent of %d in use for %d: %d, want %d", x.inUse, x.bytes, got, x.want)
		}
	}
}
