; The second published subject: the order of a binary search tree is checked, then a key is searched.
((
  (class Node ([int key] [Node left] [Node right]) ())
  (class BinarySearchTree ([Node root]) (
    (bool ordered ([Node at] [bool hasLeast] [int least] [bool hasMost] [int most])
      (if (at = null) true else
      (if (hasLeast && ((at $ key) <= least)) false else
      (if (hasMost && ((at $ key) >= most)) false else
      (if (this @ ordered ((at $ left) hasLeast least true (at $ key)))
        (this @ ordered ((at $ right) true (at $ key) hasMost most))
      else false)))))
    (bool repOk () (this @ ordered ((this $ root) false 0 false 0)))
    (bool search ([int key])
      (var Node at := (this $ root) in
      (var bool found := false in (begin
        (while ((at != null) && (! found))
          (if (key < (at $ key)) (at := (at $ left)) else
          (if (key > (at $ key)) (at := (at $ right)) else
            (found := true))))
        found))))
    (bool test ([int key])
      (if (this @ repOk ()) (this @ search key) else false))))
) (BinarySearchTree repOk))
