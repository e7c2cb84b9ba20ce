; The query of figure 1 as the paper has it ends at a node without a successor: a null list fails.
;//@ check: violated

((
  (class Data () ())
  (class LLNode ([Data val] [LLNode next]) ())
  (class LinkedList ([LLNode head] [Data data0]) (
    (bool contains ([LLNode root] [Data val])
      (if ((root $ val) = val) ;//~ null-dereference
        true
      else (if ((root $ next) = null)
        false
      else (this @ contains ((root $ next) val)))))
    (bool run () (this @ contains ((this $ head) (this $ data0))))))
) (LinkedList run))
