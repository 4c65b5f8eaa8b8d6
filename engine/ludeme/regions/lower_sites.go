package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerList lowers an operation on a list of regions.
func lowerList(op ir.Op) lower.RegionRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		set := ir.SetOf(make([]uint64, k.P.Words))
		for i, x := range e.Args[0].Items {
			if next := k.Region(x); i == 0 {
				set = next
			} else {
				set = ir.Calc(op, set, next)
			}
		}
		return set
	}
}

// lowerExpand lowers a region and its neighbours, a number of steps far.
func lowerExpand(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: container, its name, region, origin, steps, direction, type.
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	st := k.TypeOf(e.Args[6])
	n, t := k.G.Topo.Num(st), k.G.Topo
	rows := make([][]int32, 64*k.P.Words)
	for s := range int32(n) {
		if d := e.Args[5]; d != nil && st != board.Edge {
			dir, _ := board.ParseDirection(d.Text)
			rows[s] = t.Steps(st, s, dir)
		} else {
			rows[s] = t.Neighbours(st, board.RelAdjacent, s)
		}
	}
	near := k.Rows("expand", rows)
	set, round := k.NewSet(), k.TempSet()
	here := ir.SetAt(set, ir.Num(0))
	if e.Args[2] != nil {
		k.Store(set, k.Region(e.Args[2]))
	} else {
		k.IncludeIf(set, k.Int(e.Args[3]))
	}
	step := func() {
		k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, here, k.UpTo(n))), k.Spoil)
		k.Store(round, here)
		k.Each(ir.SetAt(round, ir.Num(0)), func(s *ir.Expr) { k.Store(set, ir.Calc(ir.SetOr, here, k.RowSet(near, s))) })
	}
	steps := k.IntOr(e.Args[4], 1)
	if v, ok := steps.Number(); ok && v <= 2 {
		for range v {
			step()
		}
		return here
	}
	i, end := ir.NewLocal("i", ir.I32), &ir.Label{Name: "steps"}
	k.Add(ir.Put(i, steps), &ir.Stmt{Op: ir.Loop, Label: end, Rounds: n + 1, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(i), ir.Num(0)), ir.Leave(end)))
		k.Add(ir.Put(i, ir.Calc(ir.Sub, ir.Read(i), ir.Num(1))))
		step()
		// Once nothing is new nothing will be.
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, here, ir.SetAt(round, ir.Num(0))))),
			ir.Leave(end)))
	})})
	return here
}

// origins adds what f adds for a site, if it is not negative, or for those of a region.
func origins(k *lower.Lowerer, at, region *lgdl.Expr, f func(site *ir.Expr)) {
	if region != nil {
		k.Each(k.Region(region), f)
		return
	}
	site := k.Fields.Get(lower.LastTo)
	if at != nil {
		site = k.Int(at)
	}
	site = k.Temp("site", site)
	k.If(ir.Calc(ir.Le, ir.Num(0), site), func() { f(site) })
}

// lowerDirection lowers the sites along straight lines from sites.
func lowerDirection(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Direction, from, region, directions, included, stop, stopIncluded, distance, type.
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	a, st := e.Args, k.TypeOf(e.Args[8])
	set := k.NewSet()
	far := ir.Num(allTheWay)
	if a[7] != nil {
		far = k.Temp("far", k.Int(a[7]))
	}
	origins(k, a[1], a[2], func(o *ir.Expr) {
		if a[4] != nil {
			k.If(k.Bool(a[4]), func() { k.IncludeIf(set, o) })
		}
		k.Choose(k.OnBoardOf(st, o), func() {
			by, lines, row := k.Lines(st, a[3], "Adjacent", o)
			k.Row(by, row, func(line *ir.Expr) {
				n, end := ir.Within("n", 0, 1<<15), &ir.Label{Name: "line"}
				if a[7] != nil {
					k.Add(ir.Put(n, ir.Num(0)))
				}
				k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
					k.Row(lines, line, func(x *ir.Expr) {
						if a[7] != nil {
							k.Add(ir.When(ir.Calc(ir.Le, far, ir.Read(n)), ir.Leave(end)))
							k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
						}
						if a[5] != nil {
							env := k.Env
							k.Env.To = x
							k.If(k.Bool(a[5]), func() {
								if a[6] != nil {
									k.If(k.Bool(a[6]), func() { k.Include(set, x) })
								}
								k.Add(ir.Leave(end))
							})
							k.Env = env
						}
						k.Include(set, x)
					})
				})})
			})
		}, k.Spoil)
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerLineOfSight lowers the first pieces seen from a site, or the empty sites before
// them, or the last of these.
func lowerLineOfSight(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: LineOfSight, kind, type, at, directions.
	kind, st := "Piece", k.G.DefaultType
	if e.Args[1] != nil {
		kind = e.Args[1].Text
	}
	set := k.NewSet()
	origins(k, e.Args[3], nil, func(o *ir.Expr) {
		k.If(k.OnBoard(o), func() {
			by, lines, row := k.Lines(st, e.Args[4], "Adjacent", o)
			k.Row(by, row, func(line *ir.Expr) {
				last, end := ir.NewLocal("last", ir.I32), &ir.Label{Name: "line"}
				k.Add(ir.Put(last, ir.Num(-1)))
				k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
					k.Row(lines, line, func(x *ir.Expr) {
						k.If(ir.Calc(ir.Ne, k.WhatAt(x), ir.Num(0)), func() {
							if kind == "Piece" {
								k.Include(set, x)
							}
							k.Add(ir.Leave(end))
						})
						switch kind {
						case "Empty":
							k.Include(set, x)
						case "Farthest":
							k.Add(ir.Put(last, x))
						}
					})
				})})
				if kind == "Farthest" {
					k.IncludeIf(set, ir.Read(last))
				}
			})
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerTrack lowers the sites of a track, or of a part of it.
func lowerTrack(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Track, player, role, name, from, to.
	name, who := "", ir.Num(0)
	if e.Args[3] != nil {
		name = e.Args[3].Text
	}
	if e.Args[1] != nil || e.Args[2] != nil {
		who = k.RoleOrPlayer(e.Args[1], e.Args[2])
	}
	of := func(p int) int { return chooseTrack(k.G.Tracks, name, p) }
	if e.Args[4] == nil && e.Args[5] == nil {
		return k.SetByPlayer("tracks", who, func(p int) game.Set {
			set := make(game.Set, k.P.Words)
			if i := of(p); i >= 0 {
				for _, x := range k.G.Tracks[i].Elems {
					if x.Site < 0 || int(x.Site) >= 64*len(set) {
						k.No(e, "a track that leaves the board")
					}
					set.Add(int(x.Site))
				}
			}
			return set
		})
	}
	p, ok := who.Number()
	if !ok || p < 0 || int(p) > k.G.Shared() {
		k.No(e, "a part of the track of a player who is not known before")
	}
	i := of(int(p))
	if i < 0 {
		return ir.SetOf(make([]uint64, k.P.Words))
	}
	var sites []int32
	for _, x := range k.G.Tracks[i].Elems {
		if x.Site < 0 || int(x.Site) >= 64*k.P.Words {
			k.No(e, "a track that leaves the board")
		}
		sites = append(sites, x.Site)
	}
	n, set := len(sites), k.NewSet()
	track := k.Rows("track", [][]int32{sites})
	at, left := ir.Within("at", 0, n), ir.Within("left", 0, n)
	k.Add(ir.Put(at, ir.Num(0)), ir.Put(left, ir.Num(n)))
	if e.Args[4] != nil {
		first := k.FirstOnTrack(i, k.Int(e.Args[4]))
		k.Choose(ir.Calc(ir.Lt, first, ir.Num(0)), func() { k.Add(ir.Put(left, ir.Num(0))) },
			func() { k.Add(ir.Put(at, first)) })
	}
	to := ir.Num(-1)
	if e.Args[5] != nil {
		to = k.Temp("to", k.Int(e.Args[5]))
	}
	end := &ir.Label{Name: "track"}
	k.Add(&ir.Stmt{Op: ir.Loop, Label: end, Rounds: n + 1, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Leave(end)))
		s := k.Entry(track, ir.Num(0), ir.Read(at))
		k.Include(set, s)
		k.Add(ir.When(ir.Calc(ir.Eq, s, to), ir.Leave(end)))
		k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))))
		k.Add(ir.Put(at, ir.Cond(ir.Calc(ir.Eq, ir.Read(at), ir.Num(n-1)), ir.Num(0), ir.Calc(ir.Add, ir.Read(at), ir.Num(1)))))
	})})
	return ir.SetAt(set, ir.Num(0))
}

// lowerDistance lowers the sites whose distance from a site is in a range.
func lowerDistance(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Distance, type, relation, step, rotation, from, range.
	k.Only(e, 0, 1, 2, 5, 6)
	st := k.TypeOf(e.Args[1])
	r := k.Parts.Range(e.Args[6])
	if !r.Min.Const || !r.Max.Const {
		k.No(e, "a range of distances that changes")
	}
	rows := make([][]int32, 64*k.P.Words)
	if r.Min.V >= 0 {
		for s := range int32(k.G.Topo.Num(st)) {
			for d := r.Min.V; d <= r.Max.V; d++ {
				ring := k.G.Topo.AtDistance(st, k.G.DistanceRelation(), s, d)
				if ring == nil {
					break
				}
				rows[s] = append(rows[s], ring...)
			}
		}
	}
	return k.SetOfSite(k.Rows("rings", rows), k.G.Topo.Num(st), k.Int(e.Args[5]))
}

// lowerIncident lowers the elements that touch an element, or those of a player.
func lowerIncident(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Incident, type, of, at, player, role.
	result, of := k.TypeOf(e.Args[1]), k.TypeOf(e.Args[2])
	n := k.G.Topo.Num(of)
	rows := make([][]int32, max(n, 1))
	for s := range n {
		set := game.NewSet(64 * k.P.Words)
		incident(k.G.Topo, of, result, int32(s), set)
		set.Each(func(x int) bool { rows[s] = append(rows[s], int32(x)); return true })
	}
	set := k.SetOfSite(k.Rows("incident", rows), n, k.Int(e.Args[3]))
	if e.Args[4] == nil && e.Args[5] == nil {
		return set
	}
	return ir.Calc(ir.SetAnd, set, lowerOwnedOn(k, result, k.RoleOrPlayer(e.Args[4], e.Args[5])))
}

// lowerOwnedOn is the set of sites of a type with a piece of an owner; the shared player
// stands for all.
func lowerOwnedOn(k *lower.Lowerer, st board.SiteType, who *ir.Expr) *ir.Expr {
	who = k.Temp("who", who)
	all := k.SitesOn(st, func() *ir.Expr {
		set := k.Owned(1)
		for p := 2; p <= k.G.Shared(); p++ {
			set = ir.Calc(ir.SetOr, set, k.Owned(p))
		}
		return set
	})
	mine := k.SitesOn(st, func() *ir.Expr { return k.OwnedBy(who) })
	return &ir.Expr{Op: ir.SetSelect, Type: ir.Set,
		Args: []*ir.Expr{ir.Calc(ir.Eq, who, ir.Num(k.G.Shared())), all, mine}}
}

// lowerCrossing lowers the edges of a player that cross an edge.
func lowerCrossing(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	n := k.G.Topo.Num(board.Edge)
	rows := make([][]int32, max(n, 1))
	for s := range int32(n) {
		for x := range int32(n) {
			if x != s && cross(k.G.Topo, s, x) {
				rows[s] = append(rows[s], x)
			}
		}
	}
	at := k.Temp("at", k.Int(e.Args[1]))
	k.If(ir.Calc(ir.Not, ir.Any(ir.Calc(ir.Eq, at, ir.Num(-1)), k.OnBoardOf(board.Edge, at))), k.Spoil)
	set := k.SetOfSite(k.Rows("crossing", rows), n, at)
	who := k.Temp("who", k.RoleOrPlayer(e.Args[2], e.Args[3]))
	all := k.SitesOf(board.Edge, func() *ir.Expr { return k.Pieces(e, "All") })
	mine := k.SitesOf(board.Edge, func() *ir.Expr { return k.OwnedBy(who) })
	return ir.Calc(ir.SetAnd, set, &ir.Expr{Op: ir.SetSelect, Type: ir.Set,
		Args: []*ir.Expr{ir.Calc(ir.Eq, who, ir.Num(k.G.Shared())), all, mine}})
}

// lowerStart lowers the sites on which a component stood when the play began.
func lowerStart(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	piece, what := e.Args[1], (*ir.Expr)(nil)
	if name := piece.Args[0]; name != nil {
		what = ir.Num(k.G.ComponentNamed(name.Text))
		for i := range k.G.Containers {
			if k.G.Containers[i].Name == name.Text {
				what = ir.Num(i)
				break
			}
		}
	} else {
		what = k.Int(piece.Args[1])
	}
	return k.Opening(what)
}

// lowerSitesBetween lowers the sites between two sites of a straight line.
func lowerSitesBetween(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Between, directions, type, from, fromIncluded, to, toIncluded, condition.
	x, st := e.Args, k.TypeOf(e.Args[2])
	a, b := k.Temp("a", k.Int(x[3])), k.Temp("b", k.Int(x[5]))
	set := k.NewSet()
	env := k.Env
	k.If(ir.All(k.OnBoardOf(st, a), k.OnBoardOf(st, b)), func() {
		k.Env.From, k.Env.To, k.Env.Piece = a, b, 0
		for i, s := range map[int]*ir.Expr{4: a, 6: b} {
			if x[i] != nil {
				k.If(k.Bool(x[i]), func() { k.Include(set, s) })
			}
		}
		by, lines, row := k.Lines(st, x[1], "Adjacent", a)
		found := &ir.Label{Name: "found"}
		k.Add(&ir.Stmt{Op: ir.Scope, Label: found, Body: k.Inside(func() {
			k.Row(by, row, func(line *ir.Expr) {
				on, end := ir.Within("on", 0, 1), &ir.Label{Name: "line"}
				k.Add(ir.Put(on, ir.Num(0)), &ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
					k.Row(lines, line, func(s *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.Eq, s, b), ir.Put(on, ir.Num(1)), ir.Leave(end)))
					})
				})})
				k.If(ir.Read(on), func() {
					k.Row(lines, line, func(s *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.Eq, s, b), ir.Leave(found)))
						k.Env.Between = s
						k.If(k.Cond(x[7]), func() { k.Include(set, s) })
					})
				})
			})
		})})
	})
	k.Env = env
	return ir.SetAt(set, ir.Num(0))
}

// lowerSide lowers the side of the board that faces a direction, or a player's.
func lowerSide(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	st := k.TypeOf(e.Args[1])
	if st != board.Cell {
		st = board.Vertex
	}
	return k.SetByPlayer("sides", k.RoleOrPlayer(e.Args[2], e.Args[3]), func(p int) game.Set {
		set := make(game.Set, k.P.Words)
		if p < 1 || p > k.G.Players || p >= len(k.G.Facings) {
			return set
		}
		if side, ok := board.SideSet(k.G.Facings[p]); ok {
			for _, s := range k.G.Topo.Set(st, side) {
				set.Add(int(s))
			}
		}
		return set
	})
}

// lowerWalks lowers the ends of walks from a site.
func lowerWalks(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: type, from, walks, rotations.
	st := k.TypeOf(e.Args[0])
	start := k.Env.From
	if e.Args[1] != nil {
		start = k.Int(e.Args[1])
	}
	start = k.Iterator(e, start)
	dirs := k.G.Topo.Headings(st)
	if e.Args[3] != nil {
		all, ok := k.Bool(e.Args[3]).Number()
		if !ok {
			k.No(e.Args[3], "rotations that change")
		}
		if all == 0 && len(dirs) > 1 {
			dirs = dirs[:1]
		}
	}
	rows := make([][]int32, max(k.G.Topo.Num(st), 1))
	for s := range int32(k.G.Topo.Num(st)) {
		for _, d := range dirs {
			for _, w := range e.Args[2].Items {
				path, ok := k.G.Topo.Walk([]int32{s}, st, s, d, walkOf(k.Parts, w.Items))
				if ok {
					rows[s] = append(rows[s], path[len(path)-1])
				}
			}
		}
	}
	return k.SetOfSite(k.Rows("walks", rows), k.G.Topo.Num(st), start)
}

// lowerForEachOf lowers the union of a region evaluated for every site of another.
func lowerForEachOf(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	set := k.NewSet()
	k.Each(k.Region(e.Args[0]), func(site *ir.Expr) {
		env := k.Env
		k.Env.Site = site
		k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.Region(e.Args[1])))
		k.Env = env
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerForEachPlayer lowers the union of a region evaluated for every player of a list.
func lowerForEachPlayer(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	set := k.NewSet()
	k.EachInt(e.Args[0], func(p *ir.Expr) {
		k.If(ir.Calc(ir.Below, p, ir.Num(k.G.Shared()+1)), func() {
			env := k.Env
			k.Env.Player = p
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.Region(e.Args[1])))
			k.Env = env
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerAround lowers the sites at a distance from a site or from those of a region.
func lowerAround(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Around, type, at, region, kind, distance, direction, if, includeSelf.
	if e.Args[4] == nil {
		if set, ok := k.SteadyRegion(e); ok {
			return set
		}
	}
	a, st := e.Args, k.TypeOf(e.Args[1])
	distance := 1
	if a[5] != nil {
		n, ok := k.Int(a[5]).Number()
		if !ok {
			k.No(e, "a distance that changes")
		}
		distance = int(n)
	}
	dir := board.Adjacent
	if d := a[6]; d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
	rows := make([][]int32, 64*k.P.Words)
	for s := range int32(k.G.Topo.Num(st)) {
		for _, r := range k.G.Topo.Radials(st, s, dir) {
			if distance >= 0 && distance < len(r.Path) {
				rows[s] = append(rows[s], r.Path[distance])
			}
		}
	}
	t := k.Rows("around", rows)
	set, from := k.NewSet(), k.NewSet()
	if a[2] != nil {
		k.IncludeIf(from, k.Int(a[2]))
	} else {
		k.Store(from, k.Region(a[3]))
	}
	here, origins := ir.SetAt(set, ir.Num(0)), ir.SetAt(from, ir.Num(0))
	k.Each(origins, func(o *ir.Expr) {
		if a[7] == nil {
			k.Store(set, ir.Calc(ir.SetOr, here, k.RowSet(t, o)))
			return
		}
		k.Row(t, o, func(x *ir.Expr) {
			env := k.Env
			k.Env.From, k.Env.To, k.Env.Piece = o, x, 0
			k.If(k.Bool(a[7]), func() { k.Include(set, x) })
			k.Env = env
		})
	})
	if a[4] != nil {
		k.Store(set, ir.Calc(ir.SetAnd, here, lowerKind(k, st, a[4].Text)))
	}
	if a[8] == nil {
		return ir.Calc(ir.SetMinus, here, origins)
	}
	return &ir.Expr{Op: ir.SetSelect, Type: ir.Set, Args: []*ir.Expr{k.Bool(a[8]), ir.Calc(ir.SetOr, here, origins),
		ir.Calc(ir.SetMinus, here, origins)}}
}

// lowerKind is the set of the sites of the board whose component is of a kind as seen
// by the mover.
func lowerKind(k *lower.Lowerer, st board.SiteType, kind string) *ir.Expr {
	all := k.UpTo(k.G.Topo.Num(st))
	some := ir.Calc(ir.SetAnd, all, k.SitesOf(st, func() *ir.Expr {
		set := ir.SetOf(make([]uint64, k.P.Words))
		for c := 1; c < len(k.G.Components); c++ {
			set = ir.Calc(ir.SetOr, set, k.Of(c))
		}
		return set
	}))
	own := k.SitesOf(st, func() *ir.Expr { return ir.Calc(ir.SetOr, k.Owned(k.Mover), k.Owned(k.G.Shared())) })
	switch kind {
	case "Empty":
		return ir.Calc(ir.SetMinus, all, some)
	case "NotEmpty":
		return some
	case "Own", "NotEnemy":
		return own
	case "NotOwn":
		return ir.Calc(ir.SetMinus, some, own)
	}
	return k.SitesOf(st, func() *ir.Expr { return k.Pieces(nil, "Enemy") })
}

// lowerIndex lowers one set of a numbered family, such as a row, or the empty sites of a
// container.
func lowerIndex(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: kind, type, index.
	kind, index, t := e.Args[0].Text, e.Args[2], k.G.Topo
	if kind == "Empty" {
		return lowerEmpty(k, e)
	}
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	st := k.TypeOf(e.Args[1])
	if kind == "State" {
		want := k.Temp("want", k.Int(index))
		return k.Among(k.UpTo(t.NumSites()), func(site *ir.Expr) *ir.Expr {
			return ir.Calc(ir.Eq, k.On(st, site, 0, k.StateAt), want)
		})
	}
	var rows [][]int32
	add := func(n int, of func(i int32) []int32) {
		for i := range int32(n) {
			rows = append(rows, of(i))
		}
	}
	beyond := true // an index that is too large has no sites instead of being an error
	switch kind {
	case "Row":
		add(t.Rows(st).Len(), t.Rows(st).Row)
	case "Column":
		add(t.Columns(st).Len(), t.Columns(st).Row)
		beyond = false
	case "Layer":
		add(t.Layers(st).Len(), t.Layers(st).Row)
		beyond = false
	case "Phase":
		add(int(board.Phase5-board.Phase0)+1, func(i int32) []int32 { return t.Set(st, board.Phase0+board.SetKind(i)) })
		beyond = false
	case "Cell":
		add(t.Num(board.Cell), func(i int32) []int32 { return t.Incident(board.Cell, i, board.Vertex) })
	case "Edge":
		add(t.Num(board.Edge), func(i int32) []int32 { return t.Incident(board.Edge, i, board.Vertex) })
	}
	i := k.Temp("i", k.Int(index))
	if !beyond {
		k.If(ir.Calc(ir.Le, ir.Num(len(rows)), i), k.Spoil)
	}
	return k.SetOfSite(k.Rows("family", append(rows, nil)), len(rows), i)
}

// lowerEmpty lowers the empty sites of a container, by default of the board.
func lowerEmpty(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	box := int64(0)
	if e.Args[2] != nil {
		n, ok := k.Int(e.Args[2]).Number()
		if !ok || n < 0 || int(n) >= len(k.G.Containers) {
			k.No(e, "a container that is not known before")
		}
		box = n
	}
	switch {
	case box > 0:
		return ir.Calc(ir.SetAnd, k.EmptyAnywhere(), k.SitesIn(int(box)))
	case k.G.Plain():
		return k.Empty() // whatever the type, it is the one that is kept
	}
	return k.EmptyOf(k.TypeOf(e.Args[1]))
}
