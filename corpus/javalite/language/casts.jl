; A cast of null and a cast upwards succeed; `instanceof` is false for null.
;//@ check: holds

((
  (class A () ())
  (class B extends A ([int value]) ())
  (class Main () (
    (unit main ()
      (var A a := (new B) in
      (var A none := null in (begin
        (var B b := (B a) in (b $ value := 7))
        (assert (((B a) $ value) == 7))
        (assert ((A (B a)) = a))
        (assert ((B none) = null))
        (assert ((a instanceof B) && (a instanceof A)))
        (assert (! ((new A) instanceof B)))
        (assert (! (none instanceof A)))
        (assert (! (null instanceof A)))
        unit))))))
) (Main main))
