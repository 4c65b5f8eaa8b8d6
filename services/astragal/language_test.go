package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// invoke runs the command line and returns its status and what it printed.
func invoke(t *testing.T, stdin string, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = dispatch(context.Background(), &streams{strings.NewReader(stdin), &o, &e}, args)
	return status, o.String(), e.String()
}

// own are the descriptions of our own library.
func own(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "library", "lud", "*", "*.lud"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no library: %v", err)
	}
	return files
}

func TestGrammarPrintsEveryFormAndEveryType(t *testing.T) {
	status, out, errs := invoke(t, "", "grammar")
	if status != 0 {
		t.Fatal(errs)
	}
	for _, f := range ludeme.Grammar().Forms() {
		if !strings.Contains(out, "  "+f.Result+" <- "+f.Text+"\n") {
			t.Errorf("missing: %s", f)
		}
		for _, s := range f.Slots {
			name := strings.Trim(s.Type, "{}!")
			if values := lgdl.Enum(name); len(values) > 0 && !strings.Contains(out,
				"\n"+name+" = "+strings.Join(values, " | ")+"\n") {
				t.Errorf("values of %s missing", name)
			}
		}
	}
	if status, _, _ := invoke(t, "", "grammar", "ahead"); status != 2 {
		t.Error("arguments are accepted")
	}
}

func TestLudeme(t *testing.T) {
	for _, c := range []struct {
		args     string
		status   int
		out, err string
	}{
		{"ludeme ahead", 0, "int <- (ahead [siteType] int [steps:int] [direction])\n    The site some steps ahead", ""},
		{"ludeme is Line", 0, "boolean <- (is Line ", ""},
		{"ludeme is Odd", 0, "boolean <- (is isIntegerType", ""},
		{"ludeme lt", 0, "boolean <- (< int int)", ""},
		{"ludeme (hop", 0, "engine/ludeme/moves/", ""},
		{"ludeme hopp", 1, "", `there is no ludeme "hopp"; did you mean hop?`},
		{"ludeme is Lime", 1, "", `no form of "is" begins with "Lime"`},
		{"ludeme ahead Line", 1, "", `no form of "ahead" begins with "Line"`},
		{"ludeme Loop", 1, "", "astragal ludeme is Loop"},
		{"ludeme Orthogonal", 1, "", "a value of absoluteDirection"},
		{"ludeme qqqqqqqq", 1, "", "astragal grammar prints all"},
		{"ludeme", 2, "", "expected a keyword"},
	} {
		status, out, errs := invoke(t, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.err) {
			t.Errorf("%s: status %d, out %q, err %q", c.args, status, out, errs)
		}
	}
	if _, out, _ := invoke(t, "", "ludeme", "is", "Line"); strings.Contains(out, "is Odd") ||
		strings.Count(out, "<-") != 1 {
		t.Errorf("forms with other words: %s", out)
	}
}

func TestLudemeJSON(t *testing.T) {
	_, out, _ := invoke(t, "", "ludeme", "--json", "hop")
	var got struct {
		Keyword string
		Forms   []ludemeForm
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Keyword != "hop" || len(got.Forms) != 1 || !strings.HasPrefix(got.Forms[0].Source, "engine/ludeme/moves/") {
		t.Errorf("got %+v", got)
	}
}

// TestLudemeExplainsArguments checks that arguments, defaults and examples are
// shown, in the table and as fields, and that it is readable on any terminal.
func TestLudemeExplainsArguments(t *testing.T) {
	_, out, _ := invoke(t, "", "ludeme", "ahead")
	for _, want := range []string{
		"    int        the site to start from\n",
		"    steps:int  how many steps; default: 1\n",
		"    example:\n      (ahead (last To) steps:2 E)\n",
		"    siteType   the kind of the sites that are meant (Vertex, Edge, Cell);\n" +
			"               default: the kind that the board is played on\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("missing %q in:\n%s", want, out)
		}
	}
	_, out, _ = invoke(t, "", "ludeme", "--json", "ahead")
	var got struct{ Forms []ludemeForm }
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	f := got.Forms[0]
	if f.Example != "(ahead (last To) steps:2 E)" || len(f.Arguments) != 4 || f.Arguments[2].Name != "steps:int" ||
		f.Arguments[2].Default != "1" || !f.Arguments[2].Optional || len(f.Arguments[0].Values) != 3 ||
		f.Arguments[1].Optional {
		t.Errorf("got %+v", f)
	}
	for _, keyword := range ludeme.Grammar().Keywords() {
		status, out, errs := invoke(t, "", "ludeme", keyword)
		if status != 0 {
			t.Errorf("%s: %s", keyword, errs)
		}
		for line := range strings.Lines(out) {
			if len(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: a line of %d columns: %s", keyword, len(line)-1, line)
			}
		}
	}
}

func TestFormatOwnLibrary(t *testing.T) {
	for _, file := range own(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status, once, errs := invoke(t, "", "fmt", file)
		if status != 0 {
			t.Errorf("%s: %s", file, errs)
			continue
		}
		if _, twice, _ := invoke(t, once, "fmt"); twice != once {
			t.Errorf("%s: not idempotent", file)
		}
		if before, after := hashOf(t, file, string(text)), hashOf(t, file, once); before != after {
			t.Errorf("%s: the meaning changes", file)
		}
		for line := range strings.Lines(string(text)) {
			if i := strings.Index(line, "//"); i >= 0 && !strings.Contains(line[:i], `"`) &&
				!strings.Contains(once, strings.TrimSpace(line[i:])) {
				t.Errorf("%s: comment lost: %s", file, line)
			}
		}
	}
}

// ourDefines are read once: they are for all files.
var ourDefines = sync.OnceValues(func() (*lgdl.Defines, error) {
	return lgdl.LoadDefines(os.DirFS(filepath.Join("..", "..", "library", "def")))
})

// hashOf identifies what a description says.
func hashOf(t *testing.T, file, text string) string {
	t.Helper()
	d, err := lgdl.Read(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	defs, err := ourDefines()
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	return e.Hash()
}

func TestFormatWritesListsAndShowsDifferences(t *testing.T) {
	dir := t.TempDir()
	tidy, untidy, broken, other := filepath.Join(dir, "tidy.lud"), filepath.Join(dir, "untidy.lud"),
		filepath.Join(dir, "broken.lud"), filepath.Join(dir, "x.efg")
	const text = "(define \"A\" 1)\n"
	for file, s := range map[string]string{tidy: text, untidy: "(define   \"A\"\n1)", broken: "(define \"A\" 1",
		other: ""} {
		if err := os.WriteFile(file, []byte(s), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if status, out, _ := invoke(t, "", "fmt", "-l", tidy, untidy); status != 0 || out != untidy+"\n" {
		t.Errorf("-l: %d %q", status, out)
	}
	if status, out, _ := invoke(t, "", "fmt", "-d", tidy, untidy); status != 0 ||
		!strings.HasSuffix(out, "@@ -1 +1 @@\n-(define   \"A\"\n-1)\n+(define \"A\" 1)\n") {
		t.Errorf("-d: %d %q", status, out)
	}
	if status, _, errs := invoke(t, "", "fmt", "-w", broken, untidy); status != 1 ||
		!strings.Contains(errs, broken+":1:1: ") {
		t.Errorf("broken: %d %q", status, errs)
	}
	got, err := os.ReadFile(untidy)
	if info, _ := os.Stat(untidy); err != nil || string(got) != text || info.Mode().Perm() != 0o640 {
		t.Errorf("-w: %v %q %v", err, got, info.Mode())
	}
	if status, _, errs := invoke(t, "", "fmt", other); status != 1 || !strings.Contains(errs, "only L-GDL") {
		t.Errorf("other formalism: %d %q", status, errs)
	}
	if status, _, _ := invoke(t, "", "fmt", "-w", "-d", tidy); status != 2 {
		t.Error("-w and -d together are accepted")
	}
}

func TestDiffLines(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"a b c", "a b c", " a b c"},
		{"a b c", "a c", " a-b c"},
		{"a c", "a b c", " a+b c"},
		{"a b c d", "a x c y", " a-b+x c-d+y"},
	} {
		var got string
		for _, e := range diffLines(strings.Fields(c.a), strings.Fields(c.b)) {
			got += string(e.op) + e.text
		}
		if got != c.want {
			t.Errorf("%q to %q: %q", c.a, c.b, got)
		}
	}
}
