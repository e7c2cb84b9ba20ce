; The violated twin: what was on the left is still on the left of its root, too.
;//@ check: violated
;//@ explore Tree.test -k 1 --executed 3 0..2: paths 4, throws 2, cut 6

((
  (class Tree ([Tree left] [Tree right] [int key]) (
    (bool ordered ([Tree t] [int least] [int end])
      (if (t = null) true else
        ((((least <= (t $ key)) && ((t $ key) < end))
          && (this @ ordered ((t $ left) least (t $ key))))
          && (this @ ordered ((t $ right) ((t $ key) + 1) end)))))
    (int size ([Tree t])
      (if (t = null) 0 else (1 + ((this @ size (t $ left)) + (this @ size (t $ right))))))
    (Tree flatten ([Tree t] [Tree behind]) ; the list of a tree, with a list behind it
      (if (t = null) behind else
        (var Tree left := (t $ left) in (begin
          (t $ right := (this @ flatten ((t $ right) behind)))
          (this @ flatten (left t))))))
    (bool isSorted ([Tree at])
      (if ((at $ left) != null) false else
      (if ((at $ right) = null) true else
        (((at $ key) < ((at $ right) $ key)) && (this @ isSorted (at $ right))))))
    (unit test ()
      (var int size := 0 in (begin
        (assume (this @ ordered (this 0 10)))
        (size := (this @ size this))
        (var Tree list := (this @ flatten (this null)) in (begin
          (assert (this @ isSorted list)) ;//~ assertion
          (assert ((this @ size list) == size)))))))))
  (class Main () (
    (unit main ()
      (var Tree t := (new Tree) in
      (var Tree u := (new Tree) in (begin
        (t $ key := 2)
        (u $ key := 1)
        (t $ left := u)
        (t @ test ())
        (assert ((u $ right) = t))))))))
) (Main main))
