; The violated twin: the tail is lost: where the loop goes on is read after it was changed.
;//@ check: violated
;//@ explore List.test -k 3 --executed 4 0..0: paths 4, throws 2, cut 1

((
  (class Node ([Node next]) ())
  (class List ([Node head]) (
    (bool ends ([Node slow] [Node fast])
      (if (fast = null) true else
      (if ((fast $ next) = null) true else
        (var Node next := (slow $ next) in
        (var Node further := ((fast $ next) $ next) in
          (if (next = further) (next = null) else (this @ ends (next further))))))))
    (int size ([Node at])
      (if (at = null) 0 else (1 + (this @ size (at $ next)))))
    (Node last ([Node at])
      (if (at = null) null else
      (if ((at $ next) = null) at else (this @ last (at $ next)))))
    (unit reverse ()
      (var Node done := null in
      (var Node at := (this $ head) in (begin
        (while (at != null)
          (var Node here := at in
            (begin (here $ next := done) (at := (here $ next)) (done := here))))
        (this $ head := done)
        unit))))
    (unit test () (begin
      (assume (this @ ends ((this $ head) (this $ head))))
      (var Node first := (this $ head) in
      (var Node last := (this @ last first) in
      (var int size := (this @ size first) in (begin
        (this @ reverse ())
        (assert ((this $ head) = last)) ;//~ assertion
        (assert ((this @ last (this $ head)) = first))
        (assert ((this @ size (this $ head)) == size)))))))))
  )
  (class Main () (
    (Node cons ([Node next])
      (var Node n := (new Node) in (begin (n $ next := next) n)))
    (unit main ()
      (var List l := (new List) in (begin
        (l @ test ())
        (l $ head := (this @ cons (this @ cons (this @ cons null))))
        (l @ test ()))))))
) (Main main))
