; Comments go on up to the end of the line; ( [ " and // have no meaning in them.
;//@ check: holds

(( ; (((
  (class Main () ( ; "not closed
    (unit main () ;;; // ]]]
      unit))) ; )
) (Main main))
;
