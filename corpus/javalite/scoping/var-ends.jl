; A variable is known in the body of its `var` only, and not in its own first value.
;//@ check: rejected

((
  (class Main () (
    (unit main () (begin
      (var int i := 1 in i)
      (i := 2) ;//~ CP0523
      (var int j := j in unit))))) ;//~ CP0523
) (Main main))
