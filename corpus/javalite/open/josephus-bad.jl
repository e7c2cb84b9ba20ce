; The violated twin: off by one: the first node is taken out in place of the second.
;//@ check: violated
;//@ explore Ring.test: paths 5, throws 4, cut 0 (one for each of the sizes 1 to 5; of one node, one is left in any case)

((
  (class Node ([Node next] [int number]) ())
  (class Ring ([Node last]) (
    (unit make ([int n]) (begin
      (this $ last := null)
      (while (n > 0) (begin
        (n := (n - 1))
        (var Node node := (new Node) in (begin
          (node $ number := n)
          (if ((this $ last) = null)
            (begin (node $ next := node) (this $ last := node))
          else (begin
            (node $ next := ((this $ last) $ next))
            (var Node last := (this $ last) in (last $ next := node))))))))
      unit))
    (int survivor ()
      (var Node before := (this $ last) in (begin
        (while ((before $ next) != before) (begin
          (before $ next := ((before $ next) $ next))
          (before := (before $ next))))
        (before $ number))))
    (int expected ([int n])
      (if (n == 1) 0 else (((this @ expected (n - 1)) + 2) % n)))
    (unit test ([int n]) (begin
      (assume ((0 < n) && (n <= 5)))
      (this @ make n)
      (assert ((this @ survivor ()) == (this @ expected n))))))) ;//~ assertion
  (class Main () (
    (unit main ()
      (var Ring r := (new Ring) in (begin
        (r @ test 1) (r @ test 2) (r @ test 4) (r @ test 5)
        (assert ((r @ survivor ()) == 2)))))))
) (Main main))
