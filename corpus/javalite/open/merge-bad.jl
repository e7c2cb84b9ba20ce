; The violated twin: the rest of one list is lost when the other one ends.
;//@ check: violated
;//@ explore Merger.test -k 2 --executed 5 0..3: paths 19, throws 9, cut 4

((
  (class Node ([Node next] [int value]) ())
  (class Merger ([Node one] [Node other]) (
    (bool sorted ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) < ((at $ next) $ value)) && (this @ sorted (at $ next))))))
    (bool weakly ([Node at])
      (if (at = null) true else
      (if ((at $ next) = null) true else
        (((at $ value) <= ((at $ next) $ value)) && (this @ weakly (at $ next))))))
    (Node last ([Node at])
      (if (at = null) null else
      (if ((at $ next) = null) at else (this @ last (at $ next)))))
    (bool apart () ; lists that share a node share the last one
      (if ((this $ one) = null) true else
        ((this @ last (this $ one)) != (this @ last (this $ other)))))
    (int size ([Node at])
      (if (at = null) 0 else (1 + (this @ size (at $ next)))))
    (Node merge ([Node a] [Node b])
      (if (a = null) b else
      (if (b = null) null else
      (if ((a $ value) <= (b $ value))
        (begin (a $ next := (this @ merge ((a $ next) b))) a)
      else
        (begin (b $ next := (this @ merge (a (b $ next)))) b)))))
    (unit test () (begin
      (assume ((this @ sorted (this $ one)) && (this @ sorted (this $ other))))
      (assume (this @ apart ()))
      (var int size := ((this @ size (this $ one)) + (this @ size (this $ other))) in
      (var Node all := (this @ merge ((this $ one) (this $ other))) in (begin
        (assert (this @ weakly all))
        (assert ((this @ size all) == size)))))))) ;//~ assertion
  )
  (class Main () (
    (Node cons ([int value] [Node next])
      (var Node n := (new Node) in (begin (n $ value := value) (n $ next := next) n)))
    (unit main ()
      (var Merger m := (new Merger) in (begin
        (m $ one := (this @ cons (1 (this @ cons (4 null)))))
        (m $ other := (this @ cons (2 (this @ cons (3 null)))))
        (m @ test ()))))))
) (Main main))
