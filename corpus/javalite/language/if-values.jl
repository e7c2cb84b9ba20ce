; The value of an `if` is that of the branch taken; two classes meet in the one above both.
;//@ check: holds

((
  (class A ([int value]) ())
  (class B extends A () ())
  (class C extends A () ())
  (class Main () (
    (A pick ([bool first]) (if first (new B) else (new C)))
    (unit main ()
      (var A a := null in
      (var int n := 1 in (begin
        (((if (n == 1) (new B) else (new C)) $ value) == 0)
        (a := (if (a = null) (if (n == 2) null else (this @ pick true)) else a))
        (assert (a instanceof B))
        (assert ((if (if (n == 1) (a = a) else false) 1 else 2) == 1))
        (if (n == 1) (n := 2) else unit)
        (assert ((if false null else null) = null))
        (assert (n == 2))))))))
) (Main main))
