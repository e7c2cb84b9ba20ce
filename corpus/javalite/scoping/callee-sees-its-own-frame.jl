; A method sees only its own variables, and its assignments do not reach those of its caller.
;//@ check: holds

((
  (class Main () (
    (int change ([int x]) (begin (x := (x + 1)) (var int y := 50 in (y := x))))
    (unit main ()
      (var int x := 1 in
      (var int y := 2 in (begin
        (assert ((this @ change (7)) == 8))
        (assert (x == 1))
        (assert (y == 2))
        (assert ((this @ change x) == 2))
        (assert (x == 1))
        unit))))))
) (Main main))
