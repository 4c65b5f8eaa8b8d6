// Package position writes code that reads and changes positions.
//
// A Code says in statements of package ir what package layout says in bytes: what stands on a site and who owns it,
// how a piece is put, carried, taken off or promoted, alone, counted, in stacks and on tracks; which sites are
// reached over others, seen along lines or surrounded; what lists, forests and hashes are kept beside. Nothing here
// is lowered: no clause is read but to know whether some rule asks for something (Rules). What is done to pieces is
// told to an Observer, who logs it for watched plays.
//
// Package lower embeds a Code, and turns clauses into calls of it.
package position

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Code writes code that reads and changes a position.
type Code struct {
	*layout.Layout // what is kept of a position
	write.Writer   // writes the program
	Observer       Observer
	Rules          Rules
	Watched        bool // the play is one that is watched
	Valued         bool // all is kept that heuristics read
	Mover          int  // the player who moves
	InType         int  // 1 + the type of sites that is worked on, 0 for the default one
	Floods         flooder
	touching       []*touching
	intoStacks     *bool // see goIntoStacks, nil until somebody asks
}

// Acts notes that an action of a kind goes from a site to a site, of the type of sites
// that is being worked on.
func (k *Code) Acts(kind game.Kind, from, to *ir.Expr) {
	k.Observer.ActsOn(kind, k.CurrentType(), k.CurrentType(), from, to, false)
}

// CurrentType is the type of sites that is being worked on.
func (k *Code) CurrentType() board.SiteType {
	if k.InType > 0 {
		return board.SiteType(k.InType - 1)
	}
	return k.G.DefaultType
}

// IsForm reports whether the text of the form of a clause begins with form.
func IsForm(e *lgdl.Expr, form string) bool {
	return e != nil && e.Form != nil && strings.HasPrefix(e.Form.Text, form)
}

// Asks reports whether a clause is or contains one of a keyword.
func (k *Code) Asks(e *lgdl.Expr, keyword string) bool {
	return e.Any(func(x *lgdl.Expr) bool {
		return x.Is(keyword)
	})
}

// Observer hears what code does to pieces: what is logged of it, and what is counted, is none of the code's business.
type Observer interface {
	// ActsOn hears that an action of a kind goes from a site to a site, of types of sites, with a flag.
	ActsOn(kind game.Kind, a, b board.SiteType, from, to *ir.Expr, flag bool)
	// CountRemoval hears that the piece on a site is removed, of a level unless that is nil.
	CountRemoval(site, level *ir.Expr)
}

// Rules tell what a description says.
type Rules interface {
	// AnyRule reports whether something holds of some clause of the rules or of the moves of pieces.
	AnyRule(holds func(e *lgdl.Expr) bool) bool
	// AnyForm reports whether something holds of the form of some clause of the description.
	AnyForm(holds func(f *lgdl.Form) bool) bool
}

// OrOff is a site, -1 for nil.
func OrOff(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.Num(-1)
	}
	return e
}
