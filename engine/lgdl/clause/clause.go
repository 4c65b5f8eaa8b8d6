// Package clause names the arguments of clauses. A clause of the typed tree has its arguments in the order of its
// form's notation; rules that asked for them by number would have to be read beside the notation, and would go wrong in
// silence when it changes. So every form has a type here, with a method for each argument:
//
//	a := clause.IsLine(e)   // e is (is Line [siteType] int [absoluteDirection] …)
//	length := k.Int(a.Int())
//
// What a row's notation calls an argument is its name: the label, else the type (Ints for {int}), with a number
// where a form has several of a type. An argument that is not there is nil.
//
// The types are generated from the rows of package ludeme, by `go generate` in this folder.
package clause

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

//go:generate go run ./generate

// of is a clause of a form, or nil. Another one is a mistake of the caller, who knows its form.
func of(e *lgdl.Expr, form string) *lgdl.Expr {
	if e != nil && (e.Form == nil || e.Form.Text != form) {
		panic(fmt.Errorf("not a clause %s", form))
	}
	return e
}

// ofAny is a clause of one of some forms, or nil.
func ofAny(e *lgdl.Expr, forms ...string) *lgdl.Expr {
	if e != nil && e.Form != nil && slices.Contains(forms, e.Form.Text) {
		return e
	}
	return of(e, forms[0])
}
