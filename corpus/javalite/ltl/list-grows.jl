; Properties of the heap in temporal logic.
;//@ check: holds
;//@ ltl: F (n != null) => holds
;//@ ltl: G (n == null) => violated
;//@ ltl: F @terminated => holds

((
  (class Node ([Node next]) ())
  (class Main () (
    (unit main ()
      (var Node n := null in (begin
        (n := (new Node))
        (n $ next := n)
        unit)))))
) (Main main))
