; A list behind the name of a method is the list of arguments, unless it is an expression as a whole.
;//@ check: holds

((
  (class A () ())
  (class Main () (
    (int one ([int x]) x)
    (int two ([int x] [int y]) (x - y))
    (A same ([A a]) a)
    (bool is ([bool b]) b)
    (unit main ()
      (var int a := 8 in
      (var int b := 3 in
      (var A o := (new A) in (begin
        (assert ((this @ one a) == 8))
        (assert ((this @ one (a)) == 8))
        (assert ((this @ one (a - b)) == 5))
        (assert ((this @ one ((a - b))) == 5))
        (assert ((this @ two (a b)) == 5))
        (assert ((this @ two (a -1)) == 9))
        (assert ((this @ one (- a)) == -8))
        (assert ((this @ one (a := 1)) == 1))
        (assert ((this @ same (A o)) = o))
        (assert ((this @ same ((A o))) = o))
        (assert ((this @ same (new A)) != o))
        (assert (this @ is (! false)))
        (assert (this @ is true))
        (assert ((this @ two ((this @ one 1) (this @ one 2))) == -1))
        unit)))))))
) (Main main))
