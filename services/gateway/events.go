package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
)

// keepAlive is how often a silent event stream says that it is there.
const keepAlive = 20 * time.Second

// maxStreams bounds the event streams at once, and patience how long a client may
// take for what it is sent.
const (
	maxStreams = 2000
	patience   = 30 * time.Second
)

var eventParameters = []parameter{{name: "subject", kind: "string",
	meaning: "id of the source or evaluation to follow"}}

// events streams progress as server-sent events until the client leaves.
func events(e Endpoints, q *jobs.Queue) http.Handler {
	var streams atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := readQuery(r, eventParameters)
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		defer streams.Add(-1)
		if streams.Add(1) > maxStreams {
			w.Header().Set("Retry-After", "10")
			httpx.WriteError(w, r, &httpx.StatusError{Status: http.StatusServiceUnavailable, Msg: "too many event streams"})
			return
		}
		subject := query.Get("subject")
		ch := make(chan jobs.Event, 256)
		stop, err := q.Watch(r.Context(), func(e jobs.Event) {
			if subject != "" && e.Subject != subject {
				return
			}
			select {
			case ch <- e:
			default: // a slow client misses events, nobody waits for it
			}
		})
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		defer stop()
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-cache")
		// The server's limits are for answers that end.
		rc := http.NewResponseController(w)
		rc.SetReadDeadline(time.Time{})
		extend := func() { rc.SetWriteDeadline(time.Now().Add(patience)) }
		extend()
		send := func(kind string, v any) bool {
			data, err := json.Marshal(v)
			if err != nil {
				return true
			}
			extend()
			if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
				return false
			}
			return rc.Flush() == nil
		}
		fmt.Fprint(w, ": connected\n\n")
		rc.Flush()
		if subject != "" && !send("state", state(r.Context(), e, subject)) {
			return
		}
		alive := time.NewTicker(keepAlive)
		defer alive.Stop()
		for {
			select {
			case <-r.Context().Done():
				return
			case <-alive.C:
				extend()
				if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil || rc.Flush() != nil {
					return
				}
			case e := <-ch:
				e.Detail = scrub(e.Detail)
				if !send(e.Kind, e) {
					return
				}
			}
		}
	})
}

// state is an evaluation or source as it is now, nil when there is none.
func state(ctx context.Context, e Endpoints, subject string) any {
	if v, err := e.Evaluation(ctx, subject); err == nil {
		return v
	}
	if v, err := e.Source(ctx, subject); err == nil {
		s := v
		s.Text = ""
		return s
	}
	return nil
}
