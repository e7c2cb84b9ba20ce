; A cast to a class that the object is not of.
;//@ check: violated

((
  (class A () ())
  (class B extends A () ())
  (class Main () (
    (unit main ()
      (var A a := (new A) in (begin
        (B a) ;//~ failed-cast
        unit)))))
) (Main main))
