; Two nodes of a doubly linked list change places: neighbours are a case of their own.
;//@ check: holds
;//@ explore Node.swapNext -k 2 --executed 4 0..0: paths 2, throws 0, cut 1 (two nodes or more than two)

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
          (other $ next := this)
          (this $ prev := other)
          (other $ prev := null)
          (assert (other @ linked ()))))))))
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
