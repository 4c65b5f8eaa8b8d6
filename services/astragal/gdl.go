package main

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/gdl"
)

// gdlFacts describes a GDL description.
func gdlFacts(file string, text []byte) (facts, error) {
	g, err := gdl.Load(file, text)
	if err != nil {
		return nil, err
	}
	info, err := g.Info()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(strings.Join(info.Init, "\n")))
	joint := big.NewInt(1)
	legal := make([]int, len(info.Legal))
	for i, moves := range info.Legal {
		legal[i] = len(moves)
		joint.Mul(joint, big.NewInt(int64(len(moves))))
	}
	verdict := "ok"
	findings := []string{}
	for _, f := range g.Findings {
		if f.Severity == gdl.Warning {
			verdict = "warn"
		}
		findings = append(findings, f.String())
	}
	f := facts{
		{"name", g.Name()},
		{"players", len(g.Players())},
		{"roles", len(info.Roles)},
		{"role_names", info.Roles},
		{"gdl2", info.Hidden},
		{"init_size", info.InitSize},
		{"init_hash", hex.EncodeToString(sum[:8])},
		{"terminal_at_start", info.Terminal},
		{"legal", legal},
		{"joint", joint},
		{"verdict", verdict},
		{"findings", findings},
	}
	if size, err := g.Network(); err != nil {
		f.add("reasoner", "prover: "+err.Error())
	} else {
		f.add("reasoner", "network")
		f.add("fluents", size.Fluents)
		f.add("moves", size.Moves)
		f.add("gates", size.Gates)
		f.add("wires", size.Wires)
		f.add("cycles", size.Cycles)
	}
	return f, nil
}

// syntax rewrites GDL in the other syntax.
func (c *conversion) syntax() (string, error) {
	text, err := os.ReadFile(c.in)
	if err != nil {
		return "", err
	}
	d, err := gdl.Read(c.in, text)
	switch {
	case err != nil:
		return "", err
	case c.to == "gdl":
		return d.Infix()
	}
	return d.KIF(), nil
}

// infix writes a prefix description in infix syntax.
func infix(file, text string) (string, error) {
	d, err := gdl.Read(strings.TrimSuffix(file, filepath.Ext(file))+".kif", []byte(text))
	if err != nil {
		return "", err
	}
	return d.Infix()
}
