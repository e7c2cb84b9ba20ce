; Insertion into a strictly sorted list keeps it sorted, and the value is in it afterwards.
;//@ check: holds
;//@ explore List.test -k 2 --executed 3 0..3: paths 9, throws 0, cut 1 (a list of n nodes has n + 1 gaps and n values)

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
            (n $ next := at)
            (if (before = null) (this $ head := n) else (before $ next := n))
            unit)))))))
    (unit test ([int value]) (begin
      (assume (this @ sorted (this $ head)))
      (this @ insert value)
      (assert (this @ sorted (this $ head)))
      (assert (this @ has ((this $ head) value)))))))
  (class Main () (
    (unit main ()
      (var List l := (new List) in (begin
        (l @ test 2) (l @ test 1) (l @ test 3) (l @ test 2)
        (assert (((((l $ head) $ next) $ next) $ value) == 3)))))))
) (Main main))
