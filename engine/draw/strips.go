package draw

import (
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/board"
)

// A strip is a board of one long row of squares, such as the line that dominoes are laid
// in: it is drawn in several rows, one below the other, so that its squares can be read.
type strip struct {
	columns int     // squares in a row, 0 for boards that are no strips
	width   float64 // of a square, in units of the board
	left    float64 // where the first square begins
}

// The squares of a strip from which on it is folded, and how many then make a row.
const (
	longStrip = 24
	stripRow  = 14
	stripStep = 1.12 // distance of rows, in squares
)

// findStrip reports how a board is folded.
func findStrip(t *board.Topology, style Style, near float64) strip {
	n := t.Num(board.Cell)
	if style != Cells || t.Default() != board.Cell || n < longStrip || t.Rows(board.Cell).Len() != 1 ||
		t.Columns(board.Cell).Len() != n {
		return strip{}
	}
	return strip{stripRow, near, t.Point(board.Cell, 0).X - near/2}
}

// fold lays the rows of a strip below each other.
func (s strip) fold(q board.Point) board.Point {
	if s.columns == 0 {
		return q
	}
	row := math.Floor((q.X - s.left) / (s.width * float64(s.columns)))
	q.X -= row * s.width * float64(s.columns)
	q.Y -= row * s.width * stripStep
	return q
}

// box is the area of a folded strip of n squares.
func (s strip) box(n int, lo, hi board.Point) (board.Point, board.Point) {
	rows := (n + s.columns - 1) / s.columns
	hi.X = s.left + float64(s.columns)*s.width
	lo.Y -= float64(rows-1) * s.width * stripStep
	return lo, hi
}

// square is the outline of a square of a strip.
func (p *picture) square(c int32) string {
	x, y := p.at(p.t.Point(board.Cell, c))
	side := p.strip.width * p.scale
	return fmt.Sprintf("M%.1f %.1fh%.1fv%.1fh%.1fZ", x-side/2, y-side/2, side, side, -side)
}
