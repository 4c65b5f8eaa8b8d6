package equiv_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/efg"
)

// change is a changed text that describes another game.
type change struct{ kind, what, text string }

// changes collects changed texts by kind.
type changes struct {
	text   string
	kinds  []string
	byKind map[string][]change
}

func (c *changes) add(kind, what, text string) {
	if text == c.text {
		return
	}
	if c.byKind == nil {
		c.byKind = map[string][]change{}
	}
	if c.byKind[kind] == nil {
		c.kinds = append(c.kinds, kind)
	}
	c.byKind[kind] = append(c.byKind[kind], change{kind, what, text})
}

// splice replaces a part of the text.
func (c *changes) splice(kind, what string, from, to int, by string) {
	c.add(kind, what, c.text[:from]+by+c.text[to:])
}

func (c *changes) pick(r *rand.Rand, most int) []change {
	var list []change
	for _, kind := range c.kinds {
		all := c.byKind[kind]
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		list = append(list, all[:min(most, len(all))]...)
	}
	return list
}

// size counts the members of the class of every node.
func sizes(classes []int) []int {
	count := map[int]int{}
	for _, c := range classes {
		count[c]++
	}
	var list []int
	for _, c := range classes {
		list = append(list, count[c])
	}
	return list
}

var (
	ludMove   = regexp.MustCompile(`\(move Select \(from (\d+)\) \(then \(and \{\(fromTo \(from (\d+)\) \(to (\d+)\)\)(.*)\(set NextPlayer \(player (\d+)\)\)`)
	ludHidden = regexp.MustCompile(` \(set Hidden \(sites "Subgraph_(\d+)"\) to:(?:P(\d+)|All)\)`)
	ludAdd    = regexp.MustCompile(`\(sites "InformationSet_(\d+)_(\d+)"\)`)
	ludPayoff = regexp.MustCompile(`\(payoff P\d+ (-?[0-9.]+)\)`)
	ludRandom = regexp.MustCompile(`\(random \{(\d+) (\d+)`)
)

// ludChanges changes the L-GDL description of a game: payoffs, weights, movers,
// where branches lead, the vertices that moves select, what is hidden and what is shown.
func ludChanges(g *efg.Game, text string, perm []int) *changes {
	g = g.Prune()
	c := &changes{text: text}
	shapes := treeOf(g).nodes
	own := make([]int, len(perm)) // L-GDL player-1 → game's player
	for p, q := range perm {
		own[q-1] = p + 1
	}
	class := make([][]int, len(perm))
	size := make([][]int, len(perm))
	for p := range own {
		class[p] = g.StaticClasses(own[p])
		size[p] = sizes(class[p])
	}
	for _, m := range ludPayoff.FindAllStringSubmatchIndex(text, -1) {
		c.splice("payoff", "a payoff", m[2], m[3],
			text[m[2]:m[3]]+map[bool]string{true: "1", false: ".001"}[strings.Contains(text[m[2]:m[3]], ".")])
	}
	for _, m := range ludRandom.FindAllStringSubmatchIndex(text, -1) {
		w, _ := strconv.ParseUint(text[m[4]:m[5]], 10, 63)
		c.splice("probability", "a weight", m[4], m[5], strconv.FormatUint(w+1, 10))
	}
	for _, m := range ludMove.FindAllStringSubmatchIndex(text, -1) {
		number := func(k int) int { n, _ := strconv.Atoi(text[m[2*k]:m[2*k+1]]); return n }
		vertex, from, to, next := number(1), number(2), number(3), number(5)
		parent, child := &g.Nodes[from], &g.Nodes[to]
		if parent.Owner > 0 || len(parent.Children) > 1 {
			c.splice("select", fmt.Sprintf("the branch from %d to %d selects another vertex", from, to), m[2], m[3],
				strconv.Itoa(vertex+len(parent.Children)+2))
		}
		if child.Owner > 0 && len(perm) > 1 {
			c.splice("mover", fmt.Sprintf("at node %d", to), m[10], m[11], strconv.Itoa(next%len(perm)+1))
		}
		for _, sibling := range parent.Children {
			if shapes[sibling].shape() != shapes[to].shape() {
				c.splice("reachability", fmt.Sprintf("%d instead of %d", sibling, to), m[6], m[7], strconv.Itoa(sibling))
				break
			}
		}
		effects := text[m[8]:m[9]]
		for _, h := range ludHidden.FindAllStringSubmatchIndex(effects, -1) {
			copied, _ := strconv.Atoi(effects[h[2]:h[3]])
			if copied == 0 {
				// Without it the vertex that the neutral marker leaves can be seen to be empty.
				for q := range perm {
					if size[q][to] > 1 {
						c.splice("leak of sites", fmt.Sprintf("everybody sees vertex %d at node %d", from, to), m[8]+h[0], m[8]+h[1], "")
						break
					}
				}
				continue
			}
			q, _ := strconv.Atoi(effects[h[4]:h[5]])
			if size[q-1][to] > 1 {
				c.splice("leak of sites", fmt.Sprintf("player %d sees the markers of player %d at node %d", q, copied, to),
					m[8]+h[0], m[8]+h[1],
					fmt.Sprintf(` (set Hidden (sites "Subgraph_%d") False to:P%d)`, copied, q))
			}
		}
		for _, a := range ludAdd.FindAllStringSubmatchIndex(effects, -1) {
			p, _ := strconv.Atoi(effects[a[4]:a[5]])
			for j := range g.Nodes {
				if class[p-1][j] != class[p-1][to] && size[p-1][to] > 1 {
					c.splice("information", fmt.Sprintf("player %d sees node %d at node %d", p, j, to), m[8]+a[2], m[8]+a[3],
						strconv.Itoa(slices.Index(class[p-1], class[p-1][j])))
					break
				}
			}
		}
	}
	return c
}

var (
	kifGoal  = regexp.MustCompile(`\(goal player_\d+ (-?[0-9/]+)\)`)
	kifNext  = regexp.MustCompile(`\(<= \(next s(\d+)\) \(true s(\d+)\) \(does (\w+) (\w+)\)\)\n`)
	kifSees  = regexp.MustCompile(`\(<= \(sees player_(\d+) \(info (\d+)\)\) \(true s(\d+)\) \(does (\w+) (\w+)\)\)\n`)
	kifNoop  = regexp.MustCompile(`\(<= \(legal player_(\d+) (noop)\) \(true s(\d+)\)\)`)
	kifLegal = regexp.MustCompile(`\(<= \(legal random (\d+)\) \(true s(\d+)\)\)\n`)
)

// kifChanges changes the GDL-II description of a game: goals, equally likely moves,
// movers, where branches lead, and what players perceive, where others decide and
// at the end included.
func kifChanges(g *efg.Game, text string) *changes {
	g = g.Prune()
	c := &changes{text: text}
	shapes := treeOf(g).nodes
	var class, size [][]int
	for p := range g.Players {
		class = append(class, g.TimedClasses(p+1))
		size = append(size, sizes(class[p]))
	}
	for _, m := range kifGoal.FindAllStringSubmatchIndex(text, -1) {
		x, err := efg.ParseNumber(text[m[2]:m[3]])
		if err == nil {
			one, _ := efg.ParseNumber("1/1000")
			c.splice("payoff", "a goal", m[2], m[3], x.Add(x, one).RatString())
		}
	}
	last := map[string]int{} // moves of random by state
	for _, m := range kifLegal.FindAllStringSubmatchIndex(text, -1) {
		n, _ := strconv.Atoi(text[m[2]:m[3]])
		last[text[m[4]:m[5]]] = max(last[text[m[4]:m[5]]], n)
	}
	for _, m := range kifNext.FindAllStringSubmatchIndex(text, -1) {
		to, _ := strconv.Atoi(text[m[2]:m[3]])
		from, _ := strconv.Atoi(text[m[4]:m[5]])
		role, move := text[m[6]:m[7]], text[m[8]:m[9]]
		for _, sibling := range g.Nodes[from].Children {
			if shapes[sibling].shape() != shapes[to].shape() {
				c.splice("reachability", fmt.Sprintf("%d instead of %d", sibling, to), m[2], m[3], strconv.Itoa(sibling))
				break
			}
		}
		if role == "random" && len(g.Nodes[from].Children) > 1 {
			// One more move that does the same.
			state := text[m[4]:m[5]]
			more := strconv.Itoa(last[state] + 1)
			extra := fmt.Sprintf("(<= (legal random %s) (true s%s))\n(<= (next s%d) (true s%s) (does random %s))\n", more, state,
				to, state, more)
			for p := range g.Players {
				extra += fmt.Sprintf("(<= (sees player_%d (info %d)) (true s%s) (does random %s))\n", p+1, class[p][to], state,
					more)
			}
			c.add("probability", fmt.Sprintf("%s again at node %d", move, from), c.text+extra)
		}
	}
	for _, m := range kifSees.FindAllStringSubmatchIndex(text, -1) {
		p, _ := strconv.Atoi(text[m[2]:m[3]])
		from, _ := strconv.Atoi(text[m[6]:m[7]])
		role, move := text[m[8]:m[9]], text[m[10]:m[11]]
		next := regexp.MustCompile(fmt.Sprintf(`\(<= \(next s(\d+)\) \(true s%d\) \(does %s %s\)\)`, from, role,
			move)).FindStringSubmatch(text)
		to, _ := strconv.Atoi(next[1])
		kind := "leak of percepts"
		if g.Nodes[to].Owner != p {
			kind += " where others decide"
		}
		if g.Nodes[to].Owner == efg.Terminal {
			kind = "leak of percepts at the end"
		}
		if size[p-1][to] > 1 {
			c.splice(kind, fmt.Sprintf("player %d is told of node %d", p, to), m[4], m[5], "1000000")
		}
		for _, sibling := range g.Nodes[from].Children {
			if g.Nodes[from].Owner != p && class[p-1][sibling] != class[p-1][to] {
				c.splice("information", fmt.Sprintf("player %d is told of node %d at node %d", p, sibling, to), m[4], m[5],
					strconv.Itoa(class[p-1][sibling]))
				break
			}
		}
	}
	// Who waits in one place by another word knows afterwards that he was there.
	for _, m := range kifNoop.FindAllStringSubmatchIndex(text, -1) {
		p, _ := strconv.Atoi(text[m[2]:m[3]])
		at, _ := strconv.Atoi(text[m[6]:m[7]])
		for i := range g.Nodes {
			up := g.Nodes[i].Parent
			if up >= 0 && up != at && class[p-1][i] == class[p-1][g.Nodes[at].Children[0]] {
				c.splice("leak of moves", fmt.Sprintf("player %d waits otherwise at node %d", p, at), m[4], m[5], "wait")
				break
			}
		}
	}
	for i := range g.Nodes {
		if o := g.Nodes[i].Owner; o > 0 && len(g.Players) > 1 {
			q := o%len(g.Players) + 1
			var lines []string
			for line := range strings.Lines(text) {
				if strings.Contains(line, fmt.Sprintf("(true s%d)", i)) && !strings.Contains(line, "(sees ") {
					line = strings.NewReplacer(fmt.Sprintf("player_%d ", o), fmt.Sprintf("player_%d ", q),
						fmt.Sprintf("player_%d ", q), fmt.Sprintf("player_%d ", o)).Replace(line)
				} else if strings.Contains(line, fmt.Sprintf("(true s%d)", i)) {
					line = strings.Replace(line, fmt.Sprintf("does player_%d ", o), fmt.Sprintf("does player_%d ", q), 1)
				}
				lines = append(lines, line)
			}
			c.add("mover", fmt.Sprintf("player %d at node %d", q, i), strings.Join(lines, ""))
		}
	}
	return c
}
