; Insertion into a left-leaning red-black tree: no red node has a red child, none on the right is red, and every path has
; as many black nodes.
;//@ check: holds
;//@ explore Set.test -k 2: paths 16, throws 0, cut 6 (one tree for each of 0 to 3 nodes, with n + 1 gaps and n keys)

((
  (class Tree ([Tree left] [Tree right] [int key] [bool red]) ())
  (class Set ([Tree root]) (
    (bool isRed ([Tree t]) (if (t = null) false else (t $ red)))
    (bool ordered ([Tree t] [int least] [int end])
      (if (t = null) true else
        ((((least <= (t $ key)) && ((t $ key) < end))
          && (this @ ordered ((t $ left) least (t $ key))))
          && (this @ ordered ((t $ right) ((t $ key) + 1) end)))))
    (int height ([Tree t] [bool mayBeRed]) ; the black nodes on every path; less than 0, if colours are wrong
      (if (t = null) 0 else
      (if ((t $ red) && (! mayBeRed)) -1000 else
        (var int left := (this @ height ((t $ left) (! (t $ red)))) in
        (var int right := (this @ height ((t $ right) false)) in
          (if (left != right) -1000 else (if (t $ red) left else (left + 1))))))))
    (bool repOk ()
      ((this @ ordered ((this $ root) 0 100)) && ((this @ height ((this $ root) false)) >= 0)))
    (Tree rotateLeft ([Tree t])
      (var Tree up := (t $ right) in (begin
        (t $ right := (up $ left))
        (up $ left := t)
        (up $ red := (t $ red))
        (t $ red := true)
        up)))
    (Tree rotateRight ([Tree t])
      (var Tree up := (t $ left) in (begin
        (t $ left := (up $ right))
        (up $ right := t)
        (up $ red := (t $ red))
        (t $ red := true)
        up)))
    (unit split ([Tree t])
      (var Tree left := (t $ left) in
      (var Tree right := (t $ right) in (begin
        (left $ red := false)
        (right $ red := false)
        (t $ red := true)
        unit))))
    (Tree insert ([Tree t] [int key])
      (if (t = null)
        (var Tree leaf := (new Tree) in (begin (leaf $ key := key) (leaf $ red := true) leaf))
      else (begin
        (if (key < (t $ key))
          (t $ left := (this @ insert ((t $ left) key)))
        else (if ((t $ key) < key)
          (t $ right := (this @ insert ((t $ right) key)))
        else null))
        (if ((this @ isRed (t $ right)) && (! (this @ isRed (t $ left)))) (t := (this @ rotateLeft t)) else null)
        (if ((this @ isRed (t $ left)) && (this @ isRed ((t $ left) $ left))) (t := (this @ rotateRight t)) else null)
        (if ((this @ isRed (t $ left)) && (this @ isRed (t $ right))) (this @ split t) else unit)
        t)))
    (unit add ([int key]) (begin
      (this $ root := (this @ insert ((this $ root) key)))
      (var Tree root := (this $ root) in (root $ red := false))
      unit))
    (unit test ([int key]) (begin
      (assume (this @ repOk ()))
      (assume ((0 <= key) && (key < 100)))
      (this @ add key)
      (assert (this @ repOk ()))))))
  (class Main () (
    (unit main ()
      (var Set s := (new Set) in (begin
        (s @ test 1) (s @ test 2) (s @ test 3) (s @ test 4) (s @ test 5) (s @ test 3)
        (assert (((s $ root) $ key) == 4)))))))
) (Main main))
