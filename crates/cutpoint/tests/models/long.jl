; Methods whose exploration does not end by itself, or not soon.
((
  (class Node ([Node next] [Node left] [Node right] [int value]) (
    ; Cycles are gone round again and again, as long as --max-steps allows.
    (bool member ([int x])
      (var Node at := this in
        (var bool found := false in
          (begin
            (while ((at != null) && (! found))
              (if ((at $ value) == x) (found := true) else (at := (at $ next))))
            found))))
    (int depth ([int n])
      (if (n == 0) 0 else ((this @ depth ((n - 1))) + 1)))
    ; There are more shapes of trees than can be listed.
    (int size ()
      (begin
        (var int total := 1 in
          (begin
            (if ((this $ left) != null) (total := (total + ((this $ left) @ size ()))) else unit)
            (if ((this $ right) != null) (total := (total + ((this $ right) @ size ()))) else unit)
            total))))
    ; Always true, which takes a solver long to find.
    (bool product ([int x] [int y] [int z])
      (if (((x * y) * z) == (x * (y * z))) true else false))
    ; Two chains that never meet: few paths, from heaps that take long to count.
    (bool apart ([Node a] [Node b] [int n])
      (begin
        (var int i := 0 in
          (while (i < 4)
            (begin
              (assume (a != null))
              (assume (b != null))
              (assume (a != b))
              (a := (a $ next))
              (b := (b $ left))
              (i := (i + 1)))))
        (a == b)))))
  (class Main () ((unit main () unit)))
) (Main main))
