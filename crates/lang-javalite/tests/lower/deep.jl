; Deep expressions go to temporaries, and temporaries are used again in the next part of a sequence.
((
  (class A ([int n]) (
    (int deep ([int x]) (((((((((((x + 1) + 2) + 3) + 4) + 5) + 6) + 7) + 8) + 9) + 10) + 11))
    (unit start () (begin
      ((this $ n) + (this $ n))
      ((this $ n) / (this $ n))
      (this $ n := ((this $ n) + 1))
      unit))))
) (A start))
