; A circular doubly linked list with a header: a node is inserted behind another and taken out again. The steps of the
; check are bounded by the size that the list claims to have.
;//@ check: holds
;//@ explore List.test -k 2 --executed 4 0..2: paths 2, throws 0, cut 2 (sizes 0 and 1)

((
  (class Node ([Node next] [Node prev]) ())
  (class List ([Node header] [int size]) (
    (bool linked ([Node at] [int left])
      (if ((at $ next) = null) false else
      (if (((at $ next) $ prev) != at) false else
      (if ((at $ next) = (this $ header)) (left == 0) else
        ((left > 0) && (this @ linked ((at $ next) (left - 1))))))))
    (bool repOk ()
      (if ((this $ header) = null) false else (this @ linked ((this $ header) (this $ size)))))
    (Node insert ()
      (var Node n := (new Node) in
      (var Node behind := ((this $ header) $ next) in (begin
        (n $ prev := (this $ header))
        (n $ next := behind)
        (behind $ prev := n)
        (var Node header := (this $ header) in (header $ next := n))
        (this $ size := ((this $ size) + 1))
        n))))
    (unit removeFirst ()
      (var Node header := (this $ header) in
      (var Node first := (header $ next) in
      (var Node second := (first $ next) in (begin
        (header $ next := second)
        (second $ prev := header)
        (this $ size := ((this $ size) - 1))
        unit)))))
    (unit test () (begin
      (assume (this @ repOk ()))
      (this @ insert ())
      (assert (this @ repOk ()))
      (this @ removeFirst ())
      (assert (this @ repOk ()))))))
  (class Main () (
    (unit main ()
      (var List l := (new List) in
      (var Node header := (new Node) in (begin
        (header $ next := header)
        (header $ prev := header)
        (l $ header := header)
        (l @ test ())
        (l @ insert ())
        (l @ test ())))))))
) (Main main))
