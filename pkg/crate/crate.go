// Package crate writes and checks research object crates of simulation runs: folders
// with files, and a description of them as linked data by which others, and their
// programs, know what each file is and how it came about.
//
// They follow RO-Crate 1.1 and the profile Workflow Run Crate 0.5, which builds on
// Process Run Crate 0.5 and Workflow RO-Crate 1.0 (w3id.org/ro/wfrun). The package
// knows nothing of games: crate.go is the description, check.go the profile's rules.
package crate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// MetadataFile is the name of the description in a crate.
const MetadataFile = "ro-crate-metadata.json"

// The profiles that a crate conforms to, and the vocabulary.
const (
	crateProfile    = "https://w3id.org/ro/crate/1.1"
	workflowProfile = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
	processRun      = "https://w3id.org/ro/wfrun/process/0.5"
	workflowRun     = "https://w3id.org/ro/wfrun/workflow/0.5"
	vocabulary      = crateProfile + "/context"
	runTerms        = "https://w3id.org/ro/terms/workflow-run/context"
	formalProfile   = "https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE"
	workflowSchema  = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
)

// Entity is one node of the description, with @id and @type.
type Entity map[string]any

// ID is the identifier of the entity.
func (e Entity) ID() string { s, _ := e["@id"].(string); return s }

// Ref refers to an entity.
func Ref(id string) Entity { return Entity{"@id": id} }

// Refs refers to several.
func Refs(ids []string) []Entity {
	list := make([]Entity, len(ids))
	for i, id := range ids {
		list[i] = Ref(id)
	}
	return list
}

// Graph is the description of a crate: its entities in order, each once.
type Graph struct {
	Context  []any    `json:"@context"`
	Entities []Entity `json:"@graph"`
}

// Get returns an entity, nil when there is none.
func (g *Graph) Get(id string) Entity {
	for _, e := range g.Entities {
		if e.ID() == id {
			return e
		}
	}
	return nil
}

// add adds an entity unless there is one with its id.
func (g *Graph) add(e Entity) {
	if g.Get(e.ID()) == nil {
		g.Entities = append(g.Entities, e)
	}
}

// File is a file of the crate.
type File struct {
	Path        string // in the crate, with slashes
	Name        string
	Description string
	Format      string   // media type
	License     string   // by SPDX, "" for that of the crate
	ConformsTo  []string // addresses of what it follows
	About       string   // id of what it is about, "" for nothing
}

// Parameter is a parameter of the run with its value.
type Parameter struct {
	Name, Description string
	Type              string // of schema.org: Integer, Text, …
	Values            []string
}

// Software is what played.
type Software struct{ ID, Name, Version, Description, URL string }

// Run is a crate of one run.
type Run struct {
	Name, Description string
	Published         string // date of publication, RFC 3339
	License           string // by SPDX
	Author            string
	Started, Ended    string // RFC 3339
	Software          []Software
	// Workflow is the script that does all of it again; Inputs are the files that it
	// reads, Results those that it makes, Others the rest.
	Workflow                File
	Inputs, Results, Others []File
	Parameters              []Parameter
}

var spdx = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]*$`)

// CheckLicense tells what is wrong with a licence.
func CheckLicense(id string) error {
	if !spdx.MatchString(id) {
		return fmt.Errorf("%q is no SPDX identifier of a licence; expected one like Apache-2.0 or CC-BY-4.0 "+
			"(spdx.org/licenses)", id)
	}
	return nil
}

// Write describes the files of a run that are in dir already, and writes the
// description and a page about it. The same run gives the same bytes.
func (r *Run) Write(dir string) error {
	g := &Graph{Context: []any{vocabulary, runTerms}}
	g.add(Entity{"@id": MetadataFile, "@type": "CreativeWork", "about": Ref("./"),
		"conformsTo": Refs([]string{crateProfile, workflowProfile})})
	all := slices.Concat([]File{r.Workflow}, r.Inputs, r.Results, r.Others)
	var parts, inputs, results []string
	for _, f := range all {
		parts = append(parts, f.Path)
	}
	for _, f := range r.Inputs {
		inputs = append(inputs, f.Path)
	}
	for _, f := range r.Results {
		results = append(results, f.Path)
	}
	g.add(Entity{"@id": "./", "@type": "Dataset", "name": r.Name, "description": r.Description,
		"datePublished": r.Published, "license": r.license(g, r.License), "author": Ref("#author"),
		"conformsTo": Refs([]string{processRun, workflowRun, workflowProfile}),
		"hasPart":    Refs(parts), "mainEntity": Ref(r.Workflow.Path), "mentions": Ref("#run")})
	for _, p := range [][3]string{{processRun, "Process Run Crate", "0.5"}, {workflowRun, "Workflow Run Crate", "0.5"},
		{workflowProfile, "Workflow RO-Crate", "1.0"}} {
		g.add(Entity{"@id": p[0], "@type": "CreativeWork", "name": p[1], "version": p[2]})
	}
	g.add(Entity{"@id": "#author", "@type": "Organization", "name": r.Author})
	var software, formal, values []string
	for _, s := range r.Software {
		e := Entity{"@id": s.ID, "@type": "SoftwareApplication", "name": s.Name, "softwareVersion": s.Version,
			"version": s.Version, "description": s.Description}
		if s.URL != "" {
			e["url"] = s.URL
		}
		g.add(e)
		software = append(software, s.ID)
	}
	for _, p := range r.Parameters {
		id, value := "#parameter-"+p.Name, "#value-"+p.Name
		g.add(Entity{"@id": id, "@type": "FormalParameter", "name": p.Name, "description": p.Description,
			"additionalType": p.Type, "valueRequired": true, "conformsTo": Ref(formalProfile), "workExample": Ref(value)})
		e := Entity{"@id": value, "@type": "PropertyValue", "name": p.Name, "exampleOfWork": Ref(id), "value": p.Values}
		if len(p.Values) == 1 {
			e["value"] = p.Values[0]
		}
		g.add(e)
		formal, values = append(formal, id), append(values, value)
	}
	fileParameter := func(kind string, f File) string {
		id := "#" + kind + "-" + strings.Map(func(c rune) rune {
			if c == '/' || c == '.' || c == ' ' {
				return '-'
			}
			return c
		}, f.Path)
		g.add(Entity{"@id": id, "@type": "FormalParameter", "name": f.Name, "additionalType": "File",
			"encodingFormat": f.Format, "valueRequired": true, "conformsTo": Ref(formalProfile), "workExample": Ref(f.Path)})
		return id
	}
	examples := map[string]string{}
	var outputs []string
	for _, f := range r.Inputs {
		examples[f.Path] = fileParameter("input", f)
		formal = append(formal, examples[f.Path])
	}
	for _, f := range r.Results {
		examples[f.Path] = fileParameter("output", f)
		outputs = append(outputs, examples[f.Path])
	}
	for _, f := range all {
		e, err := r.entity(g, dir, f)
		if err != nil {
			return err
		}
		if id := examples[f.Path]; id != "" {
			e["exampleOfWork"] = Ref(id)
		}
		if f.Path == r.Workflow.Path {
			e["@type"] = []string{"File", "SoftwareSourceCode", "ComputationalWorkflow"}
			e["programmingLanguage"], e["input"], e["output"] = Ref("#sh"), Refs(formal), Refs(outputs)
			e["softwareRequirements"] = Refs(software)
			e["conformsTo"] = Ref(workflowSchema)
		}
		g.add(e)
	}
	g.add(Entity{"@id": "#sh", "@type": "ComputerLanguage", "name": "POSIX shell", "alternateName": "sh",
		"identifier": Ref("https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html"),
		"url":        Ref("https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html")})
	g.add(Entity{"@id": "#run", "@type": "CreateAction", "name": "Evaluation of the rulesets",
		"instrument": Ref(r.Workflow.Path),
		"object":     Refs(slices.Concat(inputs, values)), "result": Refs(results), "agent": Ref("#author"),
		"startTime": r.Started, "endTime": r.Ended, "actionStatus": Ref("http://schema.org/CompletedActionStatus")})
	text, err := encode(g)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, MetadataFile), text, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "ro-crate-preview.html"), r.preview(all), 0o666)
}

// license returns a reference to the entity of a licence, which it adds.
func (r *Run) license(g *Graph, id string) Entity {
	address := "https://spdx.org/licenses/" + id
	g.add(Entity{"@id": address, "@type": "CreativeWork", "name": id, "identifier": id, "url": address})
	return Ref(address)
}

// entity describes a file as it is in dir.
func (r *Run) entity(g *Graph, dir string, f File) (Entity, error) {
	sum, size, err := digest(os.DirFS(dir), f.Path)
	if err != nil {
		return nil, err
	}
	e := Entity{"@id": f.Path, "@type": "File", "name": f.Name, "encodingFormat": f.Format,
		"contentSize": fmt.Sprint(size), "sha256": sum}
	if f.Description != "" {
		e["description"] = f.Description
	}
	if f.License != "" {
		e["license"] = r.license(g, f.License)
	}
	if len(f.ConformsTo) > 0 {
		e["conformsTo"] = Refs(f.ConformsTo)
		for _, id := range f.ConformsTo {
			g.add(Entity{"@id": id, "@type": "CreativeWork", "name": id})
		}
	}
	if f.About != "" {
		e["about"] = Ref(f.About)
	}
	return e, nil
}

// digest is the SHA-256 of a file, hexadecimal, and its size in bytes.
func digest(fsys fs.FS, path string) (sum string, size int, err error) {
	text, err := fs.ReadFile(fsys, path)
	if err != nil {
		return "", 0, err
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:]), len(text), nil
}

func encode(g *Graph) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	err := enc.Encode(g)
	return []byte(b.String()), err
}

// preview is a page for people about the crate.
func (r *Run) preview(all []File) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"+
		"<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 "+
		"1em}td,th{text-align:left;padding:2px 12px 2px 0;vertical-align:top}</style></head>\n"+
		"<body><h1>%s</h1>\n<p>%s</p>\n<p>Licence %s; by %s; <a href=\"%s\">description as linked "+
		"data</a>.</p>\n<table><tr><th>File</th><th>What it is</th></tr>\n",
		html.EscapeString(r.Name), html.EscapeString(r.Name), html.EscapeString(r.Description), html.EscapeString(r.License),
		html.EscapeString(r.Author), MetadataFile)
	for _, f := range all {
		fmt.Fprintf(&b, "<tr><td><a href=\"%s\">%s</a></td><td>%s</td></tr>\n", html.EscapeString(f.Path),
			html.EscapeString(f.Path),
			html.EscapeString(f.Name))
	}
	b.WriteString("</table><table><tr><th>Parameter</th><th>Value</th></tr>\n")
	for _, p := range r.Parameters {
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td></tr>\n", html.EscapeString(p.Name),
			html.EscapeString(strings.Join(p.Values, ", ")))
	}
	b.WriteString("</table></body></html>\n")
	return []byte(b.String())
}
