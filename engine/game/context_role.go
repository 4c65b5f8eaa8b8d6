package game

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
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
	n := clause.AnyPlayer(player).Which()
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
	_, many := Seats{}.Members(role, 0, 0, nil)
	return many
}

// Seats is who plays: how many players, who of them moves, and the team of each, nil in games without teams.
type Seats struct {
	Players, Mover int
	Teams          []int32
}

// Seats are the players of the position.
func (c *Context) Seats() Seats {
	s := Seats{c.G.Players, c.S.Mover, nil}
	if c.G.Has(Team) {
		s.Teams = c.S.TeamOf
	}
	return s
}

// Members appends those of the numbers from lo to hi that a role of several players stands for, ascending; false for a
// role of one (part 3, §1.2).
func (s Seats) Members(role string, lo, hi int, dst []int32) (list []int32, many bool) {
	number := 0
	if team, ok := strings.CutPrefix(role, "Team"); ok {
		if role = "Team"; team == "Mover" {
			role = "Friend"
		}
		number, _ = strconv.Atoi(team)
	}
	switch {
	case role == "All":
	case role == "NonMover":
		hi = s.Players
	case role == "Friend" && s.Teams == nil:
		return append(dst, int32(s.Mover)), true
	case role == "Team" && s.Teams == nil:
		return append(dst, int32(number)), true
	case role == "Enemy", role == "Friend", role == "Ally", role == "Team":
		lo, hi = 1, s.Players
	default:
		return dst, false
	}
	mine := int32(Off)
	if s.Teams != nil && s.Mover >= 1 && s.Mover <= s.Players {
		mine = s.Teams[s.Mover]
	}
	for p := lo; p <= hi; p++ {
		in := role == "All" || p != s.Mover
		switch role {
		case "Enemy":
			in = in && (s.Teams == nil || s.Teams[p] != mine)
		case "Ally":
			in = in && s.Teams != nil && s.Teams[p] == mine
		case "Friend":
			in = s.Teams[p] == mine
		case "Team":
			in = int(s.Teams[p]) == number
		}
		if in {
			dst = append(dst, int32(p))
		}
	}
	return dst, true
}

// Real appends the real players that a role stands for, with the oddity P10 → 0; false for a role of one of them.
func (s Seats) Real(role string, dst []int32) (list []int32, known bool) {
	switch role {
	case "P10":
		return append(dst, 0), true
	case "Neutral", "Shared", "Each":
		return dst, true
	}
	return s.Members(role, 1, s.Players, dst)
}

// PlayersOf appends the players that a pair of arguments ((player) | roleType) names.
func (k *Compiler) PlayersOf(player, role *lgdl.Expr) func(c *Context, dst []int32) []int32 {
	if role != nil && ManyRole(role.Text) {
		return k.Players(role.Text)
	}
	p := k.Player(player, role)
	return func(c *Context, dst []int32) []int32 { return append(dst, int32(p.Get(c))) }
}

// Players appends the real players that a role stands for, ascending.
func (k *Compiler) Players(role string) func(c *Context, dst []int32) []int32 {
	one := k.Role(role)
	return func(c *Context, dst []int32) []int32 {
		if list, ok := c.Seats().Real(role, dst); ok {
			return list
		}
		return append(dst, int32(one.Get(c)))
	}
}

// Occupants appends the owner numbers that a role stands for where the pieces
// of a role are meant (part 3, §1.2, "ids").
func (k *Compiler) Occupants(role string) func(c *Context, dst []int32) []int32 {
	one := k.Role(role)
	return func(c *Context, dst []int32) []int32 {
		if list, ok := c.Seats().Members(role, 0, c.G.Shared(), dst); ok {
			return list
		}
		return append(dst, int32(one.Get(c)))
	}
}

// Enemy reports whether player p is an enemy of the mover: another real player, and with
// teams one of another team.
func (c *Context) Enemy(p int) bool { return c.Seats().Enemy(p) }

// Enemy is the same, for who moves in the seats.
func (s Seats) Enemy(p int) bool {
	return p >= 1 && p <= s.Players && p != s.Mover && (s.Teams == nil || s.Teams[p] != s.Teams[s.Mover])
}

// Friend reports whether p is who moves or, with teams, one of his team.
func (s Seats) Friend(p int) bool {
	m := s.Mover
	if s.Teams == nil {
		return p == m
	}
	return p >= 1 && p <= s.Players && m >= 1 && m <= s.Players && s.Teams[p] == s.Teams[m]
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
