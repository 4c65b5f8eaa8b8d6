// Package access says who may do what over HTTP: it lets requests through that
// have the role they need, by an API key or by the mode of the server, and are not
// too many.
package access

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// Modes: who needs a key.
const (
	Open = "open" // nobody: for one's own machine
	Read = "read" // whoever wants more than to look
	Keys = "keys" // everybody
)

// Modes are all of them.
var Modes = []string{Open, Read, Keys}

// Guard lets requests through that have the role they need and are not too many.
type Guard struct {
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

// New returns a guard in a mode, "" being Open; keys finds a key by its secret.
func New(mode string, keys func(context.Context, string) (catalogue.Key, error)) (*Guard, error) {
	if mode == "" {
		mode = Open
	}
	if !slices.Contains(Modes, mode) {
		return nil, fmt.Errorf("auth %q, expected open, read or keys", mode)
	}
	return &Guard{mode: mode, keys: keys, known: map[string]knownKey{}, clients: map[string]*client{}}, nil
}

// secretOf is the key that a request presents, "" for none.
func secretOf(r *http.Request) string {
	if s, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s
	}
	return r.Header.Get("X-API-Key")
}

// addressOf is the address that a request comes from.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

var errTooMany = &httpx.StatusError{Status: http.StatusTooManyRequests, Msg: "too many requests; slow down"}

// identify returns the role of a request and the name under which it is counted.
func (g *Guard) identify(r *http.Request) (catalogue.Role, string, error) {
	secret, host := secretOf(r), addressOf(r)
	if secret == "" {
		switch g.mode {
		case Open:
			return catalogue.AdminRole, host, nil
		case Read:
			return catalogue.ReadRole, host, nil
		}
		return "", host, nil
	}
	g.mu.Lock()
	k, ok := g.known[secret]
	g.mu.Unlock()
	if !ok || time.Since(k.at) > keyMemory {
		if !g.allowed("keys of "+host, true) { // guessing
			return "", "", errTooMany
		}
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
func (g *Guard) allowed(name string, write bool) bool {
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
		c = &client{read: rate.NewLimiter(clientReadRate, clientReadBurst), write: rate.NewLimiter(clientWriteRate,
			clientWriteBurst)}
		g.clients[name] = c
	}
	c.seen = time.Now()
	if write {
		return c.write.Allow()
	}
	return c.read.Allow()
}

// Require lets only those to next who have a role.
func (g *Guard) Require(need catalogue.Role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		role, name, err := g.identify(r)
		switch {
		case err != nil:
		case !role.Allows(need) && secretOf(r) == "":
			w.Header().Set("WWW-Authenticate", `Bearer realm="astragal"`)
			err = &httpx.StatusError{Status: http.StatusUnauthorized, Msg: fmt.Sprintf("this needs a key with the role %s",
				need)}
		case !role.Allows(need):
			err = &httpx.StatusError{Status: http.StatusForbidden, Msg: fmt.Sprintf("this needs the role %s, the key has %s",
				need, role)}
		case !g.allowed(name, need != catalogue.ReadRole):
			err = errTooMany
		}
		if httpx.Status(err) == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "1")
		}
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		if key, ok := strings.CutPrefix(name, "key "); ok { // whose budget it is
			r = r.WithContext(catalogue.WithAsker(r.Context(), key))
		}
		next.ServeHTTP(w, r)
	})
}

// Origins refuses what pages of other sites make a browser send: a request that
// changes something and comes from another origin and, where nobody needs a key,
// one whose host is not this machine, as after a change of a name's address.
func (g *Guard) Origins(elsewhere bool, next http.Handler) http.Handler {
	same := http.NewCrossOriginProtection()
	same.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.WriteError(w, r, &httpx.StatusError{Status: http.StatusForbidden,
			Msg: "this comes from a page of another site"})
	}))
	guarded := same.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.mode == Open && !elsewhere && !local(r.Host) {
			httpx.WriteError(w, r, &httpx.StatusError{Status: http.StatusMisdirectedRequest,
				Msg: fmt.Sprintf("without keys this server answers on its own machine only, as localhost, and not as %q", r.Host)})
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// local reports whether a host, with or without a port, is a name or address of
// the machine itself.
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || net.ParseIP(host) != nil &&
		net.ParseIP(host).IsLoopback()
}
