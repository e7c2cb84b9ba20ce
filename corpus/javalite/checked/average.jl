; The middle of two numbers that are not negative: the sum overflows, the difference does not.
;//@ check: holds
;//@ call Range.bySum: violated assertion
;//@ call Range.byDifference: holds
;//@ call Range.byDifference --pre Range.repOk: holds
;//@ call Range.byFields: violated assertion
;//@ call Range.byFields --pre Range.repOk: holds

((
  (class Range ([int lo] [int hi]) (
    (bool repOk () ((0 <= (this $ lo)) && ((this $ lo) <= (this $ hi))))
    (int bySum ([int lo] [int hi]) (begin
      (assume ((0 <= lo) && (lo <= hi)))
      (var int middle := ((lo + hi) / 2) in (begin
        (assert ((lo <= middle) && (middle <= hi)))
        middle))))
    (int byDifference ([int lo] [int hi]) (begin
      (assume ((0 <= lo) && (lo <= hi)))
      (var int middle := (lo + ((hi - lo) / 2)) in (begin
        (assert ((lo <= middle) && (middle <= hi)))
        middle))))
    (int byFields ()
      (var int middle := ((this $ lo) + (((this $ hi) - (this $ lo)) / 2)) in (begin
        (assert (((this $ lo) <= middle) && (middle <= (this $ hi))))
        middle)))))
  (class Main () ((int main () ((new Range) @ byDifference (3 4)))))
) (Main main))
