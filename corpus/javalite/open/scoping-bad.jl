; The violated twin: an assignment to the outer variable counts.
;//@ check: violated
;//@ explore Main.count --executed 1 0..1: paths 4, throws 2, cut 0

((
  (class Main () (
    (int count ([bool x] [bool y])
      (var int n := 0 in (begin
        (if x (var int m := 1 in (n := (n + m))) else 0)
        (if y (n := 9) else 0)
        (assert ((n == 0) || (n == 1))) ;//~ assertion
        n)))
    (unit main () (begin
      (assert ((this @ count (true true)) == 1))
      (assert ((this @ count (false true)) == 0))))))
) (Main main))
