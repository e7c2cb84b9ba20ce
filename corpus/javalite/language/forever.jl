; A loop that never ends reaches no error, and does not terminate.
;//@ check: holds
;//@ ltl: F @terminated => violated

((
  (class Main () (
    (unit main () (begin (while true unit) (assert false)))))
) (Main main))
