package efg

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// LGDLOptions says how LGDL writes. The zero value gives the plain construction.
type LGDLOptions struct {
	// Name replaces the game's title.
	Name string
	// Flat writes the rules of all nodes side by side instead of nesting them.
	Flat bool
	// Compact names one region per information class, not one per node.
	Compact bool
	// Scale multiplies each player's payoffs by their least common denominator,
	// which the metadata record.
	Scale bool
	// OpenTerminals shows the end of the play to everybody.
	OpenTerminals bool
	// MaxNodes bounds the tree; 0 means 5,000.
	MaxNodes int
}

// maxLGDLPlayers is the number of players that L-GDL has names for.
const maxLGDLPlayers = 16

// LGDL writes the game as an L-GDL description with the same tree: the board is
// k+1 disjoint copies of the set of nodes, a neutral marker hidden from all
// walks on the first, and on the copy of each player, visible to him alone, his
// markers cover the information class of the current node.
//
// L-GDL games start with player 1. If the root belongs to another player, the
// two change places: perm[p-1] is the L-GDL player who plays player p.
func LGDL(g *Game, o LGDLOptions) (text string, perm []int, err error) {
	g = g.Prune()
	if o.MaxNodes == 0 {
		o.MaxNodes = 5_000
	}
	switch k := len(g.Players); {
	case len(g.Nodes) > o.MaxNodes:
		return "", nil, fmt.Errorf("%d nodes are more than the limit of %d", len(g.Nodes), o.MaxNodes)
	case k < 1 || k > maxLGDLPlayers:
		return "", nil, fmt.Errorf("%d players: L-GDL takes 1 to %d", k, maxLGDLPlayers)
	case g.Nodes[0].Owner == Terminal:
		return "", nil, fmt.Errorf("the game is over before it begins; L-GDL needs at least one move")
	}
	w := &lgdlWriter{game: g, options: o, perm: make([]int, len(g.Players)), own: make([]int, len(g.Players))}
	for i := range w.perm {
		w.perm[i] = i + 1
	}
	if first := g.Nodes[0].Owner; first > 1 {
		w.perm[0], w.perm[first-1] = first, 1
	}
	for i, p := range w.perm {
		w.own[p-1] = i + 1
	}
	for p := range w.own {
		classes := g.StaticClasses(w.own[p])
		if o.OpenTerminals {
			classes = g.openTerminals(classes)
		}
		w.classes = append(w.classes, classes)
	}
	w.write()
	return w.b.String(), w.perm, nil
}

// lgdlWriter numbers players as L-GDL does; own leads back to the game's numbers.
type lgdlWriter struct {
	b       strings.Builder
	game    *Game
	options LGDLOptions
	perm    []int   // game's player-1 → L-GDL player
	own     []int   // L-GDL player-1 → game's player
	classes [][]int // by L-GDL player-1 and node
	first   [][]int // by L-GDL player-1 and class-1: smallest node
	effects string  // what every move does at its end, but for the next player
}

func (w *lgdlWriter) f(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *lgdlWriter) write() {
	w.f("(game \"%s\"\n (players %d)\n", w.name(), len(w.own))
	w.equipment()
	w.f(" (rules\n")
	w.start()
	w.play()
	w.end()
	w.f(" )\n)\n")
	w.metadata()
}

// name is the name of the game, which may not be empty.
func (w *lgdlWriter) name() string {
	for _, name := range []string{w.options.Name, w.game.Title} {
		if name = strings.TrimSpace(plainText(name)); name != "" {
			return name
		}
	}
	return "Untitled game"
}

// plainText makes a text safe inside an L-GDL string.
func plainText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r == '\\' || r < ' ' || r == '\u007f':
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	for strings.Contains(s, "//") { // would begin a comment
		s = strings.ReplaceAll(s, "//", "/")
	}
	return s
}

func (w *lgdlWriter) equipment() {
	n := len(w.game.Nodes)
	w.f(" (equipment {\n  (piece \"Marker\" Neutral)\n  (piece \"Marker\" Each)\n  (board (graph vertices:{\n")
	for copy := 0; copy <= len(w.own); copy++ {
		w.f("  ")
		for i := range w.game.Nodes {
			w.f(" {%d %d}", copy*n+i, -w.game.Nodes[i].Depth)
		}
		w.f("\n")
	}
	w.f("  }) use:Vertex)\n")
	for p := range w.own {
		w.regions(p + 1)
	}
	for copy := 0; copy <= len(w.own); copy++ {
		w.f("  (regions \"Subgraph_%d\" {%s})\n", copy, siteRange(copy*n, (copy+1)*n-1))
	}
	w.f(" })\n")
}

// siteRange writes the numbers from a to b as ranges of at most 1000, the longest that
// the language takes.
func siteRange(a, b int) string {
	var parts []string
	for ; b-a >= 1000; a += 1000 {
		parts = append(parts, fmt.Sprintf("%d..%d", a, a+999))
	}
	if a == b {
		return strings.Join(append(parts, strconv.Itoa(a)), " ")
	}
	return strings.Join(append(parts, fmt.Sprintf("%d..%d", a, b)), " ")
}

// regions declares the vertices of the information classes of an L-GDL player.
func (w *lgdlWriter) regions(p int) {
	class := w.classes[p-1]
	var members [][]string
	var first []int
	for i, c := range class {
		if c > len(members) {
			members = append(members, nil)
			first = append(first, i)
		}
		members[c-1] = append(members[c-1], strconv.Itoa(p*len(class)+i))
	}
	w.first = append(w.first, first)
	for i, c := range class {
		if !w.options.Compact || first[c-1] == i {
			w.f("  (regions \"InformationSet_%d_%d\" {%s})\n", i, p, strings.Join(members[c-1], " "))
		}
	}
}

// region refers to the information class of a node for an L-GDL player.
func (w *lgdlWriter) region(node, p int) string {
	if w.options.Compact {
		node = w.first[p-1][w.classes[p-1][node]-1]
	}
	return fmt.Sprintf("(sites \"InformationSet_%d_%d\")", node, p)
}

func (w *lgdlWriter) start() {
	w.f("  (start {\n   (place \"Marker0\" 0)\n")
	for p := range w.own {
		marker := "Marker" // a single player's piece goes without number
		if len(w.own) > 1 {
			marker += strconv.Itoa(p + 1)
		}
		w.f("   (place %q %s)\n", marker, w.region(0, p+1))
	}
	for _, h := range w.hiding() {
		w.f("   %s\n", h)
	}
	w.f("  })\n")
}

// hiding hides the neutral copy from all and each player's copy from the others.
func (w *lgdlWriter) hiding() []string {
	effects := []string{`(set Hidden (sites "Subgraph_0") to:All)`}
	for p := range w.own {
		for q := range w.own {
			if p != q {
				effects = append(effects, fmt.Sprintf("(set Hidden (sites \"Subgraph_%d\") to:P%d)", p+1, q+1))
			}
		}
	}
	return effects
}

func (w *lgdlWriter) play() {
	w.effects = strings.Join(w.hiding(), " ")
	var inner []int
	for i := range w.game.Nodes {
		if w.game.Nodes[i].Owner != Terminal {
			inner = append(inner, i)
		}
	}
	if w.options.Flat {
		w.f("  (play (or {\n")
		for _, i := range inner {
			w.f("  (if (= (where \"Marker\" Neutral) %d)\n", i)
			w.decision(i)
			w.f("  )\n")
		}
		w.f("  }))\n")
		return
	}
	w.f("  (play\n")
	last := len(inner) - 1
	for _, i := range inner[:last] {
		w.f("  (if (= (where \"Marker\" Neutral) %d)\n", i)
		w.decision(i)
	}
	w.decision(inner[last])
	if last > 0 {
		w.f("  %s\n", strings.Repeat(")", last))
	}
	w.f("  )\n")
}

// decision writes the moves at a node.
func (w *lgdlWriter) decision(i int) {
	n := &w.game.Nodes[i]
	if n.Owner == Chance {
		weights := integerWeights(w.game.Sets[n.Set].Actions)
		texts := make([]string, len(weights))
		for j, x := range weights {
			texts[j] = x.String()
		}
		w.f("   (random {%s} {\n", strings.Join(texts, " "))
	} else {
		w.f("   (or {\n")
	}
	for branch, child := range n.Children {
		if n.Owner == Chance {
			branch = 0 // chance moves must not be told apart by their vertex
		}
		w.f("    (move Select (from %d) (then (and {(fromTo (from %d) (to %d))", branch, i, child)
		for p := range w.own {
			w.f(" (remove (sites Occupied by:P%d))", p+1)
		}
		for p := range w.own {
			w.f(" (add (piece %d) (to %s))", p+2, w.region(child, p+1))
		}
		next := 1
		if owner := w.game.Nodes[child].Owner; owner > 0 {
			next = w.perm[owner-1]
		}
		w.f(" %s (set NextPlayer (player %d))})))\n", w.effects, next)
	}
	w.f("   })\n")
}

// integerWeights gives the probabilities as integers over their least common
// denominator.
func integerWeights(actions []Action) []*big.Int {
	probabilities := make([]*big.Rat, len(actions))
	for i, a := range actions {
		probabilities[i] = a.Probability
	}
	scale := new(big.Rat).SetInt(commonDenominator(probabilities))
	weights := make([]*big.Int, len(actions))
	for i, p := range probabilities {
		weights[i] = new(big.Rat).Mul(p, scale).Num()
	}
	return weights
}

// commonDenominator is the least common multiple of the denominators.
func commonDenominator(xs []*big.Rat) *big.Int {
	lcm := big.NewInt(1)
	for _, x := range xs {
		gcd := new(big.Int).GCD(nil, nil, lcm, x.Denom())
		lcm.Mul(lcm, new(big.Int).Quo(x.Denom(), gcd))
	}
	return lcm
}

func (w *lgdlWriter) end() {
	scale := w.scales()
	w.f("  (end {\n")
	for i := range w.game.Nodes {
		if w.game.Nodes[i].Owner != Terminal {
			continue
		}
		w.f("   (if (= (where \"Marker\" Neutral) %d) (payoffs {", i)
		u := w.game.Payoffs(i)
		for p, own := range w.own {
			if p > 0 {
				w.f(" ")
			}
			x := new(big.Rat).Mul(u[own-1], new(big.Rat).SetInt(scale[own-1]))
			w.f("(payoff P%d %s)", p+1, lgdlNumber(x))
		}
		w.f("}))\n")
	}
	w.f("  })\n")
}

// scales gives the factor of each of the game's players, 1 without the option.
func (w *lgdlWriter) scales() []*big.Int {
	all := make([][]*big.Rat, len(w.own))
	for i := range w.game.Nodes {
		if w.options.Scale && w.game.Nodes[i].Owner == Terminal {
			for p, x := range w.game.Payoffs(i) {
				all[p] = append(all[p], x)
			}
		}
	}
	scale := make([]*big.Int, len(w.own))
	for p := range scale {
		scale[p] = commonDenominator(all[p])
	}
	return scale
}

// lgdlNumber writes a rational exactly: as an integer or decimal if it has a
// finite one, otherwise as a quotient.
func lgdlNumber(x *big.Rat) string {
	if places, exact := x.FloatPrec(); exact {
		return x.FloatString(places)
	}
	return fmt.Sprintf("(/ %s %s)", x.Num(), x.Denom())
}

// metadata records how the description differs from the game.
func (w *lgdlWriter) metadata() {
	var notes []string
	if first := w.perm[0]; first != 1 {
		notes = append(notes, formal.ExchangeNote(first))
	}
	for p, s := range w.scales() {
		if s.Cmp(big.NewInt(1)) != 0 {
			notes = append(notes, fmt.Sprintf("The payoffs of P%d are multiplied by %s.", w.perm[p], s))
		}
	}
	if len(notes) > 0 {
		w.f("(metadata (info {(description \"%s\")}))\n", strings.Join(notes, " "))
	}
}
