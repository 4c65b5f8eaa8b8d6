package catalogue

import "testing"

// TestKey: everything that tells evaluations apart is in their key, what does not is
// not, and keys from before there were limits and traffic stay what they were.
func TestKey(t *testing.T) {
	base := Params{Agent: "random", Playouts: 10, Seed: 1}
	if got := base.key(); got != "random/10/0/1/0/0/0" {
		t.Errorf("key %s", got)
	}
	seen := map[string]bool{base.key(): true}
	for _, change := range []func(p *Params){
		func(p *Params) { p.MoveLimit = 250 }, func(p *Params) { p.TurnLimit = 250 }, func(p *Params) { p.MaxPlies = 250 },
		func(p *Params) { p.MoveLimit, p.TurnLimit = 2, 50 }, func(p *Params) { p.MoveLimit, p.TurnLimit = 25, 0 },
		func(p *Params) { p.Metrics = Traffic }, func(p *Params) { p.Metrics = Outcomes },
		func(p *Params) { p.Metrics = Choices }, func(p *Params) { p.Metrics = Course },
		func(p *Params) { p.Metrics, p.MoveLimit = Traffic, 250 },
	} {
		p := base
		change(&p)
		if seen[p.key()] {
			t.Errorf("%+v has the key of others, %s", p, p.key())
		}
		seen[p.key()] = true
	}
	p := base
	if p.Priority = 5; p.key() != base.key() {
		t.Error("the priority tells evaluations apart")
	}
	if p.Metrics = Traffic; len(p.keys()) != 1 {
		t.Error("all metrics do not tell traffic")
	}
	// What tells less is told by all that tell more, and by its own first.
	for metrics, n := range map[string]int{"": 1, AllMetrics: 1, Choices: 2, Course: 3, Outcomes: 4} {
		p.Metrics = metrics
		if keys := p.keys(); len(keys) != n || keys[0] != p.key() {
			t.Errorf("%q is told by %q", metrics, keys)
		}
	}
}
