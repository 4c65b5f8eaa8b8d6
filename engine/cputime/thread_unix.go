//go:build unix

// Package cputime measures processor time, which says what a computation costs even on a
// machine that does other things as well.
package cputime

import (
	"syscall"
	"time"
)

// Thread is the processor time of the calling thread.
func Thread() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
