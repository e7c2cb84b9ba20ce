; An assertion that fails.
;//@ check: violated

((
  (class Main ([int value]) (
    (unit main () (begin
      (this $ value := 3)
      (assert ((this $ value) < 3)))))) ;//~ assertion
) (Main main))
