package reconstruction

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
)

// Request is a study as the API is asked for it.
type Request struct {
	Name    string            `json:"name"`
	File    string            `json:"file"`    // name of the skeleton in messages
	Text    string            `json:"text"`    // of the skeleton
	Ruleset string            `json:"ruleset"` // declared; "" for the first one with holes
	Defs    map[string]string `json:"defs"`    // shared definitions by file name
	// Evidence is an evidence file (docs/reconstruction.md); wear has its own studies.
	Evidence string `json:"evidence"`
	Prior    string `json:"prior"` // kernel, frequency or uniform
	Kernel
	Fix      string `json:"fix"` // what if: HOLE=FILLER, a line each
	Draws    int    `json:"draws"`
	Seed     uint64 `json:"seed"`
	Agent    string `json:"agent"`
	Strong   string `json:"strong"` // plays the most probable completions against Agent; "" for none
	Plays    int    `json:"plays"`
	Halving  bool   `json:"halving"`
	MaxPlies int    `json:"maxPlies"`
	Attested int    `json:"attested"`          // games of the catalogue that play is compared with
	Keep     int    `json:"keep"`              // of the most probable completions that become rulesets
	Classes  bool   `json:"classes,omitempty"` // tell which completions are the same game
	Nearest  int    `json:"nearest,omitempty"` // attested games that are told by the prior kernel, at least 10
	Rank     string `json:"rank,omitempty"`    // text of a complete game: where does it stand among the completions?
}

// Kernel is what a request says of the prior kernel. What it does not say is left out, so that a request has the same
// identity as before there was a word for it.
type Kernel struct {
	KernelKm       *float64 `json:"kernelKm,omitempty"` // parameters as in prior.Parameters; nil for the fitted one
	KernelYears    *float64 `json:"kernelYears,omitempty"`
	KernelCulture  *float64 `json:"kernelCulture,omitempty"`
	KernelLudemes  *float64 `json:"kernelLudemes,omitempty"`
	KernelConcepts *float64 `json:"kernelConcepts,omitempty"`
	KernelTogether *float64 `json:"kernelTogether,omitempty"`
	Balance        string   `json:"balance,omitempty" enum:"family,culture"` // as prior.Assumptions
	Similarity     string   `json:"similarity,omitempty"`                    // a table in CSV: game,other,similarity
}

// parameters are the fitted ones with those that are asked for.
func (k *Kernel) parameters() prior.Parameters {
	p := prior.Fitted()
	for _, x := range []struct {
		asked *float64
		to    *float64
	}{
		{k.KernelKm, &p.Km}, {k.KernelYears, &p.Years}, {k.KernelCulture, &p.Culture}, {k.KernelLudemes, &p.Ludemes},
		{k.KernelConcepts, &p.Concepts}, {k.KernelTogether, &p.Together},
	} {
		if x.asked != nil {
			*x.to = *x.asked
		}
	}
	return p
}

// on is the prior on a library; an error says what of the request cannot be meant.
func (k *Kernel) on(l *reconstruct.Library) (*prior.Kernel, error) {
	a := prior.Assumptions{Balance: k.Balance}
	if k.Similarity != "" {
		var err error
		if a.Similar, err = prior.ReadSimilarity("similarity", strings.NewReader(k.Similarity)); err != nil {
			return nil, err
		}
	}
	by, err := prior.New(l, k.parameters())
	if err != nil {
		return nil, err
	}
	return by.Assume(a)
}

// Defaults are the settings of a request that says nothing of them: those of `astragal reconstruct`, with halving.
func Defaults() Request {
	return Request{File: "skeleton.lud", Prior: "kernel", Draws: 300, Seed: 1, Agent: "random", Plays: 20, Halving: true,
		MaxPlies: 500, Attested: 60, Keep: 10}
}

// Bounds of what one request may ask for.
const (
	MaxText     = 1 << 20 // bytes of the skeleton
	maxDraws    = 5_000
	maxPlays    = 1_000
	maxPlies    = 100_000
	maxAttested = 1_000
	maxKeep     = 100
	maxNearest  = 1_000
)

// asked is a request that was understood.
type asked struct {
	skeleton *reconstruct.Skeleton
	items    []posterior.Item
	fixed    map[int]string
	options  posterior.Options
	ranked   *lgdl.Node // nil for none
}

// Check tells what is wrong with a request, and returns its skeleton.
func (r *Request) Check() (*reconstruct.Skeleton, error) {
	a, err := r.read()
	if err != nil {
		return nil, err
	}
	return a.skeleton, nil
}

func (r *Request) read() (*asked, error) {
	for _, b := range []struct {
		name         string
		n, low, high int
	}{
		{"draws", r.Draws, 1, maxDraws}, {"plays", r.Plays, 0, maxPlays}, {"maxPlies", r.MaxPlies, 1, maxPlies},
		{"attested", r.Attested, 0, maxAttested}, {"keep", r.Keep, 0, maxKeep}, {"fix", len(r.Fix), 0, MaxText},
		{"text", len(r.Text), 1, MaxText}, {"similarity", len(r.Similarity), 0, MaxText}, {"rank", len(r.Rank), 0, MaxText},
		{"nearest", r.Nearest, 0, maxNearest},
	} {
		if b.n < b.low || b.n > b.high {
			return nil, fmt.Errorf("%s: found %d, expected %d to %d", b.name, b.n, b.low, b.high)
		}
	}
	a := &asked{fixed: map[int]string{}, options: posterior.Options{Draws: r.Draws, Seed: r.Seed, Agent: r.Agent,
		Plays: r.Plays, MaxPlies: r.MaxPlies, Attested: r.Attested, Halving: r.Halving, Strong: r.Strong, Classes: r.Classes}}
	if !slices.Contains([]string{"kernel", "frequency", "uniform"}, r.Prior) {
		return nil, fmt.Errorf("prior: found %q, expected kernel, frequency or uniform", r.Prior)
	}
	if r.Prior == "kernel" {
		if _, err := r.Kernel.on(&reconstruct.Library{}); err != nil {
			return nil, err
		}
	} else if r.Kernel != (Kernel{}) {
		return nil, fmt.Errorf("prior: %s has no parameters, balance and similarity, which the prior kernel has", r.Prior)
	}
	if _, err := agent.Parse(cmp.Or(r.Agent, "random")); err != nil {
		return nil, fmt.Errorf("agent: %w", err)
	}
	if r.Strong != "" {
		if _, err := agent.Parse(r.Strong); err != nil {
			return nil, fmt.Errorf("strong: %w", err)
		}
	}
	var err error
	if r.Evidence != "" {
		if a.items, err = posterior.ReadItems("evidence", []byte(r.Evidence)); err != nil {
			return nil, err
		}
	}
	defs, err := r.defines()
	if err != nil {
		return nil, err
	}
	if a.skeleton, err = r.skeleton(defs); err != nil {
		return nil, err
	}
	if r.Rank != "" {
		if a.ranked, err = Complete("rank", []byte(r.Rank), defs); err != nil {
			return nil, err
		}
	}
	for x := range strings.Lines(r.Fix) {
		x = strings.TrimSpace(x)
		if x == "" {
			continue
		}
		number, text, ok := strings.Cut(x, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || n > len(a.skeleton.Holes) {
			return nil, fmt.Errorf("fix: found %q, expected HOLE=FILLER, of %d holes", x, len(a.skeleton.Holes))
		}
		a.fixed[n-1] = text
	}
	written, err := posterior.Written(a.skeleton, a.items)
	if err != nil {
		return nil, err
	}
	a.items = append(a.items, written...)
	if slices.ContainsFunc(a.items, func(x posterior.Item) bool { return x.Kind == "wear" }) {
		return nil, fmt.Errorf("evidence: wear has studies of its own")
	}
	return a, nil
}

// defines reads the shared definitions, nil for none.
func (r *Request) defines() (*lgdl.Defines, error) {
	if len(r.Defs) == 0 {
		return nil, nil
	}
	folder := fstest.MapFS{}
	for name, text := range r.Defs {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return lgdl.LoadDefines(folder)
}

// skeleton reads the ruleset that is to be completed.
func (r *Request) skeleton(defs *lgdl.Defines) (*reconstruct.Skeleton, error) {
	d, err := lgdl.Read(r.File, []byte(r.Text))
	if err != nil {
		return nil, err
	}
	sel := lgdl.Selection{Ruleset: r.Ruleset}
	if r.Ruleset == "" {
		list, err := reconstruct.Incomplete(d, defs)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("text: nothing is incomplete")
		}
		sel = list[0]
	}
	return reconstruct.Read(d, defs, sel)
}

// prior is the one asked for, on a library.
func (r *Request) priorOn(l *reconstruct.Library) (reconstruct.Prior, error) {
	switch r.Prior {
	case "uniform":
		return reconstruct.Uniform{}, nil
	case "frequency":
		return reconstruct.Frequency{}, nil
	}
	return r.Kernel.on(l)
}

// Ask stores a study of a request that was checked. The same request of one engine is stored once.
func Ask(ctx context.Context, c *catalogue.Catalogue, r Request, engine string) (catalogue.Reconstruction, error) {
	s, err := r.Check()
	if err != nil {
		return catalogue.Reconstruction{}, err
	}
	id, text := r.identity(engine)
	return c.PutReconstruction(ctx, catalogue.Reconstruction{ID: id, Name: r.Name, Engine: engine, Request: text,
		Skeleton: s.Hash})
}

// identity is the id of the study of a request, and the request as it is stored.
func (r *Request) identity(engine string) (id string, text []byte) {
	text, _ = json.Marshal(r) // plain fields
	sum := sha256.Sum256([]byte(engine + "\n" + string(text)))
	return hex.EncodeToString(sum[:16]), text
}

// Base is the id of the same study with nothing fixed, "" if nothing is.
func (r *Request) Base(engine string) string {
	if r.Fix == "" {
		return ""
	}
	base := *r
	base.Fix = ""
	id, _ := base.identity(engine)
	return id
}
