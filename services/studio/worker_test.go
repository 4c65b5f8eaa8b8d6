package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/workbench"
	"github.com/astragal/astragal/services/studio/shelf"
)

// twelve are games of many kinds: placed, moved, hopped, sown, raced with dice, hidden,
// dealt, stacked, simultaneous, one puzzle, on all kinds of boards.
var twelve = []string{"line/Tic-Tac-Toe.lud", "line/ConnectFour.lud", "connection/Hex.lud",
	"capture/EnglishDraughts.lud", "leap/Alquerque.lud",
	"sow/two/Oware.lud", "race/RoyalGameOfUr.lud", "hunt/FoxAndGeese.lud", "hidden/PhantomTicTacToe.lud",
	"stacking/Lasca.lud",
	"simultaneous/RockPaperScissors.lud", "war/Surakarta.lud"}

const ourLibrary = "../../library"

// built skips the test when the engine for browsers is not built, or Node is not there.
func built(t *testing.T) (node string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	if _, err := os.Stat("dist/engine.wasm.zst"); err != nil {
		t.Skip("the engine for browsers is not built; run make worker")
	}
	return node
}

// command is a line for the workbench.
func command(t *testing.T, fields map[string]any) []byte {
	t.Helper()
	line, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// inNode gives commands to the engine under Node and returns the answers, and how many programs Node has compiled for it.
func inNode(t *testing.T, node string, commands [][]byte, options ...string) (answers [][]byte, programs int) {
	t.Helper()
	dist, err := filepath.Abs("dist")
	if err != nil {
		t.Fatal(err)
	}
	fzstd, err := filepath.Abs("web/vendor/fzstd.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, append([]string{"--stack-size=2000", "testdata/run.js", dist, fzstd}, options...)...)
	cmd.Stdin = bytes.NewReader(bytes.Join(commands, []byte("\n")))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	if _, err := fmt.Sscanf(errs.String(), "%d programs", &programs); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return bytes.Split(bytes.TrimSpace(out), []byte("\n")), programs
}

// TestSameAsServer plays 1,000 playouts of twelve games, of which 212 tell all
// metrics, searches, completes and draws in WebAssembly and here, and demands the same.
func TestSameAsServer(t *testing.T) {
	node := built(t)
	s, err := shelf.Read(os.DirFS(ourLibrary))
	if err != nil {
		t.Fatal(err)
	}
	playouts := 300
	if testing.Short() {
		playouts = 100
	}
	commands := [][]byte{command(t, map[string]any{"cmd": "version"}),
		command(t, map[string]any{"cmd": "defs", "files": s.Defs})}
	for _, path := range twelve {
		text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", path))
		if err != nil {
			t.Fatal(err)
		}
		commands = append(commands,
			command(t, map[string]any{"cmd": "open", "file": path, "text": string(text)}),
			command(t, map[string]any{"cmd": "playouts", "n": playouts, "seed": "12345678901234567890", "metrics": true}),
			command(t, map[string]any{"cmd": "concepts"}),
			command(t, map[string]any{"cmd": "position"}),
			command(t, map[string]any{"cmd": "go", "agent": "uct:20"}),
			command(t, map[string]any{"cmd": "complete", "file": path, "text": string(text), "at": len(text) / 2}),
			command(t, map[string]any{"cmd": "diagnose", "file": path, "text": strings.Replace(string(text), "(", "((", 1)}))
	}
	theirs, programs := inNode(t, node, commands)
	if len(theirs) != len(commands) {
		t.Fatalf("%d answers to %d commands", len(theirs), len(commands))
	}
	if programs < len(twelve)/2 { // where closures did not do enough, none is made
		t.Errorf("%d programs of %d games", programs, len(twelve))
	}
	compare(t, commands, theirs, len(twelve))
}

// TestWithoutCompiler plays where the engine cannot have programs compiled, and demands the same.
func TestWithoutCompiler(t *testing.T) {
	node := built(t)
	commands := [][]byte{command(t, map[string]any{"cmd": "version"})}
	games := []string{"line/Tic-Tac-Toe.lud", "connection/Hex.lud"}
	for _, path := range games {
		text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", path))
		if err != nil {
			t.Fatal(err)
		}
		commands = append(commands,
			command(t, map[string]any{"cmd": "open", "file": path, "text": string(text)}),
			command(t, map[string]any{"cmd": "playouts", "n": 300, "seed": "1", "metrics": false}),
			command(t, map[string]any{"cmd": "go", "agent": "uct:20"}))
	}
	theirs, programs := inNode(t, node, commands, "closures")
	if programs != 0 {
		t.Errorf("%d programs", programs)
	}
	compare(t, commands, theirs, len(games))
}

// compare demands of answers that they are ours, and that so many have different hashes.
func compare(t *testing.T, commands, theirs [][]byte, games int) {
	t.Helper()
	b := workbench.New()
	hashes := map[string]bool{}
	for i, line := range commands {
		ours := b.Answer(context.Background(), line)
		var want, got any
		if json.Unmarshal(ours, &want) != nil || json.Unmarshal(theirs[i], &got) != nil {
			t.Fatalf("%.80s: no JSON", line)
		}
		if m := want.(map[string]any); m["error"] != nil {
			t.Errorf("%.80s: %v", line, m["error"])
		} else if h, ok := m["hash"].(string); ok && m["summary"] != nil {
			hashes[h] = true
		}
		if d := difference("", want, got); d != "" {
			t.Errorf("%.120s: %s", line, d)
		}
	}
	if len(hashes) != games {
		t.Errorf("%d different hashes of %d games", len(hashes), games)
	}
}

// difference is the first place in which two values of JSON differ, "" if they are the
// same. Counts and sums are exact, and equal, as their hash shows; what is estimated of
// them goes through exp, erf and the like, of which processors have their own: there the
// last digits may differ.
func difference(at string, here, there any) string {
	switch a := here.(type) {
	case map[string]any:
		b, ok := there.(map[string]any)
		if !ok || len(a) != len(b) {
			break
		}
		for _, k := range slices.Sorted(maps.Keys(a)) {
			if d := difference(at+"."+k, a[k], b[k]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		b, ok := there.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			if d := difference(fmt.Sprintf("%s[%d]", at, i), a[i], b[i]); d != "" {
				return d
			}
		}
		return ""
	case float64:
		const digits = 1e-9
		b, ok := there.(float64)
		if ok && strings.HasPrefix(at, ".summary.") && math.Abs(a-b) <= digits*max(math.Abs(a), digits) {
			return ""
		}
	}
	if reflect.DeepEqual(here, there) {
		return ""
	}
	return fmt.Sprintf("%s: here %.200v, there %.200v", at, here, there)
}

// TestWeight bounds what browsers load of the engine.
func TestWeight(t *testing.T) {
	built(t)
	info, err := os.Stat("dist/engine.wasm.zst")
	if err != nil {
		t.Fatal(err)
	}
	const most = 4_000_000
	if info.Size() > most {
		t.Errorf("the engine has %d bytes, more than %d", info.Size(), most)
	}
	t.Logf("%d bytes", info.Size())
}
