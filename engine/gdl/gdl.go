// Package gdl plays games in the Game Description Language, GDL-I and GDL-II:
// logical rules that derive from the fluents that hold now who may do what, what
// holds after a joint move, what players perceive, and what the end is worth
// (specification part 10, §1); and in GDL-III, whose rules ask what players know.
//
// A description passes through these stages. Read (scan.go, kif.go, infix.go)
// turns text in prefix or infix syntax, Stanford's included, into rules that know their places;
// KIF and Infix (print.go) write them back. Check (check.go, depend.go, strata.go)
// applies the conditions of validity to the rules in disjunctive normal form
// (normal.go). The rules are then translated (program.go) to work on interned
// terms (term.go).
//
// Two reasoners play. The network is all rules grounded over everything that can
// ever hold (project.go, ground.go), simplified (boolean.go, guard.go, network.go)
// and laid out as a circuit (circuit.go) whose wires are only touched when they
// change (wires.go, board.go), but for what a move does by itself, which is looked at
// when it is made (trigger.go); it plays fast, but does not exist for every game. The
// prover (prover.go, table.go, plan.go) answers goal by goal with tables and plays
// all games. Both are a machine (machine.go), and they must agree. Knowledge (knowledge.go)
// takes a third one (knowing.go), which has all plays of a length at hand.
//
// What enters is text; nothing here reads files. What leaves is a Game, which is
// also a formal.Game.
package gdl
