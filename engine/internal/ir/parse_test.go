package ir_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
)

// TestParseErrors checks that what is no program is refused, with the line.
func TestParseErrors(t *testing.T) {
	const head = "words 1\nstate s u8 9\ntable t u8 2\n\nfunc f(n.0 i32) i32\n"
	for text, want := range map[string]string{
		"":                                    `line 1: found "", expected "words"`,
		"words 1\nstate s u9 9":               `line 2: found "u9", expected one of u8`,
		"words 1\nstate s u8 9\nstate s u8 9": "two fields are called s",
		"words 1\nfield s u8 9":               `line 2: found "field", expected func, host or contents`,
		head + "  return (plus n.0 1)":        `line 6: "plus" is no operation`,
		head + "  return (add n.0)":           "line 6: found 1 operands, expected 2",
		head + "  return m.1":                 `line 6: found "m.1", expected a value`,
		head + "  break l@0\n  return 1":      "line 6: nothing around is called l@0",
		head + "  return (call g)":            `line 6: "g" is no function`,
		head + "  return (add n.0 0x1)":       "ir: function f: operand 1 of add is i64, not i32",
		head + "  return (add n.0":            "line 7: found \"\", expected a value",
		head + "  s[n.0] = 1":                 "its end is reached without a result",
		head + "  return 1\n\ncontents t\n  1 2*2": "line 9: found \"2*2\", expected an item of t, which has 2 " +
			"elements",
		head + "  return 1\n\ncontents s\n  1":               "\"s\" is no table that waits for contents",
		head + "  return " + strings.Repeat("(not ", 20_000): "more than 10000 deep",
	} {
		if _, err := ir.Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: found %v, expected %q", text, err, want)
		}
	}
}
