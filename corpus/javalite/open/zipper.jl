; A zipper over a list: what is before the focus is kept in reverse. A step forth and back changes nothing.
;//@ check: holds
;//@ explore Zipper.test -k 2 --executed 4 0..0: paths 2, throws 0, cut 0 (with or without a node behind the focus)

((
  (class Node ([Node next]) ())
  (class Zipper ([Node before] [Node behind]) (
    (bool forth ()
      (var Node n := (this $ behind) in
        (if (n = null) false else (begin
          (this $ behind := (n $ next))
          (n $ next := (this $ before))
          (this $ before := n)
          true))))
    (bool back ()
      (var Node n := (this $ before) in
        (if (n = null) false else (begin
          (this $ before := (n $ next))
          (n $ next := (this $ behind))
          (this $ behind := n)
          true))))
    (unit test ()
      (var Node before := (this $ before) in
      (var Node behind := (this $ behind) in
        (if (this @ forth ()) (begin
          (assert ((this $ before) = behind))
          (assert (this @ back ()))
          (assert ((this $ before) = before))
          (assert ((this $ behind) = behind)))
        else (assert (behind = null))))))))
  (class Main () (
    (unit main ()
      (var Zipper z := (new Zipper) in (begin
        (z @ test ())
        (z $ behind := (new Node))
        (z @ test ())
        (z @ forth ())
        (z @ test ()))))))
) (Main main))
