package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/embedded"
)

// Two small games and a broken description, written as extensive forms.
const (
	matching = `EFG 2 R "Matching pennies" { "Odd" "Even" }
p "" 1 1 "" { "H" "T" } 0
p "" 2 1 "" { "H" "T" } 0
t "" 1 "" { -1, 1 }
t "" 2 "" { 1, -1 }
p "" 2 1 "" { "H" "T" } 0
t "" 2 "" { 1, -1 }
t "" 1 "" { -1, 1 }
`
	gift = `EFG 2 R "Gift" { "Giver" "Taker" }
p "" 1 1 "" { "give" "keep" } 0
t "" 1 "" { 0, 1 }
t "" 2 "" { 1, 0 }
`
	broken = "EFG 2 R \"Broken\" { \"A\" }\np \"\" 1 1 \"\" { \"x\" } 0\n"
)

func needPostgres(t *testing.T) {
	t.Helper()
	if _, err := embedded.FindPostgres(); err != nil {
		t.Skip(err)
	}
}

func writeLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"matching.efg": matching, "gift.efg": gift, "broken.efg": broken,
		"notes.txt": "no description"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lockedBuffer is a buffer that a command may write while a test reads it.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func astragal(ctx context.Context, args ...string) (status int, out, errs string) {
	var o, e lockedBuffer
	status = dispatch(ctx, &streams{strings.NewReader(""), &o, &e}, args)
	return status, o.String(), e.String()
}

func TestEvaluate(t *testing.T) {
	needPostgres(t)
	lib, data := writeLibrary(t), filepath.Join(t.TempDir(), "data")
	status, out, errs := astragal(t.Context(), "evaluate", "--data", data, "--playouts", "500", "--workers", "2", lib)
	if status != 1 {
		t.Errorf("status %d with a broken description, want 1", status)
	}
	for _, want := range []string{"Gift", "Matching pennies", "2.00 ± 0.01", "1.00 ± 0.01", "100.0 %"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table misses %q:\n%s", want, out)
		}
	}
	for _, want := range []string{"broken.efg:3:1:", "3 rulesets", "1 failed", "compile 3/3"} {
		if !strings.Contains(errs, want) {
			t.Errorf("standard error misses %q:\n%s", want, errs)
		}
	}
	if strings.Contains(out, "Broken") {
		t.Errorf("a broken description is in the table:\n%s", out)
	}

	// Again, as JSON: found in the catalogue, not played again.
	status, out, errs = astragal(t.Context(), "evaluate", "--data", data, "--playouts", "500", "--json",
		filepath.Join(lib, "gift.efg"))
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 {
		t.Fatalf("status %d, %v: %s %s", status, err, out, errs)
	}
	if !r.OK || r.Game != "Gift" || r.Summary.Playouts != 500 || r.Summary.Metrics["DurationMoves"].Mean != 1 ||
		r.PlayoutsPerSecond <= 0 {
		t.Errorf("result %+v", r)
	}
}

// serve runs until it is interrupted; meanwhile evaluate uses it, and a second
// serve is refused.
func TestServe(t *testing.T) {
	needPostgres(t)
	lib, data := writeLibrary(t), filepath.Join(t.TempDir(), "data")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, errs lockedBuffer
	stopped := make(chan int)
	go func() {
		stopped <- dispatch(ctx, &streams{strings.NewReader(""), &out, &errs},
			[]string{"serve", "--data", data, "--addr", "127.0.0.1:0"})
	}()
	address := regexp.MustCompile(`http://[0-9.:]+/`)
	for deadline := time.Now().Add(60 * time.Second); !address.MatchString(out.String()); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("serve does not start: %s%s", out.String(), errs.String())
		}
	}
	url := address.FindString(out.String())
	if status, _, errs := astragal(t.Context(), "serve", "--data", data, "--addr", "127.0.0.1:0"); status != 1 ||
		!strings.Contains(errs, fmt.Sprintf("in use by another astragal (process %d)", os.Getpid())) {
		t.Errorf("a second instance: status %d, %s", status, errs)
	}
	if status, _, errs := astragal(t.Context(), "serve", "--data", t.TempDir(), "--addr",
		strings.Trim(url, "htp:/")); status != 1 || !strings.Contains(errs, "is taken") {
		t.Errorf("a taken address: status %d, %s", status, errs)
	}
	status, table, evalErrs := astragal(t.Context(), "evaluate", "--data", data, "--playouts", "200",
		filepath.Join(lib, "gift.efg"))
	if status != 0 || !strings.Contains(table, "Gift") || !strings.Contains(evalErrs, "pages at "+url) {
		t.Errorf("evaluating beside serve: %d %s %s", status, table, evalErrs)
	}
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if !strings.Contains(string(body), "Gift") {
		t.Errorf("the page misses the game: %s", body)
	}
	cancel()
	if status := <-stopped; status != 0 {
		t.Errorf("serve ends with %d: %s", status, errs.String())
	}
	if c, err := net.DialTimeout("tcp", strings.Trim(url, "htp:/"), time.Second); err == nil {
		c.Close()
		t.Error("the address is still served")
	}
}

// A serve that does not play leaves it to processes beside it.
func TestSimulateBeside(t *testing.T) {
	needPostgres(t)
	lib, data := writeLibrary(t), filepath.Join(t.TempDir(), "data")
	if status, _, errs := astragal(t.Context(), "simulate", "--data", data); status != 1 ||
		!strings.Contains(errs, "nobody serves") {
		t.Errorf("beside nobody: status %d, %s", status, errs)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	var out, log lockedBuffer
	run := func(args ...string) {
		wg.Go(func() {
			if status := dispatch(ctx, &streams{strings.NewReader(""), &out, &log}, args); status != 0 {
				t.Errorf("%s ends with %d: %s", args[0], status, log.String())
			}
		})
	}
	run("serve", "--no-simulate", "--data", data, "--addr", "127.0.0.1:0")
	for deadline := time.Now().Add(60 * time.Second); !strings.Contains(out.String(),
		"http://"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("serve does not start: %s%s", out.String(), log.String())
		}
	}
	short, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	evaluate := []string{"evaluate", "--data", data, "--playouts", "300", filepath.Join(lib, "gift.efg")}
	if status, table, errs := astragal(short, evaluate...); status == 0 {
		t.Errorf("somebody plays: %s%s", table, errs)
	}
	run("simulate", "--workers", "1", "--data", data)
	run("simulate", "--workers", "1", "--data", data)
	if status, table, errs := astragal(t.Context(), evaluate...); status != 0 || !strings.Contains(table, "Gift") {
		t.Errorf("evaluating beside two that play: %d %s %s", status, table, errs)
	}
	cancel()
	wg.Wait()
}

func TestBadUse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	lib := writeLibrary(t)
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"evaluate"}, 2, "no PATH"},
		{[]string{"evaluate", "--playouts", "0", lib}, 2, "playouts 0"},
		{[]string{"evaluate", "--workers", "0", lib}, 2, "workers"},
		{[]string{"evaluate", filepath.Join(lib, "nothing")}, 1, "no such file"},
		{[]string{"evaluate", filepath.Join(lib, "notes.txt")}, 1, "no description"},
		{[]string{"evaluate", t.TempDir()}, 1, "no description in this folder"},
		{[]string{"evaluate", "--data", filepath.Join(file, "x"), lib}, 1, "data directory"},
		{[]string{"evaluate", "--log-level", "loud", lib, "--data", filepath.Join(t.TempDir(), "d")}, 2, "-log-level"},
		{[]string{"import", lib}, 1, "has no folder lud"},
		{[]string{"import"}, 2, "expected one DIR"},
		{[]string{"serve", "what"}, 2, "unexpected argument"},
		{[]string{"serve", "--addr", "nowhere:http:x"}, 1, "nowhere"},
	} {
		status, _, errs := astragal(t.Context(), c.args...)
		if status != c.status || !strings.Contains(errs, c.says) {
			t.Errorf("%v: status %d, %s; want %d, %s", c.args, status, errs, c.status, c.says)
		}
	}
	t.Setenv("ASTRAGAL_POSTGRES_BIN", t.TempDir())
	if status, _, errs := astragal(t.Context(), "evaluate", "--data", filepath.Join(t.TempDir(), "d"),
		lib); status != 1 || !strings.Contains(errs, "ASTRAGAL_POSTGRES_BIN") {
		t.Errorf("without binaries: %d %s", status, errs)
	}
}
