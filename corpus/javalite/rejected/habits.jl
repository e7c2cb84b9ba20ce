; What users of Java and Lisp write.
;//@ check: rejected

((
  (class Main ([Main next]) (
    (int m1 ([int x]) (+ x 1)) ;//~ CP0508
    (int m2 ([int x]) (set! x 1)) ;//~ CP0508
    (int m3 ([int x]) (return x)) ;//~ CP0508
    (int m4 ([int x]) (let ((y 1)) y)) ;//~ CP0508
    (int m5 ([int x] [int y]) (m4 x y)) ;//~ CP0501
    (int m6 ([int x], [int y]) (x == 1)) ;//~ CP0500
    // a comment of Java ( ;//~ CP0508
    (int m7 ([int x]) 99999999999))) ;//~ CP0507
) (Main m1))
