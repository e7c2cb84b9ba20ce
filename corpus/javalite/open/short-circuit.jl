; `&&` and `||` branch on their left side only; a chain of two tests of one reference has three outcomes.
;//@ check: holds
;//@ explore Node.tail -k 1 --executed 2 0..1: paths 3, throws 0, cut 0
;//@ explore Main.either --executed 1 0..1: paths 2, throws 0, cut 0
;//@ explore Main.both --executed 1 0..1: paths 3, throws 0, cut 0

((
  (class Node ([Node next]) (
    (bool tail () (((this $ next) != null) && ((this $ next) != this)))))
  (class Main () (
    (bool either ([bool x] [bool y]) (x || y))
    (bool both ([bool x] [bool y]) (if (x && y) true else false))
    (unit main () (begin
      (assert (this @ either (false true)))
      (assert (! (this @ both (true false))))
      (var Node n := (new Node) in (assert (! (n @ tail ()))))))))
) (Main main))
