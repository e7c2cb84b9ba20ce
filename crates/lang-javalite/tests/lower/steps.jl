; Steps: assignments, values of `var`, tests, assertions, calls, and what is done with a result.
((
  (class A ([A next] [int n]) (
    (int get ([int x]) ((this $ n) + x))
    (unit start () (begin
      (var int i := 1 in
        (this $ n := ((this @ get i) + (this @ get (i := 2)))))
      (if ((this $ next) = null) (this $ next := (new A)) else (assert false))
      (assume ((this $ n) > 0))
      unit))))
) (A start))
