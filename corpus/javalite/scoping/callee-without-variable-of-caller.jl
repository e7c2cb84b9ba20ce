; In the paper the body of a method is evaluated in the environment of its caller. Here a variable of the caller is unknown.
;//@ check: rejected

((
  (class Main () (
    (int peek () hidden) ;//~ CP0523
    (unit main () (var int hidden := 1 in (begin (this @ peek ()) unit)))))
) (Main main))
