; The program with which docs/engines/symbolic.md explains symbolic execution.
((
  (class A ([A x] [A y] [A f]) (
    (bool same ()
      (var A a := (this $ x) in
        (var A b := (this $ y) in
          (if (a == b) true else false)))))))
(A same))
