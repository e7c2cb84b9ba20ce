//! The diagnostics of the Javalite front end and their explanations.
//!
//! Up to `CP0519`: the text; from `CP0520` on: what names and types mean.

base::codes! {
    UNKNOWN_CHARACTER "CP0500" "character without a meaning" r#"
A character belongs to no symbol of Javalite: a comma or a quote.

```javalite
(int add ([int a], [int b]) (a + b))     ; no commas
(assert "never")                         ; no texts
```

Blanks separate the parts of a list: `([int a] [int b])`. A comment begins with `;`.
"#

    UNEXPECTED "CP0501" "list that has no form of the grammar" r#"
At this place something else was expected. The message says what, and how it is written.

```javalite
(if (x = null) y)                        ; no `else`
(var int i := 0)                         ; the variable is known in the expression behind `in`
(x @ set 1 2)                            ; arguments stand in one list
(a + b + c)                              ; one operation in each pair of parentheses
```

Write:

```javalite
(if (x = null) y else x)
(var int i := 0 in (i + 1))
(x @ set (1 2))
((a + b) + c)
```

Lists around and inside the wrong one are read all the same, so that all mistakes of a file are reported at once.
"#

    UNBALANCED "CP0502" "bracket without its partner" r#"
A bracket is not closed, or closes nothing.

```javalite
(class Node ([Node next) ())             ; the `[` is open
(class Node ([Node next]) ()))           ; one `)` too many
```

A class begins wherever `(class` is written. If brackets are still open there that should not be, the message shows the innermost of them; the one that
is missing may belong to a list around it.
"#

    WRONG_BRACKET "CP0503" "bracket of the wrong kind" r#"
Fields and parameters are written with brackets, `[T x]`; everything else with parentheses.

```javalite
(class Node ((Node next)) ())            ; a field in parentheses
(begin [x := y])                         ; an expression in brackets
(class List [extends Node] () ())        ; `extends` in brackets
```

Write:

```javalite
(class Node ([Node next]) ())
(begin (x := y))
(class List extends Node () ())
```
"#

    NESTED_TOO_DEEPLY "CP0504" "nested too deeply" r#"
Lists stand in each other more than 250 deep.

```javalite
((((((((((((((((((((((((((((((((((((((((( ... x ... )))))))))))))))))))))))))))))))))))))))))
```

Move the inner part to a method of its own. Sequences are not deep, however long they are: `(begin a b c)` counts once.
"#

    FILE_TOO_LARGE "CP0505" "file that is too large" r#"
Places in a file are stored in 32 bits, so a program may have at most 4 GiB.

Split the program, or generate a smaller one.
"#

    RESERVED_WORD "CP0506" "word of the language as a name" r#"
These words have a meaning of their own and cannot be names:

`assert`, `assume`, `begin`, `bool`, `class`, `else`, `extends`, `false`, `if`, `in`, `instanceof`, `int`, `new`, `null`, `this`, `true`, `unit`, `var`, `while`,
and the signs `$ @ := = == != < <= > >= + - * / % && || !`.

```javalite
(int new () 1)                           ; a method called `new`
```

Choose another name, such as `new_`. Capitals make another word: `New` is a name.
"#

    NUMBER_OUT_OF_RANGE "CP0507" "number out of range" r#"
A number has 32 bits: it lies between -2147483648 and 2147483647.

```javalite
(x := 4294967296)
```

Results of operations wrap around; numbers in the text do not.
"#

    NOT_IN_JAVALITE "CP0508" "construct of another language" r#"
The text has a word or a notation of Java or Lisp that has no meaning in Javalite. The message says what to write instead.

```javalite
(+ a b)                                  ; Lisp: Javalite has `(a + b)`
(set! x 1)                               ; Lisp: `(x := 1)`
(return x)                               ; Java: a method has the value of its body
// a comment of Java                     ; `; a comment`
```

Such words are no keywords: a variable or a method may be called `return`.
"#

    NO_ENTRY "CP0509" "program without an entry" r#"
Behind the classes stands the method that the program starts with: `(C m)` makes a new object of the class `C` and calls its method `m`.

```javalite
((
  (class Main () ((unit run () unit)))
))
```

Write:

```javalite
((
  (class Main () ((unit run () unit)))
) (Main run))
```

Methods can be explored one by one whatever the entry is.
"#

    UNKNOWN_CLASS "CP0520" "unknown class" r#"
A name stands where a class is wanted, and no class of the program has it.

```javalite
(class Node ([Nod next]) ())             ; misspelt
(class Main extends Object () ())        ; no class is above all others
```

Declare the class, or correct the name. Types are `bool`, `int`, `unit`, and the classes of the program, in any order.
"#

    UNKNOWN_FIELD "CP0521" "unknown field" r#"
Neither the class of the object nor a class above it declares the field.

```javalite
(class Node ([Node next]) ((Node get () (this $ nxt))))
```

What counts is the type that the variable is declared with. A field of a class below is reached by a cast: `((Sub x) $ f)`.
"#

    UNKNOWN_METHOD "CP0522" "unknown method" r#"
Neither the class of the object nor a class above it declares the method.

```javalite
(class Main () ((unit run () (this @ rnu ()))))
```

What counts is the type that the variable is declared with. A method of a class below is reached by a cast: `((Sub x) @ m ())`.
"#

    UNKNOWN_VARIABLE "CP0523" "unknown variable" r#"
No parameter and no `var` around this place declares the variable. Fields are no variables: they belong to an object.

```javalite
(class Cell ([int value]) ((int get () value)))       ; a field
(begin (var int i := 0 in (i := 1)) i)                ; `i` is known inside `var` only
(x:=1)                                                ; one name, since blanks are missing
```

Write:

```javalite
(class Cell ([int value]) ((int get () (this $ value))))
(var int i := 0 in (begin (i := 1) i))
(x := 1)
```
"#

    DUPLICATE "CP0524" "declared twice" r#"
Two classes of the program, or two fields, methods or parameters of one class or method, have the same name.

```javalite
(class Cell ([int value] [bool value]) ())
```

Give one of them another name. There is no overloading: two methods of one class have different names whatever their parameters are. A field and a method may share a name.
"#

    CYCLIC_CLASSES "CP0525" "class above itself" r#"
A class extends itself, perhaps through others.

```javalite
(class A extends B () ())
(class B extends A () ())
```

One class of the circle must extend no other of them.
"#

    SHADOWED_FIELD "CP0526" "field that is inherited already" r#"
A class has all fields of the classes above it. One with the same name would be a second field, and `(x $ f)` would mean the one or the other by the type that `x` is
declared with. Java allows that; Javalite does not.

```javalite
(class Node ([Node next]) ())
(class Item extends Node ([Item next]) ())
```

Leave the field out, or give it another name. An inherited field is read with a cast where it is to be of the class below: `(Item (x $ next))`.
"#

    OVERRIDDEN_DIFFERENTLY "CP0527" "method that overrides with other types" r#"
A method of a class above has the same name and other types of parameters or of the result.

```javalite
(class A () ((int m ([int x]) x)))
(class B extends A () ((int m () 0)))
```

Write the same types, exactly, or choose another name.
"#

    WRONG_TYPE "CP0528" "value of the wrong type" r#"
A value does not fit its place.

```javalite
(if x 1 else 2)                          ; `x` is an object: a condition is a bool
(var int i := null in i)                 ; only variables of classes can be null
(unit m () (x := 1))                     ; the value of the body is an int
(x = 1)                                  ; `x` is an object
```

Write:

```javalite
(if (x != null) 1 else 2)
(var Node n := null in n)
(unit m () (begin (x := 1) unit))
((x $ value) = 1)
```

An object fits where its class or a class above it is asked for, and `null` fits every class. An assignment has the type of its variable.
"#

    NO_OBJECT "CP0529" "object needed" r#"
Fields, methods and casts belong to objects, and here is a number, a truth value, `unit` or the word `null`.

```javalite
((1 + 2) $ value)
(null @ run ())
```

A variable of a class may be null: then the access is an error of the execution, which `cutpoint check` finds.
"#

    WRONG_ARGUMENTS "CP0530" "wrong number of arguments" r#"
A call gives as many arguments as the method has parameters.

```javalite
(class Main () ((int add ([int a] [int b]) (a + b))
                (int run () (this @ add 1))))
```

Write `(this @ add (1 2))`. A list behind the name of the method is the list of arguments, unless it is an expression as a whole: `(x @ m (a b))` has two arguments,
`(x @ m (a + b))` has one.
"#

    NAME_OF_CLASS "CP0531" "variable with the name of a class" r#"
`(Node x)` is a cast if `Node` is a class. So that it is never a list of two variables, no variable may have the name of a class.

```javalite
(class Node () ((Node m ([Node Node]) Node)))
```

Choose another name.
"#

    NO_COMMON_TYPE "CP0532" "branches of different types" r#"
The value of an `if` is used, and there is no type that the values of both branches fit.

```javalite
(class A () ())
(class B () ())
(x := (if c (new A) else (new B)))       ; no class is above both
(int m () (if c 1 else unit))
```

Give both branches a value of one type. Where the value is not used, as in the middle of `begin` and in the body of `while`, branches may have any types.
"#

    ENTRY_PARAMETERS "CP0533" "entry with parameters" r#"
Nothing passes arguments to the method that the program starts with. Its parameters hold what fields of new objects hold: null, 0, false and unit.

```javalite
((
  (class Main () ((bool run [Main x] (x = null))))
) (Main run))
```

The answer of a check is about these values alone. To check others, start with a method that passes them. This is a warning.
"#

    IMPOSSIBLE_CAST "CP0534" "cast that cannot succeed" r#"
An object is cast to a class, or tested for it, and no object is of both classes, since neither is above the other.

```javalite
(class A () ())
(class B () ())
(B (new A))
```

Null belongs to every class, so such a cast of null succeeds. This is a warning.
"#
}
