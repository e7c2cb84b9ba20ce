; What branches: comparisons of references everywhere, of numbers and `!` in conditions alone, `&&` on its left side.
((
  (class A () (
    (unit start () unit)
    (bool value ([A x] [A y]) (x = y))
    (bool term ([int x] [int y]) (! (x == y)))
    (bool dropped ([A x] [A y]) (begin (x = y) (1 < 2) true))
    (int one ([A x] [A y]) (if (x != y) 1 else 2))
    (int negated ([A x]) (if (! (x = null)) 1 else 2))
    (int number ([int x]) (if (! (x < 3)) 1 else 2))
    (bool both ([A x] [bool b]) ((x = null) && (b == true)))
    (int nested ([A x] [A y] [bool b]) (if ((b || (x = y)) && (if b (y = null) else b)) 1 else 2))
    (bool stored ([A x] [A y]) (var bool b := ((x = y) == (y != null)) in b))
    (unit checked ([A x]) (assert (x = this)))))
) (A start))
