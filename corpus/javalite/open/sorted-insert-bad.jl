; The violated twin: the tail is lost: the new node does not lead to the rest, so that a later insertion finds a shorter
; list.
;//@ check: violated
;//@ explore List.test -k 2 --executed 3 0..3: paths 4, throws 3, cut 1

((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (bool sorted ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) < ((at $ next) $ value)) && (this @ sorted (at $ next))))))
    (bool has ([Node at] [int value])
      (if (at = null) false else
      (if ((at $ value) == value) true else (this @ has ((at $ next) value)))))
    (unit insert ([int value])
      (var Node before := null in
      (var Node at := (this $ head) in (begin
        (while ((at != null) && ((at $ value) < value)) (begin (before := at) (at := (at $ next))))
        (if ((at != null) && ((at $ value) == value)) unit else
          (var Node n := (new Node) in (begin
            (n $ value := value)
            (if (before = null) (this $ head := n) else (before $ next := n))
            unit)))))))
    (unit test ([int value]) (begin
      (assume (this @ sorted (this $ head)))
      (assume ((value < 100) && (this @ has ((this $ head) (value + 1)))))
      (this @ insert value)
      (assert (this @ has ((this $ head) (value + 1)))) ;//~ assertion
      (assert (this @ sorted (this $ head)))
      (assert (this @ has ((this $ head) value)))))))
  (class Main () (
    (unit main ()
      (var List l := (new List) in (begin
        (l @ insert 3) (l @ test 2)
        unit)))))
) (Main main))
