package gateway

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Vendored files are those that deploy/vendor-assets took, each with its licence.
func TestVendored(t *testing.T) {
	sums, err := os.ReadFile("web/vendor/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(sums))
	for lines.Scan() {
		want, name, _ := strings.Cut(lines.Text(), "  ")
		text, err := os.ReadFile(filepath.Join("web/vendor", name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s was changed", name)
		}
		known[name] = true
	}
	files, _ := filepath.Glob("web/vendor/*.js")
	for _, f := range files {
		name := filepath.Base(f)
		if !known[name] || !known[strings.TrimSuffix(name, ".js")+".LICENSE"] {
			t.Errorf("%s has no checksum or no licence", name)
		}
	}
	if len(files) != 2 {
		t.Errorf("vendored: %v", files)
	}
}

// Files have addresses that change with their contents, and are kept for ever.
func TestAssets(t *testing.T) {
	for name, a := range assets {
		w := httptest.NewRecorder()
		if !serveAsset(w, httptest.NewRequest(http.MethodGet, a.address, nil)) || w.Body.Len() != len(a.body) ||
			!strings.Contains(
				w.Header().Get("Cache-Control"),
				"immutable",
			) || w.Header().Get("Content-Type") != a.kind {
			t.Errorf("%s at %s: %v", name, a.address, w.Header())
		}
	}
	if serveAsset(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/assets/style.css", nil)) {
		t.Error("a file without the hash of its contents is served")
	}
	if len(assets) < 9 {
		t.Errorf("%d assets", len(assets))
	}
}
