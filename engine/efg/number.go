package efg

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxDigits bounds the digits, and the decimal exponent, of a number that is
// read: a few characters such as 1e999999999 must not fill the memory.
const maxDigits = 10_000

var errZeroDenominator = errors.New("division by zero in number")

// ParseNumber reads a number exactly: an optional sign, then an integer, a
// decimal with optional exponent, or a fraction of two of these.
func ParseNumber(s string) (*big.Rat, error) {
	upper, lower, fraction := strings.Cut(s, "/")
	n, err := parseDecimal(upper)
	if err != nil {
		return nil, fmt.Errorf("bad number '%s': %w", clip(s), err)
	}
	if !fraction {
		return n, nil
	}
	d, err := parseDecimal(lower)
	switch {
	case err != nil:
		return nil, fmt.Errorf("bad number '%s': %w", clip(s), err)
	case d.Sign() == 0:
		return nil, errZeroDenominator
	}
	return n.Quo(n, d), nil
}

// parseDecimal reads [sign] digits [. digits] [e [sign] digits].
func parseDecimal(s string) (*big.Rat, error) {
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		digits := strings.TrimPrefix(strings.TrimPrefix(s[i+1:], "+"), "-")
		e, err := strconv.Atoi(s[i+1:])
		if !allDigits(digits) || len(s[i+1:])-len(digits) > 1 {
			return nil, errors.New("malformed exponent")
		}
		if err != nil || e > maxDigits || e < -maxDigits {
			return nil, fmt.Errorf("exponent beyond %d", maxDigits)
		}
		mantissa, exponent = s[:i], e
	}
	negative := strings.HasPrefix(mantissa, "-")
	if negative || strings.HasPrefix(mantissa, "+") {
		mantissa = mantissa[1:]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	if !allDigits(digits) {
		return nil, errors.New("expected digits")
	}
	if len(digits) > maxDigits {
		return nil, fmt.Errorf("more than %d digits", maxDigits)
	}
	n, _ := new(big.Int).SetString(digits, 10)
	if negative {
		n.Neg(n)
	}
	exponent -= len(frac)
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	if exponent < 0 {
		return new(big.Rat).SetFrac(n, scale), nil
	}
	return new(big.Rat).SetInt(n.Mul(n, scale)), nil
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// sum adds rationals without touching them.
func sum(xs []*big.Rat) *big.Rat {
	total := new(big.Rat)
	for _, x := range xs {
		total.Add(total, x)
	}
	return total
}
