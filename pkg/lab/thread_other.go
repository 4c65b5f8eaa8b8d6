//go:build !unix

package lab

import "time"

var began = time.Now()

// threadTime is the time since the process began: where threads have no clock of
// their own, as in browsers, nothing else runs on the thread that plays.
func threadTime() time.Duration { return time.Since(began) }
