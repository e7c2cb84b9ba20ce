; Strictly sorted lists of a given size.
((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (int size () 3)
    (unit check ([Node at] [int left])
      (if (at = null) (assume (left == 0)) else (begin
        (assume (left > 0))
        (if ((at $ next) = null) unit else (assume ((at $ value) < ((at $ next) $ value))))
        (this @ check ((at $ next) (left - 1))))))
    (unit shapes () (this @ check ((this $ head) (this @ size ()))))))
) (List shapes))
