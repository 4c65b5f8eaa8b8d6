package lgdl

// Limits bounds the size of one description.
type Limits struct {
	// Text is the most bytes as written, and after options.
	Text int
	// Expanded is the most bytes after defines and ranges; white space counts, so this
	// is above the language's limit.
	Expanded int
	// Elements is the most nodes of the tree.
	Elements int
}

var (
	// Usual is far above what people write, and protects a process that reads
	// descriptions of others.
	Usual = Limits{Text: 1_000_000, Expanded: 4_000_000, Elements: 400_000}
	// Large has room for descriptions that programs write, such as translations of
	// game trees. Reading one of that size takes gigabytes.
	Large = Limits{Text: 32_000_000, Expanded: 48_000_000, Elements: 10_000_000}
)

// Other limits on what a description may grow to. Those that the language defines
// (spec 01 §§5, 7, 8) have the language's values, the others protect the
// process and lie far above any real description.
const (
	maxDepth      = 300    // nesting of brackets
	maxReplace    = 1000   // replacements of one option tag
	maxUses       = 20_000 // uses of defines in one sweep
	maxSweeps     = 1000   // sweeps over the defines of one description
	maxWork       = 16     // bytes copied while expanding one description, times those of the expanded text
	maxRange      = 1000   // difference of the bounds of a number range
	maxCategories = 200    // options of one description
	maxSelections = 10_000 // combinations one ruleset may name
	maxErrors     = 20     // errors reported for one description
	maxNear       = 2      // forms shown with one error
)
