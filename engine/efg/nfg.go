package efg

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
)

// maxCells bounds the choices of strategies of a game in strategic form.
const maxCells = 1_000_000

// ReadStrategic reads a game from the text of an .nfg file of version 1, with payoffs or with
// outcomes; file names it in messages. The error is an *Error with the place of the fault.
func ReadStrategic(file string, src []byte) (*Strategic, error) {
	s, err := newScanner(file, bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	r := &reader{scanner: s, limits: Limits{}.orDefault(), game: &Game{}}
	if err := r.prologue("NFG", "1"); err != nil {
		return nil, err
	}
	g := &Strategic{Title: r.game.Title, Names: r.game.Players}
	if len(g.Names) == 0 {
		return nil, r.errorAt(r.tok.pos, "a game in strategic form needs at least one player")
	}
	if err := r.strategies(g); err != nil {
		return nil, err
	}
	if r.tok.kind == tokString {
		if g.Comment, err = r.str(""); err != nil {
			return nil, err
		}
	}
	if r.tok.kind == tokOpen {
		err = r.byOutcomes(g)
	} else {
		err = r.byPayoffs(g)
	}
	if err != nil {
		return nil, err
	}
	if r.tok.kind != tokEnd {
		return nil, r.errorAt(r.tok.pos, "text after the last of %d cells: %v", len(g.Cells), r.tok)
	}
	g.label()
	return g, nil
}

// strategies reads '{' and, for each player, the number or the names of his strategies.
func (r *reader) strategies(g *Strategic) error {
	pos := r.tok.pos
	if err := r.open("'{' before the players' strategies"); err != nil {
		return err
	}
	cells := 1
	for r.tok.kind != tokClose {
		at := r.tok.pos
		var names []string
		switch r.tok.kind {
		case tokComma:
			if err := r.next(); err != nil {
				return err
			}
			continue
		case tokOpen:
			if err := r.next(); err != nil {
				return err
			}
			list, err := r.strings("a strategy's name or '}'", maxCells)
			if err != nil {
				return err
			}
			names = list
		default:
			n, err := r.integer("a number of strategies or '{' and their names")
			if err != nil {
				return err
			}
			if n > maxCells {
				return r.errorAt(at, "more than %d strategies", maxCells)
			}
			for i := range max(n, 0) {
				names = append(names, strconv.Itoa(i+1))
			}
		}
		if len(names) == 0 {
			return r.errorAt(at, "player %d has no strategy", len(g.Strategies)+1)
		}
		if cells *= len(names); cells > maxCells {
			return r.errorAt(at, "more than %d choices of strategies", maxCells)
		}
		if g.Strategies = append(g.Strategies, names); len(g.Strategies) > len(g.Names) {
			return r.errorAt(at, "strategies of more players than the %d named", len(g.Names))
		}
	}
	if len(g.Strategies) != len(g.Names) {
		return r.errorAt(pos, "strategies of %d players, %d are named", len(g.Strategies), len(g.Names))
	}
	g.Cells = make([]int32, cells)
	return r.next()
}

// strings reads strings up to '}'.
func (r *reader) strings(what string, most int) (list []string, err error) {
	for r.tok.kind != tokClose {
		if r.tok.kind == tokComma {
			if err := r.next(); err != nil {
				return nil, err
			}
			continue
		}
		if len(list) == most {
			return nil, r.errorAt(r.tok.pos, "more than %d in a list", most)
		}
		text, err := r.str(what)
		if err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, r.next()
}

// byPayoffs reads the payoffs of all players for every cell. Equal ones are one outcome.
func (r *reader) byPayoffs(g *Strategic) error {
	known := map[string]int32{}
	for cell := range g.Cells {
		payoffs, key := make([]*big.Rat, len(g.Names)), ""
		for p := range payoffs {
			for r.tok.kind == tokComma {
				if err := r.next(); err != nil {
					return err
				}
			}
			if r.tok.kind == tokEnd {
				return r.errorAt(r.tok.pos, "unexpected end: payoffs of cell %d of %d missing", cell+1, len(g.Cells))
			}
			x, err := r.number("a payoff, a number,")
			if err != nil {
				return err
			}
			payoffs[p] = x
			key += x.RatString() + " "
		}
		o, met := known[key]
		if !met {
			o = int32(len(g.Outcomes))
			known[key] = o
			g.Outcomes = append(g.Outcomes, Outcome{Number: int(o) + 1, Payoffs: payoffs})
		}
		g.Cells[cell] = o
	}
	return nil
}

// byOutcomes reads a list of outcomes and then, for every cell, the number of one.
func (r *reader) byOutcomes(g *Strategic) error {
	if err := r.next(); err != nil {
		return err
	}
	for r.tok.kind != tokClose {
		if r.tok.kind == tokComma {
			if err := r.next(); err != nil {
				return err
			}
			continue
		}
		pos := r.tok.pos
		if err := r.open("'{' before an outcome"); err != nil {
			return err
		}
		name, err := r.str("an outcome's name")
		if err != nil {
			return err
		}
		payoffs, err := r.numbers()
		if err != nil {
			return err
		}
		number := len(g.Outcomes) + 1
		if len(payoffs) != len(g.Names) {
			return r.errorAt(pos, "outcome %d: %d payoffs for %d players", number, len(payoffs), len(g.Names))
		}
		g.Outcomes = append(g.Outcomes, Outcome{Number: number, Name: name, Payoffs: payoffs})
	}
	if err := r.next(); err != nil {
		return err
	}
	for cell := range g.Cells {
		pos := r.tok.pos
		if r.tok.kind == tokEnd {
			return r.errorAt(pos, "unexpected end: the outcome of cell %d of %d is missing", cell+1, len(g.Cells))
		}
		n, err := r.integer("the number of an outcome")
		if err != nil {
			return err
		}
		if n < 0 || n > len(g.Outcomes) {
			return r.errorAt(pos, "outcome %d of %d", n, len(g.Outcomes))
		}
		g.Cells[cell] = int32(n - 1)
	}
	return nil
}

// WriteStrategic writes the game as an .nfg file with outcomes, in a canonical form: equal
// payoffs are one outcome, numbered in the order of cells. Reading it gives the same game, and
// writing that gives the same bytes.
func WriteStrategic(w io.Writer, g *Strategic) error {
	b := bufio.NewWriter(w)
	b.WriteString("NFG 1 R " + quote(g.Title) + " {")
	for _, name := range g.Names {
		b.WriteString(" " + quote(name))
	}
	b.WriteString(" }\n\n{")
	for _, names := range g.Strategies {
		b.WriteString(" {")
		for _, name := range names {
			b.WriteString(" " + quote(name))
		}
		b.WriteString(" }\n")
	}
	b.WriteString("}\n" + quote(g.Comment) + "\n\n{\n")
	number := map[string]int{}
	cells := make([]int, len(g.Cells))
	for i := range g.Cells {
		o := Outcome{Payoffs: g.Payoffs(i)}
		if k := g.Cells[i]; k >= 0 {
			o.Name = g.Outcomes[k].Name
		}
		text := o.inStrategic()
		n, met := number[text]
		if !met {
			n = len(number) + 1
			number[text] = n
			b.WriteString(text)
		}
		cells[i] = n
	}
	b.WriteString("}\n")
	for i, n := range cells {
		separator := " "
		if i == len(cells)-1 || (i+1)%len(g.Strategies[0]) == 0 {
			separator = "\n"
		}
		fmt.Fprintf(b, "%d%s", n, separator)
	}
	return b.Flush()
}

func (o *Outcome) inStrategic() string {
	text := "{ " + quote(o.Name)
	for i, x := range o.Payoffs {
		if i > 0 {
			text += ","
		}
		text += " " + x.RatString()
	}
	return text + " }\n"
}

// NewStrategic makes a game; payoffs gives those of all players for every choice of
// strategies, which count from 0. The error says which bound is exceeded.
func NewStrategic(title string, players []string, strategies [][]string, payoffs func(picks []int) []*big.Rat) (
	*Strategic, error) {
	g := &Strategic{Title: title, Names: slices.Clone(players), Strategies: strategies}
	cells := 1
	for p, names := range strategies {
		if len(names) == 0 {
			return nil, fmt.Errorf("player %d has no strategy", p+1)
		}
		if cells *= len(names); cells > maxCells {
			return nil, fmt.Errorf("more than %d choices of strategies", maxCells)
		}
	}
	if len(players) == 0 {
		return nil, fmt.Errorf("a game in strategic form needs at least one player")
	}
	g.Cells = make([]int32, cells)
	b := newBuilder("", "", players)
	picks := make([]int, len(players))
	for i := range g.Cells {
		g.Cells[i] = int32(b.outcome(payoffs(picks)))
		for p := range picks {
			if picks[p]++; picks[p] < len(strategies[p]) {
				break
			}
			picks[p] = 0
		}
	}
	g.Outcomes = b.game.Outcomes
	g.label()
	return g, nil
}
