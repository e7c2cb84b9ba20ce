; Union and find with compression of paths.
;//@ check: holds

((
  (class Set ([Set parent] [int rank]) (
    (Set find ()
      (if ((this $ parent) = null) this else
        (this $ parent := ((this $ parent) @ find ()))))
    (unit join ([Set other])
      (var Set a := (this @ find ()) in
      (var Set b := (other @ find ()) in
        (if (a = b) unit else
          (if ((a $ rank) < (b $ rank))
            (begin (a $ parent := b) unit)
          else (begin
            (b $ parent := a)
            (if ((a $ rank) = (b $ rank)) (a $ rank := ((a $ rank) + 1)) else 0)
            unit))))))
    (bool same ([Set other]) ((this @ find ()) = (other @ find ())))))
  (class Main () (
    (unit main ()
      (var Set a := (new Set) in
      (var Set b := (new Set) in
      (var Set c := (new Set) in
      (var Set d := (new Set) in (begin
        (a @ join b)
        (c @ join d)
        (assert ((a @ same b) && (c @ same d)))
        (assert (! (a @ same c)))
        (b @ join d)
        (assert (a @ same c))
        (assert ((d $ parent) = c))
        (assert (((d @ find ()) = a) && ((d $ parent) = a)))
        unit))))))))
) (Main main))
