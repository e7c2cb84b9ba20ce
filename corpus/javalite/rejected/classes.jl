; Hierarchies, declarations and overriding methods that break a rule.
;//@ check: rejected

((
  (class A extends B () ()) ;//~ CP0525
  (class B extends A () ())
  (class Base ([int value]) ((int m ([int x]) x)))
  (class Below extends Base ([bool value]) ( ;//~ CP0526
    (int m () 1))) ;//~ CP0527
  (class Base () ()) ;//~ CP0524
  (class Main ([int x] [int x]) ( ;//~ CP0524
    (unit main () unit)
    (unit main ([int y] [int y]) unit) ;//~ CP0524
    (unit other ([int y] [int y]) unit) ;//~ CP0524
    (Base cast ([Base Base]) (Base Base)))) ;//~ CP0531
) (Main main))
