; The violated twin: a cell that is swapped with itself becomes 0.
;//@ check: violated
;//@ explore Cell.test -k 1 --executed 2 0..1: paths 3, throws 1, cut 0

((
  (class Cell ([int value]) (
    (unit swap ([Cell other])
      (begin
        (this $ value := ((this $ value) + (other $ value)))
        (other $ value := ((this $ value) - (other $ value)))
        (this $ value := ((this $ value) - (other $ value)))
        unit))
    (unit test ([Cell other])
      (if (other = null) unit else
        (var int mine := (this $ value) in
        (var int its := (other $ value) in (begin
          (this @ swap other)
          (assert (((this $ value) == its) && ((other $ value) == mine)))))))))) ;//~ assertion
  (class Main () (
    (unit main ()
      (var Cell a := (new Cell) in (begin
        (a $ value := 2147483647)
        (var Cell b := (new Cell) in (begin
          (b $ value := 5)
          (a @ test b)))
        (a @ test a))))))
) (Main main))
