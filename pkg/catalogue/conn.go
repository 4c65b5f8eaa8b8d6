package catalogue

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

// silence is how long the database may say nothing while it is expected to
// answer before the connection counts as broken: a network that swallows
// packets gives no other sign. No statement of ours takes as long.
const silence = 30 * time.Second

// dial connects like the default, to connections that do not wait for ever.
func dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second, KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second,
		Interval: 5 * time.Second, Count: 3}}
	conn, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return &timeoutConn{Conn: conn}, nil
}

// timeoutConn is a connection whose reads and writes end after silence, unless
// whoever uses it has set a deadline.
type timeoutConn struct {
	net.Conn
	given atomic.Bool // a deadline that is not ours
}

func (c *timeoutConn) Read(b []byte) (int, error) {
	if !c.given.Load() {
		c.Conn.SetReadDeadline(time.Now().Add(silence))
		if c.given.Load() { // set in between: it must not be lost
			c.Conn.SetReadDeadline(time.Unix(1, 0))
		}
	}
	return c.Conn.Read(b)
}

func (c *timeoutConn) Write(b []byte) (int, error) {
	if !c.given.Load() {
		c.Conn.SetWriteDeadline(time.Now().Add(silence))
		if c.given.Load() {
			c.Conn.SetWriteDeadline(time.Unix(1, 0))
		}
	}
	return c.Conn.Write(b)
}

func (c *timeoutConn) SetDeadline(t time.Time) error {
	c.given.Store(!t.IsZero())
	return c.Conn.SetDeadline(t)
}

func (c *timeoutConn) SetReadDeadline(t time.Time) error {
	c.given.Store(!t.IsZero())
	return c.Conn.SetReadDeadline(t)
}

func (c *timeoutConn) SetWriteDeadline(t time.Time) error {
	c.given.Store(!t.IsZero())
	return c.Conn.SetWriteDeadline(t)
}
