package gdl

import (
	"strings"
	"testing"
)

// doors is a small game in Stanford's infix syntax; doorsPrefix is what it means.
const doors = `% Somebody hides a coin behind one of two doors.
role(guesser) role(random)
init(step(1))
door(left) door(right)   % two of them
legal(random,hide(D)) :- true(step(1)) & door(D)
legal(guesser,wait) :- true(step(1))
legal(guesser,open(D)):-true(step(2))&door(D)
legal(random,wait) :- ~true(step(1))
next(behind(D)) :- does(random,hide(D))
next(behind(D)) :- true(behind(D))
next(step(2)) :-
  true(step(1))
next(step(3)) :- true(step(2))
next(found) :- does(guesser,open(D)) & true(behind(Other)) & ~distinct(D,Other)
sees(guesser,X) :- does(guesser,X) & (true(step(2)) | true(step(3)))
quiet(P) :- role(P) & ~(does(P,hide(_)) | does(P,open(_)))
terminal :- true(step(3))
goal(guesser,100) :- true(found)
goal(guesser,0) :- ~true(found)`

const doorsPrefix = `(role guesser)
(role random)
(init (step 1))
(door left)
(door right)
(<= (legal random (hide ?d)) (true (step 1)) (door ?d))
(<= (legal guesser wait) (true (step 1)))
(<= (legal guesser (open ?d)) (true (step 2)) (door ?d))
(<= (legal random wait) (not (true (step 1))))
(<= (next (behind ?d)) (does random (hide ?d)))
(<= (next (behind ?d)) (true (behind ?d)))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= (next found) (does guesser (open ?d)) (true (behind ?other)) (not (distinct ?d ?other)))
(<= (sees guesser ?x) (does guesser ?x) (or (true (step 2)) (true (step 3))))
(<= (quiet ?p) (role ?p) (not (or (does ?p (hide ?_)) (does ?p (open ?_)))))
(<= terminal (true (step 3)))
(<= (goal guesser 100) (true found))
(<= (goal guesser 0) (not (true found)))
`

// anonymous gives all variables without a name the same one.
func anonymous(kif string) string {
	var words []string
	for word := range strings.FieldsSeq(kif) {
		if at := strings.Index(word, "?*"); at >= 0 {
			word = word[:at] + "?_" + strings.TrimLeft(word[at+2:], "0123456789")
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestStanford(t *testing.T) {
	want := strings.Join(strings.Fields(doorsPrefix), " ")
	marked := strings.NewReplacer("D", "?d", "Other", "?other", "X", "?x", "P", "?p", "_", "?_").Replace(doors)
	stops := strings.ReplaceAll(doors, ")\n", ").\n")
	for name, text := range map[string]string{"capitals": doors, "question marks": marked, "full stops": stops} {
		for _, file := range []string{"doors.kif", "doors.gdl", "doors.txt"} {
			d, err := Read(file, []byte(text))
			if err != nil {
				t.Errorf("%s in %s: %v", name, file, err)
				continue
			}
			if got := anonymous(d.KIF()); got != want {
				t.Errorf("%s in %s is\n%s\nwant\n%s", name, file, got, want)
			}
			infix, err := d.Infix()
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if again, err := Read("again.gdl", []byte(infix)); err != nil || again.KIF() != d.KIF() {
				t.Errorf("%s: written in the other infix syntax it reads differently: %v", name, err)
			}
		}
	}
	// "&" binds closer than "|".
	d, err := Read("a.gdl", []byte("p :- a & b | ~c & d"))
	if err != nil || d.KIF() != "(<= p (or (and a b) (and (not c) d)))\n" {
		t.Errorf("%v, %v", d, err)
	}
	// The text decides, not the name of the file.
	for file, text := range map[string]string{"a.gdl": "(role a) (<= terminal (true x))",
		"a.kif": "role(a). terminal <= true(x)."} {
		if d, err := Read(file, []byte(text)); err != nil || d.KIF() != "(role a)\n(<= terminal (true x))\n" {
			t.Errorf("%s: %v, %v", file, d, err)
		}
	}
	for text, want := range map[string]string{
		"p :- q &":           "a.gdl:1:9: unexpected the end of the file, expected a relation",
		"p :- (q | r":        "a.gdl:1:6: missing ')' for '(' opened at 1:6",
		"p :- ~ & q":         "a.gdl:1:8: unexpected '&', expected a relation",
		"p(X) :- q(X) | )":   "a.gdl:1:16: unexpected ')', expected a relation",
		"p(X) :- Q(X)":       "a.gdl:1:9: relation name must be a symbol, found the variable ?q",
		"p :- q\nr :- s)":    "a.gdl:2:7: unexpected ')', expected ',' or '.'",
		"p(a) q(b)":          "a.gdl:1:6: unexpected 'q', expected ',' or '.'",
		"p <= q & r.":        "a.gdl:1:8: unexpected '&', expected ',' or '.'",
		"p :- (q & r) s | t": "a.gdl:1:16: unexpected '|', expected ',' or '.'",
	} {
		if _, err := Read("a.gdl", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
