; A list with a fast lane: some nodes are also in a second list, which leaps over others. Removal of the first node
; removes it from both.
;//@ check: holds
;//@ explore Skip.test -k 2 --executed 3 0..1: paths 7, throws 0, cut 3 (the subsets of 0, 1 and 2 nodes)

((
  (class Node ([Node next] [Node leap] [int key]) ())
  (class Skip ([Node first] [Node leap]) (
    (bool ordered ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ key) < ((at $ next) $ key)) && (this @ ordered (at $ next))))))
    (bool below ([Node fast] [Node at]) ; the fast lane has nodes of the list only, in their order
      (if (at = null) (fast = null) else
      (if (fast = at) (this @ below ((fast $ leap) (at $ next))) else
        (this @ below (fast (at $ next))))))
    (bool repOk () ((this @ ordered (this $ first)) && (this @ below ((this $ leap) (this $ first)))))
    (unit removeFirst ()
      (var Node n := (this $ first) in
        (if (n = null) unit else (begin
          (if ((this $ leap) = n) (this $ leap := (n $ leap)) else null)
          (this $ first := (n $ next))
          unit))))
    (unit test () (begin
      (assume (this @ repOk ()))
      (this @ removeFirst ())
      (assert (this @ repOk ()))))))
  (class Main () (
    (unit main ()
      (var Skip s := (new Skip) in
      (var Node a := (new Node) in
      (var Node b := (new Node) in (begin
        (a $ key := 1)
        (b $ key := 2)
        (a $ next := b)
        (a $ leap := b)
        (s $ first := a)
        (s $ leap := a)
        (s @ test ())
        (s @ test ()))))))))
) (Main main))
