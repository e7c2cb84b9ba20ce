; The violated twin: each of the two gets the neighbours of the other, which is wrong where they are neighbours of each
; other.
;//@ check: violated
;//@ explore Node.swapNext -k 2 --executed 4 0..0: paths 2, throws 1, cut 1

((
  (class Node ([Node next] [Node prev]) (
    (bool linked () ; up to the third node from here
      (if ((this $ next) = null) true else
        ((((this $ next) $ prev) = this) &&
          (if (((this $ next) $ next) = null) true else
            ((((this $ next) $ next) $ prev) = (this $ next))))))
    (unit swapNext () ; with the node behind this one
      (var Node other := (this $ next) in (begin
        (assume ((other != null) && (this @ linked ())))
        (assume (((this $ prev) = null) && (((other $ next) != this) && ((other $ next) != other))))
        (var Node behind := (other $ next) in (begin
          (this $ next := behind)
          (if (behind != null) (behind $ prev := this) else unit)
          (other $ next := (this $ next))
          (this $ prev := (other $ prev))
          (other $ prev := null)
          (assert (other @ linked ())))))))) ;//~ assertion
  )
  (class Main () (
    (unit main ()
      (var Node a := (new Node) in
      (var Node b := (new Node) in
      (var Node c := (new Node) in (begin
        (a $ next := b)
        (b $ prev := a)
        (b $ next := c)
        (c $ prev := b)
        (a @ swapNext ())
        (assert (((b $ next) = a) && ((a $ next) = c))))))))))
) (Main main))
