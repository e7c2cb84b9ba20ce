; The problem of Josephus on a ring of n nodes, of which every second one is taken out: the last one has the number that
; the recurrence j(1) = 0, j(n) = (j(n - 1) + 2) mod n gives.
;//@ check: holds
;//@ explore Ring.test: paths 5, throws 0, cut 0 (one for each of the sizes 1 to 5)

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
          (before := (before $ next))
          (before $ next := ((before $ next) $ next))))
        (before $ number))))
    (int expected ([int n])
      (if (n == 1) 0 else (((this @ expected (n - 1)) + 2) % n)))
    (unit test ([int n]) (begin
      (assume ((0 < n) && (n <= 5)))
      (this @ make n)
      (assert ((this @ survivor ()) == (this @ expected n)))))))
  (class Main () (
    (unit main ()
      (var Ring r := (new Ring) in (begin
        (r @ test 1) (r @ test 2) (r @ test 4) (r @ test 5)
        (assert ((r @ survivor ()) == 2)))))))
) (Main main))
