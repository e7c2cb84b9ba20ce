; A binary search tree with insertion and search, by recursion on its nodes.
;//@ check: holds

((
  (class Tree ([Tree left] [Tree right] [int key]) (
    (unit insert ([int key])
      (if (key = (this $ key)) unit else
        (if (key < (this $ key))
          (if ((this $ left) = null)
            (begin (this $ left := (new Tree)) ((this $ left) @ set key))
          else ((this $ left) @ insert key))
        else
          (if ((this $ right) = null)
            (begin (this $ right := (new Tree)) ((this $ right) @ set key))
          else ((this $ right) @ insert key)))))
    (unit set ([int key]) (begin (this $ key := key) unit))
    (bool contains ([int key])
      (if (key = (this $ key)) true else
        (var Tree below := (if (key < (this $ key)) (this $ left) else (this $ right)) in
          (if (below = null) false else (below @ contains key)))))))
  (class Main () (
    (unit main ()
      (var Tree t := (new Tree) in (begin
        (t @ set 5)
        (t @ insert 3)
        (t @ insert 8)
        (t @ insert 4)
        (t @ insert 8)
        (assert (((t @ contains 3) && (t @ contains 4)) && ((t @ contains 5) && (t @ contains 8))))
        (assert (! ((t @ contains 1) || (t @ contains 7))))
        (assert ((((t $ left) $ right) $ key) == 4))
        (assert (((t $ right) $ left) = null))
        unit)))))
) (Main main))
