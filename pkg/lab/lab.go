// Package lab has the former names of packages engine, limit and compilecache.
//
// Nothing new uses it: it goes when nothing does.
package lab

import (
	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/compilecache"
	"github.com/astragal/astragal/pkg/limit"
)

type (
	Source   = engine.Source
	Params   = engine.Params
	Ruleset  = engine.Ruleset
	Compiler = engine.Compiler
	Limits   = limit.Limits
	Watchdog = limit.Watchdog
	Cache    = compilecache.Cache
)

const DefaultMaxPlies = engine.DefaultMaxPlies

var (
	Engine        = engine.New
	Play          = engine.Play
	Warnings      = engine.Warnings
	Formalisms    = engine.Formalisms
	Simulate      = limit.Simulate
	NewWatchdog   = limit.NewWatchdog
	DefaultMemory = limit.DefaultMemory
	PlayoutTime   = limit.PlayoutTime
	ErrMemory     = limit.ErrMemory
	NewCache      = compilecache.New
)
