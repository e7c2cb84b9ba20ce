; The violated twin: an iterator that says whether it has a node behind the next one: the last one is left out.
;//@ check: violated
;//@ explore List.test -k 2 --executed 3 0..2: paths 3, throws 2, cut 1

((
  (class Node ([Node next] [int value]) ())
  (class Iterator ([Node at] [Node before]) (
    (bool hasNext () (if ((this $ at) = null) false else (((this $ at) $ next) != null)))
    (int next ()
      (var int value := ((this $ at) $ value) in (begin
        (this $ before := (this $ at))
        (this $ at := ((this $ at) $ next))
        value)))))
  (class List ([Node head]) (
    (bool sorted ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) < ((at $ next) $ value)) && (this @ sorted (at $ next))))))
    (Iterator iterator ()
      (var Iterator i := (new Iterator) in (begin (i $ at := (this $ head)) i)))
    (int size ([Node at])
      (if (at = null) 0 else (1 + (this @ size (at $ next)))))
    (unit test ()
      (var Iterator i := (this @ iterator ()) in (begin
        (assume (this @ sorted (this $ head)))
        (var int size := (this @ size (this $ head)) in
          (if (i @ hasNext ()) (begin
            (i @ next ())
            (this $ head := ((this $ head) $ next))
            (var int left := 0 in (begin
              (while (i @ hasNext ()) (begin (i @ next ()) (left := (left + 1))))
              (assert (left == (size - 1)))
              (assert (left == (this @ size (this $ head)))))))
          else (assert (size == 0))))))))) ;//~ assertion
  (class Main () (
    (unit main ()
      (var List l := (new List) in (begin
        (l $ head := (new Node))
        (l @ test ())
        (assert ((l $ head) = null)))))))
) (Main main))
