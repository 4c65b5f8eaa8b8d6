// A program outside the repository: it plays a game with the public engine.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/astragal/astragal/engine"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		var game engine.Ruleset
		if game, err = engine.New().Compile(context.Background(), engine.Source{File: os.Args[1], Text: text}); err == nil {
			batch, _ := game.Simulate(context.Background(), engine.Params{Agent: "random", Playouts: 100, Seed: 1})
			fmt.Println(game.Name(), batch.Playouts, "plays, wins", batch.Wins)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
