; A division fails at its own place, before anything to the right of it is done.
;//@ check: violated

((
  (class Main ([Main next]) (
    (unit main ()
      (var int zero := 0 in (begin
        ((1 / zero) ;//~ division-by-zero
          + (if (((this $ next) $ next) = null) 1 else 2))
        unit)))))
) (Main main))
