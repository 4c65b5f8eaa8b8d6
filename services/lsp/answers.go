package lsp

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/lgdl"
)

// places answer what is asked about a place of a document, or about all of it.
var places = map[string]func(d *document, l *assist.Library, at int, p placeParams) (any, error){
	"textDocument/completion":     complete,
	"textDocument/hover":          explain,
	"textDocument/definition":     definition,
	"textDocument/references":     references,
	"textDocument/rename":         rename,
	"textDocument/foldingRange":   folding,
	"textDocument/documentSymbol": symbols,
	"textDocument/formatting":     format,
}

// described reports whether a document is written in L-GDL, the only formalism of which more
// is known than whether it is right.
func (d *document) described() bool {
	ext := strings.ToLower(filepath.Ext(d.path))
	return ext == ".lud" || ext == ".def"
}

func complete(d *document, l *assist.Library, at int, _ placeParams) (any, error) {
	list := completionList{Items: []completionItem{}}
	if !d.described() {
		return list, nil
	}
	c := l.Complete(d.text, at)
	replace := d.span(c.Replace)
	for _, x := range c.Items {
		i := completionItem{Label: x.Label, Kind: completionKinds[x.Kind], Detail: x.Detail,
			SortText:   fmt.Sprintf("%d%s", x.Rank, x.Label),
			FilterText: x.Insert, TextEdit: textEdit{replace, x.Insert}}
		if x.Doc != "" {
			i.Documentation = &markup{"markdown", x.Doc}
		}
		list.Items = append(list.Items, i)
	}
	return list, nil
}

func explain(d *document, l *assist.Library, at int, _ placeParams) (any, error) {
	if !d.described() {
		return nil, nil
	}
	h := l.Hover(d.text, at)
	if h == nil {
		return nil, nil
	}
	return hover{markup{"markdown", h.Text}, d.span(h.At)}, nil
}

// locations gives places for the editor: those without a file are in the document.
func locations(d *document, l *assist.Library, list []assist.Location) []location {
	out := []location{}
	for _, x := range list {
		if x.File == "" {
			out = append(out, location{d.uri, d.span(x.Range)})
			continue
		}
		other := &document{lines: assist.NewLines(l.Text(x.File))}
		path := filepath.Join(defsBeside(d.path), filepath.FromSlash(x.File))
		out = append(out, location{(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String(), other.span(x.Range)})
	}
	return out
}

func definition(d *document, l *assist.Library, at int, _ placeParams) (any, error) {
	return locations(d, l, l.Definition(d.text, at)), nil
}

func references(d *document, l *assist.Library, at int, p placeParams) (any, error) {
	list := l.References(d.text, at)
	if !p.Context.IncludeDeclaration {
		declared := l.Definition(d.text, at)
		kept := list[:0]
		for _, x := range list {
			if len(declared) == 0 || x != declared[0] {
				kept = append(kept, x)
			}
		}
		list = kept
	}
	return locations(d, l, list), nil
}

func rename(d *document, l *assist.Library, at int, p placeParams) (any, error) {
	edits, why := l.Rename(d.text, at, p.NewName)
	if why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	return workspaceEdit{map[string][]textEdit{d.uri: d.edits(edits)}}, nil
}

func (d *document) edits(list []assist.Edit) []textEdit {
	out := []textEdit{}
	for _, e := range list {
		out = append(out, textEdit{d.span(e.Range), e.Text})
	}
	return out
}

func folding(d *document, _ *assist.Library, _ int, _ placeParams) (any, error) {
	list := []foldingRange{}
	for _, r := range assist.Folding(d.text) {
		if x := d.span(r); x.End.Line-1 > x.Start.Line { // the closing bracket stays in sight
			list = append(list, foldingRange{x.Start.Line, x.End.Line - 1})
		}
	}
	return list, nil
}

func symbols(d *document, _ *assist.Library, _ int, _ placeParams) (any, error) {
	list := []documentSymbol{}
	if !d.described() {
		return list, nil
	}
	for _, x := range assist.Symbols(d.text) {
		list = append(list, documentSymbol{Name: x.Name, Detail: x.Kind, Kind: symbolKinds[x.Kind], Range: d.span(x.Of),
			SelectionRange: d.span(x.At)})
	}
	return list, nil
}

func format(d *document, _ *assist.Library, _ int, _ placeParams) (any, error) {
	if !d.described() {
		return []textEdit{}, nil
	}
	text, err := lgdl.Format(d.path, d.text)
	if err != nil {
		return nil, err
	}
	if string(text) == string(d.text) {
		return []textEdit{}, nil
	}
	return []textEdit{{d.span(assist.Range{Start: 0, End: len(d.text)}), string(text)}}, nil
}

// actions are the repairs of what is wrong in a range.
func (s *Server) actions(p rangeParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	from, to := d.lines.Offset(p.Range.Start.Line, p.Range.Start.Character),
		d.lines.Offset(p.Range.End.Line, p.Range.End.Character)
	s.mu.Lock()
	found := d.found
	s.mu.Unlock()
	list := []codeAction{}
	for _, x := range found {
		if x.At.End < from || x.At.Start > to {
			continue
		}
		for _, r := range x.Repairs {
			list = append(list, codeAction{r.Title, "quickfix", []diagnostic{d.diagnostic(x)},
				workspaceEdit{map[string][]textEdit{d.uri: d.edits(r.Edits)}}})
		}
	}
	return list, nil
}
