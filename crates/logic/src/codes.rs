//! The diagnostics of this crate: `CP0060` to `CP0072`, `CP0080` for properties in comments, and `CP0081`. Those of
//! names, from `CP0073`, are in `temporal`.

use base::Code;

/// All codes, in ascending order.
pub static CODES: &[&Code] = &[
    &UNKNOWN_CHARACTER,
    &OPERAND_MISSING,
    &OPERATOR_MISSING,
    &UNBALANCED_PARENTHESIS,
    &UNKNOWN_PROPOSITION,
    &BAD_ARGUMENT,
    &NOT_A_RITE,
    &BAD_COMPARISON,
    &FORMULA_TOO_LONG,
    &TOO_MANY_ERRORS,
    &BAD_QUOTED_NAME,
    &TOO_MANY_ATOMS,
    &AUTOMATON_TOO_LARGE,
    &MALFORMED_PROPERTY,
    &NAME_LIKE_OPERATOR,
];

pub static UNKNOWN_CHARACTER: Code = Code {
    id: "CP0060",
    title: "unknown character in a formula",
    explanation: "A formula is made of names, propositions that begin with `@`, and operators. This character belongs to none of \
them.\n\n```text\nG (x % y)\n     ^\n```\n\nA name with other characters stands in backquotes.",
};

pub static OPERAND_MISSING: Code = Code {
    id: "CP0061",
    title: "operand missing in a formula",
    explanation: "Every operator needs its operands: `! X F G some` one to their right, `&& || -> <-> U R W M . + == !=` one on each \
side, `*` one to its left.\n\n```text\nG (a &&)       // wrong\nG (a && b)     // right\n```",
};

pub static OPERATOR_MISSING: Code = Code {
    id: "CP0062",
    title: "operator missing in a formula",
    explanation: "Two operands stand side by side.\n\n```text\na b            // wrong\na && b         // right: both hold\na.b            \
// right: a path expression\n```\n\nOperators that are letters are separated from names: `G x`, not `Gx`.",
};

pub static UNBALANCED_PARENTHESIS: Code = Code {
    id: "CP0063",
    title: "unbalanced parenthesis in a formula",
    explanation: "Each `(` has its `)`.\n\n```text\nG (a -> F b        // wrong\nG (a -> F b)       // right\n```",
};

pub static UNKNOWN_PROPOSITION: Code = Code {
    id: "CP0064",
    title: "unknown proposition",
    explanation: "The propositions about control are `@terminated`, `@stuck`, `@nullwrite`, `@at(label)` and `@in(procedure)`. \
Propositions about the heap have no `@`.\n\n```text\nF @finished        // wrong\nF @terminated      // right\n```",
};

pub static BAD_ARGUMENT: Code = Code {
    id: "CP0065",
    title: "malformed argument of a proposition",
    explanation: "`@at` takes a label and `@in` a procedure, in parentheses. `reach` takes a path, a path expression and a path: the \
second leads from the first to the third. An element of an array is named by a number or by a path without elements, and after a thread comes \
what is asked of it.\n\n```text\nwants[]                  // wrong\nwants[0], wants[i]       // right\n@1                       // \
wrong\n@1.me, @1.at(loop)       // right\n@at loop                 // wrong\n@at(loop)                // right\nreach(x, y)              \
// wrong\nreach(x, next*, y)       // right\n```",
};

pub static NOT_A_RITE: Code = Code {
    id: "CP0066",
    title: "formula inside a path expression",
    explanation: "The operators `.`, `+`, `*` and `some` work on path expressions, which are made of names, `!name` and `eps`; a whole formula \
cannot stand in one.\n\n```text\nx + F y          // wrong: what is a path or a formula?\nx || F y         // right: one of two formulas\nx + \
y            // right: one of two paths\n```\n\nIn a path expression `!` stands before a name only.",
};

pub static BAD_COMPARISON: Code = Code {
    id: "CP0067",
    title: "malformed comparison",
    explanation: "`==`, `!=`, `<`, `<=`, `>` and `>=` compare two values: literals, or paths from a variable along fields and elements. A literal alone says \
nothing.\n\n```text\nG 3                  // wrong\nn == 3               // right\nx.f* == y            // wrong: which object?\nx.f == y             // right\nreach(x, f*, y)      // right: some object on the way\n!x == y              // wrong\nx != y               \
// right\n```",
};

pub static FORMULA_TOO_LONG: Code = Code {
    id: "CP0068",
    title: "formula too long",
    explanation: "A formula may have at most one MiB of text. Such formulas are made by mistakes of generators, and no automaton of them \
would fit into memory.",
};

pub static TOO_MANY_ERRORS: Code = Code {
    id: "CP0069",
    title: "too many errors in a formula",
    explanation: "Only the first errors are shown, since the later ones mostly follow from them.",
};

pub static BAD_QUOTED_NAME: Code = Code {
    id: "CP0070",
    title: "malformed name in backquotes",
    explanation: "A name that is also an operator, or has characters that other names have not, stands in backquotes, and has at least \
one character.\n\n```text\nG `F`.next       // the variable F\n```",
};

pub static TOO_MANY_ATOMS: Code = Code {
    id: "CP0071",
    title: "too many propositions in one formula",
    explanation: "A formula may have 64 different propositions. Split a conjunction into several properties.",
};

pub static AUTOMATON_TOO_LARGE: Code = Code {
    id: "CP0072",
    title: "automaton of a formula too large",
    explanation: "A formula is decided by an automaton that accepts its counterexamples, and the size of that automaton can be exponential in \
the formula. The limit was reached. Path expressions become automata too, and may have 4096 names and operators in one \
formula.\n\nA conjunction can be checked as several properties, one for each part. Many nested `X`, many \
`U` on the left of another `U`, and `<->` between temporal formulas are what makes automata large.",
};

pub static MALFORMED_PROPERTY: Code = Code {
    id: "CP0080",
    title: "malformed property in a comment",
    explanation: r#"
A comment that begins with `//@ ltl` states a property of the program: a formula, and behind `=>` the answer that is expected.

```text
//@ ltl: F @terminated => maybe       // no answer
//@ ltl: => holds                     // no formula
//@ ltl --fast: F @terminated         // no option
```

Write:

```text
//@ ltl: F @terminated => holds
//@ ltl: G (x != nil) => violated
//@ ltl: F (x == y) => unknown
//@ ltl --fair: F @terminated         // ignores executions in which a thread could always move and never does
//@ ltl --fair strong: F @terminated  // ... and those in which it could move again and again
```

The part from `=>` on may be left out. In a formula, `->` is safer than `=>`: `a => b` looks as if `b` were an answer.
"#,
};

pub static NAME_LIKE_OPERATOR: Code = Code {
    id: "CP0081",
    title: "name of the program that is spelled like an operator",
    explanation: "\
Operators may be written together, `GF x`, or as words, `always`, `eventually`, `until`, `release`, `not`, `and`, `or`, `implies` and `iff`. \
Where the program has a variable, a field or a constant of that name, the word is the name.

```text
GF == 1        // with a variable `GF`: a comparison
G F done       // operators, whatever the names of the program are
```",
};
