package compiled

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
)

// values reads what heuristics ask of the position in a memory (heuristic.Position).
type values struct {
	code   *Game
	memory []byte
	lister *entry
	failed *error // what could not be done

	places []game.Place
	args   []uint64
	kept   []byte
	legal  []uint64
}

func (c *Game) newValues(mem []byte, list *entry, fault *error) *values {
	return &values{code: c, memory: mem, lister: list, failed: fault, args: make([]uint64, 1)}
}

// Game is the game of the position.
func (v *values) Game() *game.Game { return v.code.p.G }

// Mover is the player to move.
func (v *values) Mover() int { return v.code.p.Var(v.memory, layout.Mover) }

// IsActive reports whether a player is still in the game.
func (v *values) IsActive(player int) bool {
	return v.code.p.Var(v.memory, layout.Active)>>player&1 != 0
}

// Score is the score of a player.
func (v *values) Score(player int) int { return v.code.p.Score(v.memory, player) }

// Placements is the number of moves of the start rules.
func (v *values) Placements() int { return v.code.placements() }

// placements is the number of moves of the start rules.
func (c *Game) placements() int {
	c.started.Do(func() {
		x, r := game.NewContext(c.p.G), rng.New(0)
		if x.Catch(func() { x.Start(&r) }) == nil {
			c.start = x.T.Placements
		}
	})
	return c.start
}

// Places are the places of the pieces of a component, in the order of their sites.
func (v *values) Places(component int) []game.Place {
	v.places = v.code.p.AppendPlaces(v.memory, component, v.places[:0])
	return v.places
}

func (v *values) main(st board.SiteType, site int) bool { return main(v.code.p.G, st, site) }

// Who is the owner of what is on a site, of a stack on its top.
func (v *values) Who(st board.SiteType, site int) int {
	p := v.code.p
	if !v.main(st, site) {
		what, _, _ := p.On(v.memory, st, site)
		return p.G.Components[what].Owner
	}
	if p.Unowned(v.memory, site) {
		return 0
	}
	return p.G.Components[p.What(v.memory, site)].Owner
}

// CountAt is the number of pieces on a site.
func (v *values) CountAt(st board.SiteType, site int) int {
	p := v.code.p
	if !v.main(st, site) {
		_, count, _ := p.On(v.memory, st, site)
		return count
	}
	return p.Count(v.memory, site)
}

// ValueAt is the value of a piece.
func (v *values) ValueAt(p game.Place) int {
	return v.code.p.Datum(v.memory, layout.Worth, int(p.Site), int(p.Level))
}

// Moves calls f with where the moves of a player go.
func (v *values) Moves(player int, f func(to int32)) {
	p := v.code.p
	v.kept = append(v.kept[:0], v.memory[p.Lo:p.Hi]...)
	drawn := p.Drawn(v.memory)
	mover := v.Mover()
	if player != mover {
		p.SetVar(v.memory, layout.Prev, mover)
		p.SetVar(v.memory, layout.Mover, player)
	}
	if err := v.lister.run(v.args); err != nil {
		*v.failed = err
	} else if p.Faulty(v.memory) {
		*v.failed = errFull
	}
	v.legal = p.Candidates(v.memory, v.legal[:0])
	if n := len(v.legal); n > 0 && player != mover && p.Swaps(v.memory) {
		v.legal = v.legal[:n-1] // nobody else has moved with whom he could change sides
	}
	copy(v.memory[p.Lo:], v.kept)
	p.Seed(v.memory, drawn)
	for _, m := range v.legal {
		_, to := Ends(m)
		f(int32(to))
	}
}

// Threats is told by package game alone.
func (v *values) Threats(int, func(site int32)) { *v.failed = errThreats }

type threats struct{}

func (threats) Error() string { return "compiled code does not tell what moves would remove" }

var errThreats error = threats{}

// NewValued compiles a game of which all is kept that heuristics ask for. Where players decide at the same time it is
// refused.
func NewValued(g *game.Game) (*Game, error) {
	if g.Mode == game.Simultaneous {
		return nil, &position.Refusal{At: g.Root(), Why: "values of positions in which players decide at the same time"}
	}
	return compile(lower.Valued, g, lower.ForPositions, ignore)
}

// Value is what the position of a game compiled by NewValued is worth for a player, see
// heuristic.Set.Value. Err says if it could not be told.
func (p *Position) Value(set *heuristic.Set, player, legal int) float64 {
	if p.values == nil {
		p.values = p.of.newValues(p.mem, p.list, &p.fault)
	}
	return set.ValueOf(p.values, player, legal)
}
