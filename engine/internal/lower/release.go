package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// ReleaseRules drops what only lowering needs, once the program is prepared: what is known of clauses.
func (p *Program) ReleaseRules() {
	p.k.Fields.Seen = [layout.NumVars]*ir.Expr{}
	p.k = nil
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
