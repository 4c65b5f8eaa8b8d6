package telemetry

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEndpoints(t *testing.T) {
	var log bytes.Buffer
	s, err := New(&log, "info", "json")
	if err != nil {
		t.Fatal(err)
	}
	var down error
	mux := http.NewServeMux()
	s.Register(mux, Check{"postgres", func(context.Context) error { return down }})
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	s.Playouts.Add(3)
	s.Log.Info("hello")
	if !strings.Contains(log.String(), `"msg":"hello"`) {
		t.Errorf("log %q", &log)
	}
	if body := get("/metrics").Body.String(); !strings.Contains(body, "astragal_playouts_total 3") {
		t.Error("/metrics misses a counter")
	}
	if w := get("/healthz"); w.Code != 200 {
		t.Errorf("healthy: %d", w.Code)
	}
	down = errors.New("gone away")
	if w := get("/healthz"); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "gone away") {
		t.Errorf("unhealthy: %d %s", w.Code, w.Body)
	}
	for _, bad := range [][2]string{{"loud", "text"}, {"info", "xml"}} {
		if _, err := New(&log, bad[0], bad[1]); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}
