; A node is appended to a list without a cycle. It may be in the list already: then there is a cycle afterwards.
;//@ check: holds
;//@ call Node.append --pre Node.repOk -k 2 --executed 3 0..0: violated assertion
;//@ call Node.appendOther --pre Node.repOk -k 2 --executed 3 0..0: unknown
;//@ call Node.last -k 1 --max-steps 60: unknown
;//@ explore Node.last --pre Node.repOk -k 2 --executed 3 0..0: paths 3, throws 0, cut 1

((
  (class Node ([Node next]) (
    (bool repOk ()
      (var Node slow := this in
      (var Node fast := (this $ next) in
      (var bool fine := true in (begin
        (while (! (fast = null)) (begin
          (fast := (fast $ next))
          (if (fast = slow) (begin (fine := (fast = null)) (fast := null)) else unit)
          (if (fast = null) unit else (begin
            (fast := (fast $ next))
            (slow := (slow $ next))))))
        fine)))))
    (Node last ()
      (var Node n := this in (begin
        (while (! ((n $ next) = null)) (n := (n $ next)))
        n)))
    (bool has ([Node other])
      (if (this = other) true else
      (if ((this $ next) = null) false else ((this $ next) @ has (other)))))
    (unit append ([Node other])
      (var Node end := (this @ last ()) in (begin
        (end $ next := other)
        (assert (this @ repOk ())))))
    (unit appendOther ([Node other]) (begin
      (assume (other != null))
      (assume ((other $ next) = null))
      (assume (! (this @ has (other))))
      (this @ append (other))))))
  (class Main () ((unit main () ((new Node) @ appendOther ((new Node))))))
) (Main main))
