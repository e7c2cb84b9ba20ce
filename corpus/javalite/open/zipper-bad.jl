; The violated twin: a step back leaves the focus where it was: the node is on neither side.
;//@ check: violated
;//@ explore Zipper.test -k 2 --executed 4 0..0: paths 3, throws 1, cut 0

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
          true))))
    (unit test ()
      (var Node before := (this $ before) in
      (var Node behind := (this $ behind) in
        (if (this @ forth ()) (begin
          (assert ((this $ before) = behind))
          (assert (this @ back ()))
          (assert ((this $ before) = before))
          (assert ((this $ behind) = behind))) ;//~ assertion
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
