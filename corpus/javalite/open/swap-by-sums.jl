; Two cells swap their values without a third variable, unless they are the same cell: sums lose its value. Numbers wrap,
; so sums are always right.
;//@ check: holds
;//@ explore Cell.test -k 1 --executed 2 0..1: paths 3, throws 0, cut 0 (null, this cell, or another one)

((
  (class Cell ([int value]) (
    (unit swap ([Cell other])
      (if (this = other) unit else (begin
        (this $ value := ((this $ value) + (other $ value)))
        (other $ value := ((this $ value) - (other $ value)))
        (this $ value := ((this $ value) - (other $ value)))
        unit)))
    (unit test ([Cell other])
      (if (other = null) unit else
        (var int mine := (this $ value) in
        (var int its := (other $ value) in (begin
          (this @ swap other)
          (assert (((this $ value) == its) && ((other $ value) == mine))))))))))
  (class Main () (
    (unit main ()
      (var Cell a := (new Cell) in (begin
        (a $ value := 2147483647)
        (var Cell b := (new Cell) in (begin
          (b $ value := 5)
          (a @ test b)))
        (a @ test a))))))
) (Main main))
