; The violated twin: two sets that are one already are joined: the root becomes its own parent.
;//@ check: violated
;//@ explore Set.test -k 2 --executed 6 0..0: paths 18, throws 9, cut 4

((
  (class Set ([Set parent]) (
    (Set find ()
      (if ((this $ parent) = null) this else ((this $ parent) @ find ())))
    (bool isLow ([int most]) ; it has at most so many sets above it
      (if ((this $ parent) = null) true else
        ((most > 0) && ((this $ parent) @ isLow (most - 1)))))
    (unit join ([Set other])
      (var Set a := (this @ find ()) in
      (var Set b := (other @ find ()) in
        (begin (a $ parent := b) unit))))
    (unit test ([Set other]) (begin
      (assume (other != null))
      (assume ((this @ isLow 2) && (other @ isLow 2)))
      (this @ join other)
      (assert ((this @ isLow 6) && (other @ isLow 6))) ;//~ assertion
      (assert ((this @ find ()) = (other @ find ())))))))
  (class Main () (
    (unit main ()
      (var Set a := (new Set) in
      (var Set b := (new Set) in
      (var Set c := (new Set) in (begin
        (a @ test b)
        (c @ test a)
        (b @ test c)
        (assert ((b $ parent) = null)))))))))
) (Main main))
