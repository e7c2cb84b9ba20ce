; A queue of two stacks: the oldest is at the top of the outbox, or else at the bottom of the inbox.
;//@ check: holds
;//@ explore Queue.test -k 2 --executed 5 0..0: paths 9, throws 0, cut 4 (as many as pairs of lengths)

((
  (class Node ([Node next]) ())
  (class Queue ([Node inbox] [Node outbox]) (
    (bool short ([Node at]) ; at most two nodes
      (if (at = null) true else
      (if ((at $ next) = null) true else (((at $ next) $ next) = null))))
    (Node bottom ([Node at])
      (if (at = null) null else
      (if ((at $ next) = null) at else (this @ bottom (at $ next)))))
    (Node oldest ()
      (if ((this $ outbox) = null) (this @ bottom (this $ inbox)) else (this $ outbox)))
    (Node take ()
      (begin
        (if ((this $ outbox) = null) (this @ move ()) else unit)
        (var Node first := (this $ outbox) in (begin
          (if (first != null) (this $ outbox := (first $ next)) else null)
          first))))
    (unit move ()
      (while ((this $ inbox) != null)
        (var Node n := (this $ inbox) in (begin
          (this $ inbox := (n $ next))
          (n $ next := (this $ outbox))
          (this $ outbox := n)))))
    (unit test () (begin
      (assume ((this @ short (this $ inbox)) && (this @ short (this $ outbox))))
      (assume (((this $ inbox) = null) || ((this @ bottom (this $ inbox)) != (this @ bottom (this $ outbox)))))
      (var Node oldest := (this @ oldest ()) in
        (assert ((this @ take ()) = oldest)))
      (var Node next := (this @ oldest ()) in
        (assert ((this @ take ()) = next)))))))
  (class Main () (
    (Node cons ([Node next])
      (var Node n := (new Node) in (begin (n $ next := next) n)))
    (unit main ()
      (var Queue q := (new Queue) in (begin
        (q $ inbox := (this @ cons (this @ cons null)))
        (q $ outbox := (this @ cons (this @ cons null)))
        (q @ test ())
        (q @ test ()))))))
) (Main main))
