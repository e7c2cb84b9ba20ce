; A ring of nodes: each step leads on, and as many as there are lead back.
;//@ check: holds

((
  (class Node ([Node next]) (
    (Node behind () ; a new node in the ring
      (var Node n := (new Node) in
        (begin (n $ next := (this $ next)) (this $ next := n) n)))
    (Node go ([int steps])
      (var Node at := this in
        (begin (while (steps > 0) (begin (at := (at $ next)) (steps := (steps - 1)))) at)))
    (unit main () (begin
      (this $ next := this)
      (assert ((this @ go 3) = this))
      (this @ behind ())
      (this @ behind ())
      (assert ((this @ go 3) = this))
      (assert ((this @ go 2) != this))
      (assert ((this @ go 1) != (this @ go 2)))))))
) (Node main))
