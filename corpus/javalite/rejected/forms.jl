; Lists that have no form of the grammar: one message for each.
;//@ check: rejected

((
  (class Main ([int value]) (
    (int m1 ([int x]) (if (x == 1) 2)) ;//~ CP0501
    (int m2 ([int x]) (var int y := 1)) ;//~ CP0501
    (int m3 ([int x]) (x + 1 + 2)) ;//~ CP0501
    (int m4 ([int x]) (this @ m3)) ;//~ CP0501
    (int m5 ([int x]) (this @ m6 x x)) ;//~ CP0501
    (int m6 ([int x] [int y]) (x := 1) (y := 2)) ;//~ CP0501
    (int m7 ([int x]) (new Main x)) ;//~ CP0501
    (int m8 ([int x]) ((this $ value) := 1)) ;//~ CP0501
    (int m9 ([int x]) ()) ;//~ CP0501
    (int while ([int x]) x))) ;//~ CP0506
))  ;//~ CP0509
