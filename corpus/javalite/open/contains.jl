; Search for a key by identity, as in figure 1 of the paper, in a list whose end two runners have looked for.
;//@ check: holds
;//@ explore List.test -k 3 --executed 5 0..0: paths 10, throws 0, cut 2 (a list of n nodes: the key is in one of them, or in none)

((
  (class Key () ())
  (class Node ([Key key] [Node next]) ())
  (class List ([Node head]) (
    (bool ends ([Node slow] [Node fast])
      (if (fast = null) true else
      (if ((fast $ next) = null) true else
        (var Node next := (slow $ next) in
        (var Node further := ((fast $ next) $ next) in
          (if (next = further) (next = null) else (this @ ends (next further))))))))
    (bool contains ([Key key])
      (var Node at := (this $ head) in
      (var bool found := false in (begin
        (while (! (found || (at = null)))
          (if ((at $ key) = key) (found := true) else (at := (at $ next))))
        found))))
    (bool has ([Node at] [Key key])
      (if (at = null) false else
      (if ((at $ key) = key) true else (this @ has ((at $ next) key)))))
    (unit test ([Key key]) (begin
      (assume (this @ ends ((this $ head) (this $ head))))
      (var bool found := (this @ contains key) in
        (assert (found == (this @ has ((this $ head) key)))))))))
  (class Main () (
    (unit main ()
      (var List l := (new List) in
      (var Node n := (new Node) in
      (var Key key := (new Key) in (begin
        (n $ key := key)
        (l $ head := n)
        (l @ test key)
        (l @ test (new Key)))))))))
) (Main main))
