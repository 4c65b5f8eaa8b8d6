package efg

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// streams are texts to be copied: of the tests, and of the shared material where it is there.
func streams(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{
		"marked": []byte("\ufeffEFG 2 R \"é\\\"\\\\\" { \"Ü\" }\r\n\"ä\xff\"\rp \"\" 1 1 " +
			"\"s\" { \"x\" \"\x00\" } 0 t \"\" 1 { 1/3 } t \"\" 1"),
		"decimal": []byte("EFG 2 D \"\" { \"A\" } c \"\" 1 { \"a\" 0.3333333333 \"b\" 0.6666666667 } 0 " +
			"t \"\" 1 \"o\" { 1e2 } t \"\" 2 { -.5 }"),
		"unterminated": []byte("EFG 2 R \"\" { \"A\" } t \"" + strings.Repeat("long", 40_000)),
		"too few":      []byte("EFG 2 R \"\" { \"A\" } p \"\" 1 1 { \"x\" \"y\" } 0 t \"\" 0"),
		"too many":     []byte("EFG 2 R \"\" { \"A\" } t \"\" 0 t \"\" 0"),
	}
	for _, dir := range []string{"testdata", "../../../shared/efg"} {
		filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
			if err == nil && filepath.Ext(path) == ".efg" {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				out[path] = text
			}
			return nil
		})
	}
	return out
}

// TestCopy copies files without holding their trees: what is written is what Write writes of the whole tree, with the
// same warnings, and so are the errors, however little is read at once.
func TestCopy(t *testing.T) {
	wrong := 0
	for name, text := range streams(t) {
		var want, got bytes.Buffer
		g, err := Read(name, text, Limits{})
		if err == nil {
			if err := Write(&want, g); err != nil {
				t.Fatal(err)
			}
		} else {
			wrong++
		}
		for i, src := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text)),
			iotest.DataErrReader(bytes.NewReader(text))} {
			got.Reset()
			warnings, nodes, again := Copy(&got, name, src, Limits{})
			switch {
			case (err == nil) != (again == nil) || err != nil && err.Error() != again.Error():
				t.Errorf("%s: copied %v, read %v", name, again, err)
			case err == nil && (got.String() != want.String() || nodes != len(g.Nodes) || len(warnings) != len(g.Warnings)):
				t.Errorf("%s by reader %d: %d nodes and %d warnings, %d and %d read\n%s", name, i, nodes, len(warnings),
					len(g.Nodes), len(g.Warnings), got.String())
			}
		}
	}
	if wrong < 3 {
		t.Errorf("%d wrong texts: too few to test", wrong)
	}
	broken := errors.New("broken")
	text := io.MultiReader(strings.NewReader("EFG 2 R \"\" { \"A\" } t \"\" 1 {"), iotest.ErrReader(broken))
	if _, _, err := Copy(io.Discard, "broken", text, Limits{}); !errors.Is(err, broken) {
		t.Errorf("a broken file: %v", err)
	}
}
