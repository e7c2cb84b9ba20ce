; The first published subject: a list is checked for cycles by two runners (Floyd), then asked for a key by identity.
((
  (class Key ([int value]) ())
  (class Node ([Key elem] [Node next]) ())
  (class LinkedList ([Node head]) (
    (bool repOk ()
      (var Node slow := (this $ head) in
      (var Node fast := slow in
      (var bool met := false in (begin
        (while ((fast != null) && (! met)) (begin
          (fast := (fast $ next))
          (if (fast = null) unit else (begin
            (fast := (fast $ next))
            (slow := (slow $ next))
            (if (fast = null) unit else (if (fast = slow) (met := true) else false))))))
        (! met))))))
    (bool contains ([Key key])
      (var Node at := (this $ head) in
      (var bool found := false in (begin
        (while ((at != null) && (! found))
          (if ((at $ elem) = key) (found := true) else (at := (at $ next))))
        found))))
    (bool test ([Key key])
      (if (this @ repOk ()) (this @ contains key) else false))))
) (LinkedList repOk))
