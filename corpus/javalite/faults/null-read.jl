; Reading a field of null.
;//@ check: violated

((
  (class Node ([Node next]) (
    (unit main ()
      (var Node n := (this $ next) in (begin
        (n := (n $ next)) ;//~ null-dereference
        unit)))))
) (Node main))
