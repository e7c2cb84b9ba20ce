; Every form has a value: assignments the value assigned, `begin` that of its last part, and `while`, `assume`,
; `assert` and an empty `begin` have unit.
;//@ check: holds

((
  (class Cell ([int value] [unit nothing] [bool flag] [Cell other]) ())
  (class Main () (
    (unit main ()
      (var Cell c := (new Cell) in
      (var int x := 0 in
      (var unit u := unit in (begin
        (assert ((((c $ value) == 0) && ((c $ flag) == false)) && ((c $ other) == null)))
        (assert ((c $ nothing) == unit))
        (assert ((x := 3) == 3))
        (assert ((c $ value := (x + 1)) == 4))
        (assert ((c $ other := null) == null))
        (assert ((begin 1 2 3) == 3))
        (u := (begin))
        (u := (while false 1))
        (u := (assume true))
        (u := (assert true))
        (c $ nothing := u)
        (assert (u = unit))
        (x := (if (x == 3) (begin (x := 9) 5) else 6))
        (assert (x == 5)))))))))
) (Main main))
