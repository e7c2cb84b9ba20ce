; A call on an object of unknown class is one path for each method that may be entered, and one for null.
;//@ check: holds
;//@ explore Main.call -k 1: paths 3, throws 1, cut 0, heaps 4 (null, and one for each class; A and C share a method)
;//@ explore Main.twice -k 1 --executed 3 0..0: paths 10, throws 4, cut 0

((
  (class A () ((int m () 1)))
  (class B extends A () ((int m () 2)))
  (class C extends A () ())
  (class Main () (
    (int call ([A a]) (a @ m ()))
    (int twice ([A a] [A b]) ; the same object has the same class
      (if (a = b) (begin (assert ((a @ m ()) == (b @ m ()))) 0) else ((a @ m ()) + (b @ m ()))))
    (unit main () (begin
      (assert ((this @ call (new A)) == 1))
      (assert ((this @ call (new B)) == 2))
      (assert ((this @ call (new C)) == 1))
      (assert ((this @ twice ((new B) (new C))) == 3))))))
) (Main main))
