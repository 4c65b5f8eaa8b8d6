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
	indexed := regexp.MustCompile(`(^|[^s]|[^o]s)\.Args($|[^\w(])`) // but os.Args
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
	for _, p := range asked {
		for at, function := range positions(t, p, files, from) {
			t.Errorf("%v: %s.%s asks for an argument of a clause by number; package clause has its name", at,
				p.ImportPath, function)
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
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: from}).Check(p.ImportPath, files, trees, info); err != nil {
		t.Fatal(err)
	}
	constant := func(x ast.Expr) bool { return x != nil && info.Types[x].Value != nil }
	args := aliases(trees, info)
	found := map[token.Position]string{}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			function := "var"
			if f, ok := d.(*ast.FuncDecl); ok {
				function = f.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.IndexExpr:
					if constant(n.Index) && args.are(n.X) {
						found[files.Position(n.Pos())] = function
					}
				case *ast.SliceExpr:
					if (constant(n.Low) || constant(n.High)) && args.are(n.X) {
						found[files.Position(n.Pos())] = function
					}
				}
				return true
			})
		}
	}
	return found
}

// arguments knows the variables that hold the arguments of a clause, and the functions that return them.
type arguments struct {
	info  *types.Info
	known map[types.Object]bool
}

// are reports whether an expression is the arguments of a clause, or some of them.
func (a *arguments) are(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return a.known[a.info.ObjectOf(x)]
	case *ast.SliceExpr:
		return a.are(x.X)
	case *ast.CallExpr:
		f := a.callee(x)
		return f != nil && a.known[f]
	case *ast.SelectorExpr:
		return a.known[a.info.ObjectOf(x.Sel)] || x.Sel.Name == "Args" &&
			strings.TrimPrefix(a.info.Types[x.X].Type.String(), "*") == engine+"/lgdl.Expr"
	}
	return false
}

// callee is the function that is called, nil for the value of an expression.
func (a *arguments) callee(x *ast.CallExpr) *types.Func {
	var name *ast.Ident
	switch f := ast.Unparen(x.Fun).(type) {
	case *ast.Ident:
		name = f
	case *ast.SelectorExpr:
		name = f.Sel
	}
	f, _ := a.info.ObjectOf(name).(*types.Func)
	return f
}

// note notes that a variable or a result holds what an expression is.
func (a *arguments) note(o types.Object, x ast.Expr) {
	if o != nil && a.are(x) {
		a.known[o] = true
	}
}

// aliases finds what holds the arguments of a clause in a package: what is assigned, passed or returned, but for what
// goes through the value of a function.
func aliases(trees []*ast.File, info *types.Info) *arguments {
	a := &arguments{info, map[types.Object]bool{}}
	for before := -1; before < len(a.known); {
		before = len(a.known)
		for _, tree := range trees {
			ast.Inspect(tree, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for i, to := range n.Lhs {
						if x, ok := to.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
							a.note(info.ObjectOf(x), n.Rhs[i])
						}
					}
				case *ast.ValueSpec:
					for i, x := range n.Values {
						if len(n.Names) == len(n.Values) {
							a.note(info.ObjectOf(n.Names[i]), x)
						}
					}
				case *ast.CallExpr:
					if f := a.callee(n); f != nil && !n.Ellipsis.IsValid() {
						for i, x := range n.Args[:min(len(n.Args), f.Signature().Params().Len())] {
							a.note(f.Signature().Params().At(i), x)
						}
					}
				case *ast.FuncDecl:
					ast.Inspect(n, func(x ast.Node) bool {
						if r, ok := x.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
							a.note(info.Defs[n.Name], r.Results[0])
						}
						_, inner := x.(*ast.FuncLit)
						return !inner
					})
				}
				return true
			})
		}
	}
	return a
}
