; A doubly linked list: next and prev stay inverse to each other.
;//@ check: holds

((
  (class Node ([Node next] [Node prev]) (
    (Node append () ; a new node behind this one
      (var Node n := (new Node) in (begin
        (n $ prev := this)
        (n $ next := (this $ next))
        (if ((this $ next) != null) (var Node behind := (this $ next) in (behind $ prev := n)) else unit)
        (this $ next := n)
        n)))
    (unit unlink () (begin
      (var Node before := (this $ prev) in
      (var Node behind := (this $ next) in (begin
        (if (before != null) (before $ next := behind) else unit)
        (if (behind != null) (behind $ prev := before) else unit))))
      (this $ next := null)
      (this $ prev := null)
      unit))
    (bool ok ()
      (if ((this $ next) = null) true else
        ((((this $ next) $ prev) = this) && ((this $ next) @ ok ()))))))
  (class Main () (
    (unit main ()
      (var Node first := (new Node) in
      (var Node last := (first @ append ()) in
      (var Node middle := (first @ append ()) in (begin
        (assert (first @ ok ()))
        (assert (((first $ next) = middle) && ((last $ prev) = middle)))
        (middle @ unlink ())
        (assert (first @ ok ()))
        (assert ((first $ next) = last))
        unit)))))))
) (Main main))
