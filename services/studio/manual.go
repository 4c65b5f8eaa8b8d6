package studio

import (
	"bytes"
	"errors"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The manual is the documentation of the repository as pages: every Markdown file at its root and
// below docs, and what explains the library. Links between them lead to the pages; links to
// other files of the repository lose their target, since the site does not have it.

// chapters are the Markdown files of a repository, in order of name, the README first.
func chapters(repository fs.FS) (files []string, err error) {
	for _, pattern := range []string{"*.md", "library/*.md", "editors/*.md"} {
		list, err := fs.Glob(repository, pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, list...)
	}
	err = fs.WalkDir(repository, "docs", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && path.Ext(name) == ".md" {
			files = append(files, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if i := slices.Index(files, "README.md"); i > 0 {
		files = slices.Insert(slices.Delete(files, i, i+1), 0, "README.md")
	}
	return files, nil
}

// chapter is one page of the manual.
type chapter struct {
	Text     template.HTML
	Contents []entry
}

// entry is one line of the table of contents.
type entry struct {
	Title, Address string
	Here           bool
}

// manual writes the pages of the documentation below dir/manual.
func (s *studio) manual(dir string, repository fs.FS) error {
	files, err := chapters(repository)
	if err != nil {
		return err
	}
	titles, parsed, sources := map[string]string{}, map[string]ast.Node{}, map[string][]byte{}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID(),
		parser.WithASTTransformers(util.Prioritized(links{}, 100))))
	for _, file := range files {
		source, err := fs.ReadFile(repository, file)
		if err != nil {
			return err
		}
		state := parser.NewContext()
		state.Set(placeKey, place{file, files})
		sources[file], parsed[file] = source, markdown.Parser().Parse(text.NewReader(source), parser.WithContext(state))
		titles[file] = titleOf(parsed[file], source, file)
	}
	for _, file := range files {
		var out bytes.Buffer
		if err := markdown.Renderer().Render(&out, sources[file], parsed[file]); err != nil {
			return err
		}
		c := chapter{Text: template.HTML(out.String())} // goldmark leaves out raw HTML and dangerous links
		for _, other := range files {
			c.Contents = append(c.Contents, entry{titles[other], relative(file, pageOf(other)), other == file})
		}
		p := s.page("manual", true)
		p.Title, p.Data, p.Root = titles[file], c, strings.Repeat("../", 1+strings.Count(file, "/"))
		text, err := execute("manual", p)
		if err != nil {
			return err
		}
		if err := write(dir, "manual/"+pageOf(file), text); err != nil {
			return err
		}
	}
	return nil
}

// pageOf is the address of a file's page below manual.
func pageOf(file string) string { return strings.TrimSuffix(file, ".md") + ".html" }

// relative is the address of a path as seen from a file.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }

// titleOf is the first heading of a document, or the name of its file.
func titleOf(doc ast.Node, source []byte, file string) string {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			var title bytes.Buffer
			for i := range h.Lines().Len() {
				line := h.Lines().At(i)
				title.Write(line.Value(source))
			}
			return strings.ReplaceAll(title.String(), "`", "")
		}
	}
	return file
}

// place is the file that is being read, and the files that have pages.
type place struct {
	file  string
	files []string
}

var placeKey = parser.NewContextKey()

// links leads links between Markdown files to their pages.
type links struct{}

func (links) Transform(doc *ast.Document, _ text.Reader, state parser.Context) {
	here := state.Get(placeKey).(place)
	var lost []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		target, err := url.Parse(string(link.Destination))
		if err != nil || target.IsAbs() || target.Path == "" {
			return ast.WalkContinue, nil
		}
		file := path.Join(path.Dir(here.file), target.Path)
		if !slices.Contains(here.files, file) {
			lost = append(lost, link)
			return ast.WalkContinue, nil
		}
		target.Path = relative(here.file, pageOf(file))
		link.Destination = []byte(target.String())
		return ast.WalkContinue, nil
	})
	for _, link := range lost { // its words stay
		for c := link.FirstChild(); c != nil; c = link.FirstChild() {
			link.Parent().InsertBefore(link.Parent(), link, c)
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
}
