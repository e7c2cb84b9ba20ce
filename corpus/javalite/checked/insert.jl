; Insertion into a binary search tree keeps its order. Without the invariant, it may meet any tree.
;//@ check: holds
;//@ call Set.insert --pre Set.repOk -k 2 --executed 4 0..3: unknown
;//@ call Set.insert -k 2 --executed 4 0..2: violated assertion
;//@ call Set.insertLeft --pre Set.repOk -k 2 --executed 4 0..3: violated assertion

((
  (class Tree ([Tree left] [Tree right] [int key]) ())
  (class Set ([Tree root]) (
    (bool ordered ([Tree t] [int least] [int end])
      (if (t = null) true else
        ((((least <= (t $ key)) && ((t $ key) < end))
          && (this @ ordered ((t $ left) least (t $ key))))
          && (this @ ordered ((t $ right) ((t $ key) + 1) end)))))
    (bool repOk () (this @ ordered ((this $ root) 0 100)))
    (Tree insertInto ([Tree t] [int key])
      (if (t = null)
        (var Tree leaf := (new Tree) in (begin (leaf $ key := key) leaf))
      else (begin
        (if (key < (t $ key))
          (t $ left := (this @ insertInto ((t $ left) key)))
        else (if ((t $ key) < key)
          (t $ right := (this @ insertInto ((t $ right) key)))
        else null))
        t)))
    (unit insert ([int key]) (begin
      (assume ((0 <= key) && (key < 100)))
      (this $ root := (this @ insertInto ((this $ root) key)))
      (assert (this @ repOk ()))))
    (unit insertLeft ([int key]) (begin
      (assume ((0 <= key) && (key < 100)))
      (var Tree leaf := (new Tree) in (begin
        (leaf $ key := key)
        (leaf $ right := (this $ root))
        (this $ root := leaf)))
      (assert (this @ repOk ()))))))
  (class Main () (
    (unit main ()
      (var Set s := (new Set) in (begin
        (s @ insert 5) (s @ insert 3) (s @ insert 9) (s @ insert 5))))))
) (Main main))
