package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/simulate"
)

// Faults of the processes, servers and disks below the services.

// simulateOnly is a process with nothing but the simulate service.
func simulateOnly(t *testing.T, nats, postgres string) {
	cfg := host.Config{NATS: nats, Postgres: postgres, LogLevel: "error", LogFormat: "text", Workers: 2}
	h, err := host.New(t.Context(), "simulate", cfg, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	simulate.Attach(h, compiler{version})
	fmt.Println("ready")
	h.Serve(t.Context(), nil)
}

// lanes is the number of laboratories at once in which a fault is injected that
// mostly waits: for the acknowledgement of a worker that is gone.
const lanes = 8

// inLanes divides the rounds among laboratories with two processes that simulate.
func inLanes(t *testing.T, round func(h *host.Host, worker func() *process, workers *[2]*process, n int)) {
	var wg sync.WaitGroup
	for lane := range min(lanes, rounds()) {
		wg.Go(func() {
			s := servertest.Start(t)
			h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 2, false)
			worker := func() *process {
				c := start(t, "simulate", s.NATS.URL(), s.Postgres.URL())
				c.expect(t, "ready")
				return c
			}
			workers := [2]*process{worker(), worker()}
			for n := lane; n < rounds(); n += lanes {
				round(h, worker, &workers, n)
			}
		})
	}
	wg.Wait()
}

// A process that simulates is killed; another one stays, a third replaces it.
func killWorker(t *testing.T, x *tally) {
	inLanes(t, func(h *host.Host, worker func() *process, workers *[2]*process, n int) {
		x.round(t, h, h.Catalogue, n, func() {
			workers[n/lanes%2].kill()
			workers[n/lanes%2] = worker()
		})
	})
}

// A process that simulates is stopped in the middle of a batch, until its jobs
// were given to others, and then goes on with what it was about to record.
func stopWorker(t *testing.T, x *tally) {
	inLanes(t, func(h *host.Host, _ func() *process, workers *[2]*process, n int) {
		p := campaignParams(n)
		ids := submit(t, h, p, slowGame)
		progress(t, h.Catalogue, ids, p, somewhere(n))
		stopped := workers[n/lanes%2]
		stopped.signal(t, syscall.SIGSTOP)
		time.Sleep(jobs.AckWait + 2*time.Second)
		stopped.signal(t, syscall.SIGCONT)
		x.fault()
		o := await(t, h.Catalogue, ids, p)[0]
		time.Sleep(200 * time.Millisecond) // what was late is recorded, or refused, now
		x.verify(t, h.Catalogue, o, p, slowGame)
	})
}

// The postmaster is killed with SIGKILL.
func killPostgres(t *testing.T, x *tally) {
	s, h := laboratory(t, 3)
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			for s.Postgres.PID() == 0 { // still starting after the last kill
				time.Sleep(10 * time.Millisecond)
			}
			if err := syscall.Kill(s.Postgres.PID(), syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// serveNATS is a nats-server in a process of its own.
func serveNATS(t *testing.T, port, dir string) {
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: n, JetStream: true, StoreDir: dir,
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

// disturbNATS kills nats-server with SIGKILL, does something to its files, and
// starts it again.
func disturbNATS(t *testing.T, x *tally, store func(t *testing.T, dir string, round int)) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	dir := filepath.Join(t.TempDir(), "js")
	begin := func() *process {
		c := start(t, "nats", strconv.Itoa(port), dir)
		c.expect(t, "ready")
		return c
	}
	c := begin()
	s := servertest.Start(t)
	h, _ := startServices(t, compiler{version}, fmt.Sprintf("nats://127.0.0.1:%d", port), s.Postgres.URL(), 3, true)
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			c.kill()
			if store != nil {
				store(t, dir, n)
			}
			c = begin()
		})
	}
}

// deleteStore loses all files of the queue.
func deleteStore(t *testing.T, dir string, _ int) {
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}

// truncateStore cuts every file of the queue off at a random place, one in
// three to nothing.
func truncateStore(t *testing.T, dir string, round int) {
	pick := rand.New(rand.NewPCG(uint64(round), 7))
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		keep := int64(0)
		if info.Size() > 0 && pick.IntN(3) > 0 {
			keep = pick.Int64N(info.Size())
		}
		return os.Truncate(path, keep)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The network to NATS, or to PostgreSQL, is cut for a moment.
func cutNetwork(t *testing.T, x *tally) {
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
	for n := range rounds() {
		x.round(t, h, direct, n, func() {
			p := []*proxy{toNATS, toPostgres}[n%2]
			p.state.Store(cut)
			time.Sleep(300 * time.Millisecond)
			p.state.Store(open)
		})
		for answered := false; !answered; time.Sleep(50 * time.Millisecond) { // the next submission needs both
			ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
			answered = h.Queue.Ping(ctx) == nil && h.Catalogue.Pool().Ping(ctx) == nil
			stop()
		}
	}
}

// socketsOf is the directory of PostgreSQL's socket.
func socketsOf(s *servertest.Servers) string {
	url := s.Postgres.URL()
	dir := url[strings.Index(url, "host=")+5:]
	dir, _, _ = strings.Cut(strings.NewReplacer("%2F", "/", "%2f", "/").Replace(dir), "&")
	return dir
}

// smallDisk mounts a file system of its own, which only root may.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root mounts a small disk")
	}
	if _, err := embedded.FindPostgres(); err != nil {
		t.Skip(err)
	}
	disk, err := os.MkdirTemp("", "astragal-disk-") // not t.TempDir: PostgreSQL's user must get there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(disk) })
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=755", megabytes)); err != nil {
		t.Skipf("a small disk cannot be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	return disk
}

// The disk of the data directory is full for a while.
func fillDisk(t *testing.T, x *tally) {
	disk := smallDisk(t, 320)
	s := openServers(t, filepath.Join(disk, "data"))
	h, _ := startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), 3, true)
	block := bytes.Repeat([]byte{1}, 1<<20)
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			filler, err := os.Create(filepath.Join(disk, "filler"))
			if err != nil {
				t.Fatal(err)
			}
			for err == nil {
				_, err = filler.Write(block)
			}
			filler.Close()
			time.Sleep(time.Second)
			if err := os.Remove(filler.Name()); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// openOther tries to open a data directory that another process has.
func openOther(t *testing.T, dir string) {
	d, err := embedded.Open(dir)
	if err == nil {
		d.Close()
	}
	fmt.Println("opened:", err)
	time.Sleep(time.Hour)
}

// A second process opens the data directory of a running one: it is told so, and
// disturbs nothing.
func openTwice(t *testing.T, x *tally) {
	s, h := laboratory(t, 3)
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			c := start(t, "open", s.Dir.Path())
			if answer := c.expect(t, "opened:"); !strings.Contains(answer, strconv.Itoa(os.Getpid())) {
				t.Errorf("a second server is told %q, which does not name process %d", answer, os.Getpid())
			}
			c.kill()
			var inUse *embedded.InUseError
			if _, err := embedded.Open(s.Dir.Path()); !errors.As(err, &inUse) {
				t.Errorf("opening the directory in the same process: %v", err)
			}
		})
	}
}

// The data directory is on a disk that became read-only: opening it is refused
// with the reason, and when it may be written again all is there.
func openReadOnly(t *testing.T, x *tally) {
	disk := smallDisk(t, 320)
	dir := filepath.Join(disk, "data")
	p := campaignParams(0)
	remount := func(flags uintptr) {
		if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|flags, ""); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("before", func(t *testing.T) {
		h, _ := startHost(t, openServers(t, dir), 2)
		await(t, h.Catalogue, submit(t, h, p, slowGame), p)
	})
	for range rounds() {
		remount(syscall.MS_RDONLY)
		d, err := embedded.Open(dir)
		if err == nil {
			d.Close()
			t.Fatal("a read-only data directory is opened")
		}
		if !strings.Contains(err.Error(), dir) || !errors.Is(err, syscall.EROFS) {
			t.Fatalf("a read-only directory: %v", err)
		}
		remount(0)
		x.fault()
	}
	h, _ := startHost(t, openServers(t, dir), 2)
	x.verify(t, h.Catalogue, await(t, h.Catalogue, submit(t, h, p, slowGame), p)[0], p, slowGame)
}

// The clock of the queue is set forth and back by hours while the queue loses
// everything.
func jumpClock(t *testing.T, x *tally) {
	var shift atomic.Int64
	jobs.Now = func() time.Time { return time.Now().Add(time.Duration(shift.Load())) }
	t.Cleanup(func() { jobs.Now = time.Now })
	_, h := laboratory(t, 3)
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			shift.Store(int64(rand.New(rand.NewPCG(uint64(n), 11)).IntN(400)-200) * int64(time.Hour))
			if err := h.Queue.Purge(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
	}
}
