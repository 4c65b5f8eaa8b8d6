//go:build !js

package engine

import _ "embed" // for the table

// results holds, for a few thousand rulesets, fingerprints of what the engine
// finds out about them, below a line with the number of times that each kind of
// finding has changed:
//
//	# plays 1 metrics 6 concepts 5
//	ruleset	plays	metrics	concepts	name
//
// The version of the engine is read from that line. TestVersion computes the
// fingerprints again and fails where one differs; `go generate .` in engine
// writes the file anew and raises the number of every kind of which a known
// ruleset's fingerprint changed. So the version follows from what decides a
// result, and cannot be forgotten: rulesets that are only added change nothing.
//
//go:embed results.tsv
var results string
