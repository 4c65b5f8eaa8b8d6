// Package gametest compiles descriptions for the tests of the packages on which package ruleset stands, and which
// therefore cannot use package enginetest. What cannot be read or compiled fails the test.
package gametest

import (
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// Compile compiles a description that uses no defines.
func Compile(t testing.TB, text string) *game.Game {
	t.Helper()
	g, err := Try(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Try compiles a description that uses no defines and may be wrong.
func Try(text string) (*game.Game, error) {
	d, err := lgdl.Read("test.lud", []byte(text))
	if err != nil {
		return nil, err
	}
	x, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	c, err := x.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	return game.Compile(c.Game)
}
