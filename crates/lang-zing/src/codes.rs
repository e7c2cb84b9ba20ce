//! The diagnostics of lexer, preprocessor and parser: `CP0100` to `CP0149`.
//!
//! An id never changes its meaning; a retired one is not used again.

base::codes! {
    UNKNOWN_CHARACTER "CP0100" "character without a meaning" r#"
A character belongs to no token of Zing.

```zing
x = y $ 2;        // `$` is no operator
s = “a”;          // these are not the quotes of a keyboard
```

Remove the character, or write what was meant. Strings are written in double quotes: `"a"`. Characters of this kind
often come from a word processor that replaced straight quotes or minus signs by typographic ones.
"#

    UNEXPECTED_TOKEN "CP0101" "unexpected token" r#"
The text does not follow the grammar of Zing: at this place something else was expected. The message says what.

```zing
if x > 0 {        // expected `(`
    x = ;         // expected an expression
}
```

Write:

```zing
if (x > 0) {
    x = 1;
}
```

The place is where reading could not go on. The mistake itself is sometimes a little before it, for example a
parenthesis that was not closed.
"#

    UNTERMINATED_COMMENT "CP0102" "block comment is not closed" r#"
A comment that begins with `/*` runs to the next `*/`, and there is none before the end of the file.

```zing
/* counts the processes
class Main { };
```

Close it with `*/`, or write a comment of one line with `//`. Block comments do not nest.
"#

    UNTERMINATED_STRING "CP0103" "string is not closed" r#"
A string ends on the line on which it begins.

```zing
assert(x == 0, "x is not 0);
```

Write the closing `"`. To put a quote into a string write `\"`. A verbatim string `@"..."` may run over several lines; in
it a quote is written `""`.
"#

    MALFORMED_NUMBER "CP0104" "malformed number" r#"
A word that begins with a digit is not a number.

```zing
x = 12abc;
y = 0x;
```

Numbers are decimal (`12`) or hexadecimal (`0x1F`), and may end in `u`, `l` or `ul`. Reals are written `1.5` or `2e3`, decimals `1.5m`. Names
begin with a letter or `_`.
"#

    NUMBER_TOO_LARGE "CP0105" "number too large" r#"
A literal does not fit into 64 bits, or with an `m` behind it into a `decimal`.

```zing
x = 99999999999999999999;
```

The largest number that can be written is 18446744073709551615; the largest with an `m`, a `decimal`, is 79228162514264337593543950335.
Keep numbers small where you can: every value that
a variable can take may be a state of its own.
"#

    UNKNOWN_ESCAPE "CP0106" "unknown escape in a string" r#"
Behind a backslash in a string only certain characters have a meaning.

```zing
trace("c:\data");       // `\d` is no escape
```

The escapes are `\'` `\"` `\\` `\0` `\a` `\b` `\f` `\n` `\r` `\t` `\v`, `\x` with one to four hexadecimal digits, `\u` with four, and `\U` with
eight. Write a backslash as `\\`, or use a verbatim string: `@"c:\data"`.
"#

    MISSING_SEMICOLON "CP0107" "missing semicolon" r#"
Declarations and simple statements end with `;`. In Zing this holds for the declaration of a class, struct, interface
and enum too, where C# needs none.

```zing
class Box {
    int content
}
```

Write:

```zing
class Box {
    int content;
};
```
"#

    UNCLOSED_BRACE "CP0108" "brace is not closed" r#"
A `{` has no matching `}`. The message points to where the next declaration begins, or to the end of the file, and
to the brace that is open there.

```zing
class Main {
    static void first() {
        if (x) {
            x = false;
    }
    static void second() { }
};
```

Here the brace of `if` is not closed: the `}` below closes it, and `first` goes on. Add the missing `}`. The indentation
usually shows where.
"#

    NESTED_TOO_DEEPLY "CP0109" "nested too deeply" r#"
Statements and expressions lie within each other more than 256 levels deep. No program written by hand comes near.

Plain parentheses do not count, nor do the terms of a long sum or a long chain of `else if`. What counts are operands on the
right (`a + (b + (c + ...`), arguments of calls, signs and negations, blocks, loops and branches.

Give inner parts a name: compute them before, in a variable of their own, or move inner statements to a method.
"#

    RESERVED_WORD "CP0110" "reserved word used as a name" r#"
Some words have a fixed meaning in Zing and cannot be names. Several of them are ordinary names in C#: `set`, `range`,
`array`, `chan`, `event`, `end`, `first`, `send`, `receive`, `wait`, `timeout`, `trace`, `visible`, `self`.

```zing
int first = 0;
```

Choose another name, or put `@` before it: `int @first = 0;`.
"#

    NOT_IN_ZING "CP0111" "construct of other languages" r#"
Zing looks like C# and has fewer constructs. The message names the one that was found.

| instead of | write |
| --- | --- |
| `i++`, `i += 2` | `i = i + 1;`, `i = i + 2;` |
| `for (int i = 0; i < n; i++) s` | `int i = 0; while (i < n) { s i = i + 1; }` |
| `do s while (e);` | `s while (e) s` |
| `switch (e) { case 1: ... }` | `if (e == 1) ... else if ...` |
| `break;`, `continue;` | `goto` to a label behind the loop, or at the end of its body |
| `c ? a : b` | `if (c) x = a; else x = b;` |
| `(T) e` | nothing: `object` converts by itself, numbers have one type |
| `throw E;`, `catch` | `raise E;`, `try { ... } with { E -> ... }` |
| `'a'` | a number, or a constant of an enum |
| `int[] a` | `array IntArray[] int;` and then `IntArray a` |
| `enum E { a = 1 }` | `enum E { a };`: values are 0, 1, 2, ... |
| `public`, `private`, `const` | nothing |
| `using`, `namespace` | nothing: a program is one file |
"#

    DUPLICATE_MODIFIER "CP0112" "modifier given twice" r#"
A modifier stands at most once before a member or behind `select`.

```zing
static static int x;
```

Remove one of them.
"#

    MISSING_RESULT_TYPE "CP0113" "method without a result type" r#"
A method says what it returns. Only a constructor has no result type, and its name is that of the class.

```zing
class Box {
    clear() { }
};
```

Write `void clear() { }` for a method that returns nothing. If a constructor was meant, give it the name of the class:
`Box() { }`.
"#

    CONSTRUCTOR_ARGUMENTS "CP0114" "constructor with parameters" r#"
Constructors have no parameters, and `new` takes no arguments.

```zing
class Box {
    int content;
    Box(int c) { content = c; }
};
```

Assign after the object is made, or write a method that does:

```zing
b = new Box;
b.fill(3);
```
"#

    NOT_CALLABLE "CP0115" "something that is not a method is called" r#"
Only a method can be called: a name, or a name behind a dot.

```zing
x = f(1)(2);
y = (a + b)(c);
```

Methods are not values, and there is no `*` left out: write `(a + b) * c`.
"#

    ASYNC_NEEDS_CALL "CP0116" "`async` without a call" r#"
`async` starts a process that runs a method. What follows is a call of it.

```zing
async work;
async x = work();
```

Write `async work();`. The process runs on its own, so that there is no result to assign.
"#

    EMPTY_ALTERNATIVES "CP0117" "no alternatives" r#"
A `select` needs at least one alternative: without one it would wait forever. In the same way the `with` part of a `try`
needs at least one handler.

```zing
select { }
```

Write for example `select { wait(ready) -> ; }`. To stop a process forever on purpose, write `select end { wait(false) -> ; }`.
"#

    FILE_TOO_LARGE "CP0118" "file too large" r#"
A source file may have at most 4 GiB.
"#

    UNKNOWN_DIRECTIVE "CP0120" "unknown directive" r#"
A line that begins with `#` is a directive, and there is none with this name.

```zing
#pragma once
#ifdef DEBUG
```

The directives are `#define`, `#undef`, `#if`, `#elif`, `#else`, `#endif`, `#line`, `#error`, `#warning`, `#region` and `#endregion`. Instead of
`#ifdef X` write `#if X`; there is nothing like `#include`.
"#

    MALFORMED_DIRECTIVE "CP0121" "malformed directive" r#"
What follows the name of a directive cannot be read.

```zing
#define SIZE 5          // symbols have no value
#if SIZE > 3            // conditions only ask which symbols are defined
#endif SIZE             // nothing follows `#endif`
```

`#define` and `#undef` take one symbol. Conditions are made of symbols, `true`, `false`, `!`, `&&`, `||`, `==`, `!=` and parentheses. A
comment with `//` may follow.
"#

    UNBALANCED_DIRECTIVE "CP0122" "unbalanced directives" r#"
`#if` ... `#elif` ... `#else` ... `#endif` and `#region` ... `#endregion` come in pairs, and one pair lies wholly inside or outside
another. After `#else` only `#endif` may follow.

```zing
#if DEBUG
#region checks
#endif                  // the region is still open
#endregion
```
"#

    ERROR_DIRECTIVE "CP0123" "`#error`" r#"
The program says itself that it cannot be checked in this way: an `#error` line counts. The message is the text of the
line.

```zing
#if SMALL && LARGE
#error choose one size
#endif
```

Look at the conditions around the line.
"#

    WARNING_DIRECTIVE "CP0124" "`#warning`" r#"
A `#warning` line counts. The message is the text of the line; the program is checked all the same.
"#

    MISPLACED_DIRECTIVE "CP0125" "directive in the middle of a line" r#"
Only blanks may stand before the `#` of a directive.

```zing
x = 1; #if DEBUG
```

Put the directive on a line of its own.
"#
}
