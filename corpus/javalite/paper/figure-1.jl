; Figure 1 of the paper, closed: a list without cycles, and queries for keys one after the other.
; A key is compared by identity, and a query that fails ends the chain.
;//@ check: holds

((
  (class Data ([int value]) ())
  (class LLNode ([Data elem] [LLNode next]) ())
  (class LinkedList ([LLNode head] [Data data0] [Data data1] [Data data2]) (
    (bool contains ([LLNode root] [Data key])
      (var LLNode node := root in
      (var bool found := false in
        (begin
          (while (! (found || (node = null)))
            (if ((node $ elem) = key)
              (found := true)
            else
              (node := (node $ next))))
          found))))
    (bool run ()
      (((this @ contains ((this $ head) (this $ data0)))
        && (this @ contains ((this $ head) (this $ data1))))
        && (this @ contains ((this $ head) (this $ data2)))))
    (LLNode cons ([Data elem] [LLNode next])
      (var LLNode node := (new LLNode) in
        (begin (node $ elem := elem) (node $ next := next) node)))
    (unit main () (begin
      (this $ data0 := (new Data))
      (this $ data1 := (new Data))
      (this $ data2 := (new Data))
      (this $ head := (this @ cons ((this $ data1) (this @ cons ((this $ data0) null)))))
      (assert (! (this @ run ())))
      (this $ data2 := (this $ data0))
      (assert (this @ run ()))
      unit))))
) (LinkedList main))
