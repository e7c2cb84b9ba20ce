//! The diagnostics of the Shylock front end and their explanations.
//!
//! Up to `CP0319`: the text; from `CP0320` on: what names mean.

base::codes! {
    UNKNOWN_CHARACTER "CP0300" "character without a meaning" r#"
A character belongs to no token of Shylock.

```shylock
x := y # z        // `#` is no operator
x := 1            // there are no numbers: objects are the only values
```

Remove the character, or write what was meant. The signs of the paper, `≠`, `∧`, `∨` and `¬`, may be written as `!=`, `&&`, `||` and `!`.
"#

    UNEXPECTED_TOKEN "CP0301" "unexpected token" r#"
The text does not follow the grammar of Shylock: at this place something else was expected. The message says what.

```shylock
p :: x = new               // assignment is `:=`
q :: if x = nil skip       // the condition of `if` and `while` stands in parentheses
r :: x := y z := x         // `;` stands between statements
```

Write:

```shylock
p :: x := new
q :: if (x = nil) skip
r :: x := y; z := x
```

The place is where reading could not go on. The mistake itself is sometimes a little before it, for example a
parenthesis that was not closed.
"#

    UNTERMINATED_COMMENT "CP0302" "block comment is not closed" r#"
A comment that begins with `/*` runs to the next `*/`, and there is none before the end of the file.

```shylock
/* builds a list
build :: x := new
```

Close it with `*/`, or write a comment of one line with `//`. Block comments do not nest.
"#

    UNTERMINATED_STRING "CP0303" "text is not closed" r#"
The text of an assertion ends on the line on which it begins.

```shylock
assert x = nil, "x is not nil
```

Write the closing `"`. A quote cannot stand inside a text.
"#

    NESTED_TOO_DEEPLY "CP0304" "nested too deeply" r#"
Statements or conditions stand in each other more than 200 deep.

```shylock
p :: ((((((((((((((((((((((((((((((((((((((((( ... x := new ... )))))))))))))))))))))))))))))))))))))))))
```

Move the inner part to a procedure of its own. Rows are not deep, however long they are: `a; b; c`, `a + b + c`, `[a][b][c] d`, `a && b && c` and
`if .. else if .. else if ..` count once.
"#

    FILE_TOO_LARGE "CP0305" "file that is too large" r#"
Places in a file are stored in 32 bits, so a program may have at most 4 GiB.

Split the program, or generate a smaller one.
"#

    RESERVED_WORD "CP0307" "word of the language as a name" r#"
These words have a meaning of their own and cannot be names:

`assert`, `else`, `false`, `field`, `global`, `heap`, `if`, `initial`, `local`, `new`, `nil`, `skip`, `true`, `while`.

```shylock
global heap
```

Choose another name, such as `heap_`. Capitals make another word: `Heap` is a name.
"#

    ASSIGNED_CONSTANT "CP0308" "assignment to nil" r#"
`nil` is a constant: it stands for no object and cannot be changed, and it has no fields to write.

```shylock
p :: nil := x
q :: nil.f := x
```

Assign to a variable or to a field of a variable. Writing a field of a *variable* that is nil is allowed and does nothing.
"#

    NOT_IN_SHYLOCK "CP0309" "construct of another language" r#"
The text has a word or a sign of another language, such as C, that has no meaning in Shylock. The message says what to write instead.

```shylock
int main() { return x; }         // C
main :: x := new                 // Shylock: a procedure is `NAME :: STATEMENTS`

find(Node x) -> r :: r := x->next      // C
find(x) -> r :: r := x.next            // Shylock: no types, and `.` for fields

for (i = 0; i < n; i++) skip           // C
while (x != nil) { x := x.next }       // Shylock: objects are the only values
```

Such words are no keywords: a variable or a procedure may be called `return`.
"#

    MISSING_SEMICOLON "CP0310" "missing semicolon" r#"
Between two statements stands `;`. The end of a line means nothing.

```shylock
main ::
    x := new           // here one is missing
    y := x
```

It may be left out behind `}`, and before `)`, `}` and the next procedure.
"#

    UNCLOSED_BRACKET "CP0311" "bracket that is not closed" r#"
A procedure ends, or the file does, before a `{` or `(` has its `}` or `)`.

```shylock
main :: while (x != nil) { x := x.next
other :: skip          // the procedure before it has a `{` that is open
```

A name with `::` behind it begins the next procedure. The message shows where the bracket was opened.
"#

    NO_PROCEDURE "CP0320" "file without a procedure" r#"
A program starts in a procedure, and the file has none.

```shylock
global x
```

Write one:

```shylock
global x
main :: x := new
```
"#

    UNKNOWN_PROCEDURE "CP0321" "unknown procedure" r#"
What is called, or named as the initial procedure, is not declared in the file.

```shylock
main :: x := new; push(x)
psuh(y) :: y.next := y         // misspelt
```

A name alone is a call, so a variable cannot stand alone as a statement. Procedures may be declared in any order.
"#

    DUPLICATE "CP0322" "declared twice" r#"
Two globals, fields, procedures, or two variables of one procedure have the same name; or there are two initial procedures.

```shylock
global x, x
p(y, y) :: skip
```

Remove one, or give it another name. Different procedures may well have locals of the same name: these are different variables.
"#

    TWO_ROLES "CP0323" "one name for different things" r#"
A name is a global, a local or a procedure, not two of them.

```shylock
global x
p(x) :: x := new          // a parameter with the name of a global
q :: y := p               // a procedure where a variable is wanted
```

Give one of them another name; to use the result of a procedure, call it with parentheses: `y := p()`. Fields, labels and objects of the initial heap
have names of their own kind and may share them with variables.
"#

    UNKNOWN_VARIABLE "CP0324" "unknown variable" r#"
A procedure with a `local` line must declare all its locals there, and what stands alone on the left in `heap` must be a global.

```shylock
p :: local x; x := new; y := x          // `y` is not declared
heap { z = a }                          // no global `z`
```

Declare the variable: `local x, y`, `global z`. A procedure without a `local` line needs no declarations: all its variables that are not global are local.
"#

    UNKNOWN_FIELD "CP0325" "unknown field" r#"
A file that declares fields has no others.

```shylock
field next
p :: x.nxt := y
```

Declare it: `field next, nxt`, or correct the name. In a file without any `field` line, the fields are those that are used.
"#

    WRONG_ARGUMENTS "CP0326" "wrong number of arguments" r#"
A call gives as many arguments as the procedure has parameters. The object of a method call is the first of them.

```shylock
append(this, x) :: this.next := x
main :: l := new; append(l)             // one argument is missing
```

Write `append(l, y)` or `l.append(y)`.
"#

    WRONG_RESULTS "CP0327" "wrong number of values" r#"
An assignment has as many places on the left as values on the right. On the right of `:=` a procedure stands for all its results, or a call stands alone and its results are dropped.

```shylock
x, y := z                               // one value for two places
open :: x := new
main :: y := open()                     // `open` has no result
```

Results are declared behind the parameters. Each is a variable of the procedure whose value at the end is passed back:

```shylock
open() -> x :: x := new
main :: y := open()
```
"#

    INITIAL_PARAMETERS "CP0328" "initial procedure with parameters" r#"
Nothing calls the procedure that the program starts with, so it has no parameters.

```shylock
main(x) :: x := new
```

Make the parameter a local or global variable, or name another procedure with `initial NAME`. Without such a line the program starts in `main`, and without `main` in the
first procedure of the file.
"#

    DUPLICATE_LABEL "CP0329" "label at two places" r#"
A label names one place in the whole file, so that properties can speak of it: `@at(done)`.

```shylock
p :: done: x := new
q :: done: x := nil
```

Give one of them another name.
"#

    ASSIGNED_TWICE "CP0330" "variable assigned twice at once" r#"
In a simultaneous assignment each variable stands once on the left, since it can have only one value behind it.

```shylock
x, x := y, z
```

Remove one of the two. Two fields may turn out to be the same place, as in `x.f, y.f := a, b` with `x = y`; then the right one is written last.
"#

    HEAP_SET_TWICE "CP0331" "place of the initial heap set twice" r#"
In `heap`, each global and each field of an object is set at most once.

```shylock
heap { g = a; g = b }
```

Remove one of the two. What is not set is nil.
"#

    NEVER_ASSIGNED "CP0332" "local variable that is never assigned" r#"
A local variable starts as nil. One that is read and never assigned is nil forever, which often means that its name is misspelt, or that a global is not declared.

```shylock
main :: x := new; p
p :: y := x                // this `x` is local to `p`
```

Declare `global x`, pass the value as an argument, or write `nil` where nil is meant. This is a warning.
"#

    UNUSED_PROCEDURE "CP0333" "procedure that is never called" r#"
No call leads from the initial procedure to this one, so it is no part of what is checked.

```shylock
main :: x := new
p :: y := new
```

Call it, remove it, or name another start with `initial p`. This is a warning.
"#

    WIDE_CHOICE "CP0334" "choice that reaches over several lines" r#"
`;` binds more tightly than `+`: a choice without brackets is between everything before the `+` in the procedure and everything after it.

```shylock
main ::
    [x = nil] y := new;
    z := y;
    + [x != nil] skip;
    x := y             // belongs to the second branch alone
```

Write brackets around the choice, or around each branch:

```shylock
main ::
    ([x = nil] y := new; z := y + [x != nil] skip);
    x := y
```

This is a warning. There is none where the branches are on one line, or in brackets.
"#
}
