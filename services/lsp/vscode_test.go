package lsp

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestVSCode starts VS Code as code-server has it, with the extension of editors/vscode,
// opens a broken description in Chromium, and looks for what a writer sees: the error, what
// a word means, what may come next, and no error once it is mended. It needs code-server
// on PATH, and the extension's dependencies below the folder ASTRAGAL_VSCODE_EXTENSION
// (a copy of editors/vscode in which npm install was run).
func TestVSCode(t *testing.T) {
	server, chromium := program(t, "code-server"), program(t, "chromium")
	extension := os.Getenv("ASTRAGAL_VSCODE_EXTENSION")
	if extension == "" {
		t.Skip("ASTRAGAL_VSCODE_EXTENSION names no extension with its dependencies")
	}
	bin, session := recorder(t)
	dir, file := folder(t)
	state := t.TempDir()
	installed := filepath.Join(state, "extensions", "astragal.astragal-lgdl-0.1.0")
	if err := os.CopyFS(installed, os.DirFS(extension)); err != nil {
		t.Fatal(err)
	}
	for _, ours := range []string{"extension.js", "package.json", "language-configuration.json"} { // whatever the copy has
		text, err := os.ReadFile(filepath.Join("../../editors/vscode", ours))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(installed, ours), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The extension host takes PATH from a shell of its own: the program is named by its path.
	settings := `{"astragal.command": "` + filepath.Join(bin, "astragal") + `", "workbench.startupEditor": "none", "security.workspace.trust.enabled": false,
	"workbench.enableExperiments": false, "telemetry.telemetryLevel": "off", "editor.minimap.enabled": false}`
	if err := os.MkdirAll(filepath.Join(state, "User"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(state, "User", "settings.json"), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	address := free(t)
	cmd := exec.Command(server, "--auth", "none", "--bind-addr", address, "--user-data-dir", state, "--extensions-dir",
		filepath.Join(state, "extensions"), "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", dir)
	cmd.Env = append(os.Environ(), recordTo+"="+session,
		"XDG_CONFIG_HOME="+state, "XDG_DATA_HOME="+state)
	log, err := os.Create(filepath.Join(state, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	t.Cleanup(stop)
	await(t, "code-server", func() bool {
		r, err := http.Get("http://" + address + "/healthz")
		if err == nil {
			r.Body.Close()
		}
		return err == nil && r.StatusCode == http.StatusOK
	})
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(state, "browser")), chromedp.WindowSize(1400, 900))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	open := url.Values{"folder": {dir},
		"payload": {fmt.Sprintf(`[["openFile","vscode-remote://%s%s"]]`, address, filepath.ToSlash(file))}}
	if err := chromedp.Do(ctx, chromedp.Navigate("http://"+address+"/?"+open.Encode())); err != nil {
		t.Fatal(err)
	}
	p := &page{t, ctx}
	t.Cleanup(func() {
		if t.Failed() {
			p.picture()
		}
	})
	p.await("the error", `document.querySelectorAll(".squiggly-error").length === 1`)
	p.await("focus", `(document.querySelector(".editor-instance textarea")?.focus(), document.activeElement.tagName === "TEXTAREA")`)
	p.goTo(8, 20)
	p.control("k")
	p.control("i")
	p.await("documentation", `[...document.querySelectorAll(".monaco-hover-content")].some(e => e.textContent.includes("Line"))`)
	p.goTo(5, 33)
	p.control(" ")
	p.await("completions", `[...document.querySelectorAll(".suggest-widget.visible .monaco-list-row")].length > 1`)
	p.keys(kb.Escape)
	p.goTo(7, 23)
	p.keys("d")
	p.await("no error", `document.querySelectorAll(".squiggly-error").length === 0`)
	p.picture()
	cancel()
	stop()
	keep(t, session, dir, "vscode")
}

// free is an address that nobody listens at.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await waits until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

// page is what the browser shows.
type page struct {
	t   *testing.T
	ctx context.Context
}

// await waits until an expression of the page is true.
func (p *page) await(what, script string) {
	p.t.Helper()
	await(p.t, what, func() bool {
		is, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](script))
		return err == nil && is
	})
}

// control presses a key with Ctrl.
func (p *page) control(key string) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierCtrl))); err != nil {
		p.t.Fatal(err)
	}
}

// goTo puts the cursor at LINE:COLUMN, from 1, by the keys that move it: a dialog's Enter
// would write a line, too.
func (p *page) goTo(line, column int) {
	p.t.Helper()
	p.control(kb.Home)
	p.keys(strings.Repeat(kb.ArrowDown, line-1) + strings.Repeat(kb.ArrowRight, column-1))
	p.await("cursor", fmt.Sprintf(`document.body.textContent.includes("Ln %d, Col %d")`, line, column))
}

// keys presses keys.
func (p *page) keys(keys string) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.KeyEvent(keys)); err != nil {
		p.t.Fatal(err)
	}
}

// picture keeps what was seen last in the file that SEEN names.
func (p *page) picture() {
	file := os.Getenv("SEEN")
	if file == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		p.t.Log(err)
	}
}
