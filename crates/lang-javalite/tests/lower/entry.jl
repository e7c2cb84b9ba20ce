; The entry is inherited and has a result, which is dropped.
((
  (class A ([int x]) ((int start () (begin (assert ((this $ x) == 0)) 7))))
  (class B extends A () ())
) (B start))
