; Numbers have 32 bits and wrap around; division rounds toward zero.
;//@ check: holds

((
  (class Main () (
    (unit main () (begin
      (assert ((2147483647 + 1) == -2147483648))
      (assert ((-2147483648 - 1) == 2147483647))
      (assert ((- -2147483648) == -2147483648))
      (assert ((65536 * 65536) == 0))
      (assert ((-7 / 2) == -3))
      (assert ((-7 % 2) == -1))
      (assert ((-2147483648 / -1) == -2147483648))
      (assert ((-2147483648 % -1) == 0))
      (assert (((1 < 2) && (2 <= 2)) && ((3 > 2) && (3 >= 3))))
      (assert ((1 != 2) && (+5 = 5)))
      unit))))
) (Main main))
