package engine_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// load compiles a description of our library or of the tests.
func load(file string) engine.Ruleset {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	rs, err := engine.New().Compile(context.Background(), engine.Source{File: file, Text: text})
	if err != nil {
		log.Fatal(err)
	}
	return rs
}

// A description is compiled once; what it says about itself can be asked for.
func ExampleCompiler() {
	text, err := os.ReadFile("../library/lud/line/Tic-Tac-Toe.lud")
	if err != nil {
		log.Fatal(err)
	}
	rs, err := engine.New().Compile(context.Background(), engine.Source{File: "Tic-Tac-Toe.lud", Text: text})
	if err != nil {
		log.Fatal(err) // names file, line and column
	}
	fmt.Println(rs.Name(), "for", rs.Players())
	fmt.Println("a line ends it:", rs.Concepts()["LineEnd"] == 1)
	// Output:
	// Tic-Tac-Toe for 2
	// a line ends it: true
}

// A description that is wrong says where, and what was expected.
func ExampleCompiler_mistake() {
	text := []byte("(game \"G\" (players 2)\n  (equipment {(board (sqare 3))})\n" +
		"  (rules (play (move Add (to (sites Empty))))))")
	_, err := engine.New().Compile(context.Background(), engine.Source{File: "g.lud", Text: text})
	what, _, _ := strings.Cut(err.Error(), ";")
	fmt.Println(what)
	// Output:
	// g.lud:2:22: there is no ludeme "sqare": expected a graph
}

// A game is played move by move through the same few methods in every formalism.
func ExampleRuleset_play() {
	game := load("../library/lud/line/Tic-Tac-Toe.lud").Game()
	pos, r := game.NewPosition(), rng.Derive(1, 0)
	pos.Restart(&r)
	for !pos.Terminal() {
		pos.Apply(0) // always the first legal move
	}
	for p, payoff := range pos.Payoffs() {
		fmt.Println(game.Players()[p], payoff.RatString())
	}
	// Output:
	// P1 1
	// P2 -1
}

// Figures come from playouts, each with its 95 % interval.
func ExampleRuleset_measure() {
	rs := load("../library/lud/line/Tic-Tac-Toe.lud")
	batch, err := rs.Simulate(context.Background(), engine.Params{Agent: "random", Playouts: 500, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	length := batch.Summary().Metrics["DurationMoves"]
	fmt.Printf("%d playouts of about %.0f plies\n", batch.Playouts, length.Mean)
	fmt.Println("known to a ply:", length.High-length.Low < 1)
	// Output:
	// 500 playouts of about 8 plies
	// known to a ply: true
}

// An agent that searches is given a position and decides.
func ExampleRuleset_search() {
	game := load("../library/lud/line/Tic-Tac-Toe.lud").Game()
	team, err := agent.ParseTeam("alphabeta:9")
	if err != nil {
		log.Fatal(err)
	}
	seats, err := team.Sit(game)
	if err != nil {
		log.Fatal(err)
	}
	pos, r := game.NewPosition(), rng.Derive(1, 0)
	pos.Restart(&r)
	seats.Start(r.State)
	for !pos.Terminal() {
		move, err := seats.Choose(context.Background(), pos, &r)
		if err != nil {
			log.Fatal(err)
		}
		pos.Apply(move)
	}
	fmt.Println("perfect play is worth", pos.Payoffs()[0].RatString())
	// Output:
	// perfect play is worth 0
}

// A small game is translated into another formalism by way of its tree, and proved the same.
func ExampleRuleset_convert() {
	rs := load("solve/testdata/kuhn.efg")
	tree, err := efg.FromFormal(rs.Game(), efg.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	text, _, err := efg.LGDL(tree, efg.LGDLOptions{})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	other, err := engine.New().Compile(ctx, engine.Source{File: "kuhn.lud", Text: []byte(text)})
	if err != nil {
		log.Fatal(err)
	}
	same, err := equiv.Compare(ctx, rs.Game(), other.Game(), equiv.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same game:", same.Equal)
	// Output:
	// the same game: true
}

// Whatever the formalism, chance and players decide one after the other.
func Example_formalisms() {
	for _, file := range []string{"../library/lud/line/Tic-Tac-Toe.lud", "rbg/testdata/ticTacToe.rbg",
		"gdl/testdata/games/ticTacToe.kif"} {
		game := load(file).Game()
		pos, r := game.NewPosition(), rng.Derive(1, 0)
		pos.Restart(&r)
		fmt.Println(game.Formalism(), pos.Moves(), "moves at first; chance decides:", pos.Mover() == formal.Chance)
	}
	// Output:
	// lgdl 9 moves at first; chance decides: false
	// rbg 9 moves at first; chance decides: false
	// gdl 9 moves at first; chance decides: false
}
