// Package garbage has the collector wait while little memory is in use.
//
// Go collects when as much has been allocated as was in use after the last
// collection, at least 4 MB. A program that compiles games has a few megabytes in use, and
// leaves some ten megabytes of garbage a game: three collections, which took half of the
// processor time of compiling. A program may call Leave when it starts; a library must not.
package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Usual is what programs of this project leave: 128 MB, the garbage of two or three large games.
const Usual = 128 << 20

// smallest is what Go allocates before the first collection, and between collections
// where next to nothing is in use.
const smallest = 4 << 20

// Leave has the collector wait until so many bytes of garbage may have gathered, or as many as are in
// use where that is more, which is when it ran before. The memory of the process grows by as
// much at most. Where the environment has a GOGC of its own, nothing is changed.
func Leave(bytes uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(percent(smallest, bytes))
	watch(bytes)
}

// watch adjusts the percentage after every collection.
func watch(bytes uint64) {
	collected := new([16]byte) // goes with the next one
	runtime.AddCleanup(collected, func(bytes uint64) {
		debug.SetGCPercent(percent(inUse(), bytes))
		watch(bytes)
	}, bytes)
}

// percent is the percentage of what is in use that may gather.
func percent(inUse, bytes uint64) int { return int(max(100*bytes/max(inUse, smallest), 100)) }

// inUse is the memory in use after the last collection, in bytes.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
