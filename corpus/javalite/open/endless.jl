; A loop over a list that may be a ring: it ends at the end of a list, and goes on until it is cut otherwise.
;//@ check: holds
;//@ explore Node.last -k 2 --max-steps 60 --executed 3 0..0: paths 3, throws 0, cut 2
;//@ explore Node.spin --max-steps 60: paths 0, throws 0, cut 1 (it never ends)

((
  (class Node ([Node next]) (
    (Node last ()
      (var Node at := this in
        (begin (while ((at $ next) != null) (at := (at $ next))) at)))
    (unit spin () (while true unit))
    (unit main ()
      (assert ((this @ last ()) = this)))))
) (Node main))
