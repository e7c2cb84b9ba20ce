; The violated twin: heights are put right in the wrong order: the upper one is computed from the old lower one.
;//@ check: violated
;//@ explore Tree.test -k 2 -n 4: paths 2, throws 2, cut 4 (as without the slip, which always shows)

((
  (class Tree ([Tree left] [Tree right] [int height]) (
    (int of ([Tree t]) (if (t = null) 0 else (t $ height)))
    (unit update ()
      (var int l := (this @ of (this $ left)) in
      (var int r := (this @ of (this $ right)) in (begin
        (if (l < r) (this $ height := (r + 1)) else (this $ height := (l + 1)))
        unit))))
    (bool right () ; this height, if those below are right
      (var int l := (this @ of (this $ left)) in
      (var int r := (this @ of (this $ right)) in
        (if (l < r) ((this $ height) == (r + 1)) else ((this $ height) == (l + 1))))))
    (bool isLeaf () ((((this $ left) = null) && ((this $ right) = null)) && ((this $ height) == 1)))
    (Tree rotate ()
      (var Tree up := (this $ right) in (begin
        (this $ right := (up $ left))
        (up $ left := this)
        (up @ update ())
        (this @ update ())
        up)))
    (unit test ()
      (var Tree up := (this $ right) in (begin
        (assume (((this $ left) = null) && (up != null)))
        (assume ((up $ right) != null))
        (assume ((up $ right) @ isLeaf ()))
        (assume (((up $ left) = null) || ((up $ left) @ isLeaf ())))
        (assume ((up $ left) != (up $ right)))
        (assume ((up @ right ()) && (this @ right ())))
        (var Tree top := (this @ rotate ()) in (begin
          (assert (top = up))
          (assert ((top @ right ()) && (this @ right ())))))))))) ;//~ assertion
  (class Main () (
    (Tree node ([Tree left] [Tree right])
      (var Tree t := (new Tree) in (begin (t $ left := left) (t $ right := right) (t @ update ()) t)))
    (unit main ()
      (var Tree leaf := (this @ node (null null)) in
      (var Tree t := (this @ node (null (this @ node (null leaf)))) in (begin
        (t @ test ())
        (assert ((t $ height) == 1))))))))
) (Main main))
