package gdl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.kif", "(role a", "a.kif:1:1: missing ')' for '(' opened at 1:1"},
		{"a.kif", "(<= (p ?x)\n  (q ?x)", "a.kif:1:1: missing ')' for '(' opened at 1:1"},
		{"a.kif", "(<= p\n  (q (f ?x)", "a.kif:2:3: missing ')' for '(' opened at 2:3"},
		{"a.kif", "(role a))", "a.kif:1:9: unexpected ')', expected a relation"},
		{"a.kif", "(<=)", "a.kif:1:2: '<=' without a head"},
		{"a.kif", "()", "a.kif:1:2: unexpected ')', expected the name of a relation or function"},
		{"a.kif", "((p) a)", "a.kif:1:2: relation name must be a symbol, found '('"},
		{"a.kif", "(p ())", "a.kif:1:5: unexpected ')', expected the name of a relation or function"},
		{"a.kif", "(p <=)", "a.kif:1:4: unexpected '<=', expected a term"},
		{"a.kif", "(<= (p ?x) ?x)", "a.kif:1:12: relation name must be a symbol, found the variable ?x"},
		{"a.kif", "(p ? x)", "a.kif:1:4: variable without name"},
		{"a.kif", "(<= p (not))", "a.kif:1:7: 'not' needs one literal, found 0"},
		{"a.kif", "(<= p (or))", "a.kif:1:7: 'or' needs at least one literal"},
		{"a.kif", "p #| no end", "a.kif:1:3: comment without end, expected '|#'"},
		{"a.kif", "(p \x01)", "a.kif:1:4: stray control character 0x01"},
		{"a.kif", "(p \xff)", "a.kif:1:4: name is not valid UTF-8"},
		{"a.kif", strings.Repeat("(p ", 501), "a.kif:1:1501: more than 500 parentheses inside each other"},
		{"a.gdl", "role(a)", "a.gdl:1:8: missing '.' after the clause that begins at 1:1"},
		{"a.gdl", "role(a) role(b).", "a.gdl:1:9: unexpected 'role', expected ',' or '.'"},
		{"a.gdl", "role(a b).", "a.gdl:1:8: unexpected 'b', expected ',' or ')'"},
		{"a.gdl", "role(a,).", "a.gdl:1:8: unexpected ')' after ','"},
		{"a.gdl", "p <= q,.", "a.gdl:1:8: unexpected '.' after ',', expected a literal"},
		{"a.gdl", "p <= ?x.", "a.gdl:1:6: relation name must be a symbol, found the variable ?x"},
		{"a.gdl", "p(?x(a)).", "a.gdl:1:5: the variable ?x cannot have arguments"},
		{"a.gdl", "p <= or q.", "a.gdl:1:9: unexpected 'q', expected '(' after 'or'"},
		{"a.gdl", "p(", "a.gdl:1:2: missing ')' for '(' opened at 1:2"},
		{"a.gdl", "p <= not(q,r).", "a.gdl:1:6: 'not' needs one literal, found 2"},
	} {
		_, err := Read(c.file, []byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestTwins reads the same rules in both syntaxes.
func TestTwins(t *testing.T) {
	for _, c := range []struct{ kif, infix string }{
		{"(role A) ; first\n(role b)", "role(a). % first\nrole(B)."},
		{"#| block\n comment |# p\r\n(<= q p)\r(<= r)", "p. q<=p. r <= ."},
		{"(<= (legal ?r (move ?X 1)) (or (p ?x) (and (q ?x) (not (true (at ?x))))) (distinct ?r b))",
			"legal(?r,move(?x,1)) <= or(p(?x), and(q(?x), not true(at(?x)))), distinct(?r,b)."},
		{"(<= p (not (or q r)) (not (distinct a b)))", "p <= not or(q,r), not(distinct(a,b))."},
		{"(< a_b c+d) (goal x -5/2)", "<(a_b,c+d). goal(x,-5/2)."},
	} {
		a, err := Read("a.kif", []byte(c.kif))
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := Read("a.gdl", []byte(c.infix))
		if err != nil {
			t.Error(err)
			continue
		}
		if a.KIF() != b.KIF() {
			t.Errorf("%s\n%s", a.KIF(), b.KIF())
		}
	}
	d, err := Read("a.kif", []byte("(p 1.5)"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Infix(); err == nil || err.Error() != "a.kif:1:4: the name '1.5' cannot be written in infix syntax" {
		t.Error(err)
	}
}

// TestInvalid checks the messages for a corpus of descriptions that are wrong; the
// first lines of each file say what is expected, as comments.
func TestInvalid(t *testing.T) {
	files, _ := filepath.Glob("testdata/invalid/*")
	if len(files) < 30 {
		t.Fatalf("only %d files", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for line := range strings.Lines(string(text)) {
			w, ok := strings.CutPrefix(line, "; expect ")
			if !ok {
				break
			}
			want = append(want, strings.TrimSpace(w))
		}
		var got []string
		d, err := Read(filepath.Base(file), text)
		if err != nil {
			got = append(got, "error: "+strings.TrimPrefix(err.Error(), filepath.Base(file)+":"))
		} else {
			for _, f := range d.Check() {
				got = append(got, strings.TrimPrefix(f.String(), filepath.Base(file)+":"))
			}
		}
		for i, g := range got {
			// Both forms read "line:column: severity: message".
			if rest, ok := strings.CutPrefix(g, "error: "); ok {
				place, msg, _ := strings.Cut(rest, ": ")
				got[i] = place + ": error: " + msg
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"(role a) (<= terminal (true (n 2)))", "(<= (p ?x) (or (q ?x) (not (r ?x))))", "role(a). p(?x) <= q(f(?x)), not r.",
		"#| |# (p . 1,2)", "(<= p (distinct a b))", "p <= or(q,and(r,s)).",
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, infix bool) {
		d, err := read("a", []byte(text), infix)
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("%T", err)
			}
			return
		}
		kif := d.KIF()
		again, err := read("a", []byte(kif), false)
		if err != nil || again.KIF() != kif {
			t.Fatalf("%q is written as %q: %v", text, kif, err)
		}
		if in, err := d.Infix(); err == nil {
			again, err := read("a", []byte(in), true)
			if err != nil || again.KIF() != kif {
				t.Fatalf("%q is written as %q: %v", text, in, err)
			}
		}
		g, err := New(d)
		if err != nil {
			return
		}
		if m, err := g.machine(nil); err == nil && len(d.Rules) < 20 {
			m.terminal()
		}
	})
}
