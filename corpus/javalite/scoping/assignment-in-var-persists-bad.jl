; The violated twin: what the paper's environments would give is not what happens.
;//@ check: violated

((
  (class Main () (
    (unit main ()
      (var int outer := 1 in (begin
        (var int inner := 2 in (outer := inner))
        (assert (outer == 1)) ;//~ assertion
        unit)))))
) (Main main))
