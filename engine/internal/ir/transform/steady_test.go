package transform_test

import "testing"

// TestGatherOnce has loops ask sites for what other loops find, which is the same for all of them: it is found
// before, if that is asked first, nothing in the loop changes it, and nothing is left of it but a set that is made
// anew.
func TestGatherOnce(t *testing.T) {
	const text = `words 1
state what u8 64
state at i64 3
state last i32 1
state sets i64 2
state marks u8 64
scratch found i64 1
scratch other i64 1

func region() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          if (lt last[0] n.1)
            break row@1
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0

func counted() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  var k.2 i32
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (eq what[site.0] 1) (block
        k.2 = 0
        each row@1 n.1 of at{1}
          k.2 = (add k.2 1)
        give (lt k.2 last[0])))
      include sets{0} site.0

func behind() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (eq (and marks[site.0] 3) 1) (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0))
      include sets{0} site.0

func changed() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0
      exclude at{1} site.0

func grows() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  found{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        each row@1 n.1 of at{1}
          if (lt n.1 (add site.0 2))
            include found{0} (and (add n.1 3) 63)
        give found{0}) site.0)
      include sets{0} site.0

func adds() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  found{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (has (block
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 last[0]) 63)
        last[0] = (add last[0] 1)
        give found{0}) site.0)
      include sets{0} site.0

func twice() export
  var site.0 i32 0..63
  var n.1 i32 0..63
  sets{0} = [0x0]
  each each@0 site.0 of [0xffffffff]
    if (both (has (block
        found{0} = [0x0]
        each row@1 n.1 of at{1}
          include found{0} (and (add n.1 3) 63)
        give found{0}) site.0) (has (block
        found{0} = [0x0]
        each row@2 n.1 of at{2}
          include found{0} (and (add n.1 1) 63)
        give found{0}) site.0))
      include sets{0} site.0
`
	gathers(t, text, map[string]bool{"region": true, "counted": true, "behind": false, "changed": false, "grows": false,
		"adds": false, "twice": false})
}
