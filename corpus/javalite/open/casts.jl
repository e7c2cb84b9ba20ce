; A cast of an object of unknown class fails, or tells the class of the object.
;//@ check: holds
;//@ explore Main.cast -k 1: paths 3, throws 1, cut 0, heaps 4 (null, an object of B or C, which is below B, or a failed cast of an A)
;//@ explore Main.test -k 1: paths 2, throws 0, cut 0, heaps 4 (objects of B and C, and the rest: null and objects of A)
;//@ explore Main.known -k 1: paths 2, throws 0, cut 0, heaps 4 (after the test no cast fails: 2 ends for 4 heaps)

((
  (class A () ())
  (class B extends A ([int b]) ())
  (class C extends B () ())
  (class Main () (
    (int cast ([A a])
      (var B b := (B a) in (if (b = null) 0 else (b $ b))))
    (bool test ([A a]) (if (a instanceof B) true else false))
    (int known ([A a]) (if (a instanceof B) ((B a) $ b) else 0))
    (unit main () (begin
      (assert ((this @ cast (new C)) == 0))
      (assert (! (this @ test (new A))))
      (assert (this @ test (new B)))))))
) (Main main))
