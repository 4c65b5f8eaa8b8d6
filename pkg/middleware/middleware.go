// Package middleware is what surrounds every endpoint of every service: a
// request id, a log line, metrics, recovery from panics, and where asked for a
// rate limit and a circuit breaker. An endpoint is business logic behind one function with
// types of its own; go-kit's middleware, which knows no types, stays at the edge (Around).
package middleware

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/go-kit/kit/circuitbreaker"
	"github.com/go-kit/kit/endpoint"
	"github.com/go-kit/kit/ratelimit"
	"github.com/sony/gobreaker"
	"golang.org/x/time/rate"

	"github.com/astragal/astragal/pkg/telemetry"
)

type requestKey struct{}

// WithRequestID returns a context that carries the id, or a new one for "".
func WithRequestID(ctx context.Context, id string) context.Context {
	if id == "" {
		id = rand.Text()[:16]
	}
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id that the context carries, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// ErrPanic says that an endpoint panicked.
var ErrPanic = errors.New("internal error")

// ErrLimited says that a rate limit refused the call.
var ErrLimited = ratelimit.ErrLimited

// ErrOpen says that the circuit breaker is open: a dependency failed repeatedly.
var ErrOpen = gobreaker.ErrOpenState

// Endpoint is one function of a service, whatever carries its requests.
type Endpoint[Req, Resp any] func(ctx context.Context, request Req) (Resp, error)

// Around surrounds a function with middleware of go-kit, the first outermost. Requests and
// responses keep their types: the middleware sees only that a call happens and what error it has.
func Around[Req, Resp any](call Endpoint[Req, Resp], outer endpoint.Middleware,
	others ...endpoint.Middleware) Endpoint[Req, Resp] {
	chain := endpoint.Chain(outer, others...)
	return func(ctx context.Context, request Req) (response Resp, err error) {
		_, err = chain(func(ctx context.Context, _ any) (any, error) {
			var err error
			response, err = call(ctx, request)
			return nil, err
		})(ctx, nil)
		return response, err
	}
}

// Standard surrounds an endpoint with what all have in common: request id,
// logging, metrics and recovery.
func Standard(tel *telemetry.Set, service, name string) endpoint.Middleware {
	return endpoint.Chain(instrument(tel, service, name), recovery(tel.Log))
}

func instrument(tel *telemetry.Set, service, name string) endpoint.Middleware {
	return func(next endpoint.Endpoint) endpoint.Endpoint {
		return func(ctx context.Context, request any) (response any, err error) {
			if RequestID(ctx) == "" {
				ctx = WithRequestID(ctx, "")
			}
			start := time.Now()
			response, err = next(ctx, request)
			took := time.Since(start)
			outcome := "ok"
			if err != nil {
				outcome = "error"
			}
			tel.Requests.WithLabelValues(service, name, outcome).Inc()
			tel.Latency.WithLabelValues(service, name).Observe(took.Seconds())
			level := slog.LevelDebug
			if err != nil {
				level = slog.LevelInfo
			}
			tel.Log.Log(ctx, level, "endpoint", "service", service, "endpoint", name, "request", RequestID(ctx), "took", took,
				"error", err)
			return response, err
		}
	}
}

func recovery(log *slog.Logger) endpoint.Middleware {
	return func(next endpoint.Endpoint) endpoint.Endpoint {
		return func(ctx context.Context, request any) (response any, err error) {
			defer func() {
				if v := recover(); v != nil {
					log.Error("endpoint panicked", "request", RequestID(ctx), "panic", v, "stack", string(debug.Stack()))
					response, err = nil, fmt.Errorf("%w: panic: %v", ErrPanic, v)
				}
			}()
			return next(ctx, request)
		}
	}
}

// Limit refuses calls beyond perSecond on average and burst at once.
func Limit(perSecond float64, burst int) endpoint.Middleware {
	return ratelimit.NewErroringLimiter(rate.NewLimiter(rate.Limit(perSecond), burst))
}

// Breaker stops calling an endpoint for two seconds after five consecutive
// errors that counts says are a dependency's.
func Breaker(name string, counts func(error) bool) endpoint.Middleware {
	return circuitbreaker.Gobreaker(gobreaker.NewCircuitBreaker(gobreaker.Settings{
		Name:         name,
		Timeout:      2 * time.Second,
		MaxRequests:  2,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
		IsSuccessful: func(err error) bool { return err == nil || !counts(err) },
	}))
}
