package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A region that is made of the board and the equipment alone is worked out while rules
// are lowered, by package game, whatever way the game takes to work it out in the play.

// SteadyRegion is the value of a region that is the same throughout the play with the
// same mover; false when it may change.
func (k *Lowerer) SteadyRegion(e *lgdl.Expr) (*ir.Expr, bool) {
	if !k.steady(e, false, true) {
		return nil, false
	}
	r := k.Parts.Region(e)
	c := k.Settle()
	mover := c.S.Mover
	c.S.Mover = k.Mover
	set := make(game.Set, max(k.G.SetWords, k.P.Words))
	r.AddTo(c, set)
	c.S.Mover = mover
	return k.setOf(set), true
}

// boardForms are the forms whose value follows from their arguments and the board.
var boardForms = map[string]bool{
	"(difference sites (sites | int))": true, "(intersection sites sites)": true, "(intersection {sites})": true,
	"(union sites sites)": true, "(union {sites})": true, "(if bool sites [sites])": true,
	"(expand [int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType])": true,
	"(sites Side [siteType] [(player) | roleType | compassDirection])":                        true,
	"(sites [siteType] {string})": true, "(sites sitesEdgeType)": true, "(sites ({int} | ints))": true,
	"(sites Track [(player) | roleType] [string] [from:int] [to:int])": true,

	"(row [siteType] of:int)": true, "(column [siteType] of:int)": true, "(phase [siteType] of:int)": true,
	"(layer of:int [siteType])": true, "(coord [siteType] string)": true, "(coord [siteType] row:int column:int)": true,
	"(centrePoint [siteType])": true, "(regionSite sites index:int)": true,

	"(+ int int)": true, "(+ ({int} | ints))": true, "(- [int] int)": true, "(* int int)": true, "(% int int)": true,
	"(/ int int)": true, "(abs int)": true, "(max int int)": true, "(min int int)": true,
	"(= int (int | roleType))": true, "(!= int (int | roleType))": true, "(< int int)": true, "(<= int int)": true,
	"(> int int)": true, "(>= int int)": true, "(and bool bool)": true, "(and {bool})": true, "(or bool bool)": true,
	"(or {bool})": true, "(not bool)": true,
	"(is isIntegerType [int])": true,
}

// The forms with arguments that decide.
const (
	around = "(sites Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] " +
		"[if:bool] [includeSelf:bool])"
	straight = "(sites Direction (from:int | from:sites) [direction] [included:bool] [stop:bool] " +
		"[stopIncluded:bool] [distance:int] [siteType])"
)

// dynamic are the sets of (sites …) that follow the play, and the questions that do.
var dynamic = map[string]bool{"Hint": true, "ToClear": true, "Pending": true, "LastTo": true, "LastFrom": true,
	"LineOfPlay": true, "Playable": true, "Empty": true, "State": true, "Winning": true, "Visited": true, "AnyDie": true,
	"PipsMatch": true, "SidesMatch": true, "Flat": true}

// steady reports whether a clause is made of the board and, with mover, of the mover
// alone; site says that the iterator (site) has a value inside it.
func (k *Lowerer) steady(e *lgdl.Expr, site, mover bool) bool {
	if e == nil {
		return true
	}
	switch e.Kind {
	case lgdl.Const:
		if e.Type == "roleType" {
			_, number := game.RoleNumber(e.Text)
			return number || e.Text == "Mover" && mover || e.Text == "All" || e.Text == "Shared" || e.Text == "Each"
		}
		return e.Text != "SameDirection" && e.Text != "OppositeDirection"
	case lgdl.Clause:
		if e.Form == nil || dynamic[e.Selector()] {
			return false
		}
		switch e.Form.Text {
		case "(site)":
			return site
		case "(mover)":
			return mover
		case "(forEach sites if:bool)":
			a := clause.ForEachSites(e)
			return k.steady(a.Sites(), site, mover) && k.steady(a.If(), true, mover)
		case around:
			if clause.SitesAround(e).RegionTypeDynamic() != nil {
				return false
			}
		case straight:
			if !Absolute(clause.SitesDirection(e).Direction()) {
				return false
			}
		case "(ahead [siteType] int [steps:int] [direction])":
			if d := clause.Ahead(e).Direction(); d == nil || !Absolute(d) {
				return false // as the piece looks
			}
		case "(is In [int | {int}] (sites | ints))":
			if a := clause.IsIn(e); a.Int() == nil && a.Ints1() == nil || k.follows(a.Sites()) {
				return false // the site that is moved to, or a region as it is then
			}
		case "(sites Incident siteType of:siteType at:int [owner:(player) | roleType])":
			if a := clause.SitesIncident(e); a.Owner() != nil || a.RoleType() != nil {
				return false
			}
		case "(sites sitesSimpleType [siteType])", "(sites sitesIndexType [siteType] [int])":
		case "(sites [(player) | roleType] [siteType] [string])":
			if a := clause.Sites(e); a.String() == nil && a.Player() == nil && a.RoleType() == nil {
				return false // the group that is looked at
			}
		default:
			if !boardForms[e.Form.Text] {
				return false
			}
		}
	}
	for x := range e.Parts() {
		if !k.steady(x, site, mover) {
			return false
		}
	}
	return true
}

// steadyEquipment reports whether all regions that a description defines are made of
// the board alone.
func (k *Lowerer) steadyEquipment(e *lgdl.Expr) bool {
	if e == nil {
		return true
	}
	if e.Is("regions") {
		a := clause.Regions(e)
		return k.steady(a.Sites(), false, false) && k.steady(a.Regions(), false, false)
	}
	for x := range e.Parts() {
		if !k.steadyEquipment(x) {
			return false
		}
	}
	return true
}

// Absolute reports whether directions, nil for the default ones, do not depend on any
// piece, and so not on the position.
func Absolute(e *lgdl.Expr) bool {
	if e == nil {
		return true
	}
	switch e.Kind {
	case lgdl.Const:
		_, ok := board.ParseDirection(e.Text)
		return ok
	case lgdl.List:
		return !slices.ContainsFunc(e.Items, func(x *lgdl.Expr) bool { return !Absolute(x) })
	}
	return e.Form != nil && e.Form.Text == "(directions (absoluteDirection | {absoluteDirection}))"
}
