; One block for each method that a call may enter: C inherits that of B, and D has its own.
((
  (class A () ((int m ([int x]) x) (unit none () unit)))
  (class B extends A () ((int m ([int x]) (x + 1))))
  (class C extends B () ())
  (class D extends C () ((int m ([int x]) (x + 2))))
  (class E extends A () ())
  (class Main () (
    (int all ([A a]) (a @ m 1))
    (int below ([B b]) (b @ m 1))
    (int alone ([D d]) (d @ m 1))
    (int inherited ([E e]) (e @ m 1))
    (unit empty ([A a]) (a @ none ()))
    (unit start () (begin (this @ all ((new D))) unit))))
) (Main start))
