package efg

import (
	"math/big"
	"slices"
	"strconv"
)

// outcome reads the end of a node and gives the outcome's index, -1 for none.
func (r *reader) outcome() (int, error) {
	pos := r.tok.pos
	number, err := r.integer("an outcome's number")
	if err != nil {
		return 0, err
	}
	if number < 0 {
		return 0, r.errorAt(pos, "outcome number %d: expected at least 0", number)
	}
	if number == 0 {
		if r.tok.kind == tokString || r.tok.kind == tokOpen {
			return 0, r.errorAt(r.tok.pos, "outcome 0 means no outcome and takes neither name nor payoffs, found %v", r.tok)
		}
		return -1, nil
	}
	name := ""
	if r.tok.kind == tokString {
		if name, err = r.str(""); err != nil {
			return 0, err
		}
	}
	index, known := r.outcomes[number]
	if r.tok.kind != tokOpen {
		if !known {
			return 0, r.errorAt(pos, "outcome %d used before its payoffs: expected '{', found %v", number, r.tok)
		}
		return index, nil
	}
	payoffs, err := r.payoffs()
	if err != nil {
		return 0, err
	}
	switch {
	case len(payoffs) != len(r.game.Players):
		return 0, r.errorAt(pos, "outcome %d: %d payoffs for %d players", number, len(payoffs), len(r.game.Players))
	case !known:
		index = len(r.game.Outcomes)
		r.outcomes[number] = index
		r.game.Outcomes = append(r.game.Outcomes, Outcome{Number: number, Name: name, Payoffs: payoffs})
	case !slices.EqualFunc(payoffs, r.game.Outcomes[index].Payoffs, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 }):
		return 0, r.errorAt(pos, "outcome %d redefined differently", number)
	}
	return index, nil
}

func (r *reader) payoffs() ([]*big.Rat, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	return r.numbers()
}

// numbers reads payoffs up to '}'.
func (r *reader) numbers() ([]*big.Rat, error) {
	payoffs := []*big.Rat{}
	for r.tok.kind != tokClose {
		if r.tok.kind == tokComma {
			if err := r.next(); err != nil {
				return nil, err
			}
			continue
		}
		x, err := r.number("a payoff, a number, or '}'")
		if err != nil {
			return nil, err
		}
		payoffs = append(payoffs, x)
	}
	return payoffs, r.next()
}

func (r *reader) str(what string) (string, error) {
	if r.tok.kind != tokString {
		return "", r.expected(what + " (a string)")
	}
	text := r.tok.text
	return text, r.next()
}

func (r *reader) open(what string) error {
	if r.tok.kind != tokOpen {
		return r.expected(what)
	}
	return r.next()
}

func (r *reader) integer(what string) (int, error) {
	if r.tok.kind != tokWord {
		return 0, r.expected(what)
	}
	n, err := strconv.ParseInt(r.tok.text, 10, 32)
	if err != nil {
		return 0, r.expected(what + " (an integer)")
	}
	return int(n), r.next()
}

func (r *reader) number(what string) (*big.Rat, error) {
	if r.tok.kind != tokWord {
		return nil, r.expected(what)
	}
	x, err := ParseNumber(r.tok.text)
	if err != nil {
		return nil, r.errorAt(r.tok.pos, "%v", err)
	}
	return x, r.next()
}
