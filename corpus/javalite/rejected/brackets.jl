; Brackets that are not closed, that close nothing, and of the wrong kind. What is in other classes is still looked at.
;//@ check: rejected

((
  (class A ([A next] [int value) ()) ;//~ CP0503
  (class B () (
    (int m () (begin 1 2 ;//~ CP0502
  (class C ((C next)) ( ;//~ CP0503
    (int m ({int x}) [x + 1]))) ;//~ CP0503
  (class D () ((unit m () (if true unit)))) ;//~ CP0501
) (D m))) ;//~ CP0502
