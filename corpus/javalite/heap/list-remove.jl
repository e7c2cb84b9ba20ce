; Removal from the front, the middle and the end of a list, and of what is not there.
;//@ check: holds

((
  (class Node ([Node next] [int value]) ())
  (class List ([Node head]) (
    (unit push ([int value])
      (var Node n := (new Node) in
        (begin (n $ value := value) (n $ next := (this $ head)) (this $ head := n) unit)))
    (unit insert ([int value]) ; keeps the list sorted
      (var Node n := (new Node) in
      (var Node at := (this $ head) in
      (var Node before := null in (begin
        (n $ value := value)
        (while ((at != null) && ((at $ value) < value)) (begin (before := at) (at := (at $ next))))
        (n $ next := at)
        (if (before = null) (this $ head := n) else (before $ next := n))
        unit)))))
    (bool remove ([int value])
      (var Node at := (this $ head) in
      (var Node before := null in (begin
        (while ((at != null) && ((at $ value) != value)) (begin (before := at) (at := (at $ next))))
        (if (at = null)
          false
        else (begin
          (if (before = null) (this $ head := (at $ next)) else (before $ next := (at $ next)))
          true))))))
    (unit reverse ()
      (var Node done := null in
      (var Node at := (this $ head) in (begin
        (while (at != null)
          (var Node next := (at $ next) in
            (begin (at $ next := done) (done := at) (at := next))))
        (this $ head := done)
        unit))))
    (int get ([int index])
      (var Node at := (this $ head) in
        (begin (while (index > 0) (begin (at := (at $ next)) (index := (index - 1)))) (at $ value))))
    (int size ()
      (var Node at := (this $ head) in
      (var int n := 0 in
        (begin (while (at != null) (begin (n := (n + 1)) (at := (at $ next)))) n))))))
  (class Main () (
    (unit main ()
      (var List l := (new List) in (begin
        (l @ push 3)
        (l @ push 2)
        (l @ push 1)
        (assert (l @ remove 2))
        (assert (! (l @ remove 2)))
        (assert ((l @ get 1) == 3))
        (assert (l @ remove 1))
        (assert (l @ remove 3))
        (assert ((l $ head) = null))
        unit)))))
) (Main main))
