package moves

import "slices"

// bRows are the effects and operators of part 5.
var bRows = slices.Concat(operatorRows, forEachRows, turnRows, setRows, promoteRows, pushRows, rememberRows, removeRows,
	satisfyRows, selectRows, shootRows, slideRows, sowRows, stepRows, surroundRows, swapRows)
