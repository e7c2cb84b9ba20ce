; The violated twin: the first node is still there after the only node was taken out at the end.
;//@ check: violated
;//@ explore Deque.test -k 2 --executed 3 0..0: paths 3, throws 1, cut 2

((
  (class Node ([Node next] [Node prev]) ())
  (class Deque ([Node first] [Node last]) (
    (bool repOk () ; for up to two nodes
      (if ((this $ first) = null) ((this $ last) = null) else
      (if (((this $ first) $ prev) != null) false else
      (if (((this $ first) $ next) = null) ((this $ last) = (this $ first)) else
        ((((this $ last) = ((this $ first) $ next)) && ((this $ last) != (this $ first)))
          && ((((this $ last) $ prev) = (this $ first)) && (((this $ last) $ next) = null)))))))
    (Node takeLast ()
      (var Node n := (this $ last) in
        (if (n = null) null else
          (var Node before := (n $ prev) in (begin
            (this $ last := before)
            (if (before = null) unit else (before $ next := null))
            (n $ prev := null)
            n)))))
    (unit putFirst ([Node n])
      (var Node behind := (this $ first) in (begin
        (n $ next := behind)
        (if (behind = null) (this $ last := n) else (behind $ prev := n))
        (this $ first := n)
        unit)))
    (unit test () (begin
      (assume (this @ repOk ()))
      (var Node n := (this @ takeLast ()) in (begin
        (assert (this @ repOk ())) ;//~ assertion
        (if (n != null) (this @ putFirst n) else unit)
        (assert (this @ repOk ()))
        (assert ((this $ first) = n))))))))
  (class Main () (
    (unit main ()
      (var Deque d := (new Deque) in (begin
        (d @ test ())
        (d @ putFirst (new Node))
        (d @ test ())
        (d @ putFirst (new Node))
        (d @ test ()))))))
) (Main main))
