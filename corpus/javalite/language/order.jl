; Evaluation is from left to right: what was read before an assignment keeps its value.
;//@ check: holds

((
  (class Cell ([int value]) ())
  (class Main () (
    (int three ([int a] [int b] [int c]) (((a * 100) + (b * 10)) + c))
    (unit main ()
      (var int x := 1 in
      (var Cell c := (new Cell) in
      (var Cell d := c in (begin
        (assert ((x + (x := 5)) == 6))
        (assert (((x := 2) - (x := 7)) == -5))
        (assert ((this @ three (x (x := 1) x)) == 711))
        (c $ value := (begin (c := (new Cell)) 4))
        (assert ((d $ value) == 4))
        (assert ((c $ value) == 0))
        (assert (d = (d := d)))
        (assert (c != (c := d)))
        unit)))))))
) (Main main))
