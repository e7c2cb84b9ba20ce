; The third published subject: all invariants of a red-black tree with links to parents are checked, then it is
; traversed in order.
((
  (class Entry ([int key] [bool red] [Entry left] [Entry right] [Entry parent]) ())
  (class TreeMap ([Entry root]) (
    (bool linked ([Entry at] [Entry parent]) ; the tree is one: each node has one parent
      (if (at = null) true else
      (if ((at $ parent) != parent) false else
      (if (((at $ left) != null) && ((at $ left) = (at $ right))) false else
      (if (this @ linked ((at $ left) at)) (this @ linked ((at $ right) at)) else false)))))
    (bool ordered ([Entry at] [bool hasLeast] [int least] [bool hasMost] [int most])
      (if (at = null) true else
      (if (hasLeast && ((at $ key) <= least)) false else
      (if (hasMost && ((at $ key) >= most)) false else
      (if (this @ ordered ((at $ left) hasLeast least true (at $ key)))
        (this @ ordered ((at $ right) true (at $ key) hasMost most))
      else false)))))
    (int blackHeight ([Entry at] [bool mayBeRed]) ; -1: colours are wrong
      (if (at = null) 0 else
      (if ((at $ red) && (! mayBeRed)) -1 else
        (var int left := (this @ blackHeight ((at $ left) (! (at $ red)))) in
          (if (left < 0) -1 else
            (var int right := (this @ blackHeight ((at $ right) (! (at $ red)))) in
              (if (left != right) -1 else (if (at $ red) left else (left + 1)))))))))
    (bool repOk ()
      (if (this @ linked ((this $ root) null))
        (if (this @ ordered ((this $ root) false 0 false 0))
          (if ((this @ blackHeight ((this $ root) false)) < 0) false else true)
        else false)
      else false))
    (int traverse ([Entry at])
      (if (at = null) 0 else
        (var int left := (this @ traverse (at $ left)) in
          ((left + (at $ key)) + (this @ traverse (at $ right))))))
    (int test ()
      (if (this @ repOk ()) (this @ traverse (this $ root)) else 0))))
) (TreeMap repOk))
