//! The two sides of a comparison: their kinds, and what is said where they do not fit.

use base::{Diagnostic, Span, similar};
use ir::{Decimal, EnumId, Real, Type, Value};
use logic::{Literal, Path, Relation, Sides, Term};

use crate::codes;
use crate::kind::{Kind, texts};
use crate::names::Names;
use crate::paths::{Before, Dead, TypedPath, What};
use crate::proposition::{Operand, PathFrom, Proposition};

/// A side of a comparison, as what it can be.
enum Side {
    Path(TypedPath),
    /// One literal or constant, of one kind or another.
    Constant(Vec<(Kind, Operand)>),
}

impl Side {
    fn kinds(&self) -> Vec<Kind> {
        match self {
            Side::Path(path) => path.kinds(),
            Side::Constant(candidates) => candidates.iter().map(|(kind, _)| *kind).collect(),
        }
    }

    fn is_constant(&self) -> bool {
        matches!(self, Side::Constant(_))
    }

    fn of_kind(self, names: &Names<'_>, kind: Kind) -> Option<Operand> {
        match self {
            Side::Path(path) => {
                path.of_kind(names, kind).map(|(path, by_bits)| Operand::Path { path, by_bits })
            }
            Side::Constant(candidates) => {
                candidates.into_iter().find(|(of, _)| *of == kind).map(|(_, operand)| operand)
            }
        }
    }
}

/// Finds out what comparisons compare.
pub(crate) struct Comparisons<'a, 'p> {
    pub(crate) names: &'a Names<'p>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Comparisons<'_, '_> {
    /// A comparison, or nothing if something was reported.
    pub(crate) fn compare(
        &mut self,
        relation: Relation,
        terms: [&Term; 2],
        places: Sides,
    ) -> Option<Proposition> {
        let left = self.side(terms[0], places.left);
        let right = self.side(terms[1], places.right);
        let (left, right) = left.zip(right)?;
        let kind = self.common_kind(&left, &right, terms, places)?;
        if relation != Relation::Equal && !kind.is_ordered(self.names.program()) {
            self.unordered(relation, kind, places);
            return None;
        }
        self.check_range(&left, terms[1], places.right)?;
        self.check_range(&right, terms[0], places.left)?;
        let sides = left.of_kind(self.names, kind).zip(right.of_kind(self.names, kind));
        if sides.is_none() {
            self.ambiguous(terms, places);
        }
        let (left, right) = sides?;
        Some(Proposition::Compare { relation, kind, left, right })
    }

    /// A path to a truth value as an atom.
    pub(crate) fn holds(&mut self, path: &Path, span: Span) -> Option<Proposition> {
        let typed = self.typed(path, span)?;
        let kinds = typed.kinds();
        if !kinds.contains(&Kind::Truth) {
            let message = format!("`{path}` is no truth value.");
            let what = self.described(&kinds);
            let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message).at(span, what);
            let example = if kinds == [Kind::Reference] { "nil" } else { "..." };
            self.diagnostics.push(diagnostic.help(format!("compare it, as in `{path} == {example}`")));
            return None;
        }
        let (path, by_bits) = typed.of_kind(self.names, Kind::Truth)?;
        let left = Operand::Path { path, by_bits };
        let right = Operand::Constant(Value::Bool(true));
        Some(Proposition::Compare { relation: Relation::Equal, kind: Kind::Truth, left, right })
    }

    /// A path to an object or nil.
    pub(crate) fn reference(&mut self, path: &Path, span: Span) -> Option<PathFrom> {
        let typed = self.typed(path, span)?;
        if !typed.kinds().contains(&Kind::Reference) {
            let (what, name) = match path.steps.last() {
                Some(logic::Step::Field(field)) => (What::Field, field.clone()),
                Some(logic::Step::Element(_)) => (What::Element, path.variable.clone()),
                None => (What::Variable, path.variable.clone()),
            };
            self.diagnostics.push(plain_value(&Before { what, name }, span));
            return None;
        }
        typed.of_kind(self.names, Kind::Reference).map(|(path, _)| path)
    }

    fn side(&mut self, term: &Term, span: Span) -> Option<Side> {
        match term {
            Term::Literal(literal) => self.literal(literal, span).map(Side::Constant),
            Term::Path(path) => match path.as_name().map(|name| self.constants(name)) {
                Some(constants) if !constants.is_empty() => Some(Side::Constant(constants)),
                Some(_) | None => self.typed(path, span).map(Side::Path),
            },
        }
    }

    /// What a name is that is no variable: nil, or a constant of an enum.
    fn constants(&self, name: &str) -> Vec<(Kind, Operand)> {
        if self.names.is_nil(name) {
            let text =
                texts(self.names.program()).map(|id| (Kind::Enum(id), Operand::Constant(Value::Int(0))));
            return [(Kind::Reference, Operand::Constant(Value::Null))].into_iter().chain(text).collect();
        }
        if self.names.variable(name).is_some() {
            return Vec::new();
        }
        let constant =
            |&(id, number): &(EnumId, i64)| (Kind::Enum(id), Operand::Constant(Value::Int(number)));
        self.names.constants(name).iter().map(constant).collect()
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> Option<Vec<(Kind, Operand)>> {
        match literal {
            Literal::Truth(truth) => Some(vec![(Kind::Truth, Operand::Constant(Value::Bool(*truth)))]),
            Literal::Number(digits) => {
                let found = number(digits);
                if found.is_empty() {
                    let message = format!("`{digits}` has too many digits.");
                    let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message);
                    self.diagnostics.push(diagnostic.at(span, "no number of a program"));
                }
                Some(found).filter(|found| !found.is_empty())
            }
            Literal::Text(text) => self.text(text, span),
        }
    }

    fn text(&mut self, text: &str, span: Span) -> Option<Vec<(Kind, Operand)>> {
        let program = self.names.program();
        let id = texts(program);
        let known = id.map_or(&[][..], |id| &program.enums[id].constants);
        // The first is null.
        if let (Some(id), Some(at)) = (id, known.iter().skip(1).position(|constant| constant == text)) {
            return Some(vec![(Kind::Enum(id), Operand::Constant(Value::Int(at as i64 + 1)))]);
        }
        let message = format!("The text `\"{text}\"` is nowhere in the program.");
        let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message).at(span, "no such text");
        let similar = similar::nearest(known.iter().skip(1).map(String::as_str), text);
        self.diagnostics.push(match similar.first() {
            Some(similar) => diagnostic.help(similar::did_you_mean(format!("\"{similar}\""))),
            None => diagnostic,
        });
        None
    }

    fn typed(&mut self, path: &Path, span: Span) -> Option<TypedPath> {
        match self.names.typed(path) {
            Ok(typed) => Some(typed),
            Err(dead) => {
                self.dead(&dead, span);
                None
            }
        }
    }

    /// The kind that both sides have.
    fn common_kind(&mut self, left: &Side, right: &Side, terms: [&Term; 2], places: Sides) -> Option<Kind> {
        let (of_left, of_right) = (left.kinds(), right.kinds());
        let mut common = of_left.iter().copied().filter(|kind| of_right.contains(kind));
        match (common.next(), common.next()) {
            (Some(kind), None) => Some(kind),
            (Some(kind), Some(_)) if left.is_constant() && right.is_constant() => Some(kind),
            (Some(_), Some(_)) => {
                self.ambiguous(terms, places);
                None
            }
            (None, _) => {
                self.do_not_fit(&of_left, &of_right, terms, places);
                None
            }
        }
    }

    fn do_not_fit(&mut self, left: &[Kind], right: &[Kind], terms: [&Term; 2], places: Sides) {
        let message = format!("`{}` and `{}` cannot be compared.", terms[0], terms[1]);
        let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message);
        let mut diagnostic =
            diagnostic.at(places.left, self.described(left)).at(places.right, self.described(right));
        let constants = left.iter().chain(right).find_map(|kind| match kind {
            Kind::Enum(id) if Some(*id) != texts(self.names.program()) => Some(*id),
            Kind::Reference
            | Kind::Truth
            | Kind::Number
            | Kind::Decimal
            | Kind::Real
            | Kind::Enum(_)
            | Kind::String => None,
        });
        if let Some(id) = constants {
            let def = &self.names.program().enums[id];
            let some = def.constants.iter().take(5).map(|name| format!("`{name}`")).collect::<Vec<_>>();
            diagnostic =
                diagnostic.help(format!("the constants of `{}` begin with {}", def.name, some.join(", ")));
        } else if left == [Kind::Truth] || right == [Kind::Truth] {
            diagnostic =
                diagnostic.help("a truth value is compared with `true`, `false` or another truth value");
        }
        self.diagnostics.push(diagnostic);
    }

    fn ambiguous(&mut self, terms: [&Term; 2], places: Sides) {
        let message =
            format!("`{}` and `{}` can be compared as values of several types.", terms[0], terms[1]);
        let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message);
        let label = "the names belong to variables or fields of several types";
        let diagnostic = diagnostic.at(places.left.to(places.right), label);
        self.diagnostics
            .push(diagnostic.help("say of which procedure a local variable is, as in `Worker@0.x`"));
    }

    fn unordered(&mut self, relation: Relation, kind: Kind, places: Sides) {
        let what = kind.described(self.names.program());
        let message = format!("`{}` compares numbers and constants of enums.", relation.sign());
        let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message);
        let diagnostic = diagnostic.at(places.left, what.clone()).at(places.right, what);
        self.diagnostics.push(diagnostic.help("only `==` and `!=` compare such values"));
    }

    /// A number that no value of the other side can be is a mistake.
    fn check_range(&mut self, side: &Side, other: &Term, span: Span) -> Option<()> {
        let (Side::Path(path), Term::Literal(Literal::Number(digits))) = (side, other) else {
            return Some(());
        };
        let bounds = Names::bounds(&path.types).zip(digits.parse::<i128>().ok());
        let Some(((low, high), number)) = bounds else { return Some(()) };
        if (low..=high).contains(&number) {
            return Some(());
        }
        let message = format!("The number {number} is out of range.");
        let diagnostic = Diagnostic::error(&codes::TYPES_DO_NOT_FIT, message);
        let label = format!("what it is compared with is {low} to {high}");
        self.diagnostics.push(diagnostic.at(span, label));
        None
    }

    fn described(&self, kinds: &[Kind]) -> String {
        let program = self.names.program();
        let mut all: Vec<String> = kinds.iter().map(|kind| kind.described(program)).collect();
        all.dedup();
        // A literal fits more than it is meant for.
        match kinds {
            [Kind::Number, Kind::Decimal, ..] => "a number".to_owned(),
            [Kind::Decimal, Kind::Real] => "a number with a fraction".to_owned(),
            [Kind::Reference, Kind::Enum(_)] => "nil".to_owned(),
            _ => all.join(" or "),
        }
    }

    fn dead(&mut self, dead: &Dead, span: Span) {
        let error = |code, message: String, label: &str| Diagnostic::error(code, message).at(span, label);
        let diagnostic = match dead {
            // Names that mean nothing are reported by themselves.
            Dead::Unknown => return,
            Dead::Plain { before } => plain_value(before, span),
            Dead::NoField { field, class } => {
                let message = format!("Objects of `{class}` have no field `{field}`.");
                error(&codes::UNKNOWN_NAME, message, "leads nowhere")
            }
            Dead::NoArray { before } => {
                let message = format!("`{before}` is no array.");
                error(&codes::NO_SUCH_ELEMENT, message, "has no elements")
            }
            Dead::NoElement { index, length } => {
                let message = format!("There is no element {index} in an array of {length}.");
                error(&codes::NO_SUCH_ELEMENT, message, "leads nowhere").help("elements are counted from 0")
            }
            Dead::IndexIsNoInteger { index } => {
                let message = format!("`{index}` is no integer.");
                error(&codes::NO_SUCH_ELEMENT, message, "elements have numbers")
            }
            Dead::NoLocal { variable, procedure } => {
                let message = format!("The procedure `{procedure}` has no local variable `{variable}`.");
                let diagnostic = error(&codes::UNKNOWN_NAME, message, "no such variable");
                let known = self.names.locals_of(procedure);
                match similar::nearest(known.into_iter(), variable).first() {
                    Some(similar) => diagnostic.help(similar::did_you_mean(similar)),
                    None => diagnostic,
                }
            }
        };
        self.diagnostics.push(diagnostic);
    }
}

/// What digits can be: an integer, a decimal number, a floating-point number.
fn number(digits: &str) -> Vec<(Kind, Operand)> {
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let signed = |decimal: Decimal| if unsigned == digits { decimal } else { decimal.negated() };
    let integer = digits.parse::<i128>().ok().map(|number| (Kind::Number, Operand::Number(number)));
    let decimal = Decimal::parse(unsigned)
        .map(|number| (Kind::Decimal, Operand::Constant(Value::Decimal(signed(number)))));
    let real = digits.parse::<f64>().ok().filter(|number| number.is_finite());
    let real = real.map(|number| (Kind::Real, Operand::Constant(Value::Real(Real::from(number)))));
    [integer, decimal, real].into_iter().flatten().collect()
}

/// Something plain where an object is needed.
fn plain_value(before: &Before, span: Span) -> Diagnostic {
    let Before { what, name } = before;
    let holder = match what {
        What::Variable => format!("The variable `{name}`"),
        What::Field => format!("The field `{name}`"),
        What::Element => format!("An element of `{name}`"),
    };
    let message = format!("{holder} holds a plain value, and an object is needed here.");
    Diagnostic::error(&codes::NOT_A_REFERENCE, message).at(span, "no reference")
}

/// Whether the type is that of truth values.
pub(crate) fn is_truth(types: &[Type]) -> bool {
    types.contains(&Type::Bool) && !types.iter().any(|ty| ty.is_reference())
}
