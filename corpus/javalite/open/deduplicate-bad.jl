; The violated twin: after a removal the walk goes on at once: of three equal values two stay.
;//@ check: violated
;//@ explore List.test -k 3 --executed 4 0..2: paths 8, throws 1, cut 1

((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (bool sorted ([Node at] [int left])
      (if (at = null) true else
      (if (left == 0) false else
      (if ((at $ next) = null) true else
        (((at $ value) <= ((at $ next) $ value)) && (this @ sorted ((at $ next) (left - 1))))))))
    (bool strictly ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) < ((at $ next) $ value)) && (this @ strictly (at $ next))))))
    (unit deduplicate ()
      (var Node at := (this $ head) in
        (while ((at != null) && ((at $ next) != null))
          (if ((at $ value) == ((at $ next) $ value))
            (begin (at $ next := ((at $ next) $ next)) (at := (at $ next)))
          else
            (at := (at $ next))))))
    (unit test () (begin
      (assume (this @ sorted ((this $ head) 3)))
      (this @ deduplicate ())
      (assert (this @ strictly (this $ head))))))) ;//~ assertion
  (class Main () (
    (Node cons ([int value] [Node next])
      (var Node n := (new Node) in (begin (n $ value := value) (n $ next := next) n)))
    (unit main ()
      (var List l := (new List) in (begin
        (l $ head := (this @ cons (1 (this @ cons (1 (this @ cons (1 null)))))))
        (l @ test ())
        (assert (((l $ head) $ next) = null)))))))
) (Main main))
