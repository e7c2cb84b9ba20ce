; Removal of a key from a binary search tree. A node with two children gets the least key on its right.
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
    (bool contains ([Tree t] [int key])
      (if (t = null) false else
      (if (key == (t $ key)) true else
      (if (key < (t $ key)) (this @ contains ((t $ left) key)) else (this @ contains ((t $ right) key))))))
    (int size ([Tree t])
      (if (t = null) 0 else (1 + ((this @ size (t $ left)) + (this @ size (t $ right))))))
    (int least ([Tree t])
      (if ((t $ left) = null) (t $ key) else (this @ least (t $ left))))
    (Tree remove ([Tree t] [int key])
      (if (t = null) null else
      (if (key < (t $ key)) (begin (t $ left := (this @ remove ((t $ left) key))) t) else
      (if ((t $ key) < key) (begin (t $ right := (this @ remove ((t $ right) key))) t) else
      (if ((t $ left) = null) (t $ right) else
      (if ((t $ right) = null) (t $ left) else (begin
        (t $ key := (this @ least (t $ right)))
        (t $ right := (this @ remove ((t $ right) (t $ key))))
        t)))))))
    (unit test ([int key]) (begin
      (assume (this @ ordered ((this $ root) 0 100)))
      (var int size := (this @ size (this $ root)) in
      (var int gone := (if (this @ contains ((this $ root) key)) 1 else 0) in (begin
        (this $ root := (this @ remove ((this $ root) key)))
        (assert (this @ ordered ((this $ root) 0 100)))
        (assert (! (this @ contains ((this $ root) key))))
        (assert ((this @ size (this $ root)) == (size - gone))))))))))
  (class Main () (
    (Tree node ([int key] [Tree left] [Tree right])
      (var Tree t := (new Tree) in (begin (t $ key := key) (t $ left := left) (t $ right := right) t)))
    (unit main ()
      (var Set s := (new Set) in (begin
        (s $ root := (this @ node (4 (this @ node (2 null null)) (this @ node (6 (this @ node (5 null null)) null)))))
        (s @ test 4) (s @ test 7) (s @ test 2) (s @ test 6)
        (assert (((s $ root) $ key) == 5)))))))
) (Main main))
