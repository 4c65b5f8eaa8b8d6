// Package equipment has the items a game is played with: boards, hands, dice, pieces, tiles, regions, maps.
package equipment

import "slices"

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(boardRows, containerRows, pieceRows, regionRows)
