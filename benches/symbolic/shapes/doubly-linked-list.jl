; Circular doubly linked lists with a header and a given number of nodes behind it.
((
  (class Node ([Node next] [Node prev]) ())
  (class List ([Node header]) (
    (int size () 3)
    (unit check ([Node at] [int left]) (begin
      (assume ((at $ next) != null))
      (if ((at $ next) = (this $ header))
        (assume (left == 0))
      else
        (assume (left > 0)))
      (assume (((at $ next) $ prev) = at))
      (if ((at $ next) = (this $ header)) unit else (this @ check ((at $ next) (left - 1))))))
    (unit shapes () (begin
      (assume ((this $ header) != null))
      (this @ check ((this $ header) (this @ size ())))))))
) (List shapes))
