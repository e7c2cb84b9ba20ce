; Two variables name one object: a change through one is seen through the other.
;//@ check: violated

((
  (class Cell ([int value]) ())
  (class Main () (
    (int add ([Cell a] [Cell b])
      (begin (a $ value := 1) (b $ value := 2) ((a $ value) + (b $ value))))
    (unit main ()
      (var Cell c := (new Cell) in (begin
        (assert ((this @ add (c (new Cell))) == 3))
        (assert ((this @ add (c c)) == 3)) ;//~ assertion
        unit)))))
) (Main main))
