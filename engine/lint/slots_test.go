package lint

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ludeme"
)

// Every slot for strings of the language is classified, and every row of the tables
// means forms that exist.
func TestStringForms(t *testing.T) {
	matched, quantity := map[string]int{}, map[string]int{}
	for _, f := range ludeme.Grammar().Forms() {
		if isMetadata(f) {
			continue
		}
		for _, q := range quantityForms {
			if strings.HasPrefix(f.Text, q.form) {
				quantity[q.form]++
			}
		}
		n := 0
		for i := range f.Slots {
			if isString(&f.Slots[i]) {
				n++
			}
		}
		rows := 0
		for _, row := range stringForms {
			if !strings.HasPrefix(f.Text, row.form) {
				continue
			}
			rows++
			matched[row.form]++
			if len(row.slots) != n {
				t.Errorf("%s has %d slots for strings, the row %q has %d", f.Text, n, row.form, len(row.slots))
			}
		}
		if want := min(n, 1); rows != want {
			t.Errorf("%s matches %d rows, not %d", f.Text, rows, want)
		}
	}
	for _, row := range stringForms {
		if matched[row.form] == 0 {
			t.Errorf("no form begins with %q", row.form)
		}
	}
	for _, q := range quantityForms {
		if quantity[q.form] == 0 {
			t.Errorf("no form begins with %q", q.form)
		}
	}
}
