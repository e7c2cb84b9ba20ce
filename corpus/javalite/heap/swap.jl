; Swapping the elements of two cells.
;//@ check: holds

((
  (class Cell ([int value] [Cell next]) (
    (Cell swapNode () ; the first two cells of a list
      (if ((this $ next) = null) this else
        (if ((this $ value) > ((this $ next) $ value))
          (var Cell t := (this $ next) in
            (begin (this $ next := (t $ next)) (t $ next := this) t))
         else this)))))
  (class Main () (
    (Cell cons ([int value] [Cell next])
      (var Cell c := (new Cell) in (begin (c $ value := value) (c $ next := next) c)))
    (unit main ()
      (var Cell c := (this @ cons (5 (this @ cons (3 null)))) in
      (var Cell first := (c @ swapNode ()) in (begin
        (assert ((first $ value) == 3))
        (assert ((first $ next) = c))
        (assert ((c $ next) = null))
        (assert ((first @ swapNode ()) = first))
        unit))))))
) (Main main))
