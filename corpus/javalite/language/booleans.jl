; `&&` and `||` evaluate their right side only where the left one leaves the answer open.
;//@ check: holds

((
  (class Main ([int calls]) (
    (bool yes () (begin (this $ calls := ((this $ calls) + 1)) true))
    (unit main () (begin
      (assert (! (false && (this @ yes ()))))
      (assert (true || (this @ yes ())))
      (assert ((this $ calls) == 0))
      (assert (true && (this @ yes ())))
      (assert (false || (this @ yes ())))
      (assert ((this $ calls) == 2))
      (assert ((true == true) && (true != false)))
      (var bool b := (true && (! false)) in (assert (b == (! (! b)))))
      unit))))
) (Main main))
