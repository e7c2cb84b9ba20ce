; The violated twin: the root that comes below another one leads to its old siblings: the children of the other one are
; lost.
;//@ check: violated
;//@ explore Heap.test -k 3: paths 9, throws 4, cut 13 (as without the slip, which shows where two trees of two nodes become one)

((
  (class Node ([Node child] [Node sibling] [int key] [int order]) ())
  (class Heap ([Node first]) (
    (bool children ([Node at] [int order] [int key]) ; of a node of this order and key
      (if (order == 0) (at = null) else
      (if (at = null) false else
        (((((at $ order) == (order - 1)) && (key <= (at $ key)))
          && (this @ children ((at $ child) (order - 1) (at $ key))))
          && (this @ children ((at $ sibling) (order - 1) key))))))
    (bool roots ([Node at] [int least])
      (if (at = null) true else
        ((((at $ order) >= least) && (this @ children ((at $ child) (at $ order) (at $ key))))
          && (this @ roots ((at $ sibling) ((at $ order) + 1))))))
    (int size ([Node at])
      (if (at = null) 0 else (1 + ((this @ size (at $ child)) + (this @ size (at $ sibling))))))
    (Node link ([Node a] [Node b])
      (if ((a $ key) <= (b $ key)) (begin
        (a $ child := b)
        (a $ order := ((a $ order) + 1))
        a)
      else (this @ link (b a))))
    (Node add ([Node tree] [Node list])
      (if (list = null) (begin (tree $ sibling := null) tree) else
      (if ((tree $ order) < (list $ order)) (begin (tree $ sibling := list) tree) else
        (var Node rest := (list $ sibling) in
          (this @ add ((this @ link (tree list)) rest))))))
    (unit test ([int key]) (begin
      (assume (this @ roots ((this $ first) 0)))
      (var int size := (this @ size (this $ first)) in
      (var Node n := (new Node) in (begin
        (assume (size <= 4))
        (n $ key := key)
        (this $ first := (this @ add (n (this $ first))))
        (assert (this @ roots ((this $ first) 0))) ;//~ assertion
        (assert ((this @ size (this $ first)) == (size + 1))))))))))
  (class Main () (
    (unit main ()
      (var Heap h := (new Heap) in (begin
        (h @ test 3) (h @ test 1) (h @ test 2) (h @ test 0)
        (assert (((h $ first) $ order) == 2)))))))
) (Main main))
