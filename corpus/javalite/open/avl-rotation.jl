; Rotation of a tree whose nodes know their heights: the heights are right afterwards.
;//@ check: holds
;//@ explore Tree.test -k 2 -n 4: paths 2, throws 0, cut 4 (the left side of the right child has height 0 or 1, its right side height 1)

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
        (this @ update ())
        (up @ update ())
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
          (assert ((top @ right ()) && (this @ right ()))))))))))
  (class Main () (
    (Tree node ([Tree left] [Tree right])
      (var Tree t := (new Tree) in (begin (t $ left := left) (t $ right := right) (t @ update ()) t)))
    (unit main ()
      (var Tree leaf := (this @ node (null null)) in
      (var Tree t := (this @ node (null (this @ node (null leaf)))) in (begin
        (t @ test ())
        (assert ((t $ height) == 1))))))))
) (Main main))
