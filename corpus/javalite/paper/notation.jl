; The notation of the paper alone: one parameter in brackets, one argument without a list, `=`.
; The entry has a parameter too, which is null.
;//@ check: holds

((
  (class Node ([Node next]) (
    (bool isLast [bool unused] ((this $ next) = null))
    (Node link [Node to] (begin (this $ next := to) this))))
  (class Main ([Node head]) (
    (bool main [Main none]
      (var Node n := (new Node) in
        (begin
          (this $ head := ((new Node) @ link n))
          (if ((this $ head) @ isLast false) (n := null) else (n $ next := (this $ head)))
          ((n $ next) = (this $ head)))))))
) (Main main)) ;//~ warning CP0533
