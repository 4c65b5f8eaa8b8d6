// Package httpx is the HTTP side of endpoints: it decodes requests, encodes
// answers as JSON, and gives every kind of error its status, always in the form
// {"error": "…", "request": "…"}.
package httpx

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
)

// StatusError is an error with the HTTP status it deserves.
type StatusError struct {
	Status int
	Msg    string
}

func (e *StatusError) Error() string { return e.Msg }

// BadRequest returns a StatusError with status 400.
func BadRequest(format string, args ...any) error {
	return &StatusError{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// Status is the HTTP status that an error deserves.
func Status(err error) int {
	var status *StatusError
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &status):
		return status.Status
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, catalogue.ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, middleware.ErrLimited), errors.Is(err, catalogue.ErrBudget):
		return http.StatusTooManyRequests
	case errors.Is(err, middleware.ErrOpen), catalogue.Unavailable(err):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// WriteJSON writes v with the status.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v) // the client is gone if this fails
}

// WriteError writes err in the common form. What an internal error says stays in the log.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	status, msg := Status(err), err.Error()
	switch status {
	case http.StatusInternalServerError:
		msg = "internal error"
	case http.StatusServiceUnavailable:
		msg = "a server that this one needs is away; try again"
	}
	WriteJSON(w, status, map[string]string{"error": msg, "request": middleware.RequestID(r.Context())})
}

// Handle serves an endpoint: decode makes its request of the HTTP request, its response becomes JSON.
func Handle[Req, Resp any](e middleware.Endpoint[Req, Resp], decode func(*http.Request) (Req, error)) http.Handler {
	return WithID(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := decode(r)
		if err != nil {
			WriteError(w, r, err)
			return
		}
		response, err := e(r.Context(), request)
		if err != nil {
			WriteError(w, r, err)
			return
		}
		WriteJSON(w, http.StatusOK, response)
	}))
}

// WithID gives requests an id, the client's X-Request-Id when it sends a short
// one, and returns it in the answer.
func WithID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if len(id) > 64 {
			id = ""
		}
		ctx := middleware.WithRequestID(r.Context(), id)
		w.Header().Set("X-Request-Id", middleware.RequestID(ctx))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
