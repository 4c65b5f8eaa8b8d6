package moves

import "slices"

// aRows are the effects and requirements of part 4, by keyword.
var aRows = slices.Concat(addRows, addScoreRows, attractRows, avoidStoredStateRows, betRows, claimRows,
	custodialRows, dealRows, directionalRows, doRows, encloseRows, firstMoveOnTrackRows, flipRows, forgetRows,
	fromToRows, hopRows, interveneRows, leapRows, maxRows, priorityRows, whileRows)
