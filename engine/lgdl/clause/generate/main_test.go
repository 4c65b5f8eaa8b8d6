package main

import (
	"bytes"
	"os"
	"testing"
)

// TestUpToDate demands that the types are those of the rows as they stand.
func TestUpToDate(t *testing.T) {
	want, err := generate("../../../ludeme")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../forms.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("forms.go is not what the rows say: run `go generate ./lgdl/clause` in engine")
	}
}
