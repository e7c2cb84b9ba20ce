; Partition of a list by a value: nodes below it come first, and no node is lost.
;//@ check: holds
;//@ explore List.test -k 2 --executed 3 0..2: paths 7, throws 0, cut 1 (the sum of 2^n)

((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (int size ([Node at] [int most])
      (if (at = null) 0 else
      (if (most == 0) 1000 else (1 + (this @ size ((at $ next) (most - 1)))))))
    (bool parted ([Node at] [int value] [bool high])
      (if (at = null) true else
      (if ((at $ value) < value)
        (if high false else (this @ parted ((at $ next) value false)))
      else (this @ parted ((at $ next) value true)))))
    (Node join ([Node front] [Node back])
      (if (front = null) back else
        (var Node at := front in (begin
          (while ((at $ next) != null) (at := (at $ next)))
          (at $ next := back)
          front))))
    (unit partition ([int value])
      (var Node low := null in
      (var Node high := null in (begin
        (while ((this $ head) != null)
          (var Node n := (this $ head) in (begin
            (this $ head := (n $ next))
            (if ((n $ value) < value)
              (begin (n $ next := low) (low := n))
            else
              (begin (n $ next := high) (high := n))))))
        (this $ head := (this @ join (low high)))
        unit))))
    (unit test ([int value])
      (var int size := (this @ size ((this $ head) 3)) in (begin
        (assume (size < 1000))
        (this @ partition value)
        (assert ((this @ size ((this $ head) 4)) == size))
        (assert (this @ parted ((this $ head) value false))))))))
  (class Main () (
    (Node cons ([int value] [Node next])
      (var Node n := (new Node) in (begin (n $ value := value) (n $ next := next) n)))
    (unit main ()
      (var List l := (new List) in (begin
        (l $ head := (this @ cons (5 (this @ cons (1 (this @ cons (4 null)))))))
        (l @ test 3)
        (assert (((l $ head) $ value) == 1)))))))
) (Main main))
