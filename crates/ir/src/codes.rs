//! The diagnostics of this crate: `CP0010` to `CP0049`.

use base::Code;

/// All codes, in ascending order.
pub static CODES: &[&Code] = &[
    &UNKNOWN_CHARACTER,
    &BAD_STRING,
    &NUMBER_TOO_LARGE,
    &TEXT_TOO_LARGE,
    &UNEXPECTED_TOKEN,
    &ID_OUT_OF_ORDER,
    &FIELD_NUMBERS,
    &OPERAND_TYPE_MISSING,
    &NESTED_TOO_DEEPLY,
    &PARENTHESES_MISSING,
    &SECOND_INIT,
    &NO_TERMINATOR,
    &TOO_MANY_ERRORS,
    &BROKEN_RULE,
];

pub static UNKNOWN_CHARACTER: Code = Code {
    id: "CP0010",
    title: "unknown character in the text form",
    explanation: "The text form of the core language is made of words, numbers, strings in double quotes and the signs of its \
operators. This character belongs to none of them.\n\n```text\n  v0 = v1 @ v2\n          ^\n```\n\nNames with other characters stand \
in quotes beside a declaration: `local v0 \"größe\": i32`.",
};

pub static BAD_STRING: Code = Code {
    id: "CP0011",
    title: "malformed string in the text form",
    explanation: "A string stands between double quotes on one line. Inside it, `\\\"`, `\\\\`, `\\n`, `\\r`, `\\t` and `\\u{41}` (the hexadecimal \
number of a character) are the only escapes.\n\n```text\n  assert v0, \"no end\n```",
};

pub static NUMBER_TOO_LARGE: Code = Code {
    id: "CP0012",
    title: "number too large in the text form",
    explanation: "Integers are stored in 64 bits, from -9223372036854775808 to 9223372036854775807; larger constants of an unsigned type are \
written by the signed number with the same bits. Slots and lengths have 32 bits. Decimals have 96 bits and a sign.",
};

pub static TEXT_TOO_LARGE: Code = Code {
    id: "CP0013",
    title: "text too large",
    explanation: "Places in a file are stored in 32 bits, so a file may have at most 4 GiB.",
};

pub static UNEXPECTED_TOKEN: Code = Code {
    id: "CP0014",
    title: "unexpected word or sign in the text form",
    explanation: "The text form has one declaration or instruction on each line, and this one does not follow the grammar. The message says what may \
stand here.\n\n```text\n  v0 = load v1 field0      // wrong: a point is missing\n  v0 = load v1.field0      // right\n```",
};

pub static ID_OUT_OF_ORDER: Code = Code {
    id: "CP0015",
    title: "declaration out of order in the text form",
    explanation: "Classes, enums, globals, procedures, locals and blocks are numbered from 0 in the order of their declarations, and \
strings from 1, since `str0` is the empty text; each text is declared once.\n\n```text\nglobal \
g0: i32\nglobal g2: i32      // wrong: this is g1\n```",
};

pub static FIELD_NUMBERS: Code = Code {
    id: "CP0016",
    title: "gap or repetition in the numbers of fields",
    explanation: "The fields of all classes together are numbered from 0 without gaps, and each is declared once, in any order. A class that lists an \
inherited field gives no type, since that would declare it once more.\n\n```text\nclass class0 record { field0: i32 }\nclass class1 record \
extends class0 { field0; field1: bool }\n```",
};

pub static OPERAND_TYPE_MISSING: Code = Code {
    id: "CP0017",
    title: "operand type missing in the text form",
    explanation: "Every operator works in a declared type. It may be left out where the left or the right operand shows it; plain numbers \
do not.\n\n```text\n  v0 = 1 + 2           // wrong: in what type?\n  v0 = 1 +{i32} 2      // right\n```",
};

pub static NESTED_TOO_DEEPLY: Code = Code {
    id: "CP0018",
    title: "expression nested too deeply",
    explanation: "Expressions of the core language are small. Split this one by assigning a part of it to a temporary.",
};

pub static PARENTHESES_MISSING: Code = Code {
    id: "CP0019",
    title: "parentheses missing in the text form",
    explanation: "The text form has no precedence of operators: an operation inside another one stands in parentheses.\n\n```text\n  v0 = v1 + v2 + v3        \
// wrong\n  v0 = (v1 + v2) + v3      // right\n```",
};

pub static SECOND_INIT: Code = Code {
    id: "CP0020",
    title: "two initialisations",
    explanation: "A program has at most one line `init proc0`: the procedure that runs before all threads.",
};

pub static NO_TERMINATOR: Code = Code {
    id: "CP0021",
    title: "block without an end",
    explanation: "Every block ends with just one of `goto`, `branch`, `switch`, `call`, `return`, `select` and `opaque`, and nothing of the \
block comes after it.\n\n```text\nblock0:\n  v0 = 1\n  goto block1\nblock1:\n  return\n```",
};

pub static TOO_MANY_ERRORS: Code = Code {
    id: "CP0022",
    title: "too many errors",
    explanation: "The reader stops after a number of errors, since the later ones mostly follow from the earlier ones.",
};

pub static BROKEN_RULE: Code = Code {
    id: "CP0040",
    title: "a rule of the core language is broken",
    explanation: "A program of the core language keeps the rules of its verifier: ids in range, fitting types, atomic sections that begin \
and end in pairs, and so on. The note says which one is broken. In a program that a front end made from source, this is a mistake of the front end: please \
report it. In a program written in the text form, mend the place that the message names.",
};
