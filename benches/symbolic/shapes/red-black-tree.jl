; Red-black trees of a given size, with links to parents. Colours count, since paths branch on them.
((
  (class Tree ([Tree left] [Tree right] [Tree parent] [int key] [bool red]) ())
  (class Set ([Tree root] [int left]) (
    (int size () 3)
    (int check ([Tree at] [Tree parent] [Tree least] [Tree most]) ; the black nodes on every path
      (if (at = null) 0 else (begin
        (assume ((this $ left) > 0))
        (this $ left := ((this $ left) - 1))
        (assume ((at $ parent) = parent))
        (if (least = null) unit else (assume ((least $ key) < (at $ key))))
        (if (most = null) unit else (assume ((at $ key) < (most $ key))))
        (if (at $ red)
          (assume (if (parent = null) false else (! (parent $ red))))
        else unit)
        (var int left := (this @ check ((at $ left) at least at)) in
        (var int right := (this @ check ((at $ right) at at most)) in (begin
          (assume (left == right))
          (if (at $ red) left else (left + 1))))))))
    (unit shapes () (begin
      (this $ left := (this @ size ()))
      (this @ check ((this $ root) null null null))
      (assume ((this $ left) == 0))))))
) (Set shapes))
