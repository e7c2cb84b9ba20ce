; An assignment to an outer variable inside `var` persists behind it.
; The environments of the paper are put back as they were, and forget it.
;//@ check: holds

((
  (class Main () (
    (unit main ()
      (var int outer := 1 in (begin
        (var int inner := 2 in (outer := (outer + inner)))
        (assert (outer == 3))
        (var int outer := 10 in (outer := 11))
        (assert (outer == 3))
        unit)))))
) (Main main))
