//! What is shown of paths, evaluated in concrete heaps.
//!
//! The conditions of a path are texts over the heap in which it begins: `this.next != null`, `to.n + 1 < limit`. They
//! are simplified under what is known where they stand, so this module reads them as a person does, without a look at
//! the engine: names are access paths from parameters, and a part is read only where the parts before it allow that.
//! Of the examples of all paths, exactly the own one fulfils the conditions of a path; and what its postcondition says,
//! and nothing else, becomes of it.

mod expressions;

use std::time::Duration;

use base::{Id, SourceMap};
use ir::{ClassKind, ObjectId, Program, Value};
use report::twin::explore::path::ExploredPath as Twin;
use report::{ExploreInput, ExploreReport};
use verdict::{Exploration, ExploreQuery, ExploredPath, GivenObject, Limits, OpenCall, PathExample};

use self::expressions::{Expression, parse};
use crate::symbolic::agreement::Disagreement;

/// What was evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluated {
    pub conditions: u64,
    /// Lines of postconditions.
    pub effects: u64,
    /// Conditions that other examples than the own one do not fulfil.
    pub excluded: u64,
}

impl Evaluated {
    /// What was evaluated altogether.
    #[must_use]
    pub fn plus(self, other: Evaluated) -> Evaluated {
        let Evaluated { conditions, effects, excluded } = other;
        Evaluated {
            conditions: self.conditions + conditions,
            effects: self.effects + effects,
            excluded: self.excluded + excluded,
        }
    }
}

/// Evaluates all texts of an exploration with examples, in arithmetic of so many bits that wraps. The
/// examples of `others` fulfil the conditions of their own paths only.
pub fn evaluate(
    program: &Program,
    sources: &SourceMap,
    query: &ExploreQuery,
    exploration: &Exploration,
    others: &[ExploredPath],
    bits: u32,
) -> Result<Evaluated, Disagreement> {
    let report = report(program, sources, query, exploration);
    let mut evaluated = Evaluated::default();
    for (path, shown) in exploration.paths.iter().zip(&report.paths) {
        let Some(example) = &path.example else { continue };
        let fail = |what: String| {
            format!(
                "{what}, in path {} with\n{:#?}\n{:#?}",
                shown.number, shown.precondition, shown.postcondition
            )
        };
        let own = Heap { program, bits, example };
        for condition in readable(&shown.precondition) {
            match own.truth(condition) {
                Ok(true) => evaluated.conditions += 1,
                other => return Err(fail(format!("the example has {other:?} for `{condition}`"))),
            }
        }
        evaluated.effects += own.check_effects(shown).map_err(fail)?;
        let is_whole = readable(&shown.precondition).count() == shown.precondition.len();
        for other in others {
            let Some(example) = &other.example else { continue };
            // A free choice is none of the heap.
            if !is_whole
                || other.path == path.path
                || !(own.example.choices.is_empty() && example.choices.is_empty())
            {
                continue;
            }
            let heap = Heap { program, bits, example };
            if heap.fulfils(&shown.precondition).map_err(fail)? {
                return Err(fail(format!("the example of another path fulfils the condition: {example:?}")));
            }
            evaluated.excluded += 1;
        }
    }
    Ok(evaluated)
}

fn report(
    program: &Program,
    sources: &SourceMap,
    query: &ExploreQuery,
    exploration: &Exploration,
) -> ExploreReport {
    ExploreReport::new(&ExploreInput {
        sources,
        file: "texts",
        language: "core",
        program,
        call: &OpenCall::of_one("test".to_owned(), query.entry, query.receiver.clone()),
        queries: std::slice::from_ref(query),
        limits: Limits::default(),
        timeout: None::<Duration>,
        engine: "symbolic",
        exploration,
        dropped_examples: 0,
        cover: None,
        uncovered: None,
        peak_resident_bytes: None,
        warnings: &[],
    })
}

/// Long texts end before all is said, and the numbers of choices are not those of values.
fn readable(texts: &[String]) -> impl Iterator<Item = &str> {
    let texts = texts.iter().map(String::as_str);
    texts.filter(|text| !text.contains('…') && !text.contains("...") && !text.contains("choice "))
}

/// A value of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    Number(i64),
    Truth(bool),
    Reference(Option<ObjectId>),
}

/// The heap in which an example begins.
struct Heap<'a> {
    program: &'a Program,
    bits: u32,
    example: &'a PathExample,
}

impl Heap<'_> {
    /// Whether all conditions hold. What is behind one that does not hold need not be defined.
    fn fulfils(&self, conditions: &[String]) -> Result<bool, Disagreement> {
        for condition in conditions {
            if !self.truth(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn truth(&self, text: &str) -> Result<bool, Disagreement> {
        match self.value(&parse(text)?)? {
            Term::Truth(truth) => Ok(truth),
            other => Err(format!("`{text}` is {other:?} in {:?}", self.example)),
        }
    }

    /// Each line of a postcondition is true, and what no line is about is as before.
    fn check_effects(&self, shown: &Twin) -> Result<u64, Disagreement> {
        let mut changed = Vec::new();
        let lines: Vec<&str> = readable(&shown.postcondition).collect();
        for line in &lines {
            let (condition, equation) = line.split_once(" => ").unwrap_or(("true", line));
            if !self.truth(condition)? {
                continue;
            }
            let (place, value) = equation.split_once(" == ").ok_or_else(|| format!("no equation: {line}"))?;
            let expected = self.value(&parse(value)?)?;
            let left = match place.strip_prefix("result") {
                Some(number) => self.result(number.trim().parse().unwrap_or(1))?,
                None => {
                    let (holder, field) =
                        place.rsplit_once('.').ok_or_else(|| format!("no field: {line}"))?;
                    let object = self.object(holder)?;
                    changed.push((object, field));
                    self.field(&self.example.end.objects, object, field)?
                }
            };
            if left != expected {
                return Err(format!("`{line}`: it is {left:?}, not {expected:?}, after {:?}", self.example));
            }
        }
        if lines.len() == shown.postcondition.len() {
            self.check_frame(&changed)?;
        }
        Ok(lines.len() as u64)
    }

    fn check_frame(&self, changed: &[(ObjectId, &str)]) -> Result<(), Disagreement> {
        let (before, after) = (&self.example.start.objects, &self.example.end.objects);
        for (at, (before, after)) in before.iter().zip(after).enumerate() {
            for (slot, (old, new)) in before.slots.iter().zip(&after.slots).enumerate() {
                let ClassKind::Record { fields, .. } = &self.program.classes[before.class].kind else {
                    continue;
                };
                let name = &self.program.fields[fields[slot]].name;
                let is_listed = changed.iter().any(|&(object, field)| object.index() == at && field == name);
                if old != new && !is_listed {
                    return Err(format!(
                        "no line says that {name} of #{} changes: {:?}",
                        at + 1,
                        self.example
                    ));
                }
            }
        }
        Ok(())
    }

    fn result(&self, number: usize) -> Result<Term, Disagreement> {
        let value = self.example.end.results.get(number - 1);
        value.map(|&value| term(value)).ok_or_else(|| format!("there is no result {number}"))
    }

    fn object(&self, name: &str) -> Result<ObjectId, Disagreement> {
        match self.value(&parse(name)?)? {
            Term::Reference(Some(object)) => Ok(object),
            other => Err(format!("`{name}` is {other:?} in {:?}", self.example)),
        }
    }

    fn value(&self, expression: &Expression) -> Result<Term, Disagreement> {
        match expression {
            Expression::Null => Ok(Term::Reference(None)),
            Expression::Truth(truth) => Ok(Term::Truth(*truth)),
            Expression::Number(number) => Ok(Term::Number(*number)),
            Expression::Name(path) => self.named(path),
            Expression::Is(object, class) => match self.value(object)? {
                Term::Reference(Some(object)) => {
                    let of = self.example.start.objects[object.index()].class;
                    Ok(Term::Truth(self.program.classes[of].name == *class))
                }
                other => Err(format!("{other:?} has no class")),
            },
            Expression::Unary(sign, arg) => match (sign.as_str(), self.value(arg)?) {
                ("!", Term::Truth(truth)) => Ok(Term::Truth(!truth)),
                ("-", Term::Number(number)) => Ok(Term::Number(self.wrap(-i128::from(number)))),
                ("~", Term::Number(number)) => Ok(Term::Number(!number)),
                (sign, other) => Err(format!("{sign} of {other:?}")),
            },
            Expression::Binary(sign, left, right) => self.binary(sign, left, right),
            Expression::Overflows(arg) => {
                let exact = self.exact(arg)?;
                Ok(Term::Truth(i128::from(self.wrap(exact)) != exact))
            }
            Expression::Bit(at, number) => match self.value(number)? {
                Term::Number(number) => Ok(Term::Truth(number >> at & 1 == 1)),
                other => Err(format!("a bit of {other:?}")),
            },
            Expression::Choice(condition, yes, no) => match self.value(condition)? {
                Term::Truth(true) => self.value(yes),
                Term::Truth(false) => self.value(no),
                other => Err(format!("{other:?} as a condition")),
            },
        }
    }

    fn binary(&self, sign: &str, left: &Expression, right: &Expression) -> Result<Term, Disagreement> {
        // A part that reads what is not there says nothing where another part decides.
        if let "&&" | "||" = sign {
            let decides = Term::Truth(sign == "||");
            let (left, right) = (self.value(left), self.value(right));
            return match (&left, &right) {
                (Ok(value), _) | (_, Ok(value)) if *value == decides => Ok(decides),
                (Ok(_), _) => right,
                (Err(_), _) => left,
            };
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match (sign, left, right) {
            ("==", left, right) => Ok(Term::Truth(left == right)),
            ("!=", left, right) => Ok(Term::Truth(left != right)),
            (sign, Term::Number(left), Term::Number(right)) => match sign {
                "<" => Ok(Term::Truth(left < right)),
                "<=" => Ok(Term::Truth(left <= right)),
                ">" => Ok(Term::Truth(left > right)),
                ">=" => Ok(Term::Truth(left >= right)),
                sign => Ok(Term::Number(self.wrap(computed(sign, left, right)?))),
            },
            other => Err(format!("a text with {other:?}")),
        }
    }

    /// The result of an operation before it wraps.
    fn exact(&self, expression: &Expression) -> Result<i128, Disagreement> {
        let number = |expression: &Expression| match self.value(expression)? {
            Term::Number(number) => Ok(number),
            other => Err(format!("{other:?} as a number")),
        };
        match expression {
            Expression::Unary(_, arg) => Ok(-i128::from(number(arg)?)),
            Expression::Binary(sign, left, right) => computed(sign, number(left)?, number(right)?),
            other => Err(format!("{other:?} overflows")),
        }
    }

    fn wrap(&self, exact: i128) -> i64 {
        let unused = i128::BITS - self.bits;
        ((exact << unused) >> unused) as i64
    }

    /// A parameter or an object that the path makes, and fields from there on.
    fn named(&self, path: &[String]) -> Result<Term, Disagreement> {
        let Some((root, fields)) = path.split_first() else { return Err("an empty name".to_owned()) };
        let start = &self.example.start;
        let mut value = match root.strip_prefix("new ") {
            Some(class) => self.made(class)?,
            None => {
                let mut params = self.program.procs[start.proc].params();
                let at = params.position(|(_, param)| param.name == *root);
                term(start.args[at.ok_or_else(|| format!("no parameter `{root}`"))?])
            }
        };
        for field in fields {
            let Term::Reference(Some(object)) = value else {
                return Err(format!("`{}` reads {value:?} in {start:?}", path.join(".")));
            };
            value = self.field(&start.objects, object, field)?;
        }
        Ok(value)
    }

    /// `Node`, or `Node 2` for the second one.
    fn made(&self, name: &str) -> Result<Term, Disagreement> {
        let (class, number) = name.split_once(' ').unwrap_or((name, "1"));
        let n_given = self.example.start.objects.len();
        let made = self.example.end.objects.iter().enumerate().skip(n_given);
        let mut of_class = made.filter(|(_, made)| self.program.classes[made.class].name == class);
        let found = number.parse::<usize>().ok().and_then(|number| of_class.nth(number - 1));
        found.map(|(at, _)| Term::Reference(Some(Id::new(at)))).ok_or_else(|| format!("no `new {name}`"))
    }

    fn field(&self, objects: &[GivenObject], object: ObjectId, name: &str) -> Result<Term, Disagreement> {
        let given = &objects[object.index()];
        let class = &self.program.classes[given.class];
        let ClassKind::Record { fields, .. } = &class.kind else {
            return Err(format!("a field `{name}` of `{}`", class.name));
        };
        let slot = fields.iter().position(|&field| self.program.fields[field].name == name);
        slot.map(|slot| term(given.slots[slot]))
            .ok_or_else(|| format!("no field `{name}` of `{}`", class.name))
    }
}

fn term(value: Value) -> Term {
    match value {
        Value::Null => Term::Reference(None),
        Value::Ref(object) => Term::Reference(Some(object)),
        Value::Bool(truth) => Term::Truth(truth),
        Value::Int(number) => Term::Number(number),
        Value::Real(_) | Value::Decimal(_) | Value::String(_) => panic!("{value:?} in a text"),
    }
}

fn computed(sign: &str, left: i64, right: i64) -> Result<i128, Disagreement> {
    let (left, right) = (i128::from(left), i128::from(right));
    let nothing = || format!("{left} {sign} {right}");
    match sign {
        "+" => Ok(left + right),
        "-" => Ok(left - right),
        "*" => Ok(left * right),
        "/" => left.checked_div(right).ok_or_else(nothing),
        "%" => left.checked_rem(right).ok_or_else(nothing),
        "&" => Ok(left & right),
        "|" => Ok(left | right),
        "^" => Ok(left ^ right),
        _ => Err(nothing()),
    }
}
