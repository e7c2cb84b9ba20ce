; A cast between classes of which neither is above the other gets a warning, and fails unless the object is null.
;//@ check: violated

((
  (class A () ())
  (class B () ())
  (class Main () (
    (unit main ()
      (var A a := null in (begin
        (assert ((B a) = null)) ;//~ warning CP0534
        (a := (new A))
        (assert (! (a instanceof B))) ;//~ warning CP0534
        (B a) ;//~ failed-cast //~ warning CP0534
        unit)))))
) (Main main))
