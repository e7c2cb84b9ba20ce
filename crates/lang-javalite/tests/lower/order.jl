; Evaluation from left to right: what an assignment to the right would change is kept.
((
  (class A ([int f] [A next]) (
    (int sum ([int x]) (x + (x := 2)))
    (int plain ([int x]) (x + (this $ f := 2)))
    (int three ([int a] [int b] [int c]) (a + (b + c)))
    (int args ([int x]) (this @ three (x (x := 1) x)))
    (int receiver ([A a]) (a @ sum (begin (a := null) 1)))
    (int object ([A a]) (a $ f := (begin (a := null) 1)))
    (int division ([int x]) ((x / 2) + ((this $ next) $ f)))
    (unit start () unit)))
) (A start))
