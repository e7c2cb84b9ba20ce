; A hash table with two chains: a key is put into the chain that its remainder says, and found there.
;//@ check: holds
;//@ explore Table.test -k 1 --executed 3 -3..2: paths 8, throws 0, cut 3 (each chain may have an entry; the key is even or odd)

((
  (class Entry ([Entry next] [int key]) ())
  (class Table ([Entry even] [Entry odd]) (
    (bool isOdd ([int key]) (if ((key % 2) != 0) true else false))
    (bool chained ([Entry at] [bool odd])
      (if (at = null) true else
        (var bool keyIsOdd := (this @ isOdd (at $ key)) in
          (if (keyIsOdd == odd) (this @ chained ((at $ next) odd)) else false))))
    (bool repOk () ((this @ chained ((this $ even) false)) && (this @ chained ((this $ odd) true))))
    (bool has ([Entry at] [int key])
      (if (at = null) false else
      (if ((at $ key) == key) true else (this @ has ((at $ next) key)))))
    (unit put ([int key])
      (var Entry e := (new Entry) in (begin
        (e $ key := key)
        (if (this @ isOdd key)
          (begin (e $ next := (this $ odd)) (this $ odd := e))
        else
          (begin (e $ next := (this $ even)) (this $ even := e)))
        unit)))
    (unit test ([int key]) (begin
      (assume (((this $ even) = null) || (((this $ even) $ next) = null)))
      (assume (((this $ odd) = null) || (((this $ odd) $ next) = null)))
      (assume (this @ repOk ()))
      (this @ put key)
      (assert (this @ repOk ()))
      (assert (this @ has ((if (this @ isOdd key) (this $ odd) else (this $ even)) key)))))))
  (class Main () (
    (unit main ()
      (var Table t := (new Table) in (begin
        (t @ put 4) (t @ put 7) (t @ put -3)
        (assert (t @ repOk ()))
        (assert (t @ has ((t $ odd) -3))))))))
) (Main main))
