package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/gdl"
)

// syntax rewrites GDL in the syntax of the file that is written.
func (c *conversion) syntax() (string, error) {
	text, err := os.ReadFile(c.in)
	if err != nil {
		return "", err
	}
	d, err := gdl.Read(c.in, text)
	if err != nil {
		return "", err
	}
	if c.to == "kif" {
		return d.KIF(), nil
	}
	return d.Infix()
}

// infix writes a prefix description in infix syntax.
func infix(file, kif string) (string, error) {
	d, err := gdl.Read(strings.TrimSuffix(file, ".gdl")+".kif", []byte(kif))
	if err != nil {
		return "", err
	}
	return d.Infix()
}

// gdlFacts describes a GDL description. One that is read but not valid gives its
// findings together with an error.
func gdlFacts(file string, text []byte, network bool) (facts, error) {
	d, err := gdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	f := facts{{"name", d.Name}}
	verdict := "ok"
	findings := []string{}
	var faults []error
	for _, x := range d.Check() {
		switch x.Severity {
		case gdl.Fault:
			verdict = "error"
			faults = append(faults, &gdl.Error{Pos: x.Pos, Msg: x.Msg})
		case gdl.Warning:
			if verdict == "ok" {
				verdict = "warn"
			}
		}
		findings = append(findings, x.String())
	}
	f.add("verdict", verdict)
	f.add("findings", findings)
	if faults != nil {
		return f, errors.Join(faults...)
	}
	g, err := gdl.New(d)
	if err != nil {
		return f, err
	}
	i, err := g.Info()
	if err != nil {
		return f, fmt.Errorf("%s: %w", file, err)
	}
	f.add("gdl2", i.Hidden)
	f.add("roles", len(i.Roles))
	f.add("role_names", i.Roles)
	f.add("players", g.Players())
	f.add("init_size", i.InitSize)
	f.add("init_hash", fluentsHash(i.Init))
	f.add("terminal_at_start", i.Terminal)
	legal, joint := make([]int, len(i.Legal)), big.NewInt(1)
	for r := range legal {
		legal[r] = len(i.Legal[r])
		joint.Mul(joint, big.NewInt(int64(legal[r])))
	}
	f.add("legal", legal)
	f.add("joint", joint)
	if network {
		f = append(f, networkFacts(g)...)
	}
	if i.Hidden {
		f = append(f, unfolded(g)...)
	}
	return f, nil
}

// networkFacts tells how the game is played.
func networkFacts(g *gdl.Game) facts {
	size, err := g.Network()
	if err != nil {
		return facts{{"reasoner", "prover: " + err.Error()}}
	}
	return facts{{"reasoner", "network"}, {"fluents", size.Fluents}, {"moves", size.Moves}, {"gates", size.Gates},
		{"wires", size.Wires}, {"cycles", size.Cycles}}
}

// fluentsHash identifies a state: half of the SHA-256 of its fluents in order.
func fluentsHash(fluents []string) string {
	sorted := slices.Clone(fluents)
	slices.Sort(sorted)
	sum := sha256.Sum256([]byte(strings.Join(sorted, "\n")))
	return hex.EncodeToString(sum[:8])
}

// maxUnfolded bounds the trees that are unfolded only to count them.
const maxUnfolded = 100_000

// unfolded tells the figures of the tree of a game with hidden information, as
// far as it is small.
func unfolded(g *gdl.Game) facts {
	tree, err := efg.FromFormal(g, efg.Limits{Nodes: maxUnfolded})
	if err != nil {
		return facts{{"efg", "not unfolded: " + err.Error()}}
	}
	f, err := efgFacts(tree)
	if err != nil {
		return facts{{"efg", "not unfolded: " + err.Error()}}
	}
	names := map[string]string{"nodes": "efg_nodes", "terminals": "efg_terminals", "chance_nodes": "efg_chance_nodes",
		"personal_nodes": "efg_personal_nodes", "infosets": "efg_infosets", "probability": "probability",
		"expected": "expected"}
	steps := tree.Stats().Depth / max(1, len(g.Roles()))
	told := facts{{"developments", tree.Stats().Terminals}, {"depth", steps}}
	for _, x := range f {
		if name := names[x.key]; name != "" {
			told.add(name, x.value)
		}
	}
	// Steps in which nobody decides have no nodes in the tree, but are histories.
	if classes, err := g.PerceptClasses(maxUnfolded); err == nil {
		var lines []string
		for _, counts := range classes {
			lines = append(lines, strings.ReplaceAll(strings.Trim(fmt.Sprint(counts), "[]"), " ", "/"))
		}
		told.add("percept_classes", lines)
	}
	return told
}
