package wear

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// groups adds up the posterior by ruleset, family and concept, among the rulesets:
// as if one of them were the truth.
func (rep *Report) groups(candidates []Candidate) {
	var logs []float64
	for i := range rep.Results {
		if r := &rep.Results[i]; !r.Null {
			logs = append(logs, r.weights+r.Averaged)
		}
	}
	sum := floats.LogSumExp(logs)
	rulesets, families := map[string]*Share{}, map[string]*Share{}
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Null {
			continue
		}
		s := rulesets[r.ID]
		if s == nil {
			s = &Share{Name: r.Name, Rulesets: 1, id: r.ID, family: r.Family, concepts: candidates[i].Concept}
			rulesets[r.ID] = s
		}
		s.Posterior += math.Exp(r.weights + r.Averaged - sum)
	}
	concepts, varies := map[string]*Share{}, map[string]int{}
	for _, id := range sortedKeys(rulesets) {
		s := rulesets[id]
		s.Prior = 1 / float64(len(rulesets))
		s.Factor = factor(s.Posterior, s.Prior)
		rep.Rulesets = append(rep.Rulesets, *s)
		add(families, s.family, s)
		for name, v := range s.concepts {
			if v != 0 {
				add(concepts, name, s)
				varies[name]++
			}
		}
	}
	for _, name := range sortedKeys(families) {
		rep.Families = append(rep.Families, *families[name])
	}
	for _, name := range sortedKeys(concepts) {
		if varies[name] < len(rulesets) { // what all have tells nothing
			rep.Concepts = append(rep.Concepts, *concepts[name])
		}
	}
	for _, list := range [][]Share{rep.Rulesets, rep.Families} {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Posterior > list[j].Posterior })
	}
	strength := func(s *Share) float64 { return math.Abs(math.Log(max(s.Factor, 1e-300))) }
	sort.SliceStable(rep.Concepts, func(i, j int) bool { return strength(&rep.Concepts[i]) > strength(&rep.Concepts[j]) })
}

// add adds a ruleset to a group.
func add(groups map[string]*Share, name string, s *Share) {
	g := groups[name]
	if g == nil {
		g = &Share{Name: name}
		groups[name] = g
	}
	g.Rulesets++
	g.Prior += s.Prior
	g.Posterior += s.Posterior
	g.Factor = factor(g.Posterior, g.Prior)
}

// factor is the ratio of posterior to prior odds, between 1e-12 and 1e12.
func factor(posterior, prior float64) float64 {
	if prior >= 1-1e-12 {
		return 1
	}
	odds := max(posterior, 1e-15) / max(1-posterior, 1e-15)
	return min(1e12, max(1e-12, odds/(prior/(1-prior))))
}

func sortedKeys[T any](m map[string]T) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// agents tells what the study would say with each agent alone.
func (rep *Report) agents() {
	evidence := map[string]map[string]float64{} // by agent and ruleset
	family, name := map[string]string{}, map[string]string{}
	posterior := map[string]float64{}
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Null {
			continue
		}
		if evidence[r.Agent] == nil {
			evidence[r.Agent] = map[string]float64{}
		}
		evidence[r.Agent][r.ID] = r.Averaged
		family[r.ID], name[r.ID] = r.Family, r.Name
		posterior[r.Agent] += r.Posterior
	}
	for _, agent := range sortedKeys(evidence) {
		v := AgentView{Agent: agent, Posterior: posterior[agent] / max(1-rep.Nulls, 1e-300), Agreement: map[string]float64{}}
		ids := sortedKeys(evidence[agent])
		var logs []float64
		for _, id := range ids {
			logs = append(logs, evidence[agent][id])
		}
		sum := floats.LogSumExp(logs)
		families := map[string]float64{}
		var shares []float64
		for i, id := range ids {
			share := math.Exp(logs[i] - sum)
			shares = append(shares, share)
			families[family[id]] += share
			if share > v.BestShare {
				v.Best, v.BestShare = name[id], share
			}
		}
		for _, f := range sortedKeys(families) {
			if families[f] > v.FamilyShare {
				v.BestFamily, v.FamilyShare = f, families[f]
			}
		}
		slices.Sort(shares)
		for mass := 0.0; mass < Level && v.Credible < len(shares); v.Credible++ {
			mass += shares[len(shares)-1-v.Credible]
		}
		for _, other := range sortedKeys(evidence) {
			var x, y []float64
			for _, id := range ids {
				if e, ok := evidence[other][id]; ok && other != agent {
					x, y = append(x, evidence[agent][id]), append(y, e)
				}
			}
			if len(x) > 2 {
				if c := stat.Correlation(ranks(x), ranks(y), nil); !math.IsNaN(c) {
					v.Agreement[other] = c
				}
			}
		}
		rep.Agents = append(rep.Agents, v)
	}
}

// uneven ranks the families by the asymmetry of their traffic beyond chance.
func (rep *Report) uneven() {
	groups := map[string]*Uneven{}
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Null || math.IsNaN(float64(r.Asymmetry)) {
			continue
		}
		key := r.Agent + "\x00" + r.Family
		if groups[key] == nil {
			groups[key] = &Uneven{Family: r.Family, Agent: r.Agent}
		}
		g := groups[key]
		g.Rulesets++
		g.Asymmetry += r.Asymmetry
		g.Floor += r.Floor
	}
	for _, key := range sortedKeys(groups) {
		g := *groups[key]
		g.Asymmetry /= Float(g.Rulesets)
		g.Floor /= Float(g.Rulesets)
		rep.Asymmetries = append(rep.Asymmetries, g)
	}
	sort.SliceStable(rep.Asymmetries, func(i, j int) bool {
		a, b := &rep.Asymmetries[i], &rep.Asymmetries[j]
		if a.Agent != b.Agent {
			return a.Agent < b.Agent
		}
		return a.Asymmetry-a.Floor > b.Asymmetry-b.Floor
	})
}
