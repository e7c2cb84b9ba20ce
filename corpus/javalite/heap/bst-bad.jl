; The violated twin: a search that goes left only misses keys.
;//@ check: violated

((
  (class Tree ([Tree left] [Tree right] [int key]) (
    (bool contains ([int key])
      (if (key = (this $ key)) true else
        (if ((this $ left) = null) false else ((this $ left) @ contains key))))))
  (class Main () (
    (unit main ()
      (var Tree t := (new Tree) in (begin
        (t $ right := (new Tree))
        (t $ key := 1)
        ((this @ right t) @ contains 2)
        (assert (t @ contains 0)) ;//~ assertion
        unit)))
    (Tree right ([Tree t]) (t $ right))))
) (Main main))
