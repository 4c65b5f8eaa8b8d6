package lgdl

// Limits on what a description may grow to. Those that the language defines
// (spec 01 §§5, 7, 8) have the language's values, the others protect the
// process and lie far above any real description.
const (
	maxText       = 1_000_000 // bytes of a description as written, and after its options
	maxExpanded   = 4_000_000 // bytes after defines and ranges; white space counts, so this is above the language's limit
	maxDepth      = 300       // nesting of brackets
	maxNodes      = 400_000   // nodes of one tree
	maxReplace    = 1000      // replacements of one option tag
	maxUses       = 20_000    // uses of defines in one sweep
	maxSweeps     = 1000      // sweeps over the defines of one description
	maxWork       = 64 << 20  // bytes copied while expanding one description
	maxRange      = 1000      // difference of the bounds of a number range
	maxCategories = 200       // options of one description
	maxSelections = 10_000    // combinations one ruleset may name
	maxErrors     = 20        // errors reported for one description
	maxNear       = 2         // forms shown with one error
)
