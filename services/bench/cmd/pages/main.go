// Command pages times the pages of a running server, while an evaluation runs if asked to, and
// fails where a page is slower than it may be:
//
//	astragal import --data DIR --playouts 100 ../shared/library
//	astragal serve --data DIR --addr 127.0.0.1:8080 &
//	go run ./services/bench/cmd/pages --evaluate --most 300ms
//
// Every address is asked for once before, so that what is worked out once and remembered is
// there; that first time is shown beside the others.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/bench/pages"
	"github.com/astragal/astragal/services/gateway"
)

type options struct {
	url      string
	requests int // of each kind of page
	rulesets int
	evaluate bool
	most     time.Duration
	patience time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "http://127.0.0.1:8080", "`address` of the server")
	flag.IntVar(&o.requests, "requests", 100, "requests of each kind of page, one after the other")
	flag.IntVar(&o.rulesets, "rulesets", 40, "rulesets whose pages are asked for, spread over the library")
	flag.BoolVar(&o.evaluate, "evaluate", false, "have rulesets evaluated meanwhile, as many as keep all workers busy")
	flag.DurationVar(&o.most, "most", 0, "fail if the 95th percentile of a kind of page is above it; 0 only reports")
	flag.DurationVar(&o.patience, "patience", 15*time.Minute, "how long to wait for what pages work out once")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

// timing is how long the pages of a kind took.
type timing struct {
	pages.Kind
	first        time.Duration // the slowest of the first times
	times        []time.Duration
	bytes, plain int // of the largest page, compressed and not
}

func (t *timing) at(share float64) time.Duration {
	return t.times[min(len(t.times)-1, int(share*float64(len(t.times))))]
}

func run(ctx context.Context, o options, w io.Writer) (err error) {
	kinds, err := pages.Of(ctx, o.url, o.rulesets)
	if err != nil {
		return err
	}
	var list []*timing
	for _, k := range kinds {
		t := &timing{Kind: k}
		if err := t.warm(ctx, o); err != nil {
			return err
		}
		list = append(list, t)
	}
	busy := func(context.Context) (int, error) { return 0, nil }
	if o.evaluate {
		var end func()
		if end, busy, err = play(ctx, o); err != nil {
			return err
		}
		defer end()
	}
	fmt.Fprintf(w, "load at the beginning: %s\n", load())
	least := -1 // evaluations under way
	for _, t := range list {
		under, err := busy(ctx)
		if err != nil {
			return err
		}
		if least < 0 || under < least {
			least = under
		}
		for i := range o.requests {
			took, page, err := get(ctx, o.url+t.Paths[i%len(t.Paths)], "gzip") // as browsers do
			if err != nil {
				return err
			}
			t.bytes = max(t.bytes, len(page))
			t.times = append(t.times, took)
		}
		slices.Sort(t.times)
	}
	fmt.Fprintf(w, "load at the end: %s\n", load())
	if o.evaluate {
		fmt.Fprintf(w, "evaluations under way, at least: %d\n", least)
		if least == 0 {
			return fmt.Errorf("no evaluation ran at some time: these figures are not of a busy server")
		}
	}
	return report(w, o, list)
}

func report(w io.Writer, o options, list []*timing) error {
	var slow []string
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "page\taddresses\tfirst\tmedian\tp95\tmost\tbytes sent\tbytes\t")
	for _, t := range list {
		ms := func(d time.Duration) string { return fmt.Sprintf("%.0f ms", float64(d)/1e6) }
		fmt.Fprintf(tab, "%s\t%d\t%s\t%s\t%s\t%s\t%d\t%d\t\n", t.Name, len(t.Paths), ms(t.first), ms(t.at(0.5)),
			ms(t.at(0.95)),
			ms(t.times[len(t.times)-1]), t.bytes, t.plain)
		if o.most > 0 && t.at(0.95) > o.most {
			slow = append(slow, t.Name)
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	if len(slow) > 0 {
		return fmt.Errorf("the 95th percentile is above %v of: %s", o.most, strings.Join(slow, ", "))
	}
	return nil
}

// warm asks for every address once, and again while the page says that it is being worked out.
func (t *timing) warm(ctx context.Context, o options) error {
	for _, path := range t.Paths {
		until := time.Now().Add(o.patience)
		for n := 0; ; n++ {
			took, page, err := get(ctx, o.url+path, "identity")
			if err != nil {
				return err
			}
			if n == 0 {
				t.first = max(t.first, took)
			}
			if !t.Waits || !bytes.Contains(page, []byte(`http-equiv="refresh"`)) {
				t.plain = max(t.plain, len(page))
				break
			}
			if time.Now().After(until) {
				return fmt.Errorf("%s is not worked out after %v", path, o.patience)
			}
			time.Sleep(time.Second)
		}
	}
	return nil
}

// get reads a page; the time ends with its last byte. Where the server says that it is asked too often, which a
// quick page with a low limit soon is, it waits and asks again.
func get(ctx context.Context, address, encoding string) (took time.Duration, page []byte, err error) {
	for range 20 {
		var status int
		if took, page, status, err = ask(ctx, address, encoding); err != nil || status != http.StatusTooManyRequests {
			if err == nil && status != http.StatusOK && status != http.StatusNotFound {
				err = fmt.Errorf("%s: %d %s", address, status, http.StatusText(status))
			}
			return took, page, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return 0, nil, fmt.Errorf("%s: asked too often, even ten times a second", address)
}

// ask is get once.
func ask(ctx context.Context, address, encoding string) (took time.Duration, page []byte, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		return 0, nil, 0, err
	}
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Encoding", encoding)
	begin := time.Now()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, 0, err
	}
	defer answer.Body.Close()
	if page, err = io.ReadAll(answer.Body); err != nil {
		return 0, nil, 0, err
	}
	return time.Since(begin), page, answer.StatusCode, nil
}

// play asks for evaluations, more than are played while pages are timed; end cancels them, and
// busy says how many are under way.
func play(ctx context.Context, o options) (end func(), busy func(context.Context) (int, error), err error) {
	var list struct{ Rulesets []pages.Ruleset }
	if err := pages.Get(ctx, o.url+"/api/rulesets?limit=8", &list); err != nil {
		return nil, nil, err
	}
	var ids []string
	seed := uint64(time.Now().UnixNano()) // nobody has these plays yet
	for _, r := range list.Rulesets {
		body, _ := json.Marshal(gateway.EvaluateRequest{Params: catalogue.Params{Agent: "random", Playouts: 1_000_000,
			Seed: seed >> 12}})
		var receipt gateway.Receipt
		if err := post(ctx, o.url+"/api/rulesets/"+url.PathEscape(r.Hash)+"/evaluations", body, &receipt); err != nil {
			return nil, nil, err
		}
		ids = append(ids, receipt.Evaluation)
	}
	end = func() {
		for _, id := range ids { // those that are over cannot be cancelled
			post(context.WithoutCancel(ctx), o.url+"/api/evaluations/"+url.PathEscape(id)+"/cancel", nil, nil)
		}
	}
	busy = func(ctx context.Context) (int, error) {
		var now struct {
			Running []catalogue.Running
			Total   int
		}
		err := pages.Get(ctx, o.url+"/api/operations", &now)
		return now.Total, err
	}
	time.Sleep(3 * time.Second) // the first batches are played now
	return end, busy, nil
}

func post(ctx context.Context, address string, body []byte, into any) error {
	r, err := http.NewRequestWithContext(ctx, "POST", address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		return fmt.Errorf("%s: %s %s", address, answer.Status, text)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// load is the machine's, over 1, 5 and 15 minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
