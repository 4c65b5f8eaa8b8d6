package lower

import "github.com/astragal/astragal/engine/internal/ir"

// ReleaseRules drops what only lowering needs, once the program is prepared: what is known of clauses.
func (p *Program) ReleaseRules() {
	k := p.k
	for n, r := range k.rules {
		if r != nil {
			k.rules[n] = &rule{credit: r.credit}
		}
	}
	k.Release()
	k.Parts, k.Blank, k.Env, k.Fields.seen = nil, nil, Env{}, [numVars]*ir.Expr{}
	k.d, k.thens, k.filters, k.later, k.players, k.as = nil, nil, nil, nil, nil, nil
	k.consequents, k.held, k.lowered, k.enough, k.lastings = nil, nil, nil, nil, nil
	k.looked, k.relations, k.jumps, k.paired, k.named, k.questions = nil, nil, nil, nil, nil, nil
	k.endings, k.prefixes, k.branches, k.same, k.texts = nil, nil, nil, nil, ir.Texts{}
}

// ReleaseCode drops what only the back ends need, once there is machine code: the bodies of functions and
// the contents of tables. What is left tells where in memory the position lies. A program
// that is printed is not released.
func (p *Program) ReleaseCode() {
	for _, f := range p.Funcs {
		f.Body, f.Params = nil, nil
	}
	for _, f := range p.Fields {
		f.Init = nil
	}
}
