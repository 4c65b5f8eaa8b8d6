// Command similar reports which of our descriptions share suspiciously much text with
// those of another library: run by hand before games are taken in.
//
//	similar [--share 0.12] [--run 40] library ../shared/library
//
// The exit status is 1 when anything is suspicious.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/astragal/astragal/engine/similar"
)

func main() {
	o := similar.Usual
	flag.IntVar(&o.Length, "length", o.Length, "tokens of a gram")
	flag.IntVar(&o.Common, "common", o.Common, "files of the other library from which on a gram is the language's")
	flag.Float64Var(&o.Share, "share", o.Share, "least share of a file's grams that is suspicious")
	flag.IntVar(&o.Run, "run", o.Run, "least number of tokens in a row that is suspicious")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: similar [flags] OURS THEIRS")
		os.Exit(2)
	}
	var libraries [2]similar.Library
	for i := range libraries {
		var err error
		if libraries[i], err = similar.Load(os.DirFS(flag.Arg(i)), ".lud", ".def"); err != nil {
			fmt.Fprintln(os.Stderr, "similar:", err)
			os.Exit(1)
		}
	}
	found := similar.Find(libraries[0], libraries[1], o)
	for _, f := range found {
		fmt.Println(f)
	}
	fmt.Fprintf(os.Stderr, "%d files against %d: %d suspicious\n", len(libraries[0]), len(libraries[1]), len(found))
	if len(found) > 0 {
		os.Exit(1)
	}
}
