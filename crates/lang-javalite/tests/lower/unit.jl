; unit: no result, and variables and fields that are read for their object alone.
((
  (class A ([unit u] [A next]) (
    (unit none ([unit x]) (begin (x := (this $ u)) x))
    (bool same ([unit x]) (x = (this @ none (this $ u))))
    (unit store ([unit x]) ((this $ next) @ set (x)))
    (unit set ([unit x]) (this $ u := x))
    (unit branch ([bool b]) (if b (begin) else (assume (! b))))
    (unit start () (this @ none unit))))
) (A start))
