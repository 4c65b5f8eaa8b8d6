package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/simulate"
)

// child runs this test binary again with one test and one variable, until the
// test ends or kill is called. It returns when the child has printed a line for which
// until returns true.
func child(t *testing.T, variable, value string, until func(line string) bool) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), variable+"="+value)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killed := false
	kill = func() {
		if !killed {
			killed = true
			cmd.Process.Kill()
			cmd.Wait()
		}
	}
	t.Cleanup(kill)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if until(lines.Text()) {
			go func() {
				for lines.Scan() {
				}
			}()
			return kill
		}
	}
	t.Fatal("the child ended before it was as far as wanted")
	return nil
}

// progress waits until that many batches of the sources are recorded.
func progress(t *testing.T, c *catalogue.Catalogue, ids []string, p catalogue.Params, batches int) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		pr, err := c.Progress(t.Context(), ids, p)
		if err == nil && pr.BatchesDone >= batches {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no progress: %+v, %v", pr, err)
		}
	}
}

// ready is what a child prints that serves.
func ready(line string) bool { return line == "ready" }

// undisturbed checks that an outcome is bit for bit that of a run without faults.
func undisturbed(t *testing.T, c *catalogue.Catalogue, o catalogue.Outcome, p catalogue.Params, text string) {
	t.Helper()
	if got, want := figures(t, c, o), reference(t, p, text); got != want {
		t.Errorf("figures differ from those of an undisturbed run:\n%.300s\nwant %.300s", got, want)
	}
}

// A process with nothing but the simulate service is killed with SIGKILL in the
// middle of its batches; another one plays them again.
func TestServiceKilled(t *testing.T) {
	t.Parallel()
	if urls := os.Getenv("E2E_SIMULATE"); urls != "" {
		nats, postgres, _ := strings.Cut(urls, " ")
		cfg := host.Config{NATS: nats, Postgres: postgres, LogLevel: "error", LogFormat: "text", Workers: 3}
		h, err := host.New(t.Context(), "simulate", cfg, os.Stderr)
		if err != nil {
			t.Fatal(err)
		}
		simulate.Attach(h, compiler{version})
		fmt.Println("ready")
		h.Serve(t.Context(), nil)
	}
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 2, false)
	p := params(2000, 50)
	ids := submit(t, h, p, slowGame)
	urls := s.NATS.URL() + " " + s.Postgres.URL()
	for _, batches := range []int{5, 15} {
		kill := child(t, "E2E_SIMULATE", urls, ready)
		progress(t, h.Catalogue, ids, p, batches)
		kill()
	}
	if pr, err := h.Catalogue.Progress(t.Context(), ids, p); err != nil || pr.Finished() {
		t.Fatalf("killed too late: %+v, %v", pr, err)
	}
	child(t, "E2E_SIMULATE", urls, ready)
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}

// nats-server, in a process of its own, is killed with SIGKILL and started
// again, then killed, robbed of its files and started again.
func TestNATSKilled(t *testing.T) {
	t.Parallel()
	if place := os.Getenv("E2E_NATS"); place != "" {
		var port int
		var dir string
		fmt.Sscan(place, &port, &dir)
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir,
			SyncAlways: true, NoLog: true, NoSigs: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("nats-server does not start")
		}
		fmt.Println("ready")
		s.WaitForShutdown()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	dir := filepath.Join(t.TempDir(), "js")
	place := fmt.Sprint(port, " ", dir)
	kill := child(t, "E2E_NATS", place, ready)
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, fmt.Sprintf("nats://127.0.0.1:%d", port), s.Postgres.URL(), 3, true)
	p := params(6000, 50)
	ids := submit(t, h, p, slowGame)
	progress(t, h.Catalogue, ids, p, 10)
	kill()
	time.Sleep(500 * time.Millisecond)
	kill = child(t, "E2E_NATS", place, ready)
	progress(t, h.Catalogue, ids, p, 40)
	kill()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	child(t, "E2E_NATS", place, ready)
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}

// proxy forwards TCP connections to a server, and can lose the network.
type proxy struct {
	net.Listener
	network, addr string
	state         atomic.Int32 // open, stalled or cut
}

const (
	open int32 = iota
	stalled
	cut
)

func newProxy(t *testing.T, network, addr string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	p := &proxy{Listener: l, network: network, addr: addr}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *proxy) serve(in net.Conn) {
	defer in.Close()
	out, err := net.Dial(p.network, p.addr)
	if err != nil {
		return
	}
	defer out.Close()
	done := make(chan bool, 2)
	forward := func(to, from net.Conn) {
		defer func() { done <- true }()
		buf := make([]byte, 16<<10)
		for {
			from.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
			n, err := from.Read(buf)
			for p.state.Load() == stalled {
				time.Sleep(10 * time.Millisecond) // swallowed: nobody hears of it
				n = 0
			}
			if p.state.Load() == cut {
				return
			}
			if n > 0 {
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
			}
			var timeout net.Error
			if err != nil && !(asNetError(err, &timeout) && timeout.Timeout()) {
				return
			}
		}
	}
	go forward(in, out)
	go forward(out, in)
	<-done
}

func asNetError(err error, target *net.Error) bool {
	e, ok := err.(net.Error)
	*target = e
	return ok
}

// The network between the services and NATS, and between them and PostgreSQL, is
// cut; then it swallows everything without a sign for longer than anybody waits.
func TestNetwork(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	natsAddr := s.NATS.URL()[strings.Index(s.NATS.URL(), "@")+1:]
	toNATS := newProxy(t, "tcp", natsAddr)
	toPostgres := newProxy(t, "unix", filepath.Join(socketsOf(s), ".s.PGSQL.5432"))
	natsURL := strings.Replace(s.NATS.URL(), natsAddr, toNATS.Addr().String(), 1)
	h, _ := startServices(t, compiler{version}, natsURL,
		"postgres://astragal@"+toPostgres.Addr().String()+"/astragal?sslmode=disable", 3, true)
	direct, err := catalogue.Open(t.Context(), s.Postgres.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	p := params(6000, 50)
	ids := submit(t, h, p, slowGame)
	for i, x := range []struct {
		proxy *proxy
		state int32
		long  time.Duration
	}{{toNATS, cut, time.Second}, {toPostgres, cut, time.Second}, {toNATS, stalled, 16 * time.Second},
		{toPostgres, stalled, 3 * time.Second}} {
		progress(t, direct, ids, p, 5+10*i)
		x.proxy.state.Store(x.state)
		time.Sleep(x.long)
		x.proxy.state.Store(open)
	}
	undisturbed(t, direct, await(t, direct, ids, p)[0], p, slowGame)
}

// Every job is delivered several times, to several workers at once.
func TestDuplicateDelivery(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 4, true)
	startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 4, true)
	p := params(2000, 50)
	ids := submit(t, h, p, slowGame)
	progress(t, h.Catalogue, ids, p, 1)
	pr, err := h.Catalogue.Outcomes(t.Context(), ids, p)
	if err != nil {
		t.Fatal(err)
	}
	e := pr[0].Evaluation
	var all []jobs.Job
	for n := range e.Batches {
		all = append(all, jobs.Job{Kind: jobs.Simulate, Subject: e.ID, Batch: n})
	}
	all = append(all, jobs.Job{Kind: jobs.Concepts, Subject: e.ID}, jobs.Job{Kind: jobs.Compile, Subject: ids[0]})
	for i := range 3 {
		if err := h.Queue.Republish(t.Context(), fmt.Sprint("again", i), all...); err != nil {
			t.Fatal(err)
		}
	}
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		depth := 0
		for _, kind := range jobs.Kinds {
			n, err := h.Queue.Depth(t.Context(), kind)
			if err != nil {
				t.Fatal(err)
			}
			depth += n
		}
		if depth == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d jobs are left", depth)
		}
	}
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}

// The disk of the data directory is full for a while.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 160)
	s := openServers(t, filepath.Join(disk, "data"))
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 3, true)
	p := params(6000, 50)
	ids := submit(t, h, p, slowGame)
	progress(t, h.Catalogue, ids, p, 10)
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	block := bytes.Repeat([]byte{1}, 1<<20)
	for err == nil {
		_, err = filler.Write(block)
	}
	filler.Close()
	time.Sleep(6 * time.Second)
	if err := os.Remove(filler.Name()); err != nil {
		t.Fatal(err)
	}
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}

// The clock of the reconciler jumps by hours, forth and back, all the time,
// while the queue loses everything.
func TestClockJumps(t *testing.T) {
	var calls atomic.Int64
	jobs.Now = func() time.Time {
		return time.Now().Add(time.Duration(calls.Add(1)%5-2) * 7 * time.Hour)
	}
	t.Cleanup(func() { jobs.Now = time.Now })
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 3, true)
	p := params(3000, 50)
	ids := submit(t, h, p, slowGame)
	for _, n := range []int{5, 20} {
		progress(t, h.Catalogue, ids, p, n)
		if err := h.Queue.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}

// The clock was ahead when a job was lost, and was then set back, while its lane
// is busy with others: the job is found missing all the same.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 3, true)
	submit(t, h, params(10_000_000, 50), "game: Busy\nslow: 1ms")
	p := params(2000, 50)
	ids := submit(t, h, p, slowGame)
	progress(t, h.Catalogue, ids, p, 5)
	o, err := h.Catalogue.Outcomes(t.Context(), ids, p)
	if err != nil {
		t.Fatal(err)
	}
	id := o[0].Evaluation.ID
	conn, err := nats.Connect(s.NATS.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "JOBS")
	if err != nil {
		t.Fatal(err)
	}
	// What is being played may yet let others in, so once more after that.
	for done := -1; ; {
		if err := stream.Purge(t.Context(), jetstream.WithPurgeSubject("jobs.simulate."+id+".>")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
		pr, err := h.Catalogue.Progress(t.Context(), ids, p)
		if err != nil {
			t.Fatal(err)
		}
		if pr.BatchesDone == done {
			break
		}
		done = pr.BatchesDone
	}
	if _, err := h.Catalogue.Pool().Exec(t.Context(),
		`UPDATE evaluations SET progress_at = now() + interval '7 hours' WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	undisturbed(t, h.Catalogue, await(t, h.Catalogue, ids, p)[0], p, slowGame)
}
