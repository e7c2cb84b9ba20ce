; Binary search trees of a given size: of each subtree, keys and size are checked.
((
  (class Tree ([Tree left] [Tree right] [int key]) ())
  (class Set ([Tree root]) (
    (int size () 3)
    (int check ([Tree at] [Tree least] [Tree most] [int left]) ; how many nodes are left for others
      (if (at = null) left else (begin
        (assume (left > 0))
        (if (least = null) unit else (assume ((least $ key) < (at $ key))))
        (if (most = null) unit else (assume ((at $ key) < (most $ key))))
        (left := (this @ check ((at $ left) least at (left - 1))))
        (this @ check ((at $ right) at most left)))))
    (unit shapes () (assume ((this @ check ((this $ root) null null (this @ size ()))) == 0)))))
) (Set shapes))
