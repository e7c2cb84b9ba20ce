; The violated twin: the last node is still known after it was taken out.
;//@ check: violated
;//@ explore Queue.test -k 2 --executed 4 0..0: paths 3, throws 1, cut 1

((
  (class Node ([Node next]) ())
  (class Queue ([Node first] [Node last]) (
    (bool repOk () ; for up to two nodes
      (if ((this $ first) = null) ((this $ last) = null) else
      (if (((this $ first) $ next) = null) ((this $ last) = (this $ first)) else
        (((this $ last) = ((this $ first) $ next)) && (((this $ last) $ next) = null)))))
    (unit put ([Node n]) (begin
      (n $ next := null)
      (if ((this $ last) = null) (this $ first := n) else (var Node last := (this $ last) in (last $ next := n)))
      (this $ last := n)
      unit))
    (Node take ()
      (var Node n := (this $ first) in
        (if (n = null) null else (begin
          (this $ first := (n $ next))
          n))))
    (unit test () (begin
      (assume (this @ repOk ()))
      (this @ take ())
      (assert (this @ repOk ())) ;//~ assertion
      (var Node n := (new Node) in (begin
        (this @ put n)
        (assert (this @ repOk ()))
        (assert ((this $ last) = n))))))))
  (class Main () (
    (unit main ()
      (var Queue q := (new Queue) in (begin
        (q @ test ())
        (q @ test ())
        (q @ put (new Node))
        (q @ test ()))))))
) (Main main))
