; Loops, also within each other and with a `var` in the body.
;//@ check: holds

((
  (class Main () (
    (int gauss ([int n])
      (var int sum := 0 in (begin
        (while (n > 0) (begin (sum := (sum + n)) (n := (n - 1))))
        sum)))
    (int square ([int n])
      (var int i := 0 in
      (var int count := 0 in (begin
        (while (i < n)
          (var int j := 0 in (begin
            (while (j < n) (begin (j := (j + 1)) (count := (count + 1))))
            (i := (i + 1)))))
        count))))
    (unit main () (begin
      (assert ((this @ gauss 10) == 55))
      (assert ((this @ square 5) == 25))
      (while (begin (while false unit) false) unit)
      unit))))
) (Main main))
