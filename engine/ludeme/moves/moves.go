// Package moves has the ludemes that generate moves: decisions, effects and
// operators, and the clauses they are made of.
//
// A ludeme is compiled to a game.Gen. The effect (hop …) and the decision
// (move Hop …) share one rule, which is told what it is of; the clauses
// (from …), (to …), (between …), (apply …) and (piece …) are compiled in
// parts.go for all of them.
package moves

import "github.com/astragal/astragal/engine/internal/rule"

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = rule.Rows(
	addRows, addScoreRows, attractRows, avoidStoredStateRows, betRows, claimRows,
	custodialRows, dealRows, directionalRows, doRows, encloseRows, firstMoveOnTrackRows, flipRows, forgetRows,
	fromToRows, hopRows, interveneRows, leapRows, maxRows, priorityRows, whileRows,
	partsRows,
	operatorRows, forEachRows, turnRows, setRows, promoteRows, pushRows, rememberRows, removeRows,
	satisfyRows, selectRows, shootRows, slideRows, sowRows, stepRows, surroundRows, swapRows,
	decisionsRows,
)
