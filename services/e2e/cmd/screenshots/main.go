// Command screenshots takes pictures of the pages of a running server, so that people look at
// them: every page at 400, 1,400 and 2,560 pixels, dark, and as printed.
//
//	go run ./services/e2e/cmd/screenshots --url http://127.0.0.1:8080 --out shots /families '/?is=region:India'
//
// Without paths it takes those that every server has and those of the first ruleset.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/services/bench/pages"
)

// view is how a page is looked at.
type view struct {
	name          string
	width         int64 // pixels
	scheme, media string
}

var views = []view{
	{"400", 400, "light", "screen"},
	{"1400", 1400, "light", "screen"},
	{"2560", 2560, "light", "screen"},
	{"dark", 1400, "dark", "screen"},
	{"print", 1000, "light", "print"},
}

// tallest bounds a picture, in pixels.
var tallest = flag.Int64("tallest", 6000, "`pixels` after which a picture is cut off")

func main() {
	url := flag.String("url", "http://127.0.0.1:8080", "`address` of the server")
	out := flag.String("out", "screenshots", "`folder` for the pictures")
	only := flag.String("views", "", "`names` of the only views, separated by commas: 400, 1400, 2560, dark, print")
	wait := flag.Duration("wait", time.Second, "how long a page may draw before its picture is taken")
	flag.Parse()
	if err := run(*url, *out, *only, *wait, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(url, out, only string, wait time.Duration, paths []string) error {
	if len(paths) == 0 {
		var err error
		if paths, err = usual(url); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return err
	}
	options := append(
		chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	wanted := func(name string) bool {
		return only == "" || strings.Contains(","+only+",", ","+name+",")
	}
	for _, path := range paths {
		name := strings.Trim(unsafe.ReplaceAllString(path, "-"), "-")
		stem := filepath.Join(out, name[:min(len(name), longestName)])
		if strings.Trim(path, "/") == "" {
			stem = filepath.Join(out, "library")
		}
		for _, v := range views {
			if !wanted(v.name) {
				continue
			}
			if err := shoot(ctx, url+path, stem+"."+v.name+".png", v, wait); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		fmt.Println(path)
	}
	return nil
}

// longestName bounds the names of pictures: addresses with many hashes are longer than names of
// files may be.
const longestName = 160

// unsafe is what file names do without.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// usual are the first pages of every kind that the server has.
func usual(url string) (paths []string, err error) {
	kinds, err := pages.Of(context.Background(), url, 1)
	for _, k := range kinds {
		paths = append(paths, k.Paths[0])
	}
	return paths, err
}

// shoot takes a picture of a whole page.
func shoot(ctx context.Context, url, file string, v view, wait time.Duration) error {
	look := func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: v.media,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}}})
		return chromedp.Void{}, err
	}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(v.width, 900), look, chromedp.Navigate(url), chromedp.Sleep(wait))
	if err != nil {
		return err
	}
	height, err := chromedp.Run(ctx, chromedp.Evaluate[int64](`document.documentElement.scrollHeight`))
	if err != nil {
		return err
	}
	if err := chromedp.Do(
		ctx,
		chromedp.EmulateViewport(v.width, min(height, *tallest)),
		chromedp.Sleep(wait/4),
	); err != nil {
		return err
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture, 0o644)
}
