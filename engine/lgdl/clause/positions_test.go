package clause_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const engine = "github.com/astragal/astragal/engine"

// positional are the functions that may ask for arguments by number, with the reason.
var positional = map[string]string{
	engine + "/ludeme/moves.argsOf": "what two forms have in common, of which one has a word more in front",
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Deps           []string
}

// list asks about packages, in the folder of the engine.
func list(t *testing.T, args ...string) (found []listed) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,Deps"}, args...)...)
	var faults strings.Builder
	cmd.Dir, cmd.Stderr = "../..", &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, faults.String())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		found = append(found, p)
	}
}

// TestNoPositions demands that nobody but this package and lgdl asks a clause for an argument by a constant number:
// what has a name in the notation is asked for by name.
func TestNoPositions(t *testing.T) {
	where := []string{"./..."}
	if _, err := os.Stat("../../../go.work"); err == nil {
		where = append(where, "../services/...", "../pkg/...")
	}
	indexed := regexp.MustCompile(`(^|[^s]|[^o]s)\.Args\[`) // but os.Args
	var asked []listed
	var paths []string
	for _, p := range list(t, where...) {
		if strings.HasPrefix(p.ImportPath, engine+"/lgdl") || !slices.Contains(p.Deps, engine+"/lgdl") {
			continue
		}
		if slices.ContainsFunc(p.GoFiles, func(file string) bool {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			return indexed.Match(text)
		}) {
			asked, paths = append(asked, p), append(paths, p.ImportPath)
		}
	}
	exports := map[string]string{}
	for _, p := range list(t, append([]string{"-export", "-deps"}, paths...)...) {
		exports[p.ImportPath] = p.Export
	}
	files := token.NewFileSet()
	from := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	used := map[string]bool{}
	for _, p := range asked {
		for at, function := range positions(t, p, files, from) {
			if name := p.ImportPath + "." + function; positional[name] != "" {
				used[name] = true
			} else {
				t.Errorf("%v: %s asks for an argument of a clause by number; package clause has its name", at, name)
			}
		}
	}
	for name := range positional {
		if !used[name] {
			t.Errorf("%s asks for no argument by number: it needs no exception", name)
		}
	}
}

// positions are the places in a package where an argument of a clause is asked for by a constant number, with the
// functions that do.
func positions(t *testing.T, p listed, files *token.FileSet, from types.Importer) map[token.Position]string {
	var trees []*ast.File
	for _, file := range p.GoFiles {
		tree, err := parser.ParseFile(files, filepath.Join(p.Dir, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: from}).Check(p.ImportPath, files, trees, info); err != nil {
		t.Fatal(err)
	}
	constant := func(x ast.Expr) bool { return x != nil && info.Types[x].Value != nil }
	found := map[token.Position]string{}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			function := "var"
			if f, ok := d.(*ast.FuncDecl); ok {
				function = f.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				var args ast.Expr
				switch n := n.(type) {
				case *ast.IndexExpr:
					if constant(n.Index) {
						args = n.X
					}
				case *ast.SliceExpr:
					if constant(n.Low) || constant(n.High) {
						args = n.X
					}
				}
				if s, ok := args.(*ast.SelectorExpr); ok && s.Sel.Name == "Args" &&
					strings.TrimPrefix(info.Types[s.X].Type.String(), "*") == engine+"/lgdl.Expr" {
					found[files.Position(n.Pos())] = function
				}
				return true
			})
		}
	}
	return found
}
