; Writing a field of null: the value is evaluated before.
;//@ check: violated

((
  (class Node ([Node next] [int value]) (
    (unit main ()
      (var Node n := (this $ next) in (begin
        (n $ value := (begin (assert (n = null)) 1)) ;//~ null-dereference
        unit)))))
) (Node main))
