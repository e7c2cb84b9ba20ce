//! Words of other languages and dialects: who writes one should read more than "unexpected".

use base::Diagnostic;
use base::syntax::Cursor;

use crate::codes;
use crate::token::TokenKind;

/// A word, what it belongs to, and what to write instead.
const FOREIGN: &[(&str, &str, &str)] = &[
    ("and", "no dialect of Boolean programs", "write `&`"),
    ("or", "no dialect of Boolean programs", "write `|`"),
    ("not", "no dialect of Boolean programs", "write `!`"),
    ("xor", "no dialect of Boolean programs", "write `^`"),
    ("module", "Remopla, the language of Moped", "write `void` or `bool` before a procedure"),
    ("define", "Remopla, the language of Moped", "write the value itself"),
    (
        "int",
        "Remopla, the language of Moped, or C",
        "there are truth values only: use one variable for each bit",
    ),
    ("struct", "Remopla, the language of Moped, or C", "use one variable for each field"),
    ("enum", "Remopla, the language of Moped, or C", "use one variable for each bit"),
    ("thread", "programs with blocks of threads", FLAT_THREADS),
    ("endthread", "programs with blocks of threads", FLAT_THREADS),
    ("process", "programs with blocks of threads", FLAT_THREADS),
    (
        "lock",
        "thread models of C programs",
        "use a variable: `atomic_begin; assume(!l); l := 1; atomic_end;`",
    ),
    ("unlock", "thread models of C programs", "use a variable: `l := 0;`"),
    (
        "wait",
        "thread-state diagrams and Boom's models",
        "use `assume`, which waits until its condition is true",
    ),
    ("signal", "thread-state diagrams and Boom's models", "use a variable and `assume`"),
    ("broadcast", "thread-state diagrams and Boom's models", "use a variable and `assume`"),
    ("char", "C", "there are truth values only: use one variable for each bit"),
    ("unsigned", "C", "there are truth values only: use one variable for each bit"),
    ("let", "other languages", "declare with `decl x;`, and assign with `x := T;`"),
    ("var", "other languages", "declare with `decl x;`, and assign with `x := T;`"),
    ("auto", "C", "declare with `decl x;`, and assign with `x := T;`"),
    ("const", "C", "declare with `decl x;`, and assign with `x := T;`"),
    ("extern", "C", "leave it out: all procedures are in one file, in any order"),
    ("static", "C", "leave it out: all procedures are in one file, in any order"),
    ("printf", "C", "use `print(x)`"),
    ("foreach", "other languages", "use `while c do .. od`"),
    ("elif", "other languages", "use `elsif c then`"),
    ("proc", "other languages", "write `void` or `bool` before a procedure"),
    ("procedure", "other languages", "write `void` or `bool` before a procedure"),
    ("function", "other languages", "write `void` or `bool` before a procedure"),
    ("def", "other languages", "write `void` or `bool` before a procedure"),
    ("for", "C", "use `while c do .. od`"),
    ("switch", "C", "use `if .. then .. elsif .. fi`"),
    ("case", "C", "use `if .. then .. elsif .. fi`"),
    ("break", "C", "use `goto` and a label behind the loop"),
    ("continue", "C", "use `goto` and a label before the loop"),
];

const FLAT_THREADS: &str = "write the procedures of all threads side by side, with different names: with --dialect getafix a thread \
                            starts in each one that no other calls; or start threads with `start_thread f();`";

/// The message about a word of another language, if the current token is one.
pub(super) fn message(cursor: &Cursor<'_, TokenKind>) -> Option<Diagnostic> {
    let text = match cursor.kind() {
        TokenKind::Ident => cursor.token_text(),
        _ => return None,
    };
    let (word, owner, instead) = FOREIGN.iter().find(|(word, _, _)| *word == text)?;
    let message = format!("`{word}` is not supported: it belongs to {owner}.");
    Some(
        Diagnostic::error(&codes::FOREIGN_CONSTRUCT, message)
            .at(cursor.here(), "not part of the language that is read here")
            .help(*instead),
    )
}
