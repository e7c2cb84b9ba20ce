; Removal of a value from a strictly sorted list: the value is gone, and what comes behind it is still there.
;//@ check: holds
;//@ explore List.test -k 2 --executed 3 0..3: paths 6, throws 0, cut 1 (the n values of a list of n nodes, and no such value)

((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (bool sorted ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) < ((at $ next) $ value)) && (this @ sorted (at $ next))))))
    (int size ([Node at])
      (if (at = null) 0 else (1 + (this @ size (at $ next)))))
    (bool remove ([int value])
      (var Node before := null in
      (var Node at := (this $ head) in (begin
        (while ((at != null) && ((at $ value) != value)) (begin (before := at) (at := (at $ next))))
        (if (at = null) false else (begin
          (if (before = null) (this $ head := (at $ next)) else (before $ next := (at $ next)))
          true))))))
    (unit test ([int value]) (begin
      (assume (this @ sorted (this $ head)))
      (var int size := (this @ size (this $ head)) in
      (var bool removed := (this @ remove value) in (begin
        (assert (this @ sorted (this $ head)))
        (assert ((this @ size (this $ head)) == (size - (if removed 1 else 0)))))))))))
  (class Main () (
    (Node cons ([int value] [Node next])
      (var Node n := (new Node) in (begin (n $ value := value) (n $ next := next) n)))
    (unit main ()
      (var List l := (new List) in (begin
        (l $ head := (this @ cons (1 (this @ cons (2 null)))))
        (l @ test 2) (l @ test 3) (l @ test 1)
        (assert ((l $ head) = null)))))))
) (Main main))
