; An assertion about references, which is decided by a branch.
;//@ check: violated

((
  (class Main ([Main next]) (
    (unit main () (assert (((this $ next) != null) || ((this $ next) = this)))))) ;//~ assertion
) (Main main))
