package workbench

import (
	"bytes"
	"fmt"
	"strconv"
)

// seed is a seed in JSON: a string, since numbers of JavaScript have 53 bits. A number
// is taken as well.
type seed uint64

// MarshalJSON writes the seed as a string of decimal digits.
func (s seed) MarshalJSON() ([]byte, error) {
	return strconv.AppendQuote(nil, strconv.FormatUint(uint64(s), 10)), nil
}

// UnmarshalJSON reads a string of decimal digits, or a number.
func (s *seed) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseUint(string(bytes.Trim(text, `"`)), 10, 64)
	if err != nil {
		return fmt.Errorf("seed %s: expected a whole number below 2^64", text)
	}
	*s = seed(v)
	return nil
}
