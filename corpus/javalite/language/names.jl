; A name is any symbol that is no word of the language; methods, fields and variables may share one.
;//@ check: holds

((
  (class list->node! ([int size]) (
    (int size ([int size]) (size + (this $ size)))
    (unit main ()
      (var int a-b := 2 in
      (var int x.f := 3 in
      (var int Größe := 4 in (begin
        (this $ size := a-b)
        (assert ((this @ size x.f) == 5))
        (assert (((a-b * 2) - Größe) == 0)))))))))
) (list->node! main))
