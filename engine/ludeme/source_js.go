package ludeme

import "github.com/astragal/astragal/engine/lgdl"

// Source returns the zero Pos: what a browser loads does not carry its own source.
func Source(*lgdl.Form) lgdl.Pos { return lgdl.Pos{} }
