; The violated twin: both walks go in step and end with the shorter list: a common node at different distances is
; missed.
;//@ check: violated
;//@ explore Lists.test -k 2 --executed 5 0..0: paths 8, throws 1, cut 3

((
  (class Node ([Node next]) ())
  (class Lists ([Node one] [Node other]) (
    (bool short ([Node at]) ; one or two nodes
      (if (at = null) false else
      (if ((at $ next) = null) true else (((at $ next) $ next) = null))))
    (Node meet ()
      (var Node a := (this $ one) in
      (var Node b := (this $ other) in (begin
        (while ((a != b) && ((a != null) && (b != null))) (begin (a := (a $ next)) (b := (b $ next))))
        (if (a = b) a else null)))))
    (bool has ([Node at] [Node n])
      (if (at = n) true else
      (if (at = null) false else (this @ has ((at $ next) n)))))
    (unit test () (begin
      (assume ((this @ short (this $ one)) && (this @ short (this $ other))))
      (var Node met := (this @ meet ()) in
        (if (met = null)
          (assert (! (this @ has ((this $ one) (this $ other))))) ;//~ assertion
        else
          (assert ((this @ has ((this $ one) met)) && (this @ has ((this $ other) met))))))))))
  (class Main () (
    (unit main ()
      (var Lists l := (new Lists) in
      (var Node n := (new Node) in (begin
        (l $ one := (new Node))
        (var Node one := (l $ one) in (one $ next := n))
        (l $ other := n)
        (l @ test ())
        (assert ((l @ meet ()) = n))))))))
) (Main main))
