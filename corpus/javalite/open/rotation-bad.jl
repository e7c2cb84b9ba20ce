; The violated twin: the subtree that changes sides keeps its old parent.
;//@ check: violated
;//@ explore Tree.test -k 3 -n 4: paths 6, throws 3, cut 4 (as without the slip, which shows where there is a middle)

((
  (class Tree ([Tree left] [Tree right] [Tree parent]) (
    (bool linked () ; with its neighbours in the tree
      ((((this $ left) = null) || (((this $ left) $ parent) = this))
        && (((this $ right) = null) || (((this $ right) $ parent) = this))))
    (unit rotate ()
      (var Tree up := (this $ right) in
      (var Tree middle := (up $ left) in
      (var Tree above := (this $ parent) in (begin
        (this $ right := middle)
        (up $ parent := above)
        (if (above != null)
          (if ((above $ left) = this) (above $ left := up) else (above $ right := up))
        else unit)
        (up $ left := this)
        (this $ parent := up)
        unit)))))
    (bool isChild () ; of its parent, once
      (if ((this $ parent) = null) true else
        ((((this $ parent) $ left) = this) != (((this $ parent) $ right) = this))))
    (unit test ()
      (var Tree up := (this $ right) in (begin
        (assume ((this $ left) = null))
        (assume (up != null))
        (assume ((up != this) && ((up $ right) = null)))
        (assume ((up $ parent) = this))
        (var Tree middle := (up $ left) in
        (var Tree above := (this $ parent) in (begin
          (assume ((middle = null) || ((((middle $ parent) = up) && (middle != this)) && (middle != up))))
          (assume ((above != this) && ((above != up) && ((above = null) || (above != middle)))))
          (assume ((above = null) || (((above $ left) != up) && ((above $ right) != up))))
          (assume (this @ isChild ()))
          (this @ rotate ())
          (assert ((up @ linked ()) && (this @ linked ()))) ;//~ assertion
          (assert ((up $ parent) = above))
          (assert (up @ isChild ()))
          (assert ((this $ right) = middle)))))))))
  )
  (class Main () (
    (unit main ()
      (var Tree t := (new Tree) in
      (var Tree u := (new Tree) in
      (var Tree m := (new Tree) in (begin
        (t $ right := u)
        (u $ parent := t)
        (u $ left := m)
        (m $ parent := u)
        (t @ test ()))))))))
) (Main main))
