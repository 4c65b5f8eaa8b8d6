//go:build js && wasm

// Command worker is the engine as a web worker runs it: it gives the worker a function
// that answers a command of pkg/workbench, as text of JSON, and stays.
package main

import (
	"context"
	"syscall/js"

	"github.com/astragal/astragal/pkg/workbench"
)

func main() {
	b := workbench.New()
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return `{"error":"expected one command as text"}`
		}
		return string(b.Answer(context.Background(), []byte(args[0].String())))
	})
	js.Global().Call("astragalReady", answer)
	select {} // the function is called from now on
}
