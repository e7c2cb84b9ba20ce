; Objects, fields, casts and tests of classes.
((
  (class A ([int value] [A next]) (
    (A make ([int v]) (var A a := (new A) in (begin (a $ value := v) (a $ next := null) a)))
    (A path () (((this $ next) $ next) $ next))
    (B down ([A a]) (B a))
    (A up ([B b]) (A b))
    (B none () (B null))
    (bool is ([A a]) ((a instanceof B) && (! (null instanceof B))))
    (A start () (this $ next := this))))
  (class B extends A ([bool more]) ((bool get () ((this $ more) == ((this $ value) == 3)))))
) (A start))
