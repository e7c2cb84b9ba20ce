; The violated twin: the fast runner leaps without a look at the node between.
;//@ check: violated
;//@ explore Node.test -k 3 --executed 4 0..0: paths 8, throws 2, cut 1

((
  (class Node ([Node next]) (
    (bool ends ()
      (var Node slow := this in
      (var Node fast := this in
      (var bool met := false in (begin
        (while ((! met) && (fast != null)) (begin
          (slow := (slow $ next))
          (fast := ((fast $ next) $ next)) ;//~ null-dereference
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
        (n @ test ())
        (m $ next := m)
        (n @ test ())
        (assert (! (n @ ends ())))))))))
) (Main main))
