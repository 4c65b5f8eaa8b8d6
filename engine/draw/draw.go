// Package draw makes SVG pictures of boards and positions.
//
// A topology and a list of pieces go in, one self-contained SVG element comes
// out. How the board looks follows from how it is played: cells are filled like
// a check-board by the colouring of the board, vertices are points of a grid on
// wood, edges are thin lines that claims thicken, and mancala boards have pits.
// Nothing here knows the rules of any game.
package draw

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// Style is a way to draw a board.
type Style uint8

// The styles. Auto chooses by the type of the sites.
const (
	Auto     Style = iota
	Cells          // filled cells, as on a check-board
	Grid           // lines on wood, played on the points
	Paper          // dots and thin lines, played on the lines
	Pits           // pits and stores
	Points         // the long points of tables, as for backgammon, on a board of two rows of sites
	Stations       // holes, fields or stones along the ways of a race, for boards of points or lines
	Fields         // squares of paper at the points, for puzzles
)

// Piece is what stands on one site. Pieces on the same site are drawn as a
// stack, the first lowest.
type Piece struct {
	Site  int32
	Type  board.SiteType
	Owner int    // 0 for nobody
	Name  string // such as "Knight1"; a number at the end is ignored
	Count int    // shown when greater than 1; in pits, the number of seeds
	Kind  Kind   // Man unless it is one of the others
	// Faces are what is written on it: a die's value, the halves of a domino, or
	// suit and rank of a card.
	Faces [2]int
	Turn  int // clockwise, in degrees
	// Plain is a piece whose owner has no other kind that is drawn as a disc: its name
	// need not be written on it.
	Plain bool
	// Cells are all that a piece covers which is larger than a site, its own site first;
	// the halves of a domino are the halves of the list.
	Cells  []int32
	Given  bool  // of a number: it belongs to the puzzle, and is no answer
	Values []int // of candidates: those that are left, of all from Faces[0] to Faces[1]
	Back   Kind  // of what is covered: Card or Domino if everything that can lie there is one
}

// Kind is a kind of piece that is drawn in a way of its own.
type Kind uint8

// The kinds.
const (
	Man        Kind = iota
	Die             // by its value
	Domino          // by its two values
	Card            // by suit, from 0, and rank: 1 the ace, 11 to 13 the court
	Number          // a number alone, as in puzzles
	Candidates      // small numbers that may become one
	Covered         // what it is is hidden from who looks
	Wedge           // a flat piece of five sides with a character that points to where its owner plays, as of shogi
	Round           // a disc with a character, as of xiangqi
	Octagon         // one of eight sides with a character, as of janggi
)

// Hand is a container beside the board.
type Hand struct {
	Name   string
	First  int     // number of its first site, for targets
	Size   int     // number of sites
	Pieces []Piece // Site counts from 0 within the hand
}

// Options choose what is drawn besides the board. The zero value draws a board
// without pieces.
type Options struct {
	Style  Style
	Labels bool // coordinate names
	Sites  bool // site numbers
	Tracks []Track
	Loops  [][2]int32 // sites that arcs around the corners of the board join
	Jumps  []Jump
	Steps  []int32   // sites of the default type that are numbered from 1 in this order
	Boxes  [][]int32 // sets of cells with bold outlines
	Layout Layout    // lines that tradition draws besides those of the board
	// Window, if not empty, are sites of the default type: only the part of the board with
	// them, and with all pieces, is drawn.
	Window []int32
	Pieces []Piece
	Hands  []Hand
	Heat   *Heat // values on the board, nil for none
	Marks  []Mark
	Clues  []Clue
	Walls  []int32   // cells of a puzzle that hold nothing: black, with the clues of the rows and columns that begin there
	Cages  [][]int32 // sets of cells with dashed outlines within, whose clues stand in their upper left corners
	// Colours are those of the owners' pieces, Phases those of the cells by their
	// colouring; others have ours.
	Colours, Phases map[int]color.NRGBA
	// Targets adds a transparent shape for every site, with its type and number in
	// data-type and data-site, that pages can have clicked and mark.
	Targets bool
	Title   string  // for readers that cannot see; also shown by browsers on hovering
	Width   float64 // largest width and height in pixels; 640 when 0
}

// SVG writes the picture of a board.
func SVG(w io.Writer, t *board.Topology, o Options) error {
	p := newPicture(t, o)
	for _, x := range o.Pieces {
		if x.Site < 0 || int(x.Site) >= t.Num(x.Type) {
			return fmt.Errorf("draw: piece %q stands on %v %d, which the board does not have", x.Name, x.Type, x.Site)
		}
	}
	p.board()
	p.walls()
	p.cages()
	p.boxes()
	p.steps()
	p.jumps()
	p.tracks()
	p.heat()
	p.position()
	p.clues()
	p.marks()
	p.captions()
	p.hands()
	p.targets()
	return p.finish(w)
}

// picture is a drawing under way. Board positions are in units of the board;
// at turns them into pixels.
type picture struct {
	t      *board.Topology
	o      Options
	b      strings.Builder
	lo     board.Point
	height float64 // of the board, in board units
	scale  float64 // pixels per unit
	gap    float64 // typical distance of neighbouring sites, in pixels
	margin float64
	loops  []loop
	strip  strip
	// centred tells that the board lies around the origin, as rings do.
	centred bool
	held    []heldSite
	levels  int  // of a board whose sites lie above each other
	part    bool // whether a window is drawn, of which lo and high are the ends
	high    board.Point
	upper   float64 // in the style Points, what the upper row lies above
	rows    float64 // and the distance of the rows
	w, h    float64
}

func newPicture(t *board.Topology, o Options) *picture {
	p := &picture{t: t, o: o}
	if p.o.Width == 0 {
		p.o.Width = 640
	}
	if p.o.Style == Auto {
		p.o.Style = [...]Style{board.Vertex: Grid, board.Edge: Paper, board.Cell: Cells}[t.Default()]
	}
	lo, hi := box(t)
	p.centred = math.Hypot(lo.X+hi.X, lo.Y+hi.Y) < 0.2*max(hi.X-lo.X, hi.Y-lo.Y)
	p.loops = findLoops(t, o.Loops)
	for _, l := range p.loops {
		lo.X, lo.Y = min(lo.X, l.corner.X-l.radius), min(lo.Y, l.corner.Y-l.radius)
		hi.X, hi.Y = max(hi.X, l.corner.X+l.radius), max(hi.Y, l.corner.Y+l.radius)
	}
	near := spacing(t, t.Default())
	if p.o.Style == Points {
		p.upper = (lo.Y + hi.Y) / 2
		lo, hi = p.tablesBox(near)
	}
	if len(p.o.Window) > 0 {
		p.part = true
		lo, hi = p.window(lo, hi, near)
		p.high = hi
	}
	p.levels = levels(t)
	if p.strip = findStrip(t, p.o.Style, near); p.strip.columns > 0 {
		lo, hi = p.strip.box(t.Num(board.Cell), lo, hi)
	}
	p.lo, p.height = lo, hi.Y-lo.Y
	const comfortable = 64
	p.scale = comfortable / near
	if size := max(hi.X-lo.X, hi.Y-lo.Y) + 2*near; size*p.scale > p.o.Width {
		p.scale = p.o.Width / size
	}
	p.gap = near * p.scale
	p.margin = max(0.75*p.gap, 0.04*p.scale*max(hi.X-lo.X, hi.Y-lo.Y))
	if p.o.Labels {
		p.margin += 0.25 * p.gap
	}
	p.w = (hi.X-lo.X)*p.scale + 2*p.margin
	p.h = p.height*p.scale + 2*p.margin
	return p
}

// box is the area of all elements that are drawn.
func box(t *board.Topology) (lo, hi board.Point) {
	lo, hi = board.Point{X: math.Inf(1), Y: math.Inf(1)}, board.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for st := board.Vertex; st <= board.Cell; st++ {
		for i := range int32(t.Num(st)) {
			q := project(t.Point(st, i))
			lo.X, lo.Y = min(lo.X, q.X), min(lo.Y, q.Y)
			hi.X, hi.Y = max(hi.X, q.X), max(hi.Y, q.Y)
		}
	}
	if lo.X > hi.X {
		return board.Point{}, board.Point{}
	}
	return lo, hi
}

// project lays higher elements a little up and to the right of lower ones.
func project(q board.Point) board.Point {
	return board.Point{X: q.X + 0.18*q.Z, Y: q.Y + 0.32*q.Z}
}

// spacing is a distance that about a tenth of the sites have their nearest
// neighbour within, so that pieces of that size hardly overlap; on boards with
// a few crowded sites it is larger.
func spacing(t *board.Topology, st board.SiteType) float64 {
	var d []float64
	for i := range int32(t.Num(st)) {
		least := math.Inf(1)
		for _, k := range t.Neighbours(st, board.RelAll, i) {
			a, b := project(t.Point(st, i)), project(t.Point(st, k))
			if x := math.Hypot(a.X-b.X, a.Y-b.Y); x > 1e-6 {
				least = min(least, x)
			}
		}
		if !math.IsInf(least, 1) {
			d = append(d, least)
		}
	}
	if len(d) == 0 {
		return 1
	}
	return max(quantile(d, 0.1), 0.4*quantile(d, 0.5))
}

// at is the place of a board position in the picture.
func (p *picture) at(q board.Point) (x, y float64) {
	q = p.strip.fold(project(q))
	if p.o.Style == Points {
		q.Y = p.rowOf(q)
	}
	return p.margin + (q.X-p.lo.X)*p.scale, p.margin + (p.height-(q.Y-p.lo.Y))*p.scale
}

// put writes a piece of SVG.
func (p *picture) put(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// text writes centred text.
func (p *picture) text(x, y, size float64, class, s string) {
	p.put(`<text x="%.1f" y="%.1f" font-size="%.1f" class="%s">%s</text>`, x, y+0.35*size, size, class,
		html.EscapeString(s))
}

// finish writes the SVG element around what has been drawn.
func (p *picture) finish(w io.Writer) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" class="astragal-board">
<title>%s</title>
<style>%s</style>
%s%s</svg>
`, p.w, p.h, p.w, p.h, html.EscapeString(p.title()), styles, gradients, p.b.String())
	return err
}

func (p *picture) title() string {
	if p.o.Title != "" {
		return p.o.Title
	}
	return fmt.Sprintf("Board of %d sites", p.t.NumSites())
}

// styles are the rules all pictures share. Pages may override them.
const styles = `.astragal-board text{font-family:system-ui,sans-serif;text-anchor:middle}` +
	`.astragal-board .label{fill:#7a6a55}.astragal-board .site{fill:#b0342c}.astragal-board .count{font-weight:600}` +
	`.astragal-board .wood{fill:#ecd3a2;stroke:#a67f4a;stroke-width:2}.astragal-board .line{fill:none;stroke:#5b4630;stroke-linecap:round}` +
	`.astragal-board .thin{fill:none;stroke:#b9ad9b;stroke-linecap:round;stroke-dasharray:1 5}.astragal-board .dot{fill:#5b4630}` +
	`.astragal-board .stone{fill:#f7e9cb;stroke:#5b4630}.astragal-board .stick{fill:none;stroke:#c9a46c;stroke-linecap:round}` +
	`.astragal-board .wall{fill:#33291d;stroke:#7d6748}.astragal-board .cage{fill:none;stroke:#7b1f16;stroke-dasharray:4 3}` +
	`.astragal-board .mat{fill:#f3ead8;stroke:#dccfb4;stroke-width:.8}.astragal-board .bold{fill:none;stroke:#33291d;stroke-linecap:square}` +
	`.astragal-board .cell{stroke:#7d6748;stroke-width:1.2;stroke-linejoin:round}.astragal-board .hand{fill:#f6efe2;stroke:#c9b894}`
