; Recursion, also of two methods through each other.
;//@ check: holds

((
  (class Main () (
    (int fib ([int n])
      (if (n < 2) n else ((this @ fib (n - 1)) + (this @ fib (n - 2)))))
    (bool even ([int n]) (if (n == 0) true else (this @ odd (n - 1))))
    (bool odd ([int n]) (if (n == 0) false else (this @ even (n - 1))))
    (unit main () (begin
      (assert ((this @ fib 8) == 21))
      (assert (this @ even 10))
      (assert (! (this @ odd 10)))))))
) (Main main))
