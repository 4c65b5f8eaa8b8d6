//go:build !unix

package cputime

import "time"

var began = time.Now()

// Thread is the time since the process began: where threads have no clock of
// their own, as in browsers, nothing else runs on the thread that plays.
func Thread() time.Duration { return time.Since(began) }
