package efg

import (
	"fmt"
	"strconv"
	"strings"
)

// The format says what players know only where they decide. Elsewhere the
// classes of class.go are a definition, and a game unfolded from another
// formalism may not follow it: in GDL-II, for instance, players may be told how
// the play ended. Such games say in their nodes' names what the players know.

// knowledgeComment begins the comment of games whose nodes' names list what
// players know.
const knowledgeComment = "The name of a node lists the information classes of players 1, 2, … there: " +
	"a player cannot tell apart the nodes for which his numbers are equal."

// recordKnowledge writes the classes of all players into the game.
func (g *Game) recordKnowledge(known [][]int) {
	g.Known = known
	g.Comment = strings.TrimSuffix(knowledgeComment+"\n"+g.Comment, "\n")
	for i := range g.Nodes {
		names := make([]string, len(known))
		for p := range known {
			names[p] = strconv.Itoa(known[p][i])
		}
		g.Nodes[i].Name = strings.Join(names, ",")
	}
}

// readKnowledge takes over what the name of the node that was read last tells.
func (g *Game) readKnowledge(name string) error {
	if !strings.HasPrefix(g.Comment, knowledgeComment) {
		return nil
	}
	if g.Known == nil {
		g.Known = make([][]int, len(g.Players))
	}
	fields := strings.Split(name, ",")
	if len(fields) != len(g.Players) {
		return fmt.Errorf("the comment promises the information classes of %d players in the node's name, it has %d",
			len(g.Players), len(fields))
	}
	for p, field := range fields {
		class, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || class < 1 {
			return fmt.Errorf("the comment promises information classes in the node's name, %s is none", quote(clip(field)))
		}
		g.Known[p] = append(g.Known[p], class)
	}
	return nil
}

// knownClasses gives the classes that the game records for a player: his
// information sets where he decides, whatever is recorded there, and what is
// recorded elsewhere.
func (g *Game) knownClasses(player int) []int {
	type view struct {
		own    bool
		number int
	}
	classes := newClasses[view](len(g.Nodes))
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Owner == player {
			classes.add(view{true, n.Set})
		} else {
			classes.add(view{false, g.Known[player-1][i]})
		}
	}
	return classes.of
}

// checkSteps reports whether the recorded classes are what somebody may know who
// is told something after every step and forgets nothing: nodes of a class lie at
// one depth, after the same own decision, and below one class.
func (g *Game) checkSteps(player int, classes []int) error {
	first := map[int]int{}
	for i, c := range classes {
		f, met := first[c]
		if !met {
			first[c] = i
			continue
		}
		a, b := &g.Nodes[i], &g.Nodes[f]
		same := a.Depth == b.Depth
		if same && a.Depth > 0 {
			same = classes[a.Parent] == classes[b.Parent] && (g.Nodes[a.Parent].Owner != player || a.Branch == b.Branch)
		}
		if !same {
			return fmt.Errorf("player %d has forgotten at node %d what tells it from node %d", player, i, f)
		}
	}
	return nil
}

// agreesWithSets reports whether what is recorded for a player where he decides
// tells the same nodes apart as his information sets.
func (g *Game) agreesWithSets(player int) bool {
	var sets, recorded []int
	for i := range g.Nodes {
		if g.Nodes[i].Owner == player {
			sets = append(sets, g.Nodes[i].Set)
			recorded = append(recorded, g.Known[player-1][i])
		}
	}
	return samePartition(sets, recorded)
}

// samePartition reports whether two numberings put the same nodes together.
func samePartition(a, b []int) bool {
	ab, ba := map[int]int{}, map[int]int{}
	for i := range a {
		x, met := ab[a[i]]
		y, metToo := ba[b[i]]
		if met != metToo || met && (x != b[i] || y != a[i]) {
			return false
		}
		ab[a[i]], ba[b[i]] = b[i], a[i]
	}
	return true
}
