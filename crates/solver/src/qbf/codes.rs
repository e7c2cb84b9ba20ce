//! The diagnostics of this crate: `CP0090` to `CP0094`, about texts in QDIMACS.

use base::Code;

/// All codes, in ascending order.
pub static CODES: &[&Code] =
    &[&NOT_QDIMACS, &BAD_VARIABLE, &TOO_MANY_ALTERNATIONS, &UNFINISHED_LINE, &OTHER_NUMBER_OF_CLAUSES];

pub static NOT_QDIMACS: Code = Code {
    id: "CP0090",
    title: "malformed QDIMACS",
    explanation: r#"
A text in QDIMACS has comments, a problem line, quantifiers, and clauses. Numbers are separated by spaces, and each line of quantifiers and each clause ends with 0.

```text
c for all 1 there is a 2 that is equal to it
p cnf 2 2
a 1 0
e 2 0
-1 2 0
1 -2 0
```
"#,
};

pub static BAD_VARIABLE: Code = Code {
    id: "CP0091",
    title: "variable that cannot stand here",
    explanation: r#"
The problem line `p cnf VARIABLES CLAUSES` says how many variables there are. They are called 1, 2, and so on; -1 is the negation of 1. A variable is quantified
once, and without a minus. A variable that no line quantifies counts as existential, outside of all others.
"#,
};

pub static TOO_MANY_ALTERNATIONS: Code = Code {
    id: "CP0092",
    title: "more than two blocks of quantifiers",
    explanation: r#"
`cutpoint qbf` decides formulas whose quantifiers change once: for all X there is a Y, or there is an X for all Y. Lines of the same quantifier that follow each other
are one block. Variables that no line quantifies are existential and stand before all others, so they may be a block of their own.

```text
e 1 0
a 2 0
e 3 0          // wrong: the third block
```

Solvers for any number of blocks are DepQBF and CAQE.
"#,
};

pub static UNFINISHED_LINE: Code = Code {
    id: "CP0093",
    title: "0 missing at the end",
    explanation: "Each line of quantifiers and each clause ends with 0. The clauses end with the text; the last one may lack its line end, but not its 0.",
};

pub static OTHER_NUMBER_OF_CLAUSES: Code = Code {
    id: "CP0094",
    title: "other number of clauses than announced",
    explanation: "The problem line `p cnf VARIABLES CLAUSES` says how many clauses follow. A text with another number was cut off or put together by mistake.",
};
