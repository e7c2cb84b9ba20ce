; Lists, for `cutpoint explore`.
((
  (class Node ([Node next] [int value]) (
    (bool twice ()
      ((this $ next) = this))
    (Node push ([int value])
      (var Node node := (new Node) in
        (begin (node $ value := value) (node $ next := this) node)))
    (bool same ([Node a] [Node b])
      (if (a = null) false else (a = b)))
    (int second ()
      ((this $ next) $ value))
    (unit walk ([Node node])
      (while (node != null) (node := (node $ next))))
    (unit positive ([int n])
      (begin (assume (n > 0)) (assert (n != 7))))))
  (class Sub extends Node () ())
  (class Main () ((unit main () unit) (bool same () true)))
) (Main main))
