//! The diagnostics of the front end for Boolean programs and their explanations.
//!
//! Up to `CP0419`: the text; from `CP0420` on: what names mean, and what is not supported.

base::codes! {
    UNKNOWN_CHARACTER "CP0400" "character without a meaning" r#"
A character belongs to no token of a Boolean program.

```boolean
x := y + z;          // there are truth values only, and no arithmetic
x := p->next;        // names with such characters stand in braces
```

Write `{p->next}` for a name with any text, as SLAM does for its predicates.
"#

    UNEXPECTED_TOKEN "CP0401" "unexpected token" r#"
The text does not follow the grammar of Boolean programs: at this place something else was expected. The message says what.

```boolean
x = y;                       // assignment is `:=`
if x then y := T             // `fi` is missing
void f() begin skip; fi      // `fi` closes nothing
```

Write:

```boolean
x := y;
if x then y := T; fi
void f() begin skip; end
```

The place is where reading could not go on. The mistake itself is sometimes a little before it, for example a parenthesis that was not closed.
"#

    UNTERMINATED "CP0402" "comment, name or text that is not closed" r#"
A comment that begins with `/*` runs to the next `*/`. A name in braces and a text in quotes end on the line on which they begin.

```boolean
decl {x > 0;
print("now, x);
```

Write the closing `*/`, `}` or `"`. None of them nests.
"#

    NESTED_TOO_DEEPLY "CP0403" "nested too deeply" r#"
Statements or expressions stand in each other more than 200 deep.

```boolean
x := ((((((((((((((((((((((((((((((((((((((((( ... y ... )))))))))))))))))))))))))))))))))))))))))
```

Move the inner part to a procedure or a variable of its own. Rows are not deep, however long they are: `a & b & c`, `a = b != c`, `a => b => c`, and `if .. elsif .. elsif ..` count once.
"#

    FILE_TOO_LARGE "CP0404" "file that is too large" r#"
Places in a file are stored in 32 bits, so a program may have at most 4 GiB.

Split the program, or generate a smaller one.
"#

    RESERVED_WORD "CP0405" "word of the language as a name" r#"
These words have a meaning of their own and cannot be names:

`abortif`, `assert`, `assume`, `atomic_begin`, `atomic_end`, `begin`, `bool`, `constrain`, `dead`, `decl`, `do`, `else`, `elseif`, `elsif`, `end`, `end_thread`, `enforce`, `F`, `false`, `fi`,
`goto`, `if`, `od`, `print`, `return`, `schoose`, `skip`, `start_thread`, `sync`, `T`, `then`, `true`, `void`, `while`.

```boolean
decl end;
```

Choose another name, such as `end_`, or write it in braces: `{end}`. `atomic`, `call`, `shared` and `dfs` are names wherever they do not begin
`atomic begin`, `call f`, `shared decl`, or a procedure.
"#

    FOREIGN_CONSTRUCT "CP0406" "construct of another language" r#"
A word belongs to another dialect or language, and nothing in Boolean programs has its meaning under this name. The message names the dialect, where it is known.

```boolean
module void main() begin end       // Remopla, the language of Moped
while x do break; od               // C
```

The help says what to write instead.
"#

    CALL_IN_EXPRESSION "CP0407" "call inside an expression" r#"
A call is a statement. Its results are assigned, and then used.

```boolean
x := f(a) & b;
if g() then skip; fi
```

Write:

```boolean
t := f(a);
x := t & b;
```

SLAM's `choose(a, b)` is no call but a value, and is written `schoose[a, b]` here.
"#

    TOO_MANY_RESULTS "CP0408" "too many results" r#"
A procedure has at most 1,000 results.

```boolean
bool<100000> f() begin end
```

Pass some of the values in global variables.
"#

    AMBIGUOUS_COMPARISON "CP0409" "comparison that dialects read differently" r#"
The tools that read Boolean programs do not agree on how tightly `=` and `!=` bind. SLAM, SDV and Getafix bind them more tightly than `&`, `^` and `|`, as C does with `&&`; Boppo and SATABS less tightly.

```boolean
x := a & b = c;          // a & (b = c), or (a & b) = c
```

Write parentheses, or say which is meant: `--dialect sdv`, `--dialect getafix` or `--dialect boppo`. Without a word, the first is taken. This is a warning, given once for a file.
"#

    BRACE_FOR_BEGIN "CP0410" "brace where a block begins" r#"
Braces are around names here, as in SLAM: `{x > 0}`. Blocks have words instead.

```boolean
void main() {
    if (x) { y := T; }
}
```

Write:

```boolean
void main() begin
    if (x) then y := T; fi
end
```

Only the first such brace is reported, and nothing after it is read.
"#

    MISSING_SEMICOLON "CP0411" "missing semicolon" r#"
Statements and declarations end with `;`. The end of a line means nothing.

```boolean
x := T            // here one is missing
y := F;
```

It may be left out before `end`, `fi`, `od` and `else`, and behind `end`, `fi` and `od`.
"#

    WRONG_END "CP0412" "block without its end" r#"
Each `if` ends with `fi`, each `while` with `od`, and each `begin` with `end`.

```boolean
if x then y := T; end         // `fi` is meant
while x do x := F; end        // `od` is meant
if x then skip; else if y then skip; fi        // the second `if` needs a `fi` of its own
```

Write:

```boolean
if x then y := T; fi
while x do x := F; od
if x then skip; elsif y then skip; fi
```
"#

    TYPED_VARIABLE "CP0413" "variable with a type" r#"
All variables are true or false, and are declared with `decl`, without a type. Parameters are names alone.

```boolean
bool x;                        // write: decl x;
void f(bool a, int b) begin    // write: void f(a, b) begin
```

`void` and `bool` before a procedure say how many results it has: none, or one; `bool<3>` are three.
"#

    NO_ENTRY "CP0420" "program without a start" r#"
A program starts in the procedure `main`. Without one, it starts in `init`, which has no parameters; when `init` has ended, a thread starts in each procedure that has no parameters and that no other procedure calls or starts. With `--dialect getafix`, `init` comes first where there is one.

```boolean
void f() begin skip; end
```

Write one:

```boolean
void main() begin f(); end
```
"#

    DUPLICATE "CP0421" "declared twice" r#"
Two globals, two procedures, two variables of one procedure, or two labels of one procedure have the same name.

```boolean
decl x, x;
void f(a) begin decl a; skip; end
```

Remove one, or give it another name. The same label twice on one statement is a warning only. A local variable may have the name of a global, which it hides; and different procedures may use the same names and labels.
"#

    UNKNOWN_VARIABLE "CP0422" "unknown variable" r#"
A variable is used that is not declared, neither as a global, nor as a parameter or local of the procedure. The initial value of a global may use only the globals before it.

```boolean
decl count;
void main() begin cuont := T; end
```

Declare it with `decl`, or correct the name. Names in braces are the same only if all that stands in the braces is the same, spaces included.
"#

    UNKNOWN_PROCEDURE "CP0423" "unknown procedure" r#"
What is called or started is not declared in the file.

```boolean
void main() begin lokc(); end
void lock() begin skip; end
```

Correct the name. Procedures may be declared in any order. SLAM's `choose(a, b)` is written `schoose[a, b]`.
"#

    UNKNOWN_LABEL "CP0424" "unknown label" r#"
`goto` and `start_thread goto` name labels of the procedure that they stand in.

```boolean
void main() begin
    goto L2;
    L1: skip;
end
```

Correct the name, or put the label before a statement: `L2: skip;`. A label of another procedure cannot be reached by `goto`.
"#

    WRONG_ARGUMENTS "CP0425" "wrong number of arguments" r#"
A call gives as many arguments as the procedure has parameters.

```boolean
void f(a, b) begin skip; end
void main() begin f(T); end
```

Write `f(T, *)` if any value will do for the second.
"#

    WRONG_RESULTS "CP0426" "wrong number of values" r#"
An assignment has as many variables on the left as values on the right; a call that is assigned, as many as the procedure has results; and `return` gives as many values as that.

```boolean
x, y := z;
bool<2> f() begin return T; end
x := f();
```

Write `_` for what is not wanted: `x, _ := f();`. A call alone drops all results. A procedure without a type has as many results as its first `return` gives.
"#

    ASSIGNED_TWICE "CP0427" "variable assigned twice at once" r#"
In a parallel assignment each variable stands once on the left, since it can have only one value behind it.

```boolean
x, x := y, z;
```

Remove one of the two, or write `_` in its place.
"#

    NEXT_OUTSIDE_CONSTRAIN "CP0428" "next value where nothing is assigned" r#"
`'x` and `x'` are the value of `x` after an assignment. They have a meaning behind the `constrain` of an assignment, and nowhere else; not in the statement `constrain(e)` either, which assigns nothing.

```boolean
assume(x' = y);
```

Write:

```boolean
x := * constrain x' = y;
```
"#

    PASSIVE_VARIABLE "CP0429" "passive variable" r#"
In Boom's dialect, an assignment to `x$` changes the local variable `x` of all other threads at once. No engine supports this in a program that
starts threads.

```boolean
void main() begin
    decl x;
    start_thread main();
    x$ := T;
end
```

Use a global variable that all threads share. In a program with one thread, such an assignment has no effect and is a warning, `CP0437`.
"#

    UNBALANCED_ATOMIC "CP0430" "atomic section that is not closed on every way" r#"
On every way through a procedure, `atomic_begin` and `atomic_end` must come in pairs, so that each place is always inside or always outside. The message says where that is not so.

```boolean
atomic_begin;
if x then return; fi         // leaves the procedure inside the section
atomic_end;
```

Close the section on both branches, or write `atomic begin .. end`. Only programs with threads are looked at: without a second thread, atomic sections have no meaning.
"#

    TOO_MANY_STARTS "CP0431" "threads that start at too many labels" r#"
A procedure is taken once for each label that a thread starts at, and at most 64 such labels are supported in a file.

```boolean
start_thread goto L65;
```

Start procedures instead: `start_thread f();`.
"#

    RESULT_OF_THREAD "CP0432" "result of a thread" r#"
In Boppo's dialect a call with a label that begins with `ASYNC_` starts a thread. It does not wait for the thread, so there is no result to assign.

```boolean
ASYNC_1: x := f();
```

Write `ASYNC_1: f();`, and pass the value in a global variable. With `--dialect sdv` such a label has no meaning.
"#

    NO_ERROR_LABEL "CP0433" "error label that no statement has" r#"
`--error-label NAME` makes it an error to reach a statement with this label, but there is none in the file. So nothing is found that way, whatever the program does.

```text
cutpoint check driver.bp --error-label SLIC_ERR
```

Correct the name; capitals count. This is a warning.
"#

    NOTHING_TO_CHECK "CP0434" "program in which nothing can fail" r#"
A program has no assertion, and no label that means an error: `ERROR`, `SLIC_ERROR`, `error`, or those that `--error-label` names. So the answer will be that it holds, and that says little.

```boolean
void main() begin
    goto bad;
    bad: skip;
end
```

Name the label: `--error-label bad`; or write `assert(F);`. Formulas of temporal logic can be asked of such a program. This is a warning.
"#

    REPEATED_LABEL "CP0435" "label twice on one statement" r#"
A statement has the same label more than once. It means the same as once: `goto` has one target either way.

```boolean
L: L: x := T;
```

Remove one of the two. The same label on two statements of a procedure is an error. This is a warning, given once for a statement.
"#

    NEVER_EXECUTED "CP0436" "procedure `init` that is never executed" r#"
A program with a procedure `main` starts there, and no other procedure calls `init`. So `init` is never executed, and errors that depend on it are
missed or reported in vain.

```boolean
decl g;
void init() begin g := F; end
void main() begin assert(!g); end
```

Programs of Getafix start in `init`, and then start a thread in each procedure that no other procedure calls: say `--dialect getafix` if that is meant.
Otherwise call `init`, or remove it. This is a warning.
"#

    PASSIVE_WITHOUT_EFFECT "CP0437" "passive variable in a program with one thread" r#"
In Boom's dialect, an assignment to `x$` changes the local variable `x` of all other threads. The program starts no threads, so there are no
others, and the assignment does nothing.

```boolean
void main() begin
    decl x;
    x$ := T;
end
```

Nothing needs to be done if the program is one thread of a larger model. This is a warning, given once for a file. With threads, passive variables are not
supported: `CP0429`.
"#

    MISPLACED_PASSIVE "CP0438" "passive variable that has no meaning here" r#"
`x$` stands for the local variable `x` of the other threads. It is defined as the target of an assignment, and in the value that such a target gets, where it
is the value that each of the other threads has. Elsewhere it would have as many values as there are other threads.

```boolean
decl g;
void main() begin
    decl x;
    g$ := T;             // g is shared by all threads
    x := x$;             // the value of which thread?
    x$ := !x$;           // each of the others negates its own
end
```

Write the global itself in the first case. In the second, use a global variable to pass the value.
"#

    ATOMIC_WITHOUT_EFFECT "CP0439" "global `atomic` without a meaning of its own" r#"
A program with threads has a global variable `atomic`. In programs of Getafix no thread switch happens while it is true; but no dialect was said, and so it
is a variable as any other.

```boolean
decl atomic;
void init() begin atomic := F; end
void left() begin atomic := T; left_critical(); atomic := F; end
```

Say `--dialect getafix` if it is to forbid thread switches, and `--dialect sdv` or `--dialect boppo` if not. This is a warning.
"#
}
