package crate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// maxMetadata bounds what a description may weigh, in bytes.
const maxMetadata = 64 << 20

// Read reads the description of a crate.
func Read(fsys fs.FS) (*Graph, error) {
	info, err := fs.Stat(fsys, MetadataFile)
	if err != nil {
		return nil, fmt.Errorf("no crate: %w", err)
	}
	if info.Size() > maxMetadata {
		return nil, fmt.Errorf("%s has %d bytes; expected at most %d", MetadataFile, info.Size(), maxMetadata)
	}
	text, err := fs.ReadFile(fsys, MetadataFile)
	if err != nil {
		return nil, err
	}
	g := &Graph{}
	var raw struct {
		Context json.RawMessage `json:"@context"`
		Graph   []Entity        `json:"@graph"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", MetadataFile, err)
	}
	if json.Unmarshal(raw.Context, &g.Context) != nil {
		g.Context = []any{strings.Trim(string(raw.Context), `"`)}
	}
	g.Entities = raw.Graph
	return g, nil
}

// checker collects what is wrong with a crate.
type checker struct {
	g    *Graph
	ids  map[string]Entity
	list []string
}

func (c *checker) wrong(format string, args ...any) {
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

// Check returns what is wrong with a crate by the MUST rules of RO-Crate 1.1, Process
// Run Crate 0.5, Workflow RO-Crate 1.0 and Workflow Run Crate 0.5, as far as a
// program can tell, and with the files, whose digests it compares; the error is that
// there is no description that could be read.
func Check(fsys fs.FS) ([]string, error) {
	g, err := Read(fsys)
	if err != nil {
		return nil, err
	}
	c := &checker{g: g, ids: map[string]Entity{}}
	if !slices.Contains(g.Context, any(vocabulary)) {
		c.wrong("@context lacks %s", vocabulary)
	}
	for i, e := range g.Entities {
		switch {
		case e.ID() == "":
			c.wrong("entity %d has no @id", i)
		case len(types(e)) == 0:
			c.wrong("%s has no @type", e.ID())
		case c.ids[e.ID()] != nil:
			c.wrong("%s is there twice", e.ID())
		}
		c.ids[e.ID()] = e
		for key, value := range e { // flattened: nothing but references inside
			for _, v := range values(value) {
				if m, ok := v.(map[string]any); ok && (len(m) != 1 && m["@value"] == nil || m["@id"] == nil && m["@value"] == nil) {
					c.wrong("%s: %s has a nested entity", e.ID(), key)
				}
			}
		}
	}
	c.root()
	c.workflow()
	c.actions()
	c.references()
	c.files(fsys)
	return c.list, nil
}

func types(e Entity) (list []string) {
	for _, v := range values(e["@type"]) {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	return list
}

func isA(e Entity, kind string) bool { return slices.Contains(types(e), kind) }

// values are the values of a property, of which there may be none, one or several.
func values(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// refs are the ids that a property refers to.
func refs(e Entity, key string) (list []string) {
	for _, v := range values(e[key]) {
		if m, ok := v.(map[string]any); ok {
			if id, ok := m["@id"].(string); ok {
				list = append(list, id)
			}
		}
	}
	return list
}

// must tells of properties that an entity lacks.
func (c *checker) must(e Entity, keys ...string) {
	for _, key := range keys {
		if len(values(e[key])) == 0 || e[key] == "" {
			c.wrong("%s lacks %s", e.ID(), key)
		}
	}
}

// time tells of a property that is no date or time of ISO 8601.
func (c *checker) time(e Entity, key string) {
	s, _ := e[key].(string)
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if _, err := time.Parse(layout, s); err == nil {
			return
		}
	}
	c.wrong("%s: %s %q is no time of ISO 8601", e.ID(), key, s)
}

// root checks the descriptor and the root data entity.
func (c *checker) root() {
	d := c.ids[MetadataFile]
	if d == nil || !isA(d, "CreativeWork") || !slices.Equal(refs(d, "about"), []string{"./"}) {
		c.wrong("%s is no CreativeWork about ./", MetadataFile)
	} else if !slices.Contains(refs(d, "conformsTo"), crateProfile) {
		c.wrong("%s does not conform to %s", MetadataFile, crateProfile)
	}
	root := c.ids["./"]
	if root == nil || !isA(root, "Dataset") {
		c.wrong("there is no Dataset ./")
		return
	}
	c.must(root, "name", "description", "datePublished", "license", "hasPart", "mainEntity")
	c.time(root, "datePublished")
	for _, profile := range []string{processRun, workflowRun, workflowProfile} {
		if !slices.Contains(refs(root, "conformsTo"), profile) {
			c.wrong("./ does not conform to %s", profile)
		} else if p := c.ids[profile]; p == nil || !isA(p, "CreativeWork") {
			c.wrong("%s is not described as a CreativeWork", profile)
		} else {
			c.must(p, "name", "version")
		}
	}
	for _, id := range refs(root, "license") {
		if e := c.ids[id]; e != nil {
			c.must(e, "name")
		}
	}
}

// workflow checks the main entity and its parameters.
func (c *checker) workflow() {
	root := c.ids["./"]
	if root == nil {
		return
	}
	for _, id := range refs(root, "mainEntity") {
		w := c.ids[id]
		if w == nil {
			continue // told by references
		}
		for _, kind := range []string{"File", "SoftwareSourceCode", "ComputationalWorkflow"} {
			if !isA(w, kind) {
				c.wrong("the main entity %s is no %s", id, kind)
			}
		}
		c.must(w, "name", "programmingLanguage")
		for _, l := range refs(w, "programmingLanguage") {
			if e := c.ids[l]; e != nil && !isA(e, "ComputerLanguage") {
				c.wrong("%s is no ComputerLanguage", l)
			}
		}
		for _, p := range slices.Concat(refs(w, "input"), refs(w, "output")) {
			if e := c.ids[p]; e != nil {
				if !isA(e, "FormalParameter") {
					c.wrong("%s is no FormalParameter", p)
				}
				c.must(e, "name", "additionalType")
				for _, x := range refs(e, "workExample") {
					if y := c.ids[x]; y != nil && !slices.Contains(refs(y, "exampleOfWork"), p) {
						c.wrong("%s is a work example of %s, and does not say so", x, p)
					}
				}
			}
		}
	}
}

// actions checks the runs: of the workflow there must be one.
func (c *checker) actions() {
	found := false
	for _, e := range c.g.Entities {
		if !isA(e, "CreateAction") && !isA(e, "ActivateAction") && !isA(e, "UpdateAction") {
			continue
		}
		c.must(e, "instrument", "result")
		for _, key := range []string{"startTime", "endTime"} {
			if e[key] != nil {
				c.time(e, key)
			}
		}
		root := c.ids["./"]
		for _, id := range refs(e, "instrument") {
			found = found || root != nil && slices.Contains(refs(root, "mainEntity"), id)
		}
		if root != nil && !slices.Contains(refs(root, "mentions"), e.ID()) {
			c.wrong("./ does not mention %s", e.ID())
		}
	}
	if !found {
		c.wrong("there is no CreateAction whose instrument is the main entity")
	}
}

// references checks that everything in the crate that is referred to is described.
func (c *checker) references() {
	for _, e := range c.g.Entities {
		for _, key := range sortedKeys(e) {
			for _, id := range refs(e, key) {
				outside := strings.Contains(id, "://")
				if c.ids[id] == nil && (!outside || key == "license" || key == "hasPart") {
					c.wrong("%s: %s refers to %s, which is not described", e.ID(), key, id)
				}
			}
		}
	}
}

// files checks that the files are there, part of the crate, and as described.
func (c *checker) files(fsys fs.FS) {
	parts := refs(c.ids["./"], "hasPart")
	for _, e := range c.g.Entities {
		if !isA(e, "File") || strings.Contains(e.ID(), "://") {
			continue
		}
		if !slices.Contains(parts, e.ID()) {
			c.wrong("%s is no part of ./", e.ID())
		}
		sum, size, err := digest(fsys, e.ID())
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.wrong("%s is not there", e.ID())
		case err != nil:
			c.wrong("%s: %v", e.ID(), err)
		case e["sha256"] != nil && e["sha256"] != sum:
			c.wrong("%s is not the file described: its SHA-256 is %s", e.ID(), sum)
		case e["contentSize"] != nil && e["contentSize"] != fmt.Sprint(size):
			c.wrong("%s has %d bytes, and not %v", e.ID(), size, e["contentSize"])
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
