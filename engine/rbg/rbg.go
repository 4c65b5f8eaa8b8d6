// Package rbg plays Regular Boardgames: finite deterministic games with
// perfect information, written as a board graph, bounded variables and one
// regular expression over actions whose words are the legal plays
// (specification part 10, §2).
//
// A description passes through four stages. Scan and preprocess (scan.go,
// macro.go) cut the text into tokens, split it at its directives and expand
// the macros, which work on tokens. Parse (description.go, boards.go,
// rules.go) checks the sections and resolves every name. Compile (relation.go,
// plan.go, branch.go, finish.go, hops.go, lines.go) folds everything that only
// moves over the board into precomputed relations and turns the rest into an
// automaton whose states are small instructions. A State (state.go, walk.go)
// interprets this plan: it lists moves as lists of modifiers, applies them by
// their indices and runs the keeper, without allocation once its buffers have
// grown. Random play (sample.go, playout.go) draws moves without listing them
// where it can, still exactly uniformly. When that has gone on for some time the plan is written as
// a program of package ir (emit.go and the files beside it: walks, modifiers, conditions, sets,
// floods, lists of candidates, whole plays), of which machine code is made (machine.go); it makes
// the same plays bit for bit. Symmetries of the board that keep the rules
// (symmetry.go) are found on the plan, for those who look at many positions.
//
// What enters is text; nothing here reads files. What leaves is a Game, which
// is also a formal.Game.
package rbg
