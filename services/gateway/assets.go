package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// assets are the files that pages load, by the name that a template gives: their
// addresses change with their contents, so that browsers may keep them for ever.
// Those of vendor/ are other people's: deploy/vendor-assets.
var assets = map[string]*asset{}

// asset is a file that pages load.
type asset struct {
	address string // /assets/NAME.HASH.EXT
	body    []byte
	kind    string // media type
}

// assetTypes are the media types of files that pages load.
var assetTypes = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

// loadAssets reads the embedded files.
func loadAssets() {
	for _, dir := range []string{"web", "web/vendor", "web/js"} {
		entries, err := fs.ReadDir(web, dir)
		if err != nil {
			panic(err) // the files are part of the program
		}
		for _, e := range entries {
			ext := path.Ext(e.Name())
			if assetTypes[ext] == "" {
				continue
			}
			body, err := fs.ReadFile(web, path.Join(dir, e.Name()))
			if err != nil {
				panic(err)
			}
			sum := sha256.Sum256(body)
			base := strings.TrimSuffix(e.Name(), ext)
			assets[e.Name()] = &asset{"/assets/" + base + "." + hex.EncodeToString(sum[:6]) + ext, body, assetTypes[ext]}
		}
	}
}

// assetAddress is the address of a file for templates; it panics for none, which the
// first test that renders the page finds.
func assetAddress(name string) string { return assets[name].address }

// serveAsset serves a file by its address.
func serveAsset(w http.ResponseWriter, r *http.Request) bool {
	for _, a := range assets {
		if a.address == r.URL.Path {
			h := w.Header()
			h.Set("Content-Type", a.kind)
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
			h.Set("X-Content-Type-Options", "nosniff")
			w.Write(a.body)
			return true
		}
	}
	return false
}

// compressed serves what is large enough with gzip to browsers that understand it.
var compressed = func() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1400), gzhttp.CompressionLevel(5))
	if err != nil {
		panic(err) // the options are constant
	}
	return wrap
}()
