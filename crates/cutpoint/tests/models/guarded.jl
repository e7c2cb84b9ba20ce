; Methods with preconditions, right and wrong ones.
((
  (class Cell ([Cell next] [int value]) (
    (bool small () ((0 <= (this $ value)) && ((this $ value) < 10)))
    (bool writes () (begin (this $ value := 1) true))
    (bool makes () (var Cell c := (new Cell) in (begin (c $ value := 3) ((c $ value) == 3))))
    (bool fails () (((this $ next) $ value) == 1))
    (bool endless () (begin (while (! ((this $ value) == 77)) unit) true))
    (int number () 1)
    (bool other ([int n]) true)
    (int square () (begin
      (assert (((this $ value) * (this $ value)) < 100))
      ((this $ value) * (this $ value))))
    (unit both ([Cell a] [int n]) (begin
      (assert ((this $ value) == 5))
      (assert (n == 5))
      (a $ value := n)
      unit))
    (int walk () (if ((this $ next) = null) 0 else ((this $ next) @ walk ())))
    (Cell fresh () (new Cell))))
  (class Shape () ((int area () 0)))
  (class Square extends Shape ([int side]) ((int area () (begin (assert ((this $ side) != 7)) (this $ side)))))
  (class Main () ((unit main () (begin ((new Cell) @ walk ()) unit))))
) (Main main))
