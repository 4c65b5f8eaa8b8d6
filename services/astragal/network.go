package main

import (
	"fmt"
	"io"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
)

// compareNetwork is a split network in words.
type compareNetwork struct {
	Fit    float64        `json:"fit"`    // from 0 to 1
	Circle []string       `json:"circle"` // games in their order
	Splits []compareSplit `json:"splits"` // the heaviest first
}

// compareSplit is the games from one to another around the circle against all others.
type compareSplit struct {
	First  string  `json:"first"`
	Last   string  `json:"last"`
	Games  int     `json:"games"`
	Weight float64 `json:"weight"`
}

func networkOf(m *distance.Matrix) (*compareNetwork, error) {
	n, err := m.NeighborNet()
	if err != nil {
		return nil, err
	}
	c := &compareNetwork{Fit: n.Fit}
	for _, g := range n.Circle {
		c.Circle = append(c.Circle, m.Names[g])
	}
	for _, s := range n.Splits {
		c.Splits = append(c.Splits, compareSplit{c.Circle[s.From], c.Circle[s.To-1], s.To - s.From, s.Weight})
	}
	return c, nil
}

// shownSplits is the number of splits that are printed for people.
const shownSplits = 20

func (c *compareNetwork) print(w io.Writer) {
	fmt.Fprintf(w, "split network by NeighborNet: %d splits, fit %.4f; --json prints all\n", len(c.Splits), c.Fit)
	for _, s := range c.Splits[:min(shownSplits, len(c.Splits))] {
		if s.Games == 1 {
			fmt.Fprintf(w, "  %.4f  %s\n", s.Weight, s.First)
		} else {
			fmt.Fprintf(w, "  %.4f  %d from %s to %s\n", s.Weight, s.Games, s.First, s.Last)
		}
	}
}

// compareConcepts are games and concepts by correspondence analysis.
type compareConcepts struct {
	Explained []float64        `json:"explained"` // share of the inertia, by axis
	Inertia   float64          `json:"inertia"`
	Games     [][]float64      `json:"games"` // principal coordinates
	Concepts  []compareConcept `json:"concepts"`
}

type compareConcept struct {
	Name         string    `json:"name"`
	Games        int       `json:"games"`
	Contribution float64   `json:"contribution"`
	Point        []float64 `json:"point"`
}

func correspondenceOf(list []subject) (*compareConcepts, error) {
	bags := make([]distance.Bag, len(list))
	for i := range list {
		bags[i] = concept.Traits(list[i].concepts)
	}
	data, err := distance.NewDataset(namesOf(list), bags)
	if err != nil {
		return nil, err
	}
	k, err := data.Correspond(2)
	if err != nil {
		return nil, err
	}
	c := &compareConcepts{Explained: k.Explained, Inertia: k.Inertia, Games: k.Games}
	for _, f := range k.Features {
		c.Concepts = append(c.Concepts, compareConcept{f.Name, f.Games, f.Contribution, f.Point})
	}
	return c, nil
}

func (c *compareConcepts) print(w io.Writer, games []string) {
	fmt.Fprint(w, "correspondence of games and concepts:")
	for _, x := range c.Explained {
		fmt.Fprintf(w, " %.1f %%", 100*x)
	}
	fmt.Fprintf(w, " of an inertia of %.4f\n", c.Inertia)
	row := func(point []float64, name string) {
		for _, x := range point {
			fmt.Fprintf(w, "  %8.4f", x)
		}
		fmt.Fprintln(w, "  "+name)
	}
	for i, name := range games {
		row(c.Games[i], name)
	}
	for _, k := range c.Concepts[:min(shownSplits, len(c.Concepts))] {
		row(k.Point, "concept "+k.Name)
	}
}
