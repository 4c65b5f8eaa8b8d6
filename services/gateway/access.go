package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// Access modes: who needs a key.
const (
	OpenAccess = "open" // nobody: for one's own machine
	ReadAccess = "read" // whoever wants more than to look
	KeyAccess  = "keys" // everybody
)

// CheckAccess tells whether a mode exists.
func CheckAccess(mode string) error {
	switch mode {
	case OpenAccess, ReadAccess, KeyAccess:
		return nil
	}
	return fmt.Errorf("auth %q, expected open, read or keys", mode)
}

// guard lets requests through that have the role they need and are not too many.
type guard struct {
	mode string
	keys func(ctx context.Context, secret string) (catalogue.Key, error)

	mu      sync.Mutex
	known   map[string]knownKey // by secret, for a moment
	clients map[string]*client
}

type knownKey struct {
	key catalogue.Key
	err error
	at  time.Time
}

// client is one key or address with its allowances.
type client struct {
	read, write *rate.Limiter
	seen        time.Time
}

// Allowances of one client, in requests per second and at once.
const (
	clientReadRate, clientReadBurst   = 500, 1000
	clientWriteRate, clientWriteBurst = 20, 200
	// maxClients bounds how many are remembered, keyMemory how long a key is
	// believed without asking the catalogue.
	maxClients = 10_000
	keyMemory  = 5 * time.Second
)

func newGuard(mode string, keys func(context.Context, string) (catalogue.Key, error)) *guard {
	return &guard{mode: mode, keys: keys, known: map[string]knownKey{}, clients: map[string]*client{}}
}

// secretOf is the key that a request presents, "" for none.
func secretOf(r *http.Request) string {
	if s, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s
	}
	return r.Header.Get("X-API-Key")
}

// identify returns the role of a request and the name under which it is counted.
func (g *guard) identify(r *http.Request) (catalogue.Role, string, error) {
	secret := secretOf(r)
	if secret == "" {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			host = r.RemoteAddr
		}
		switch g.mode {
		case OpenAccess:
			return catalogue.AdminRole, host, nil
		case ReadAccess:
			return catalogue.ReadRole, host, nil
		}
		return "", host, nil
	}
	g.mu.Lock()
	k, ok := g.known[secret]
	g.mu.Unlock()
	if !ok || time.Since(k.at) > keyMemory {
		k.key, k.err = g.keys(r.Context(), secret)
		k.at = time.Now()
		if k.err != nil && !errors.Is(k.err, catalogue.ErrNotFound) {
			return "", "", k.err
		}
		g.mu.Lock()
		if len(g.known) >= maxClients {
			clear(g.known)
		}
		g.known[secret] = k
		g.mu.Unlock()
	}
	if k.err != nil {
		return "", "", &httpx.StatusError{Status: http.StatusUnauthorized, Msg: "this key is not known, or was revoked"}
	}
	return k.key.Role, "key " + k.key.Name, nil
}

// allowed takes one request from a client's allowance.
func (g *guard) allowed(name string, write bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.clients[name]
	if c == nil {
		if len(g.clients) >= maxClients {
			for n, old := range g.clients {
				if time.Since(old.seen) > time.Minute {
					delete(g.clients, n)
				}
			}
			if len(g.clients) >= maxClients {
				return false
			}
		}
		c = &client{read: rate.NewLimiter(clientReadRate, clientReadBurst), write: rate.NewLimiter(clientWriteRate, clientWriteBurst)}
		g.clients[name] = c
	}
	c.seen = time.Now()
	if write {
		return c.write.Allow()
	}
	return c.read.Allow()
}

// require lets only those to next who have a role.
func (g *guard) require(need catalogue.Role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		role, name, err := g.identify(r)
		switch {
		case err != nil:
		case !role.Allows(need) && secretOf(r) == "":
			w.Header().Set("WWW-Authenticate", `Bearer realm="astragal"`)
			err = &httpx.StatusError{Status: http.StatusUnauthorized, Msg: fmt.Sprintf("this needs a key with the role %s", need)}
		case !role.Allows(need):
			err = &httpx.StatusError{Status: http.StatusForbidden, Msg: fmt.Sprintf("this needs the role %s, the key has %s", need, role)}
		case !g.allowed(name, need != catalogue.ReadRole):
			w.Header().Set("Retry-After", "1")
			err = &httpx.StatusError{Status: http.StatusTooManyRequests, Msg: "too many requests; slow down"}
		}
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
