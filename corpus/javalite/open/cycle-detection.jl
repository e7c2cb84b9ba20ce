; Two runners, one twice as fast, find out whether a list ends: where it has up to three nodes, it ends exactly if null
; is three steps away.
;//@ check: holds
;//@ explore Node.test -k 3 --executed 4 0..0: paths 8, throws 0, cut 1

((
  (class Node ([Node next]) (
    (bool ends ()
      (var Node slow := this in
      (var Node fast := this in
      (var bool met := false in (begin
        (while ((! met) && ((fast != null) && ((fast $ next) != null))) (begin
          (slow := (slow $ next))
          (fast := ((fast $ next) $ next))
          (if (slow = fast) (met := true) else false)))
        (! met))))))
    (Node after ([Node at] [int steps])
      (if (steps == 0) at else
      (if (at = null) null else (this @ after ((at $ next) (steps - 1))))))
    (unit test ()
      (var bool ends := (this @ ends ()) in
        (if ends (assert true) else (assert ((this @ after (this 4)) != null)))))))
  (class Main () (
    (unit main ()
      (var Node n := (new Node) in
      (var Node m := (new Node) in (begin
        (n $ next := m)
        (n @ test ())
        (m $ next := m)
        (n @ test ())
        (assert (! (n @ ends ())))))))))
) (Main main))
