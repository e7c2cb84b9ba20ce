//! What users of Java and of Lisp write, and what to write instead.
//!
//! Words such as `return` and `set!` are ordinary names in Javalite. They are taken for the foreign construct only
//! where the text makes no sense otherwise.

use base::{Diagnostic, Span};

use crate::codes;
use crate::parse::word_of;
use crate::sexp::Sexp;
use crate::token::TokenKind;

/// Words that begin a list in Lisp or a statement in Java, and what to write instead.
const HEADS: &[(&[&str], &str)] = &[
    (&["let", "let*", "letrec"], "write `(var T x := e in e)`, one for each variable"),
    (&["set!", "setq", "setf"], "write `(x := e)`, and `(x $ f := e)` for a field"),
    (&["define", "defun", "lambda", "fn"], "write a method of a class: `(T m ([T x] ...) e)`"),
    (&["cond", "case", "switch", "when", "unless"], "write `(if e e else e)`"),
    (&["progn", "do", "block"], "write `(begin e ...)`"),
    (&["not"], "write `(! e)`"),
    (&["and"], "write `(a && b)`"),
    (&["or"], "write `(a || b)`"),
    (&["eq?", "eqv?", "equal?", "eq"], "write `(a = b)`"),
    (&["null?", "nil?"], "write `(e = null)`"),
    (&["return"], "leave it out: a method has the value of its body"),
    (&["for", "loop", "dotimes"], "write `(while e e)`"),
    (&["send"], "write `(x @ m (a b))`"),
    (&["throw", "raise", "error"], "write `(assert false)`"),
    (&["super"], "a method that is overridden cannot be called: give it a second name"),
];

/// Words for types and values, and what to write instead.
const WORDS: &[(&[&str], &str)] = &[
    (&["boolean", "Boolean"], "write `bool`"),
    (&["void", "Void"], "write `unit`; such a method ends with the value `unit`"),
    (&["Integer", "long", "short", "byte", "integer"], "write `int`"),
    (
        &["Object"],
        "no class is above all others: leave out `extends Object`, or declare `(class Object () ())`",
    ),
    (&["nil", "NULL", "None", "nullptr"], "write `null`"),
    (&["#t", "True", "TRUE"], "write `true`"),
    (&["#f", "False", "FALSE"], "write `false`"),
    (&["self"], "write `this`"),
    (&["String", "string", "char", "float", "double"], "types are `bool`, `int`, `unit`, and classes"),
];

fn lookup(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// Whether a list that begins with this word is a form of another language.
pub(crate) fn is_head(word: &str) -> bool {
    lookup(HEADS, word).is_some()
}

fn member_help(object: &str, member: &str) -> String {
    format!("a field is read with `({object} $ {member})`, a method called with `({object} @ {member} ())`")
}

/// What to write instead of an unknown name of a type or a value.
pub(crate) fn instead_of(word: &str) -> Option<String> {
    if let Some(help) = lookup(WORDS, word) {
        return Some(help.to_owned());
    }
    compound(word)
}

/// A name that looks like several: blanks are missing, or a dot stands for `$`.
fn compound(word: &str) -> Option<String> {
    if let Some((object, member)) = word.split_once('.')
        && !object.is_empty()
        && !member.is_empty()
    {
        return Some(member_help(object, member));
    }
    for sign in [":=", "==", "!=", "<=", ">=", "&&", "||", "$", "@", "=", "<", ">", "+", "*", "/", "%", "-"] {
        if let Some((left, right)) = word.split_once(sign)
            && !(left.is_empty() && right.is_empty())
        {
            let spaced = [left, sign, right].join(" ");
            return Some(format!("`{word}` is one name; with blanks it is `{}`", spaced.trim()));
        }
    }
    word.strip_prefix('!').filter(|rest| !rest.is_empty()).map(|rest| format!("write `(! {rest})`"))
}

pub(crate) fn comment(sign: &str, span: Span) -> Diagnostic {
    not_in_javalite(
        format!("`{sign}` begins no comment."),
        span,
        "a comment is written `; ..`, up to the end of the line",
    )
}

/// The message about a list where a class should be.
pub(crate) fn no_class(found: &Sexp, text: &str) -> Diagnostic {
    let first = found.list().and_then(|(_, items)| items.first());
    let begins = first.filter(|first| first.atom().is_some()).map(|first| &text[first.span.range()]);
    let message = match begins {
        Some(word) => format!("Expected a class, found a list that begins with `{word}`."),
        None => "Expected a class, found another list.".to_owned(),
    };
    Diagnostic::error(&codes::UNEXPECTED, message).at(found.span, "expected a class")
}

/// The form of a list that begins with a word of the language, and what to do about a usual mistake.
pub(crate) fn headed(kind: TokenKind, items: &[Sexp]) -> (&'static str, Option<&'static str>) {
    match kind {
        TokenKind::New => {
            let help = "objects are made without arguments: write the fields afterwards, `(x $ f := e)`";
            ("(new C)", (items.len() > 2).then_some(help))
        }
        TokenKind::If => {
            let help = match items.len() {
                3 => "both branches are written: `(if e e else unit)` does nothing in the second",
                4 => "the word `else` stands between the branches",
                _ => "a branch is one expression: put several into `(begin e ...)`",
            };
            ("(if e e else e)", Some(help))
        }
        TokenKind::Var => {
            let has_in = items.iter().any(|item| item.is(TokenKind::In));
            let help = match has_in {
                false => "the variable is known in the expression behind `in` only",
                true => "the body is one expression: put several into `(begin e ...)`",
            };
            ("(var T x := e in e)", Some(help))
        }
        TokenKind::While => {
            ("(while e e)", Some("the body is one expression: put several into `(begin e ...)`"))
        }
        TokenKind::Assume => ("(assume e)", None),
        TokenKind::Assert => ("(assert e)", Some("an assertion is one expression, without a text")),
        _ => ("(! e)", None),
    }
}

/// The message about a list with a sign behind its first part.
pub(crate) fn infix(kind: TokenKind, items: &[Sexp], whole: Span) -> Diagnostic {
    let word = word_of(kind);
    let signs = |item: &Sexp| item.atom().filter(|kind| kind.is_infix());
    let pair = items.windows(2).find_map(|pair| Some((signs(&pair[0])?, signs(&pair[1])?, pair[1].span)));
    if let Some((first, second, at)) = pair {
        let message =
            format!("Two signs stand next to each other: `{}` and `{}`.", word_of(first), word_of(second));
        return not_in_javalite(message, at, "put the inner expression into parentheses: `(a - (- b))`");
    }
    let (message, help) = match kind {
        TokenKind::Dollar => {
            ("This reads or writes no field.".to_owned(), "write `(x $ f)` or `(x $ f := e)`")
        }
        TokenKind::InstanceOf => ("This tests no class.".to_owned(), "write `(e instanceof C)`"),
        TokenKind::Becomes => {
            ("This is no assignment.".to_owned(), "write `(x := e)`, with one expression on the right")
        }
        _ if items.len() > 3 => (
            format!("`{word}` stands between two operands, and here are more parts."),
            "there are no priorities: each operation has parentheses of its own, as in `((a + b) + c)`",
        ),
        _ => (format!("`{word}` stands between two operands."), "write `(a + b)`"),
    };
    Diagnostic::error(&codes::UNEXPECTED, message).at(whole, "not of a form of the language").help(help)
}

/// The message about a list that has no form at all.
pub(crate) fn no_form(items: &[Sexp], whole: Span, text: &str) -> Diagnostic {
    let message = "This list is no expression.";
    let unexpected =
        Diagnostic::error(&codes::UNEXPECTED, message).at(whole, "not of a form of the language");
    let Some(first) = items.first() else {
        return unexpected.help("an expression that does nothing is written `unit` or `(begin)`");
    };
    let word = &text[first.span.range()];
    match first.atom() {
        Some(kind) if kind.is_infix() => {
            let help = match kind {
                TokenKind::Becomes => "write `(x := e)`".to_owned(),
                _ => format!("write `(a {word} b)`, one operation in each pair of parentheses"),
            };
            not_in_javalite(
                format!("`{word}` stands between its operands, not before them."),
                first.span,
                help,
            )
        }
        Some(TokenKind::Symbol) => match lookup(HEADS, word) {
            Some(help) => not_in_javalite(format!("Javalite has no `{word}`."), first.span, help),
            None => symbol(items, word, whole, text),
        },
        Some(TokenKind::Else | TokenKind::In | TokenKind::Extends | TokenKind::Class) => {
            unexpected.help("the word belongs to a larger form")
        }
        Some(_) if items.len() == 1 => unexpected.help(format!("leave out the parentheses: `{word}`")),
        Some(_) => unexpected.help("a call is written `(x @ m (a b))`, a sequence `(begin e ...)`"),
        None if items.len() == 1 => unexpected.help("leave out the parentheses around it"),
        None => unexpected.help("a sequence is written `(begin e ...)`"),
    }
}

/// A list that begins with a name and is no cast.
fn symbol(items: &[Sexp], word: &str, whole: Span, text: &str) -> Diagnostic {
    let message = format!("`{word}` is no class, so this is no cast, and it is no other expression.");
    let diagnostic =
        Diagnostic::error(&codes::UNEXPECTED, message).at(whole, "not of a form of the language");
    if let Some(help) = instead_of(word) {
        return diagnostic.help(help);
    }
    match items.len() {
        3 if &text[items[1].span.range()] == "." => {
            let member = &text[items[2].span.range()];
            diagnostic.help(member_help(word, member))
        }
        1 => diagnostic
            .help(format!("leave out the parentheses: `{word}`; a call is written `(this @ {word} ())`")),
        _ => diagnostic.help(format!("a method is called on an object: `(this @ {word} (a b))`")),
    }
}

pub(crate) fn not_in_javalite(message: impl Into<String>, span: Span, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(&codes::NOT_IN_JAVALITE, message).at(span, "not part of the language").help(help)
}
