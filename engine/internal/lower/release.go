package lower

import "github.com/astragal/astragal/engine/internal/ir"

// Release drops what only lowering and the back ends need, once there is machine code: the bodies
// of functions, the contents of tables and what is known of clauses. What is left tells where in
// memory the position lies. A program in which closures run, or that is printed, is not released.
func (p *Program) Release() {
	for _, f := range p.Funcs {
		f.Body, f.Params = nil, nil
	}
	for _, f := range p.Fields {
		f.Init = nil
	}
	k := p.k
	for n, r := range k.rules {
		if r != nil {
			k.rules[n] = &rule{credit: r.credit}
		}
	}
	k.Parts, k.Blank, k.Env, k.Fields.seen = nil, nil, Env{}, [numVars]*ir.Expr{}
	k.d, k.body, k.thens, k.filters, k.later, k.players, k.as = nil, nil, nil, nil, nil, nil, nil
	k.consequents, k.held, k.made, k.tables, k.enough, k.lastings = nil, nil, nil, nil, nil, nil
	k.looked, k.relations, k.paired, k.named = nil, nil, nil, nil
	k.endings, k.prefixes, k.branches = nil, nil, nil
}
