; Loops and branches, as the last thing, as a value, and where the value is dropped.
((
  (class A ([A next]) (
    (A tail ([A x]) (if (x = null) this else (begin (x := (x $ next)) x)))
    (int value ([int x]) (var int y := (if (x < 0) (- x) else x) in (y + 1)))
    (int dropped ([int x]) (begin (if (x < 0) (x := 1) else true) x))
    (unit loop ([A x]) (while (x != null) (x := (x $ next))))
    (unit nested ([int n]) (begin (while (n > 0) (begin (n := (n - 1)) (while false unit))) unit))
    (unit forever () (while true unit))
    (unit start () unit)))
) (A start))
