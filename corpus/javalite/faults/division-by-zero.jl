; A division by zero.
;//@ check: violated

((
  (class Main ([int zero]) (
    (int main () (1 / (this $ zero))))) ;//~ division-by-zero
) (Main main))
