; The violated twin: the left side is overwritten before it is moved.
;//@ check: violated
;//@ explore Tree.test -k 1 --executed 3 0..2: paths 4, throws 3, cut 11

((
  (class Tree ([Tree left] [Tree right] [int key]) (
    (bool ordered ([int least] [int end])
      ((((least <= (this $ key)) && ((this $ key) < end))
        && (((this $ left) = null) || ((this $ left) @ ordered (least (this $ key)))))
        && (((this $ right) = null) || ((this $ right) @ ordered (((this $ key) + 1) end)))))
    (unit mirror ()
      (var Tree left := (this $ left) in (begin
        (this $ left := (this $ right))
        (this $ right := (this $ left))
        (if ((this $ left) = null) unit else ((this $ left) @ mirror ()))
        (if ((this $ right) = null) unit else ((this $ right) @ mirror ())))))
    (unit test ()
      (var Tree left := (this $ left) in
      (var Tree right := (this $ right) in (begin
        (assume (this @ ordered (0 10)))
        (this @ mirror ())
        (assert (((this $ left) = right) && ((this $ right) = left))) ;//~ assertion
        (this @ mirror ())
        (assert (this @ ordered (0 10)))))))))
  (class Main () (
    (unit main ()
      (var Tree t := (new Tree) in
      (var Tree u := (new Tree) in (begin
        (u $ key := 1)
        (t $ right := u)
        (t @ test ())
        (assert ((t $ right) = u))))))))
) (Main main))
