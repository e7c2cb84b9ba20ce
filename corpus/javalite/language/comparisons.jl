; References are compared by identity, also as values and across classes.
;//@ check: holds

((
  (class A () ())
  (class B extends A () ())
  (class C () ())
  (class Main () (
    (bool same ([A x] [A y]) (x = y))
    (unit main ()
      (var A a := (new A) in
      (var B b := (new B) in
      (var bool kept := (a = b) in (begin
        (assert (! kept))
        (assert (this @ same (a a)))
        (assert (! (this @ same (a b))))
        (assert (! (this @ same (a null))))
        (assert (null == null))
        (assert ((a == a) == (b != a)))
        (assert (a != (new C)))
        (kept := (! ((a = a) && (! (a = b)))))
        (assert (! kept))
        unit)))))))
) (Main main))
