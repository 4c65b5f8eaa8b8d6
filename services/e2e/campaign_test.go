package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
)

// The campaign injects every kind of fault again and again into evaluations by
// real servers, and compares each one's figures byte by byte with those of an
// undisturbed run. ASTRAGAL_FAULTS is the number of rounds of each kind, 1 by
// default; with ASTRAGAL_FAULTS_REPORT its results are written to that file,
// a line of JSON per kind. docs/reliability.md has those of 100 rounds.

// rounds is the number of faults of each kind.
func rounds() int {
	if n, err := strconv.Atoi(os.Getenv("ASTRAGAL_FAULTS")); err == nil && n > 0 {
		return n
	}
	return 1
}

// tally counts what a kind of fault was injected into, and what came of it.
type tally struct {
	Fault       string `json:"fault"`
	Faults      int    `json:"faults"`
	Evaluations int    `json:"evaluations"`
	Batches     int    `json:"batches"`
	Lost        int    `json:"lost"`      // batches that an evaluation lacks in the end
	Doubled     int    `json:"doubled"`   // batches stored more than once
	Different   int    `json:"different"` // evaluations with other figures than undisturbed ones
	Seconds     int    `json:"seconds"`

	start time.Time
	mu    sync.Mutex
}

// inject runs a kind of fault as a subtest and reports its tally.
func inject(t *testing.T, name string, run func(t *testing.T, x *tally)) {
	t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
		t.Parallel()
		x := &tally{Fault: name, start: time.Now()}
		defer x.report(t)
		run(t, x)
	})
}

var reporting sync.Mutex

func (x *tally) report(t *testing.T) {
	x.Seconds = int(time.Since(x.start).Seconds())
	line, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", line)
	if x.Faults == 0 || x.Evaluations == 0 {
		t.Errorf("%s: nothing was injected or evaluated", x.Fault)
	}
	name := os.Getenv("ASTRAGAL_FAULTS_REPORT")
	if name == "" {
		return
	}
	reporting.Lock()
	defer reporting.Unlock()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\n", line)
}

// fault counts one that was injected.
func (x *tally) fault() {
	x.mu.Lock()
	x.Faults++
	x.mu.Unlock()
}

// verify compares a finished evaluation with an undisturbed run: what is stored
// batch by batch, the sums, and the summary.
func (x *tally) verify(t *testing.T, c *catalogue.Catalogue, o catalogue.Outcome, p catalogue.Params, text string) {
	t.Helper()
	if o.Evaluation == nil || o.Evaluation.Status != "done" {
		t.Fatalf("seed %d: outcome %+v", p.Seed, o)
	}
	var stored, distinct int
	err := c.Pool().QueryRow(t.Context(),
		`SELECT count(*), count(DISTINCT number) FROM batches WHERE evaluation_id = $1`, o.Evaluation.ID).Scan(&stored,
		&distinct)
	if err != nil {
		t.Fatal(err)
	}
	want := (p.Playouts + p.BatchSize - 1) / p.BatchSize
	got, reference := figures(t, c, o), reference(t, p, text)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.Evaluations++
	x.Batches += want
	x.Lost += max(0, want-distinct)
	x.Doubled += max(0, stored-distinct)
	if got != reference {
		x.Different++
	}
	if stored != want || distinct != want || got != reference {
		t.Errorf("seed %d: %d batches are stored, %d different ones, of %d; same figures: %t", p.Seed, stored, distinct,
			want, got == reference)
	}
}

// campaignParams are an evaluation of 24 batches, different in every round.
func campaignParams(round int) catalogue.Params {
	return catalogue.Params{Agent: "random", Playouts: 480, BatchSize: 20, Seed: uint64(1000 + round)}
}

const campaignBatches = 24

// somewhere is a number of batches in the middle of an evaluation.
func somewhere(round int) int {
	return 2 + rand.New(rand.NewPCG(uint64(round), 5)).IntN(campaignBatches/2)
}

// round submits an evaluation, calls disturb in the middle of it, and verifies it.
func (x *tally) round(t *testing.T, h *host.Host, c *catalogue.Catalogue, n int, disturb func()) {
	t.Helper()
	p := campaignParams(n)
	ids := insist(t, h, p, slowGame)
	progress(t, c, ids, p, somewhere(n))
	disturb()
	x.fault()
	x.verify(t, c, await(t, c, ids, p)[0], p, slowGame)
}

// insist submits until the services take it, as a client does that is told that
// a server is away.
func insist(t *testing.T, h *host.Host, p catalogue.Params, text string) []string {
	t.Helper()
	service := gateway.New(h.Catalogue, h.Queue, compiler{version})
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		ids, err := service.SubmitAll(t.Context(), []gateway.Submission{{File: "0.txt", Text: text, Params: p}}, nil)
		if err == nil {
			return ids
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// process is a child of the test: this binary again, with a task.
type process struct {
	cmd   *exec.Cmd
	lines chan string
}

// start runs a task of TestCampaignChild in a process of its own.
func start(t *testing.T, task ...string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCampaignChild$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), "E2E_TASK="+strings.Join(task, "\n"))
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &process{cmd: cmd, lines: make(chan string, 1000)}
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(c.kill)
	return c
}

// expect waits for a line that begins with the word and returns the rest of it.
func (c *process) expect(t *testing.T, word string) string {
	t.Helper()
	late := time.After(120 * time.Second)
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				t.Fatalf("the child ended before it said %q", word)
			}
			if rest, ok := strings.CutPrefix(line, word); ok {
				return strings.TrimSpace(rest)
			}
		case <-late:
			t.Fatalf("the child does not say %q", word)
		}
	}
}

func (c *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// kill ends the child at once.
func (c *process) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// TestCampaignChild is what the children do.
func TestCampaignChild(t *testing.T) {
	task := strings.Split(os.Getenv("E2E_TASK"), "\n")
	switch task[0] {
	case "simulate": // at servers
		simulateOnly(t, task[1], task[2])
	case "nats":
		serveNATS(t, task[1], task[2])
	case "lab":
		n, _ := strconv.Atoi(task[2])
		runLab(t, task[1], n)
	case "open":
		openOther(t, task[1])
	default:
		t.Skip("only children of the campaign do this")
	}
}

// runLab is a whole laboratory: it finishes and verifies the evaluation of the
// round before, which its killed predecessor left, and starts that of this round.
func runLab(t *testing.T, dir string, n int) {
	s := openServers(t, dir)
	h, _ := startHost(t, s, 2)
	if n > 0 {
		x := &tally{}
		p := campaignParams(n - 1)
		x.verify(t, h.Catalogue, await(t, h.Catalogue, submit(t, h, p, slowGame), p)[0], p, slowGame)
		line, _ := json.Marshal(x)
		fmt.Println("verified", string(line))
	}
	p := campaignParams(n)
	ids := submit(t, h, p, slowGame)
	for {
		pr, err := h.Catalogue.Progress(t.Context(), ids, p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("done %d\n", pr.BatchesDone)
		time.Sleep(5 * time.Millisecond)
	}
}

// The whole laboratory is killed with SIGKILL, again and again.
func killLab(t *testing.T, x *tally) {
	dir := servertest.Folder(t)
	for n := 0; ; n++ {
		c := start(t, "lab", dir, strconv.Itoa(n))
		if n > 0 {
			var before tally
			if err := json.Unmarshal([]byte(c.expect(t, "verified")), &before); err != nil {
				t.Fatal(err)
			}
			x.Evaluations += before.Evaluations
			x.Batches += before.Batches
			x.Lost += before.Lost
			x.Doubled += before.Doubled
			x.Different += before.Different
		}
		if n == rounds() {
			c.kill()
			return
		}
		for at := somewhere(n); ; {
			if done, err := strconv.Atoi(c.expect(t, "done")); err != nil || done >= campaignBatches {
				t.Fatalf("%d batches are done before the kill: %v", done, err)
			} else if done >= at {
				break
			}
		}
		c.kill()
		x.fault()
	}
}

func TestFaultCampaign(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	inject(t, "whole run killed", killLab)
	inject(t, "one of several workers killed", killWorker)
	inject(t, "worker stopped for longer than the acknowledgement wait", stopWorker)
	inject(t, "PostgreSQL killed", killPostgres)
	inject(t, "NATS killed", func(t *testing.T, x *tally) { disturbNATS(t, x, nil) })
	inject(t, "NATS store truncated", func(t *testing.T, x *tally) { disturbNATS(t, x, truncateStore) })
	inject(t, "NATS store deleted", func(t *testing.T, x *tally) { disturbNATS(t, x, deleteStore) })
	inject(t, "network cut to NATS or PostgreSQL", cutNetwork)
	inject(t, "disk full", fillDisk)
	inject(t, "second server on the same data directory", openTwice)
	inject(t, "read-only data directory", openReadOnly)
	inject(t, "clock set forth and back", jumpClock)
	inject(t, "import beside evaluation", importBeside)
	inject(t, "evaluation cancelled and asked for again", cancelEvaluation)
	inject(t, "slow and huge requests, many event streams", abuse)
}

// laboratory starts servers and all services on them.
func laboratory(t *testing.T, workers int) (*servertest.Servers, *host.Host) {
	t.Helper()
	s := servertest.Start(t)
	h, _ := startHost(t, s, workers)
	return s, h
}
