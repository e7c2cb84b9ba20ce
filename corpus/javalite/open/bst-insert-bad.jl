; The violated twin: a key on the right is inserted on the left of its place.
;//@ check: violated
;//@ explore Set.test -k 2 --executed 4 0..3: paths 17, throws 2, cut 6

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
    (Tree insert ([Tree t] [int key])
      (if (t = null)
        (var Tree leaf := (new Tree) in (begin (leaf $ key := key) leaf))
      else (begin
        (if (key < (t $ key))
          (t $ left := (this @ insert ((t $ left) key)))
        else (if ((t $ key) < key)
          (t $ right := (this @ insert ((t $ left) key)))
        else null))
        t)))
    (unit test ([int key]) (begin
      (assume (this @ ordered ((this $ root) 0 100)))
      (assume ((0 <= key) && (key < 100)))
      (this $ root := (this @ insert ((this $ root) key)))
      (assert (this @ ordered ((this $ root) 0 100))) ;//~ assertion
      (assert (this @ contains ((this $ root) key)))))))
  (class Main () (
    (unit main ()
      (var Set s := (new Set) in (begin
        (s @ test 5) (s @ test 3) (s @ test 9) (s @ test 5)
        (assert (! (s @ contains ((s $ root) 6)))))))))
) (Main main))
