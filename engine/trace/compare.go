package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

func (r *replayer) num(what string, want, got int) bool {
	return want == got || r.differ(what, want, got)
}

func (r *replayer) players(what string, want []int, got []int32) bool {
	for p := 1; p <= len(want) && p < len(got); p++ {
		if want[p-1] != int(got[p]) {
			return r.differ(fmt.Sprintf("%s of player %d", what, p), want[p-1], got[p])
		}
	}
	return true
}

func (r *replayer) state(l *Line) bool {
	s, g := r.c.S, r.g
	if !r.num("mover", *l.Mover, s.Mover) || !r.num("next", *l.Next, s.Next) || !r.num("prev", *l.Prev, s.Prev) ||
		!r.num("counter", l.Counter, s.Counter) || !r.num("turn", l.Turn, s.Turns) ||
		!r.num("moves this turn", l.Tsp, s.TurnMoves) ||
		!r.players("phase", l.Phase, s.PhaseOf) || !r.players("score", l.Score, s.ScoreOf) ||
		!r.players("amount", l.Amount, s.AmountOf) {
		return false
	}
	if l.Pot != nil && !r.num("pot", *l.Pot, s.Pot) {
		return false
	}
	for p := 1; p <= len(l.Active); p++ {
		if (l.Active[p-1] == 1) != s.IsActive(p) {
			return r.differ(fmt.Sprintf("player %d active", p), l.Active[p-1] == 1, s.IsActive(p))
		}
	}
	if !slices.EqualFunc(l.Pending, s.Pending, func(a int, b int32) bool { return a == int(b) }) {
		return r.differ("pending", l.Pending, s.Pending)
	}
	for name, v := range l.Vars {
		if got := r.c.VarNamed(name); got != v {
			return r.differ("variable "+name, v, got)
		}
	}
	if !r.remembered(l.Remembered) {
		return false
	}
	for _, d := range l.Dice {
		if !slices.EqualFunc(d, s.DiceValue, func(a int, b int32) bool { return a == int(b) }) {
			return r.differ("dice", d, s.DiceValue)
		}
	}
	if g.DeductionPuzzle {
		return r.puzzle(l)
	}
	return r.same("site [container type site level what who count state rotation value]", rowTexts(l.Sites),
		rowTexts(r.sites())) &&
		r.same("hidden", sorted(rowTexts(l.Hidden)), sorted(rowTexts(r.hidden())))
}

func (r *replayer) remembered(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return true
	}
	want := map[string][]int{}
	var list []int
	if json.Unmarshal(raw, &list) == nil {
		want[""] = list
	} else if err := json.Unmarshal(raw, &want); err != nil {
		return r.fail("remembered: the record cannot be read: %v", err)
	}
	for name, w := range want {
		got := r.c.RememberedNamed(name)
		if !slices.EqualFunc(w, got, func(a int, b int32) bool { return a == int(b) }) {
			return r.differ(fmt.Sprintf("remembered %q", name), w, got)
		}
	}
	return true
}

func sorted(s []string) []string { sort.Strings(s); return s }

func rowTexts(rows [][]int) []string {
	out := make([]string, len(rows))
	for i, x := range rows {
		out[i] = fmt.Sprint(x)
	}
	return out
}

// recordedTypes are the site types in the order of the sites of a trace.
var recordedTypes = [...]board.SiteType{board.Cell, board.Vertex, board.Edge}

// sites lists all non-empty sites as a trace does.
func (r *replayer) sites() [][]int {
	s, g := r.c.S, r.g
	var rows [][]int
	add := func(box int, st board.SiteType, site int) {
		levels := 1
		if g.Stacks {
			levels = s.SizeAt(st, site)
		}
		for lv := range levels {
			what, who := s.WhatAt(st, site, lv), s.WhoAt(st, site, lv)
			count := s.CountAt(st, site)
			row := []int{box, int(st), site, lv, what, who, count,
				s.StateAt(st, site, lv), s.RotationAt(st, site, lv), s.ValueAt(st, site, lv)}
			// The record leaves out sites that hold nothing but a count, such
			// as the cells under a large piece.
			row[6] = 0
			if slices.ContainsFunc(row[4:], func(v int) bool { return v != 0 }) {
				row[6] = count
				rows = append(rows, row)
			}
		}
	}
	for _, st := range recordedTypes {
		for site := range g.Topo.Num(st) {
			add(0, st, site)
		}
	}
	for i := 1; i < len(g.Containers); i++ {
		k := &g.Containers[i]
		for site := k.First; site < k.First+k.Sites; site++ {
			add(i, board.Cell, site)
		}
	}
	return rows
}

func (r *replayer) hidden() [][]int {
	s, g := r.c.S, r.g
	if !g.Hides {
		return nil
	}
	var rows [][]int
	for p := 1; p <= g.Players; p++ {
		one := func(box int, st board.SiteType, site int) {
			levels := 1
			if g.Stacks {
				levels = s.SizeAt(st, site)
			}
			for lv := range levels {
				if bits := s.HiddenBits(p, st, site, lv); bits != 0 {
					rows = append(rows, []int{p, box, int(st), site, lv, bits})
				}
			}
		}
		for _, st := range recordedTypes {
			if st != board.Cell && !g.Has(game.GraphFlag) {
				break // the record of games on cells has no other types
			}
			for site := range g.Topo.Num(st) {
				one(0, st, site)
			}
		}
		for i := 1; i < len(g.Containers); i++ {
			k := &g.Containers[i]
			for site := k.First; site < k.First+k.Sites; site++ {
				one(i, board.Cell, site)
			}
		}
	}
	return rows
}

func (r *replayer) puzzle(l *Line) bool {
	for _, raw := range l.Puzzle {
		var row []json.RawMessage
		var st, site int
		var values []int
		if json.Unmarshal(raw, &row) != nil || len(row) != 3 || json.Unmarshal(row[0], &st) != nil ||
			json.Unmarshal(row[1], &site) != nil || json.Unmarshal(row[2], &values) != nil {
			return r.fail("puzzle: the record %s cannot be read", raw)
		}
		var want, got game.Candidates
		for _, v := range values {
			if v < 0 || v > game.MaxPuzzleValue {
				return r.fail("puzzle: the record %s has the value %d", raw, v)
			}
			want.Add(v)
		}
		// The record lists the candidates of the declared range only.
		all := r.c.S.PuzzleValues(board.SiteType(st), site)
		for v := r.g.ValueRange[st][0]; v <= game.MaxPuzzleValue; v++ {
			if all.Has(v) {
				got.Add(v)
			}
		}
		if got != want {
			return r.differ(fmt.Sprintf("values of %s %d", board.SiteType(st), site), valueText(want), valueText(got))
		}
	}
	return true
}

func (r *replayer) end(l *Line) bool {
	s := r.c.S
	r.stage = "state"
	if l.Mover != nil && !r.state(l) {
		return false
	}
	r.stage = "end"
	if l.Winner == nil {
		if s.Over && !l.Truncated {
			return r.differ("end", "none", fmt.Sprintf("%s with winner %d", s.End, s.Winner))
		}
		return true
	}
	if !s.Over {
		return r.differ("end", fmt.Sprintf("%s with winner %d", l.EndType, *l.Winner), "none")
	}
	if !r.num("winner", *l.Winner, s.Winner) {
		return false
	}
	if l.EndType != "" && l.EndType != s.End.String() {
		return r.differ("kind of end", l.EndType, s.End)
	}
	if len(l.Ranking) > 0 && !slices.Equal(l.Ranking[1:], s.Ranking[1:]) {
		return r.differ("ranking", l.Ranking[1:], s.Ranking[1:])
	}
	return true
}

// valueText lists the values of a set.
func valueText(c game.Candidates) string {
	var list []int
	for v := range game.MaxPuzzleValue + 1 {
		if c.Has(v) {
			list = append(list, v)
		}
	}
	return fmt.Sprint(list)
}
