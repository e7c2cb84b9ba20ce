; A call of null fails behind its arguments and before any method is entered.
;//@ check: violated

((
  (class Node ([Node next]) (
    (int m ([int x]) (begin (assert false) x))
    (unit main () (begin
      ((this $ next) @ m (begin (assert ((this $ next) = null)) 1)) ;//~ null-dereference
      unit))))
) (Node main))
