// Package rg plays Regular Games: games whose state is a set of variables over finite
// types and whose rules are a finite automaton. A walk along its edges reads and writes
// the variables; every assignment of the variable player ends a move. There is a low
// level, RG, which spells out the automaton, and a high level, HRG, with functions
// computed beforehand and structured statements. docs/regular-games.md gives the grammar
// accepted here and how each word is read; it was written from general knowledge of
// the published language, without a copy of its definition at hand.
//
// A description passes through these stages. Scan (scan.go) cuts the text into tokens.
// RG is parsed (syntax.go, parse.go) into a Description. HRG is parsed (highparse.go),
// its functions are evaluated for all arguments (highstatic.go), and its graphs are
// unrolled into the edges of a Description as well (highlower.go), which print.go can
// write. Compile (types.go, expressions.go, compile.go) resolves names and instantiates the
// parameters of nodes, and asks once for what several edges ask for (join.go), so that a
// State (state.go, walk.go) has only to follow edges over an array of cells. Random play
// (sample.go) draws moves without listing them from nodes where no two walks make the
// same move (ambiguous.go). formal.go and key.go show games in the form in which
// all formalisms meet.
//
// What enters is text; nothing here reads files. What leaves is a Game, immutable, which
// is a formal.Game.
package rg
