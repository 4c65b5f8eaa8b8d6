package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestEncoder checks that the encoder is the one that encoder/README.md names, and that what it makes is the same each
// time, read by another decoder, and smaller than what that one's own encoder makes.
func TestEncoder(t *testing.T) {
	sum := sha256.Sum256(encoder)
	if s := hex.EncodeToString(sum[:]); s != "80260eee5795ee8072bb5821e203730c74dca3909938f5ac1128da67f96223df" {
		t.Errorf("the encoder has the sum %s", s)
	}
	for _, data := range [][]byte{nil, []byte("a"), encoder} {
		small, err := compress(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := compress(t.Context(), data); err != nil || !bytes.Equal(again, small) {
			t.Errorf("%d bytes: compressed again they are others: %v", len(data), err)
		}
		file := filepath.Join(t.TempDir(), "small")
		if err := os.WriteFile(file, small, 0o644); err != nil {
			t.Fatal(err)
		}
		if !packed(file, data) || packed(file, append(data, 1)) {
			t.Errorf("%d bytes: they come back as others", len(data))
		}
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
		if err != nil {
			t.Fatal(err)
		}
		if other := enc.EncodeAll(bytes.Clone(data), nil); len(data) > 1 && len(small) >= len(other) {
			t.Errorf("%d bytes become %d, by the encoder in Go %d", len(data), len(small), len(other))
		}
	}
}
