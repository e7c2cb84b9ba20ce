; Two parameters, the object itself and what its fields hold may all be one object.
;//@ check: holds
;//@ explore Cell.put -k 1 --executed 3 0..0: paths 3, throws 0, cut 0
;//@ explore Cell.same -k 1 --executed 4 0..0: paths 3, throws 0, cut 0
;//@ explore Cell.three -k 1: paths 3, throws 0, cut 0, heaps 37 (the partitions of a, b and c, each block null, this or another object)

((
  (class Cell ([int value] [Cell other]) (
    (int put ([Cell a])
      (if (a = null) 0 else (begin
        (this $ value := 1)
        (a $ value := 2)
        (if ((this $ value) == 1) 1 else 2))))
    (bool same ([Cell a])
      (if (a = (this $ other)) (if (a = this) true else false) else false))
    (bool three ([Cell a] [Cell b] [Cell c])
      (if (a = b) (if (b = c) true else false) else false))
    (unit main () (begin
      (assert ((this @ put this) == 2))
      (assert ((this @ put (new Cell)) == 1))
      (this $ other := this)
      (assert (this @ same this))))))
) (Cell main))
