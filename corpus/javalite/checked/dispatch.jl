; A precondition that subclasses have each for themselves: the one of the exact class of each argument is asked, also
; where the argument is of a more general class. An argument that is null, or of another class, satisfies it.
;//@ check: holds
;//@ call Scale.weigh --pre Weight.repOk -k 1 --executed 3 -1..1: violated null-dereference
;//@ call Scale.weighBoth --pre Weight.repOk -k 1 --executed 3 -1..1: holds
;//@ call Scale.weighBoth -k 1 --executed 3 -1..1: violated assertion
;//@ call Weight.twice --pre Weight.repOk -k 1 --executed 1 -1..1: holds
;//@ call Heavy.twice --pre Weight.repOk -k 1 --executed 1 0..2: holds
;//@ call Heavy.twice -k 1 --executed 1 0..2: violated assertion

((
  (class Weight ([int grams]) (
    (bool repOk () (((this $ grams) >= 0) && ((this $ grams) < 1000)))
    (int twice () (begin
      (assert ((this $ grams) >= 0))
      ((this $ grams) + (this $ grams))))))
  (class Heavy extends Weight () (
    (bool repOk () ((this $ grams) == 1))
    (int twice () (begin
      (assert ((this $ grams) == 1))
      2))))
  (class Scale () (
    (int weigh ([Weight a]) (begin
      (assert ((a $ grams) >= 0))
      (a $ grams)))
    (int weighBoth ([Weight a] [Weight b])
      (if ((a = null) || (b = null)) 0 else (begin
        (assert (((a $ grams) >= 0) && ((b $ grams) >= 0)))
        (assert (((a @ twice ()) + (b @ twice ())) >= 0))
        ((a $ grams) + (b $ grams)))))))
  (class Main () ((int main () ((new Scale) @ weigh ((new Weight))))))
) (Main main))
