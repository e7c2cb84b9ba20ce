; `this` can be assigned, as the grammar of the paper has it; the object stays what it is.
;//@ check: holds

((
  (class Node ([Node next]) (
    (int length ()
      (var int n := 0 in (begin
        (while (this != null) (begin (n := (n + 1)) (this := (this $ next))))
        n)))
    (unit main () (begin
      (this $ next := (new Node))
      (assert ((this @ length ()) == 2))
      (assert ((this $ next) != null))))))
) (Node main))
