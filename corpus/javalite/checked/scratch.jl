; A precondition that makes objects of its own, a list of the nodes that it has visited: they are no part of the inputs,
; nor of what the method leaves. It finds cycles that do not go through the first node.
;//@ check: holds
;//@ call Node.length --pre Node.repOk -k 1 --executed 2 0..0: unknown
;//@ call Node.knot --pre Node.repOk -k 1 --executed 2 0..0: violated assertion
;//@ call Node.untie --pre Node.repOk -k 1 --executed 2 0..0: unknown

((
  (class Cell ([Node node] [Cell rest]) ())
  (class Node ([Node next]) (
    (bool known ([Cell visited])
      (if (visited = null) false else
      (if ((visited $ node) = this) true else (this @ known ((visited $ rest))))))
    (bool repOk ()
      (var Node n := this in
      (var Cell visited := null in
      (var bool fine := true in (begin
        (while (! (n = null))
          (if (n @ known (visited)) (begin (fine := false) (n := null)) else
            (var Cell more := (new Cell) in (begin
              (more $ node := n)
              (more $ rest := visited)
              (visited := more)
              (n := (n $ next))
              unit))))
        fine)))))
    (int length () (if ((this $ next) = null) 1 else (1 + ((this $ next) @ length ()))))
    (Node knot () (begin
      (this $ next := this)
      (assert (this @ repOk ()))
      this))
    (Node untie () (begin
      (this $ next := null)
      (assert (this @ repOk ()))
      (new Node)))))
  (class Main () ((int main () ((new Node) @ length ()))))
) (Main main))
