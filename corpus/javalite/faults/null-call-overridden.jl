; A call of null whose method is overridden below fails in the same way.
;//@ check: violated

((
  (class A ([A next]) (
    (int m () 1)
    (unit main () (begin
      ((this $ next) @ m ()) ;//~ null-dereference
      unit))))
  (class B extends A () ((int m () 2)))
) (A main))
