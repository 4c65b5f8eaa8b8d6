package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine"
)

const sheetHead = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Boards</title>
<style>
body{font:15px/1.4 system-ui,sans-serif;margin:24px;background:#faf7f1;color:#33291d}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:18px}
figure{margin:0;padding:12px;background:#fff;border:1px solid #e4dac8;border-radius:8px;display:flex;flex-direction:column;justify-content:space-between}
figure svg{width:100%;height:auto;max-height:300px}
figcaption{margin-top:8px;font-size:13px}
code{color:#7a6a55;font-size:11px;overflow-wrap:anywhere}
</style>
<h1>`

// sheet writes a page with a picture of every file. A file .boards lists boards, a
// line each: a name, a bar, and what stands between the brackets of (board …).
func (d *drawing) sheet(ctx context.Context, s *streams, page string, files []string) error {
	var b bytes.Buffer
	pictures := 0
	show := func(name, note string, svg []byte, err error) {
		if err != nil {
			fmt.Fprintln(s.err, err)
			return
		}
		pictures++
		// Gradients are the same in all pictures of the page, and so may their names be.
		fmt.Fprintf(&b, "<figure>\n%s<figcaption>%s<br><code>%s</code></figcaption></figure>\n", svg,
			html.EscapeString(name), html.EscapeString(note))
	}
	total := 0
	for _, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if filepath.Ext(file) != ".boards" {
			total++
			svg, err := d.file(ctx, file)
			show(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), filepath.Base(file), svg, err)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		line := 0
		for row := range strings.Lines(string(text)) {
			line++
			if row = strings.TrimSpace(row); row == "" || strings.HasPrefix(row, "//") {
				continue
			}
			total++
			name, board, ok := strings.Cut(row, "|")
			if !ok {
				return fmt.Errorf("%s:%d:1: expected a name, a bar and a board", file, line)
			}
			svg, err := d.board(ctx, fmt.Sprintf("%s:%d", file, line), strings.TrimSpace(name), strings.TrimSpace(board))
			show(strings.TrimSpace(name), strings.TrimSpace(board), svg, err)
		}
	}
	text := fmt.Sprintf("%s%d boards</h1>\n<main>\n%s</main>\n</html>\n", sheetHead, pictures, b.String())
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		return err
	}
	if pictures < total {
		return exitStatus(1)
	}
	return nil
}

// board draws a board by itself: that of a game in which nothing else happens.
func (d *drawing) board(ctx context.Context, place, name, board string) ([]byte, error) {
	item := "(board " + board + ")"
	if strings.HasPrefix(board, "(mancalaBoard ") || strings.HasPrefix(board, "(surakartaBoard ") ||
		strings.HasPrefix(board, "(boardless ") {
		item = board
	}
	text := fmt.Sprintf("(game %q (players 2) (equipment {\n%s\n(piece \"Disc\" Each)})\n"+
		"(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))", name, item)
	rs, err := engine.New().Compile(ctx, engine.Source{File: place, Text: []byte(text), Formalism: "lgdl"})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := d.game(&b, rs); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return b.Bytes(), nil
}
