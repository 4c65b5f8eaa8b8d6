package efg

import "github.com/astragal/astragal/engine/formal"

// Joint presents the game as one of joint moves, if it is one: on every path
// chance, if it has a part at all, and then the players in some order decide in
// turn, each without seeing what was decided in the same round, and plays end
// between rounds. Games unfolded from joint moves have this form. Players'
// observations, counted in steps as by Timed, are those at their own decision of
// the round that begins, unless the game records what they know as it begins.
func (p *Play) Joint() (formal.Game, bool) {
	period, ok := p.game.rounds()
	if !ok {
		return nil, false
	}
	timed := p.Timed().(*Play)
	j := &jointPlay{Play: *timed, period: period}
	j.classes = nil
	for player := range p.game.Players {
		if p.game.Known != nil {
			if !p.game.agreesWithSets(player + 1) {
				return nil, false
			}
			j.classes = append(j.classes, p.game.Known[player])
			continue
		}
		own := timed.classes[player]
		classes := append([]int(nil), own...)
		for i := range p.game.Nodes {
			if n := &p.game.Nodes[i]; n.Owner != Terminal && n.Depth%period == 0 {
				at := i
				for p.game.Nodes[at].Owner != player+1 {
					at = p.game.Nodes[at].Children[0]
				}
				classes[i] = own[at]
			}
		}
		j.classes = append(j.classes, classes)
	}
	return j, true
}

// rounds gives the number of decisions of a round if the game has the form that
// Joint asks for.
func (g *Game) rounds() (period int, ok bool) {
	if g.Nodes[0].Owner == Terminal {
		return 0, false
	}
	var order []int
	seen := map[int]bool{}
	for at := 0; g.Nodes[at].Owner != Terminal && !seen[g.Nodes[at].Owner]; at = g.Nodes[at].Children[0] {
		order = append(order, g.Nodes[at].Owner)
		seen[g.Nodes[at].Owner] = true
	}
	period = len(order)
	if seen[Chance] && order[0] != Chance || len(order) < len(g.Players) || len(order) == len(g.Players) && seen[Chance] {
		return 0, false
	}
	start := make([]int, len(g.Nodes)) // the node with which the round began
	set := map[[2]int]int{}            // by start of the round and player
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Owner == Terminal {
			if n.Depth%period != 0 {
				return 0, false
			}
			continue
		}
		if n.Owner != order[n.Depth%period] {
			return 0, false
		}
		start[i] = i
		if n.Depth%period != 0 {
			start[i] = start[n.Parent]
		}
		if n.Owner == Chance {
			continue
		}
		key := [2]int{start[i], n.Owner}
		if s, met := set[key]; met && s != n.Set {
			return 0, false
		}
		set[key] = n.Set
	}
	return period, true
}

// jointPlay is a Play whose positions tell where rounds begin.
type jointPlay struct {
	Play
	period int
}

func (j *jointPlay) NewPosition() formal.Position {
	return &jointPosition{position{play: &j.Play}, j.period}
}

type jointPosition struct {
	position
	period int
}

func (s *jointPosition) Clone() formal.Position { c := *s; return &c }

// Pending is the number of decisions taken in the round.
func (s *jointPosition) Pending() int { return s.node().Depth % s.period }
