; The violated twin: the method of the class of the object is entered, not that of its type.
;//@ check: violated

((
  (class A () ((int m () 1)))
  (class B extends A () ((int m () 2)))
  (class Main () (
    (unit main ()
      (var A a := (new B) in (assert ((a @ m ()) == 1)))))) ;//~ assertion
) (Main main))
