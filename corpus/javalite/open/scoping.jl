; An assignment to an outer variable inside `var` persists, also on the paths of a method with unknown inputs.
;//@ check: holds
;//@ explore Main.count --executed 1 0..1: paths 4, throws 0, cut 0

((
  (class Main () (
    (int count ([bool x] [bool y])
      (var int n := 0 in (begin
        (if x (var int m := 1 in (n := (n + m))) else 0)
        (if y (var int n := 7 in (n := 9)) else 0)
        (assert ((n == 0) || (n == 1)))
        n)))
    (unit main () (begin
      (assert ((this @ count (true true)) == 1))
      (assert ((this @ count (false true)) == 0))))))
) (Main main))
