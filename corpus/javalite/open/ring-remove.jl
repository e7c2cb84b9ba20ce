; A ring of up to three nodes: what comes behind a node is taken out, unless the node is alone.
;//@ check: holds
;//@ explore Node.test -k 2 --executed 3 0..0: paths 3, throws 0, cut 1 (one for each size)

((
  (class Node ([Node next]) (
    (int size ([Node at] [int most]) ; of the ring from this node on; 0, if it is larger or none
      (if (at = null) 0 else
      (if (most == 0) 0 else
      (if ((at $ next) = this) 1 else
        (var int rest := (this @ size ((at $ next) (most - 1))) in
          (if (rest == 0) 0 else (rest + 1)))))))
    (bool removeNext ()
      (if ((this $ next) = this) false else (begin
        (this $ next := ((this $ next) $ next))
        true)))
    (unit test ()
      (var int size := (this @ size (this 3)) in (begin
        (assume (size > 0))
        (if (this @ removeNext ()) (size := (size - 1)) else 0)
        (assert ((this @ size (this 3)) == size)))))))
  (class Main () (
    (unit main ()
      (var Node n := (new Node) in
      (var Node other := (new Node) in (begin
        (n $ next := other)
        (other $ next := n)
        (n @ test ())
        (n @ test ())
        (assert ((n $ next) = n))))))))
) (Main main))
