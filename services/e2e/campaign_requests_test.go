package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/services/gateway"
)

// Disturbances by what people ask of the services.

// Twenty descriptions are imported in the middle of an evaluation.
func importBeside(t *testing.T, x *tally) {
	_, h := laboratory(t, 3)
	for n := range rounds() {
		var texts []string
		for i := range 20 {
			texts = append(texts, fmt.Sprintf("game: Import %d of round %d", i, n))
		}
		p := params(40, 20)
		var ids []string
		x.round(t, h, h.Catalogue, n, func() { ids = submit(t, h, p, texts...) })
		for i, o := range await(t, h.Catalogue, ids, p) {
			x.verify(t, h.Catalogue, o, p, texts[i])
		}
	}
}

// An evaluation is cancelled in its middle and asked for again: it goes on where
// it stopped.
func cancelEvaluation(t *testing.T, x *tally) {
	_, h := laboratory(t, 3)
	service := gateway.New(h.Catalogue, h.Queue, compiler{version})
	for n := range rounds() {
		p := campaignParams(n)
		x.round(t, h, h.Catalogue, n, func() {
			ids := submit(t, h, p, slowGame)
			o, err := h.Catalogue.Outcomes(t.Context(), ids, p)
			if err != nil {
				t.Fatal(err)
			}
			e, err := service.Cancel(t.Context(), o[0].Evaluation.ID)
			if err != nil || e.Status != "cancelled" {
				t.Fatalf("cancelled: %+v, %v", e, err)
			}
			submit(t, h, p, slowGame)
		})
	}
}

// Requests that come byte by byte, that are far too large, and hundreds of event
// streams, do not keep others from being answered.
func abuse(t *testing.T, x *tally) {
	const (
		slow    = 50
		streams = 300
	)
	_, h := laboratory(t, 3)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var served sync.WaitGroup
	served.Go(func() { h.Serve(ctx, l) })
	defer served.Wait()
	defer stop()
	url := "http://" + l.Addr().String()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 30 * time.Second}

	var open []io.Closer
	defer func() {
		for _, c := range open {
			c.Close()
		}
	}()
	for range slow { // a head that does not end
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /api/sources HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		open = append(open, conn)
	}
	for range streams {
		req, _ := http.NewRequestWithContext(t.Context(), "GET", url+"/api/events", nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, resp.Body)
		if resp.StatusCode == 200 {
			go io.Copy(io.Discard, resp.Body)
		}
	}
	for n := range rounds() {
		x.round(t, h, h.Catalogue, n, func() {
			body := io.MultiReader(strings.NewReader(`{"file": "x.lud", "text": "`), endless{})
			resp, err := client.Post(url+"/api/sources", "application/json", io.LimitReader(body, 64<<20))
			if err == nil {
				if resp.StatusCode < 400 || resp.StatusCode >= 500 {
					t.Errorf("64 MiB are answered with %s", resp.Status)
				}
				resp.Body.Close()
			} // or the connection was closed in the middle of it
			start := time.Now()
			resp, err = client.Get(url + "/api/rulesets")
			if err != nil || resp.StatusCode != 200 {
				t.Fatalf("beside the abuse: %v, %v", resp, err)
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("an answer took %v", took)
			}
		})
	}
	// The heads that did not end were given up by the server.
	for _, c := range open[:slow] {
		conn := c.(net.Conn)
		conn.SetReadDeadline(time.Now().Add(15 * time.Second))
		answer, err := bufio.NewReader(conn).ReadBytes(0)
		if err != io.EOF && !bytes.Contains(answer, []byte("408")) {
			t.Errorf("a head without an end is still waited for: %q, %v", answer, err)
		}
	}
}

// endless is a text without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
