package lgdl

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Grammar is a set of forms, ready to check trees against. It is immutable and
// safe for use by several goroutines.
type Grammar struct {
	forms     []*Form
	byKeyword map[string][]*Form
	types     []typeInfo
	typeIDs   map[string]typeID
	consts    map[string][]constType // where a constant may stand, by its spelling
	words     []string               // all constants, sorted, for suggestions
}

type typeID int16

type typeClass uint8

const (
	tCategory typeClass = iota // int, dim, float, bool, moves, sites, …: literals where allowed, and clauses
	tEnum                      // constants of enumerations
	tString
	tList
	tClause // (kw)
	tConst  // a fixed constant
)

// typeInfo is one type that occurs in slots.
type typeInfo struct {
	name    string
	class   typeClass
	literal bool     // only literals (int!)
	elem    typeID   // of a list
	keyword string   // of (kw)
	enums   []string // of an enumeration or a union of them
	values  map[string]constValue
	// accept holds, by keyword, the forms whose clause satisfies the type.
	accept map[string][]*Form
}

type constValue struct {
	text  string
	enum  string
	index int
}

type constType struct {
	enum  string
	index int
}

// operatorNames are the names that operators have besides their symbols.
var operatorNames = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "pow": "^",
	"equals": "=", "notEqual": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}

// scalarTypes are the categories with the results that satisfy them. A type
// that is neither here nor an enumeration is an error of the row.
var scalarTypes = map[string][]string{
	"int":         {"int"},
	"dim":         {"dim"},
	"bool":        {"boolean"},
	"float":       {"float"},
	"sites":       {"sites"},
	"ints":        {"ints"},
	"range":       {"range"},
	"graph":       {"graph"},
	"direction":   {"directions"},
	"moves":       {"moves", "moves:decision", "moves:effect", "moves:operator"},
	"nonDecision": {"moves:effect", "moves:operator"},
	"item":        {"item"},
	"startRule":   {"startRule"},
	"endRule":     {"endRule"},
	"metaRule":    {"metaRule"},
}

// unwritable is a clause that the notation of tracks names, but that no
// description can write (spec 01 §14, end).
const unwritable = "trackStep"

// clauseAlso are further keywords that satisfy a clause type.
var clauseAlso = map[string][]string{"result": {"byScore", "payoffs"}}

// NewGrammar parses the forms of the tables, in order. The order is that in
// which candidates are tried. The rows are copied and not changed.
func NewGrammar(tables ...[]Form) (*Grammar, error) {
	g := &Grammar{byKeyword: map[string][]*Form{}, typeIDs: map[string]typeID{}, consts: map[string][]constType{}}
	for _, t := range tables {
		for i := range t {
			f := t[i]
			f.Concepts = slices.Clone(f.Concepts)
			if err := parseForm(&f); err != nil {
				return nil, err
			}
			if f.Result == "" {
				return nil, fmt.Errorf("form %q: no result", f.Text)
			}
			for _, name := range f.Asks {
				if f.slot(name) < 0 {
					return nil, fmt.Errorf("form %q has no argument %q", f.Text, name)
				}
			}
			f.index = len(g.forms)
			g.forms = append(g.forms, &f)
			g.byKeyword[f.Keyword] = append(g.byKeyword[f.Keyword], &f)
		}
	}
	for _, f := range g.forms {
		f.result = g.intern(f.Result)
		for i := range f.Slots {
			s := &f.Slots[i]
			name := s.Type
			if s.Const != "" {
				name = "=" + s.Const
			}
			s.typ = g.intern(name)
			// (kw) in a form of that very keyword stays in the form's family:
			// an end rule's (if) is an end rule.
			if s.Type == "("+f.Keyword+")" {
				s.typ = g.intern(s.Type + "@" + f.Result)
			}
			if s.Type == "{("+f.Keyword+")}" {
				s.typ = g.intern("{(" + f.Keyword + ")@" + f.Result + "}")
			}
			if err := g.resolvable(s.typ); err != nil {
				return nil, fmt.Errorf("form %q: slot %s: %w", f.Text, s, err)
			}
		}
	}
	for name := range scalarTypes {
		g.intern(name)
	}
	for enum := range enumWords {
		for i, w := range Enum(enum) {
			g.consts[w] = append(g.consts[w], constType{enum, i})
		}
	}
	for w := range g.consts {
		g.words = append(g.words, w)
		sort.Slice(g.consts[w], func(i, j int) bool { return g.consts[w][i].enum < g.consts[w][j].enum })
	}
	for w := range appConstants {
		g.words = append(g.words, w)
	}
	sort.Strings(g.words)
	g.words = slices.Compact(g.words)
	for i := range g.types {
		g.fillAccept(&g.types[i])
	}
	return g, nil
}

// Forms returns the forms in order. Callers must not change them.
func (g *Grammar) Forms() []*Form { return g.forms }

// Accepted returns the forms whose clauses satisfy a type as it is printed in slots, such as "moves" or "(then)", by
// their keywords; nil for one that takes no clauses, and for a list. Callers must not change them.
func (g *Grammar) Accepted(name string) map[string][]*Form {
	id, ok := g.typeIDs[name]
	if !ok {
		return nil
	}
	return g.types[id].accept
}

// Lookup returns the forms of a keyword in the order in which they are tried;
// an operator's symbol and name find the same ones.
func (g *Grammar) Lookup(keyword string) []*Form {
	forms := slices.Clone(g.byKeyword[keyword])
	if sym, ok := operatorNames[keyword]; ok {
		forms = append(forms, g.byKeyword[sym]...)
	}
	return forms
}

// Keywords returns all keywords, sorted.
func (g *Grammar) Keywords() []string {
	k := make([]string, 0, len(g.byKeyword))
	for w := range g.byKeyword {
		k = append(k, w)
	}
	sort.Strings(k)
	return k
}

// Suggest returns the keywords nearest to a misspelt one, best first; none when
// all are too different to be meant.
func (g *Grammar) Suggest(keyword string) []string { return closest(keyword, g.Keywords()) }

// TypesOf returns the enumeration types that have the constant, sorted.
func (g *Grammar) TypesOf(constant string) []string {
	var types []string
	for _, c := range g.consts[constant] {
		types = append(types, c.enum)
	}
	return types
}

// intern returns the number of the type with the name.
func (g *Grammar) intern(name string) typeID {
	if id, ok := g.typeIDs[name]; ok {
		return id
	}
	t := typeInfo{name: name, elem: -1}
	switch {
	case strings.HasPrefix(name, "="):
		t.class, t.name = tConst, name[1:]
	case strings.HasPrefix(name, "{"):
		t.class = tList
		t.elem = g.intern(name[1 : len(name)-1])
	case strings.HasPrefix(name, "("):
		t.class = tClause
		t.keyword, _, _ = strings.Cut(name[1:strings.IndexByte(name, ')')], ":")
	case name == "string":
		t.class = tString
	default:
		base := strings.TrimSuffix(name, "!")
		t.literal = base != name
		t.class = tCategory
		if enums := enumUnions[base]; enums != nil {
			t.enums = enums
		} else if enumWords[base] != "" {
			t.enums = []string{base}
		}
		if t.enums != nil && scalarTypes[base] == nil {
			t.class = tEnum
		}
		t.values = map[string]constValue{}
		for _, e := range t.enums {
			for i, w := range Enum(e) {
				if _, dup := t.values[w]; !dup {
					t.values[w] = constValue{w, e, i}
				}
			}
		}
	}
	id := typeID(len(g.types))
	g.types = append(g.types, t)
	g.typeIDs[name] = id
	return id
}

// resolvable reports an error for a type that nothing can satisfy.
func (g *Grammar) resolvable(id typeID) error {
	t := &g.types[id]
	switch t.class {
	case tList:
		return g.resolvable(t.elem)
	case tClause:
		if g.byKeyword[t.keyword] == nil && t.keyword != unwritable {
			return fmt.Errorf("no form has the keyword %q", t.keyword)
		}
	case tCategory:
		base := strings.TrimSuffix(t.name, "!")
		if scalarTypes[base] != nil {
			return nil
		}
		for _, f := range g.forms {
			if f.Result == base {
				return nil
			}
		}
		return fmt.Errorf("unknown type %q", t.name)
	}
	return nil
}

// fillAccept computes which forms satisfy the type.
func (g *Grammar) fillAccept(t *typeInfo) {
	t.accept = map[string][]*Form{}
	switch t.class {
	case tCategory:
		if t.literal {
			return
		}
		results := scalarTypes[t.name]
		if results == nil {
			results = []string{t.name}
		}
		for _, f := range g.forms {
			if slices.Contains(results, f.Result) {
				t.accept[f.Keyword] = append(t.accept[f.Keyword], f)
			}
		}
		for name, sym := range operatorNames {
			t.accept[name] = append(slices.Clone(t.accept[name]), t.accept[sym]...)
			if len(t.accept[name]) == 0 {
				delete(t.accept, name)
			}
		}
	case tClause:
		kw := t.keyword
		own := "(" + kw + ")"
		if _, family, ok := strings.Cut(t.name, "@"); ok {
			own = family
		} else if _, category, ok := strings.Cut(strings.Trim(t.name, "()"), ":"); ok {
			own = category
		}
		for _, f := range g.byKeyword[kw] {
			if f.Result == own {
				t.accept[kw] = append(t.accept[kw], f)
			}
		}
		// A keyword without clauses of its own, such as (apply) or (range),
		// names the clauses of whatever category it has.
		if t.accept[kw] == nil {
			t.accept[kw] = g.byKeyword[kw]
		}
		for _, also := range clauseAlso[kw] {
			for _, f := range g.byKeyword[also] {
				if f.Result == "("+also+")" {
					t.accept[also] = append(t.accept[also], f)
				}
			}
		}
	}
}
