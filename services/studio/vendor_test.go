package studio

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVendored demands that what comes from others is as it came, with its licence.
func TestVendored(t *testing.T) {
	sums, err := os.ReadFile("web/vendor/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(sums)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("%q", line)
		}
		listed[name] = true
		text, err := os.ReadFile(filepath.Join("web/vendor", name))
		if err != nil {
			t.Fatal(err)
		}
		if got := sha256.Sum256(text); hex.EncodeToString(got[:]) != sum {
			t.Errorf("%s has another sum than SHA256SUMS says", name)
		}
		licence, err := os.ReadFile(filepath.Join("web/vendor", strings.TrimSuffix(name, ".js")+".LICENSE"))
		if err != nil || !strings.Contains(string(licence), "Permission is hereby granted") {
			t.Errorf("no licence of %s: %v", name, err)
		}
	}
	scripts, err := filepath.Glob("web/vendor/*.js")
	if err != nil || len(scripts) != len(listed) {
		t.Errorf("%d scripts, %d sums: %v", len(scripts), len(listed), err)
	}
}
