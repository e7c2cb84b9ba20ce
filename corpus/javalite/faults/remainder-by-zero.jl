; A remainder by zero, whose value is not even used.
;//@ check: violated

((
  (class Main ([int zero]) (
    (unit main () (begin
      (1 % (this $ zero)) ;//~ division-by-zero
      unit))))
) (Main main))
