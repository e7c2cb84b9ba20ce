; The violated twin: a pop without a look at whether the stack is empty.
;//@ check: violated
;//@ explore Stack.test -k 2 --executed 3 0..1: paths 2, throws 1, cut 0

((
  (class Node ([Node below] [int value]) ())
  (class Stack ([Node top]) (
    (unit push ([int value])
      (var Node n := (new Node) in (begin
        (n $ value := value)
        (n $ below := (this $ top))
        (this $ top := n)
        unit)))
    (bool isEmpty () (if ((this $ top) = null) true else false))
    (int pop ()
      (var int value := ((this $ top) $ value) in ;//~ null-dereference
        (begin (this $ top := ((this $ top) $ below)) value)))
    (int popOr ([int value]) (this @ pop ()))
    (unit test ([int value])
      (var Node top := (this $ top) in (begin
        (this @ push value)
        (assert ((this @ popOr 0) == value))
        (assert ((this $ top) = top))
        (this @ popOr 0)
        (if (top != null) (assert ((this $ top) = (top $ below))) else unit))))))
  (class Main () (
    (unit main ()
      (var Stack s := (new Stack) in (begin
        (s @ test 1)
        (s @ push 2)
        (s @ push 3)
        (s @ test 1)
        (assert ((s @ pop ()) == 2)))))))
) (Main main))
