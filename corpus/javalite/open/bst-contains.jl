; Search in a binary search tree finds a key exactly if it is in some node.
;//@ check: holds
;//@ explore Set.test -k 2 --executed 4 0..3: paths 21, throws 0, cut 6 (as many as insertions)

((
  (class Tree ([Tree left] [Tree right] [int key]) ())
  (class Set ([Tree root]) (
    (bool ordered ([Tree t] [int least] [int end])
      (if (t = null) true else
        ((((least <= (t $ key)) && ((t $ key) < end))
          && (this @ ordered ((t $ left) least (t $ key))))
          && (this @ ordered ((t $ right) ((t $ key) + 1) end)))))
    (bool contains ([int key])
      (var Tree at := (this $ root) in
      (var bool found := false in (begin
        (while ((at != null) && (! found))
          (if (key == (at $ key)) (found := true) else
          (if (key < (at $ key)) (at := (at $ left)) else (at := (at $ right)))))
        found))))
    (int count ([Tree t] [int key])
      (if (t = null) 0 else
        ((if ((t $ key) == key) 1 else 0) + ((this @ count ((t $ left) key)) + (this @ count ((t $ right) key))))))
    (unit test ([int key]) (begin
      (assume (this @ ordered ((this $ root) 0 7)))
      (var int found := (if (this @ contains key) 1 else 0) in
        (assert ((this @ count ((this $ root) key)) == found)))))))
  (class Main () (
    (unit main ()
      (var Set s := (new Set) in
      (var Tree t := (new Tree) in (begin
        (s $ root := t)
        (t $ key := 3)
        (t $ right := (new Tree))
        (t := (t $ right))
        (t $ key := 5)
        (s @ test 5) (s @ test 4)))))))
) (Main main))
