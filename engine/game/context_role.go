package game

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Role returns a roleType as one number (part 3, §1.1).
func (k *Compiler) Role(role string) Int {
	g := k.G
	if n, ok := RoleNumber(role); ok {
		return IntOf(n)
	}
	switch role {
	case "Shared", "All", "Each":
		return IntOf(g.Shared())
	case "Mover":
		return IntFn(func(c *Context) int { return c.S.Mover })
	case "Next":
		return IntFn(func(c *Context) int { return c.S.Next })
	case "Prev":
		return IntFn(func(c *Context) int { return c.S.Prev })
	case "Player":
		return IntFn(func(c *Context) int { return c.Player })
	case "TeamMover":
		return IntFn(func(c *Context) int {
			if !c.G.Has(Team) {
				return Off
			}
			return int(c.S.TeamOf[c.S.Mover])
		})
	}
	return IntOf(Off)
}

// Player compiles the pair of arguments ((player) | roleType), of which at most one is
// present: the number of a player, not given without either.
func (k *Compiler) Player(player, role *lgdl.Expr) Int {
	switch {
	case role != nil:
		return k.Role(role.Text)
	case player == nil:
		return Int{}
	}
	n := player.Args[0]
	if n.Type != "int" {
		k.Fail(n, "expected the number of a player, found a direction")
	}
	return k.Int(n)
}

// Roles compiles the pair of arguments [roleType | {roleType}]: nil without either.
func (k *Compiler) Roles(one, list *lgdl.Expr) (roles []Int) {
	if list != nil {
		roles = []Int{}
	}
	for _, x := range lgdl.Flat(one, list) {
		roles = append(roles, k.Role(x.Text))
	}
	return roles
}

// IntList compiles the numbers among arguments and in lists of them.
func (k *Compiler) IntList(args ...*lgdl.Expr) (list []Int) {
	for _, x := range lgdl.Flat(args...) {
		list = append(list, k.Int(x))
	}
	return list
}

// Walk reads the letters of a walk.
func (k *Compiler) Walk(e *lgdl.Expr) (walk []board.Turn) {
	for _, x := range e.Items {
		letter, ok := board.ParseTurn(x.Text)
		if !ok {
			k.Fail(x, "expected F, L or R, found %s", x.Text)
		}
		walk = append(walk, letter)
	}
	return walk
}

// Walks reads a list of walks.
func (k *Compiler) Walks(e *lgdl.Expr) (walks [][]board.Turn) {
	for _, x := range e.Items {
		walks = append(walks, k.Walk(x))
	}
	return walks
}

// ItemNamed looks a name up once all equipment is known: the index of the container with that name, else of the
// component, else -1.
func (k *Compiler) ItemNamed(name string) Int {
	n := Off
	k.Later(func() {
		if n = slices.IndexFunc(k.G.Containers, func(x Container) bool { return x.Name == name }); n < 0 {
			n = k.G.ComponentNamed(name)
		}
	})
	return IntFn(func(*Context) int { return n })
}

// RoleNumber returns the number of Neutral, P1…P16 and Team1…Team16.
func RoleNumber(role string) (int, bool) {
	if role == "Neutral" {
		return 0, true
	}
	for _, prefix := range []string{"Team", "P"} {
		if rest, ok := strings.CutPrefix(role, prefix); ok {
			if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= 16 {
				return n, true
			}
		}
	}
	return 0, false
}

// ManyRole reports whether a role may stand for several players at once: a team,
// Ally, Enemy, NonMover, All or Friend.
func ManyRole(role string) bool {
	switch role {
	case "Ally", "Enemy", "NonMover", "All", "Friend":
		return true
	}
	return strings.HasPrefix(role, "Team")
}

// PlayersOf appends the players that a pair of arguments ((player) | roleType) names.
func (k *Compiler) PlayersOf(player, role *lgdl.Expr) func(c *Context, dst []int32) []int32 {
	if role != nil && ManyRole(role.Text) {
		return k.Players(role.Text)
	}
	p := k.Player(player, role)
	return func(c *Context, dst []int32) []int32 { return append(dst, int32(p.Get(c))) }
}

// Players appends the real players that a role stands for, ascending; Enemy,
// Friend and the like depend on the mover (part 3, §1.2, with its oddity P10 → 0).
func (k *Compiler) Players(role string) func(c *Context, dst []int32) []int32 {
	members := k.members(role, 1, k.G.Players)
	switch role {
	case "P10":
		return func(_ *Context, dst []int32) []int32 { return append(dst, 0) }
	case "Neutral", "Shared", "Each":
		return func(_ *Context, dst []int32) []int32 { return dst }
	}
	return members
}

// Occupants appends the owner numbers that a role stands for where the pieces
// of a role are meant (part 3, §1.2, "ids").
func (k *Compiler) Occupants(role string) func(c *Context, dst []int32) []int32 {
	return k.members(role, 0, k.G.Players+1)
}

// members appends the numbers that a role stands for, of those from lo to hi.
func (k *Compiler) members(role string, lo, hi int) func(c *Context, dst []int32) []int32 {
	one := k.Role(role)
	team, isTeam := strings.CutPrefix(role, "Team")
	switch {
	case role == "All":
		return func(_ *Context, dst []int32) []int32 {
			for p := lo; p <= hi; p++ {
				dst = append(dst, int32(p))
			}
			return dst
		}
	case role == "NonMover":
		return func(c *Context, dst []int32) []int32 { return c.others(dst, lo) }
	case role == "Enemy" || role == "Friend" || role == "Ally" || isTeam:
		return k.sides(role, team)
	}
	return func(c *Context, dst []int32) []int32 { return append(dst, int32(one.Get(c))) }
}

func (c *Context) others(dst []int32, from int) []int32 {
	for p := from; p <= c.G.Players; p++ {
		if p != c.S.Mover {
			dst = append(dst, int32(p))
		}
	}
	return dst
}

// sides returns the players of a role that depends on teams.
func (k *Compiler) sides(role, team string) func(c *Context, dst []int32) []int32 {
	number, _ := strconv.Atoi(team)
	return func(c *Context, dst []int32) []int32 {
		s, teams := c.S, c.G.Has(Team)
		if !teams {
			switch role {
			case "Enemy":
				return c.others(dst, 1)
			case "Ally":
				return dst
			case "Friend", "TeamMover":
				return append(dst, int32(s.Mover))
			}
			return append(dst, int32(number))
		}
		mine := Off
		if s.Mover >= 1 && s.Mover <= c.G.Players {
			mine = int(s.TeamOf[s.Mover])
		}
		for p := 1; p <= c.G.Players; p++ {
			t := int(s.TeamOf[p])
			var in bool
			switch role {
			case "Enemy":
				in = p != s.Mover && t != mine
			case "Ally":
				in = p != s.Mover && t == mine
			case "Friend", "TeamMover":
				in = t == mine
			default:
				in = t == number
			}
			if in {
				dst = append(dst, int32(p))
			}
		}
		return dst
	}
}

// Enemy reports whether player p is an enemy of the mover: another real player, and with
// teams one of another team.
func (c *Context) Enemy(p int) bool {
	m := c.S.Mover
	if p < 1 || p > c.G.Players || p == m {
		return false
	}
	return !c.G.Has(Team) || c.S.TeamOf[p] != c.S.TeamOf[m]
}

// MaskOf is the set of some players, bit by number; numbers that are no player's are left out.
func MaskOf(players []int32) uint32 {
	mask := uint32(0)
	for _, id := range players {
		if id >= 0 && id < 32 {
			mask |= 1 << id
		}
	}
	return mask
}
