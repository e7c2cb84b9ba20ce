//! Rite: regular expressions over variables (tests) and fields (steps).
//!
//! `r ::= eps | x | !x | f | r.r | r + r | r*`. From an object, `eps` stays, `x` stays if the variable `x` points to
//! it, `!x` stays if `x` does not, `f` goes along the field `f`; `.` is one after the other, `+` is choice, `*` is any
//! number of times. As a proposition, `r` holds in a heap when every visible object can go *somewhere* by `r`.
//!
//! An expression is kept as its postfix code: a flat list that compares, hashes and drops without recursion, however
//! deep the expression is, and that a stack machine turns into a relation or an automaton from left to right. Whether a
//! name is a variable or a field is for the caller to resolve.

use std::fmt;

use crate::term::Path;
use crate::vocabulary::spelling;

/// One instruction of the postfix code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RiteOp {
    /// Pushes the expression that stays.
    Eps,
    /// Pushes the test of a variable or the step along a field.
    Name(String),
    /// Pushes the test that a variable points elsewhere.
    Not(String),
    /// Pops the second and the first part of a sequence.
    Concat,
    /// Pops two alternatives.
    Sum,
    /// Pops what is repeated.
    Star,
}

/// A regular expression over the heap. The code is never malformed: it leaves one expression on the stack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rite {
    code: Vec<RiteOp>,
}

impl Rite {
    pub fn eps() -> Self {
        Self { code: vec![RiteOp::Eps] }
    }

    pub fn name(name: impl Into<String>) -> Self {
        Self { code: vec![RiteOp::Name(name.into())] }
    }

    pub fn not(variable: impl Into<String>) -> Self {
        Self { code: vec![RiteOp::Not(variable.into())] }
    }

    #[must_use]
    pub fn then(mut self, next: Rite) -> Self {
        self.code.extend(next.code);
        self.code.push(RiteOp::Concat);
        self
    }

    #[must_use]
    pub fn or(mut self, other: Rite) -> Self {
        self.code.extend(other.code);
        self.code.push(RiteOp::Sum);
        self
    }

    /// Any number of times; `r**` is `r*`.
    #[must_use]
    pub fn star(mut self) -> Self {
        if self.code.last() != Some(&RiteOp::Star) {
            self.code.push(RiteOp::Star);
        }
        self
    }

    /// The expression of some code, if the code is well-formed.
    pub fn from_code(code: Vec<RiteOp>) -> Option<Self> {
        let mut height = 0usize;
        for op in &code {
            let (pops, pushes) = match op {
                RiteOp::Eps | RiteOp::Name(_) | RiteOp::Not(_) => (0, 1),
                RiteOp::Concat | RiteOp::Sum => (2, 1),
                RiteOp::Star => (1, 1),
            };
            height = height.checked_sub(pops)? + pushes;
        }
        (height == 1).then_some(Self { code })
    }

    pub fn code(&self) -> &[RiteOp] {
        &self.code
    }

    /// The path `x.f.g` that this expression is, if it is nothing else.
    pub fn as_path(&self) -> Option<Path> {
        self.as_path_or_negation().filter(|(_, negated)| !negated).map(|(path, _)| path)
    }

    /// The path `x.f.g` or `!x.f.g`, and whether it begins with `!`.
    pub fn as_path_or_negation(&self) -> Option<(Path, bool)> {
        let (variable, negated, rest) = match self.code.split_first()? {
            (RiteOp::Name(variable), rest) => (variable, false, rest),
            (RiteOp::Not(variable), rest) => (variable, true, rest),
            (RiteOp::Eps | RiteOp::Concat | RiteOp::Sum | RiteOp::Star, _) => return None,
        };
        let mut fields = Vec::new();
        for pair in rest.chunks(2) {
            let [RiteOp::Name(field), RiteOp::Concat] = pair else { return None };
            fields.push(field.clone());
        }
        Some((Path::of_fields(variable.clone(), fields), negated))
    }

    /// Whether the outermost operator is a choice, which readers want in parentheses.
    pub fn is_sum(&self) -> bool {
        self.code.last() == Some(&RiteOp::Sum)
    }
}

/// How tightly the outermost operator of a part binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Concat,
    Tight,
}

/// What is still to be written: a sign, or the part whose code ends here, in parentheses if it binds less tightly.
enum Piece {
    Sign(&'static str),
    Part(usize, Binding),
}

impl Rite {
    /// For each instruction, where the code of its operands begins.
    fn starts(&self) -> Vec<usize> {
        let mut starts: Vec<usize> = Vec::with_capacity(self.code.len());
        for (at, op) in self.code.iter().enumerate() {
            starts.push(match op {
                RiteOp::Eps | RiteOp::Name(_) | RiteOp::Not(_) => at,
                RiteOp::Star => starts[at - 1],
                RiteOp::Concat | RiteOp::Sum => starts[starts[at - 1] - 1],
            });
        }
        starts
    }
}

impl fmt::Display for Rite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let starts = self.starts();
        let mut pieces = vec![Piece::Part(self.code.len() - 1, Binding::Sum)];
        while let Some(piece) = pieces.pop() {
            let (at, least) = match piece {
                Piece::Sign(sign) => {
                    f.write_str(sign)?;
                    continue;
                }
                Piece::Part(at, least) => (at, least),
            };
            let (sign, binding, right_least) = match &self.code[at] {
                RiteOp::Eps => {
                    f.write_str("eps")?;
                    continue;
                }
                RiteOp::Name(name) => {
                    f.write_str(&spelled(name))?;
                    continue;
                }
                RiteOp::Not(name) => {
                    write!(f, "!{}", spelled(name))?;
                    continue;
                }
                RiteOp::Star => {
                    pieces.extend([Piece::Sign("*"), Piece::Part(at - 1, Binding::Tight)]);
                    continue;
                }
                RiteOp::Concat => (".", Binding::Concat, Binding::Tight),
                RiteOp::Sum => (" + ", Binding::Sum, Binding::Concat),
            };
            if binding < least {
                f.write_str("(")?;
                pieces.push(Piece::Sign(")"));
            }
            let left = Piece::Part(starts[at - 1] - 1, binding);
            pieces.extend([Piece::Part(at - 1, right_least), Piece::Sign(sign), left]);
        }
        Ok(())
    }
}

/// Words with a meaning of their own; as names they stand in backquotes.
const WORDS: [&str; 14] =
    ["true", "false", "eps", "ε", "some", "unchanged", "X", "O", "F", "G", "U", "R", "W", "M"];

/// Whether a name can stand without backquotes.
fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    let is_word = || WORDS.contains(&name) || spelling(name).is_some();
    characters.next().is_some_and(starts_name) && characters.all(continues_name) && !is_word()
}

/// A name with so many parts between points at most needs no backquotes.
pub(crate) const MAX_PARTS: usize = 4;

/// Whether a name has points and can stand without backquotes.
pub(crate) fn is_dotted(name: &str) -> bool {
    let parts = name.split('.').count();
    (2..=MAX_PARTS).contains(&parts) && name.split('.').all(is_plain)
}

pub(crate) fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}

pub(crate) fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// A name as it is written in a formula.
pub(crate) fn spelled(name: &str) -> String {
    if is_plain(name) || is_dotted(name) { name.to_owned() } else { format!("`{name}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_keeps_the_structure() {
        let x = || Rite::name("x");
        let cases = [
            (x().then(Rite::name("f").star()).then(Rite::name("nil")).or(Rite::not("x")), "x.f*.nil + !x"),
            (x().or(Rite::eps()).star().then(x()), "(x + eps)*.x"),
            (x().then(x().then(x())), "x.(x.x)"),
            (x().or(x().or(Rite::name("G"))), "x + (x + `G`)"),
            (x().then(x()).star().star(), "(x.x)*"),
        ];
        for (rite, text) in cases {
            assert_eq!(rite.to_string(), text);
        }
    }

    #[test]
    fn code_is_checked() {
        assert_eq!(Rite::from_code(vec![RiteOp::Eps, RiteOp::Star]), Some(Rite::eps().star()));
        assert_eq!(Rite::from_code(vec![RiteOp::Eps, RiteOp::Sum]), None);
        assert_eq!(Rite::from_code(vec![RiteOp::Eps, RiteOp::Eps]), None);
        assert_eq!(Rite::from_code(Vec::new()), None);
    }

    #[test]
    fn only_plain_chains_of_names_are_paths() {
        let path = Rite::name("x").then(Rite::name("f")).then(Rite::name("g")).as_path();
        assert_eq!(path.map(|path| path.to_string()), Some("x.f.g".to_owned()));
        assert_eq!(Rite::name("x").then(Rite::name("f").then(Rite::name("g"))).as_path(), None);
        assert_eq!(Rite::name("x").star().as_path(), None);
        assert_eq!(Rite::eps().as_path(), None);
    }
}
