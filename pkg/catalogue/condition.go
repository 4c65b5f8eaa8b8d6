package catalogue

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Condition is what a concept or a metric of a ruleset must be like.
type Condition struct {
	Name string
	// Op is one of = != < <= > >=, or "" when the value must be known and not 0.
	Op    string
	Value float64
}

// comparisons are the operators, those first that begin with another one.
var comparisons = []string{">=", "<=", "!=", "=", ">", "<"}

// ParseCondition reads "Name" or "Name>=2", with any of = != < <= > >= and a number.
func ParseCondition(text string) (Condition, error) {
	at := strings.IndexAny(text, "<>=!")
	if at < 0 {
		at = len(text)
	}
	c := Condition{Name: strings.TrimSpace(text[:at])}
	if c.Name == "" {
		return c, fmt.Errorf("%q names nothing; expected a name, or a condition like NumDice>=2", text)
	}
	rest := text[at:]
	if rest == "" {
		return c, nil
	}
	for _, op := range comparisons {
		number, found := strings.CutPrefix(rest, op)
		if !found {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return c, fmt.Errorf("%q: %q is no number", text, strings.TrimSpace(number))
		}
		c.Op, c.Value = op, v
		return c, nil
	}
	return c, fmt.Errorf("%q: expected one of = != < <= > >= and a number after %s", text, c.Name)
}

// String is the text that ParseCondition reads.
func (c Condition) String() string {
	if c.Op == "" {
		return c.Name
	}
	return c.Name + c.Op + strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// sql compares the SQL expression with the value, which is the parameter given.
func (c Condition) sql(expression, parameter string) string {
	if c.Op == "" {
		return expression + " <> 0"
	}
	return expression + " " + strings.Replace(c.Op, "!=", "<>", 1) + " " + parameter
}
