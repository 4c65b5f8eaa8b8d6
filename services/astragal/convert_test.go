package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConvertRegular translates a Regular Boardgame to a Regular Game, which is proven to be the same, and refuses
// what it cannot translate without leaving a file.
func TestConvertRegular(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.rbg"), filepath.Join(dir, "a.rg")
	text := "#players = a(2), b(2)\n#pieces = e, x\n#variables = n(BOUND)\n#board = rectangle(u,d,l,r,[e,e,e])\n" +
		"#rules = (->a r* {e} [x] [$ n = n + x] ->b l* {e} [x] [$ a = n / 2, b = 2 - a] ->>)*\n"
	for _, bound := range []string{"9", "300"} {
		if err := os.WriteFile(in, []byte(strings.Replace(text, "BOUND", bound, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if status, _, errs := invoke(t, "", "convert", in, out); status != 0 {
			t.Fatal(errs)
		}
		if status, said, errs := invoke(t, "", "equivalent", in, out); status != 0 {
			t.Errorf("%s%s", said, errs)
		}
	}
	if err := os.WriteFile(in, []byte(strings.Replace(text, "BOUND", "90000000", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(dir, "none.rg")
	status, _, errs := invoke(t, "", "convert", in, none)
	if _, err := os.Stat(none); status != 1 || err == nil || !strings.Contains(errs, "more than 5000 values") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestConvertTrees writes a tree anew, also over itself, and leaves what is there alone where the tree is faulty.
func TestConvertTrees(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.efg"), filepath.Join(dir, "b.efg")
	write := func(text string) {
		if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("EFG 2 R \"G\" { \"A\" } p \"\" 1 1 { \"x\" \"y\" } 0 t \"\" 1 { 0.5 } t \"\" 1")
	want := "EFG 2 R \"G\" { \"A\" }\n\"\"\n\np \"\" 1 1 \"\" { \"x\" \"y\" } 0\nt \"\" 1 \"\" { 1/2 }\nt \"\" 1 \"\" { 1/2 }\n"
	for _, to := range []string{out, in, "-"} {
		status, said, errs := invoke(t, "", "convert", "--to", "efg", in, to)
		if to != "-" {
			text, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			said = string(text)
		}
		if status != 0 || said != want {
			t.Errorf("%s: status %d, %s%s", to, status, said, errs)
		}
	}
	write("EFG 2 R \"G\" { \"A\" } p \"\" 1 1 { \"x\" \"y\" } 0 t \"\" 1 { 0.5 }")
	status, _, errs := invoke(t, "", "convert", in, out)
	if text, err := os.ReadFile(out); status != 1 || err != nil || string(text) != want ||
		!strings.Contains(errs, "a.efg:1:") {
		t.Errorf("status %d, %v: %s", status, err, errs)
	}
}
