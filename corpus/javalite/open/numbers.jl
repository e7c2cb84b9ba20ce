; Numbers are those of the machine: sums wrap, a division by zero fails, and a comparison is a branch only where it
; decides about one.
;//@ check: holds
;//@ explore Main.next: paths 2, throws 0, cut 0 (the largest number has a smaller successor)
;//@ explore Main.divide: paths 2, throws 1, cut 0 (zero fails; the quotient of the least number and -1 wraps)
;//@ explore Main.least --executed 1 0..1: paths 2, throws 0, cut 0
;//@ explore Main.term --executed 1 0..1: paths 1, throws 0, cut 0
;//@ explore Main.sign --executed 1 -1..1: paths 3, throws 0, cut 0
;//@ explore Main.square: paths 2, throws 0, cut 0 (3 has the square 9, and 2 has not)

((
  (class Main () (
    (bool next ([int x]) (if ((x + 1) > x) true else false))
    (int divide ([int x] [int y]) (x / y))
    (int least ([int x] [int y]) (if (x < y) x else y))
    (bool term ([int x] [int y]) (x < y))
    (int sign ([int x]) (if (x < 0) -1 else (if (x > 0) 1 else 0)))
    (bool square ([int x]) (if ((x * x) == 9) true else false))
    (unit main () (begin
      (assert (! (this @ next 2147483647)))
      (assert ((this @ divide (-2147483648 -1)) == -2147483648))
      (assert ((this @ least (3 2)) == 2))
      (assert (this @ term (2 3)))
      (assert ((this @ sign -7) == -1))
      (assert (this @ square -3))))))
) (Main main))
