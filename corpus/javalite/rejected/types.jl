; Values of the wrong type.
;//@ check: rejected

((
  (class A () ())
  (class B () ())
  (class Main ([Main next] [int value]) (
    (int m1 ([A a]) (if a 1 else 2)) ;//~ CP0528
    (int m2 () (begin (var int i := null in i) true)) ;//~ CP0528
    (unit m3 () (this $ value := 1)) ;//~ CP0528
    (bool m4 () (this = 1)) ;//~ CP0528
    (int m5 () ((1 $ value) + (null @ m1 ()))) ;//~ CP0529
    (int m6 () (this @ m1 (1 2))) ;//~ CP0530 //~ CP0528
    (int m7 ([bool c]) (begin (if c (new A) else 1) (if c (new A) else (new B)))) ;//~ CP0532
    (int m8 () ((true + 1) * (! 2))) ;//~ CP0528
    (A m9 () (A 1)))) ;//~ CP0529
) (Main m5))
