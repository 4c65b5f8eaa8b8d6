package embedded

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS is a nats-server in this process.
type NATS struct {
	server *server.Server
	token  string
}

// StartNATS starts JetStream on the directory's files. The server listens on
// port (0: a free one) of the loopback interface and admits only who knows its
// random token, which is part of URL.
func StartNATS(d *Dir, port int, log *slog.Logger) (*NATS, error) {
	if port == 0 {
		port = server.RANDOM_PORT
	}
	token := rand.Text()
	s, err := server.NewServer(&server.Options{
		ServerName:    "astragal",
		Host:          "127.0.0.1",
		Port:          port,
		Authorization: token,
		JetStream:     true,
		StoreDir:      filepath.Join(d.path, "nats"),
		SyncAlways:    true, // an acknowledged job survives a power failure
		NoSigs:        true,
		MaxPayload:    8 << 20,
	})
	if err != nil {
		return nil, fmt.Errorf("nats-server: %w", err)
	}
	s.SetLoggerV2(natsLog{log.With("server", "nats")}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("nats-server does not accept connections; is port %d of 127.0.0.1 taken, or %s not "+
			"writable?", port, d.path)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("nats-server could not start JetStream in %s/nats", d.path)
	}
	return &NATS{server: s, token: token}, nil
}

// URL is the server's address with its credentials.
func (n *NATS) URL() string {
	u, err := url.Parse(n.server.ClientURL())
	if err != nil {
		return n.server.ClientURL()
	}
	u.User = url.User(n.token)
	return u.String()
}

// Stop shuts the server down after its files are complete.
func (n *NATS) Stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// natsLog passes on what the server has to say above routine.
type natsLog struct{ log *slog.Logger }

func (l natsLog) Noticef(string, ...any)            {}
func (l natsLog) Debugf(string, ...any)             {}
func (l natsLog) Tracef(string, ...any)             {}
func (l natsLog) Warnf(format string, args ...any)  { l.log.Debug(fmt.Sprintf(format, args...)) }
func (l natsLog) Errorf(format string, args ...any) { l.log.Error(fmt.Sprintf(format, args...)) }
func (l natsLog) Fatalf(format string, args ...any) { l.log.Error(fmt.Sprintf(format, args...)) }
