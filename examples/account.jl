; An account that pays another one. What if both are the same account?
((
  (class Account ([int balance]) (
    (bool repOk () ((0 <= (this $ balance)) && ((this $ balance) <= 1000000)))
    (unit pay ([Account to] [int amount]) (begin
      (assume (to != null))
      (assume ((0 < amount) && (amount <= (this $ balance))))
      (var int before := (this $ balance) in (begin
        (to $ balance := ((to $ balance) + amount))
        (this $ balance := ((this $ balance) - amount))
        (assert ((this $ balance) == (before - amount)))))))))
  (class Main () (
    (unit main ()
      (var Account a := (new Account) in
      (var Account b := (new Account) in (begin
        (a $ balance := 10)
        (a @ pay (b 3))))))))
) (Main main))
