; Fields and methods are inherited, and a call enters the method of the class of the object.
;//@ check: holds

((
  (class Shape ([int scale]) (
    (int area () 0)
    (int scaled () ((this $ scale) * (this @ area ())))))
  (class Square extends Shape ([int side]) (
    (int area () ((this $ side) * (this $ side)))))
  (class Cube extends Square () (
    (int area () (6 * ((this $ side) * (this $ side))))))
  (class Plain extends Square () ())
  (class Main () (
    (int total ([Shape s]) (begin (s $ scale := 2) (s @ scaled ())))
    (unit main ()
      (var Square s := (new Square) in
      (var Cube c := (new Cube) in
      (var Plain p := (new Plain) in (begin
        (s $ side := 3)
        (c $ side := 2)
        (p $ side := 1)
        (assert ((this @ total ((new Shape))) == 0))
        (assert ((this @ total s) == 18))
        (assert ((this @ total c) == 48))
        (assert ((this @ total p) == 2))
        unit)))))))
) (Main main))
