; A field of type unit has nothing to read, and an object to be read from.
;//@ check: violated

((
  (class A ([A next] [unit nothing]) (
    (unit main () ((this $ next) $ nothing)))) ;//~ null-dereference
) (A main))
