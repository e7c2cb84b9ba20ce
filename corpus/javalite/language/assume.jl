; An execution in which an assumption fails is discarded with all that would follow.
;//@ check: holds

((
  (class Main ([int value]) (
    (unit main () (begin
      (assume ((this $ value) != 0))
      (assert false)))))
) (Main main))
