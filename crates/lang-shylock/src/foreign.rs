//! Words of other languages, and what to write instead.
//!
//! `return`, `print` and the like are ordinary names in Shylock. They are taken for the foreign construct only where
//! the text makes no sense otherwise: the parser asks about words that break the grammar, and `resolve` about names
//! that nothing has.

use base::{Diagnostic, Span};

use crate::codes;

/// Words that begin or belong to a statement, and what to write instead.
const STATEMENTS: &[(&[&str], &str)] = &[
    (&["return"], "declare a result behind the parameters, and assign it: `p(x) -> r :: r := x`"),
    (&["call"], "write the procedure alone: `p(x)`"),
    (&["goto"], "write a `while` loop, or call a procedure"),
    (&["break", "continue"], "change what the condition of the loop reads, or move its body to a procedure"),
    (&["assume", "require"], "write a guard: `[x != nil] y := x.f`"),
    (&["print", "printf", "println", "puts", "echo"], "leave it out: `cutpoint run` prints each step"),
    (&["free", "delete", "dispose"], "leave it out: what nothing refers to is forgotten"),
    (&["malloc", "calloc", "alloc"], "write `x := new`"),
    (&["for", "foreach"], "write `while (x != nil) { ..; x := x.next }`"),
    (
        &["switch", "case", "match"],
        "write `if (x = y) .. else if (x = z) ..`, or guards: `[x = y] .. + [x = z] ..`",
    ),
    (&["do", "repeat"], "write `while (x = y) { .. }`"),
    (&["then"], "write `if (x = y) .. else ..`"),
    (
        &["begin", "end", "fi", "od", "done", "endif", "endwhile"],
        "write braces around the statements: `{ ..; .. }`",
    ),
    (&["elseif", "elsif", "elif"], "write `else if (x = y) ..`"),
    (&["throw", "raise", "try", "catch"], "assign a result that says what went wrong"),
];

/// Words that other languages write before a procedure.
const HEADERS: &[&str] = &["proc", "procedure", "function", "func", "fn", "fun", "def", "sub", "method"];
/// Words that other languages write before a variable or a procedure.
const TYPES: &[&str] = &[
    "int", "bool", "boolean", "char", "string", "void", "var", "let", "auto", "const", "final", "static",
    "public", "private", "unsigned", "long", "object",
];
/// What other languages call `nil`.
const NIL: &[&str] = &["null", "NULL", "Null", "None", "none", "nullptr", "NIL", "Nil", "undefined"];
/// What other languages call the object of a method.
const SELF: &[&str] = &["this", "self"];

/// What to write instead of a word of a foreign statement.
pub(crate) fn instead_of(word: &str) -> Option<&'static str> {
    STATEMENTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// The message about a word of a foreign statement.
pub(crate) fn statement(word: &str, span: Span) -> Option<Diagnostic> {
    instead_of(word).map(|help| not_in_shylock(&format!("Shylock has no `{word}`."), span, help))
}

/// The message about a word before the name of a procedure.
pub(crate) fn header(word: &str, span: Span) -> Diagnostic {
    let help = "write `main :: x := new; y := x`; the body goes on up to the next procedure, and braces around it may be left out";
    let message = format!("A procedure of Shylock has a name and `::` before its body, and no `{word}`.");
    not_in_shylock(&message, span, help)
}

/// The message about a type before a variable or a parameter.
pub(crate) fn type_name(word: &str, span: Span) -> Diagnostic {
    let help = format!("leave `{word}` out: variables need no declaration, or one in a line `local x, y`");
    not_in_shylock("Shylock has no types: every value is an object or `nil`.", span, help)
}

pub(crate) fn class(span: Span) -> Diagnostic {
    let help = "leave it out: any object has any field; `field next, prev` lists the fields that may be used";
    not_in_shylock("Shylock has no classes.", span, help)
}

/// What else to say about a variable that nothing assigns.
pub(crate) fn unassigned(word: &str) -> Option<&'static str> {
    if NIL.contains(&word) {
        return Some("did you mean `nil`?");
    }
    SELF.contains(&word).then_some(
        "the object of a method is its first parameter, by the name that the procedure gives it: `m(x) :: x.f := nil`",
    )
}

/// Whether a word may be a type of another language. Names of classes begin with a capital letter.
pub(crate) fn is_type(word: &str) -> bool {
    TYPES.contains(&word) || word.starts_with(char::is_uppercase)
}

pub(crate) fn is_before_procedure(word: &str) -> bool {
    HEADERS.contains(&word) || is_type(word)
}

pub(crate) fn not_in_shylock(message: &str, span: Span, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(&codes::NOT_IN_SHYLOCK, message).at(span, "not part of the language").help(help)
}
