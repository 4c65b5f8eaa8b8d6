package graphs

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Item is the board of a game: its topology and the tracks on it.
type Item struct {
	Topology   *board.Topology
	Tracks     []*board.Track
	Values     []*lgdl.Expr // the (values …) clauses of a deduction puzzle
	LargeStack bool
}

// Board builds the board of a checked item clause: board, boardless,
// mancalaBoard or surakartaBoard. Owner turns the role that owns a track into
// a player index; threeD tells that the game asks for layers.
func Board(e *lgdl.Expr, owner func(role *lgdl.Expr) (int, error), threeD bool) (item *Item, err error) {
	defer recoverFailure(&err)
	item = &Item{LargeStack: flag(e, "largeStack", false)}
	item.Topology, err = topology(keyOf(e, threeD), func() (t *board.Topology, err error) {
		if bad := board.Guard(func() { t, err = build(e, threeD) }); bad != nil {
			return nil, bad
		}
		return t, err
	})
	if err != nil {
		fail(e, "%v", err)
	}
	item.Values = append(typed(e, "(values)"), items(typed(e, "{(values)}"))...)
	if len(item.Values) == 0 {
		for _, t := range append(typed(e, "(track)"), items(typed(e, "{(track)}"))...) {
			item.Tracks = append(item.Tracks, track(item.Topology, t, owner))
		}
	}
	if e.Form.Keyword == "surakartaBoard" {
		loops, from := 0, 1
		if a := e.Arg("loops"); a != nil {
			loops = whole(a)
		}
		if a := e.Arg("from"); a != nil {
			from = whole(a)
		}
		if item.Tracks, err = item.Topology.SurakartaTracks(loops, from); err != nil {
			fail(e, "%v", err)
		}
	}
	return item, nil
}

// build makes the topology of a board clause.
func build(e *lgdl.Expr, threeD bool) (*board.Topology, error) {
	b := &Builder{sites: board.Cell}
	opt := board.Options{ThreeD: threeD}
	var g *board.Graph
	var err error
	switch e.Form.Keyword {
	case "board":
		if use := e.Arg("use"); use != nil {
			b.sites, _ = board.ParseSiteType(use.Text)
		}
		g = b.graph(clause.BoardGraph(e).Graph())
	case "boardless":
		opt.Boardless = true
		g, err = boardless(e)
	case "mancalaBoard":
		b.sites = board.Vertex
		g, err = mancala(e)
	case "surakartaBoard":
		b.sites = board.Vertex
		g = b.graph(clause.SurakartaBoard(e).Graph())
	default:
		fail(e, "%s is not a board", e.Form.Keyword)
	}
	if err != nil {
		return nil, err
	}
	opt.Default = b.sites
	return board.NewTopology(g, opt)
}

// items returns the elements of lists.
func items(lists []*lgdl.Expr) (out []*lgdl.Expr) {
	for _, l := range lists {
		out = append(out, l.Items...)
	}
	return out
}

func boardless(e *lgdl.Expr) (*board.Graph, error) {
	n, _ := dims(e)
	size := func(otherwise int) int {
		if len(typed(e, "dim")) == 0 {
			return otherwise
		}
		return n
	}
	switch kind := enum(e, "tilingBoardlessType"); kind {
	case "Square":
		return board.NewRectangle(board.Cell, size(41), size(41), board.NoDiagonals, false)
	case "Hexagonal":
		return board.NewHex(board.ShapeHexagon, size(21), 0)
	case "Triangular":
		return board.NewTri(board.Cell, board.ShapeTriangle, size(41), 0)
	default:
		return nil, fmt.Errorf("there is no boardless tiling %q", kind)
	}
}

func mancala(e *lgdl.Expr) (*board.Graph, error) {
	sizes := typed(e, "int!")
	stores, num := "Outer", 2
	if a := e.Arg("store"); a != nil {
		stores = a.Text
	}
	if a := e.Arg("numStores"); a != nil {
		num = whole(a)
	}
	return board.NewMancala(whole(sizes[0]), whole(sizes[1]), stores, num)
}

// maxTrackSite bounds the numbers of sites on tracks, which may run over the sites
// of hands: it is above those of the largest equipment.
const maxTrackSite = 1 << 20

// track builds one track.
func track(t *board.Topology, e *lgdl.Expr, owner func(role *lgdl.Expr) (int, error)) *board.Track {
	a := clause.TrackString(e)
	var sites []int32
	var err error
	var own int
	switch text, list := a.String2(), a.Ints(); {
	case text != nil:
		if sites, err = t.TrackSites(text.Text); err != nil {
			fail(text, "%v", err)
		}
	case list != nil:
		for _, x := range list.Items {
			n := whole(x)
			if n > maxTrackSite {
				fail(x, "a track cannot run through site %d", n)
			}
			sites = append(sites, int32(n))
		}
	default:
		fail(a.TrackSteps(), "a track cannot be given by steps")
	}
	if number := a.Int(); number != nil {
		own = whole(number)
	} else if role := a.RoleType(); role != nil {
		if own, err = owner(role); err != nil {
			fail(role, "%v", err)
		}
	}
	track, err := board.NewTrack(a.String1().Text, own, flag(e, "loop", false), flag(e, "directed", false), sites)
	if err != nil {
		fail(e, "%v", err)
	}
	return track
}
