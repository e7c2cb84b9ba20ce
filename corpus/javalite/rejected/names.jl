; Names that nothing has, and blanks that are missing.
;//@ check: rejected

((
  (class Node ([Nod next]) ( ;//~ CP0520
    (Node self () this)
    (int m1 () (this $ nxt)) ;//~ CP0521
    (int m2 () (this @ slef ())) ;//~ CP0522
    (int m3 () next) ;//~ CP0523
    (int m4 ([int x]) (begin x.f x)) ;//~ CP0523
    (int m5 ([int x]) (begin x=1 (new Object) x)) ;//~ CP0523 //~ CP0520
    (boolean m6 () true))) ;//~ CP0520
  (class Item extends Object () ()) ;//~ CP0520
) (Node start)) ;//~ CP0522
