//! The form of summaries that come from outside: ids in range, objects numbered by first occurrence, spots
//! that exist, values that fit their types. Whether they are true is another question.
//!
//! An object of a pattern has *candidates*: the classes that all places where it occurs allow. There must be one at
//! least, and a spot of the object must hold the same type in all of them. So whatever is read from a well-formed
//! pattern is of its static type. Elements of arrays are the exception, since an array may be of the class of its
//! reference or of one below it: what is read is of the element type of some candidate, so of the static type too; what
//! is written must be of the element types of all.

use std::collections::HashMap;
use std::fmt;

use base::Id;
use ir::{ClassId, ClassKind, IntType, ObjectId, Program, Real, RealType, Type, Value};

use super::{Content, Effect, NewObject, Spot, Summary, SummarySet};

/// What is wrong with the form of a summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MalformedSummary {
    /// The index in the set.
    pub summary: usize,
    /// The index of the effect; `None` if it is the pattern.
    pub effect: Option<usize>,
    pub what: String,
}

impl fmt::Display for MalformedSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect {
            Some(effect) => {
                write!(f, "effect {effect} of summary {} is malformed: {}", self.summary, self.what)
            }
            None => write!(f, "the pattern of summary {} is malformed: {}", self.summary, self.what),
        }
    }
}

impl std::error::Error for MalformedSummary {}

impl SummarySet {
    /// Checks the form of all summaries against a program that [`ir::verify()`] has passed.
    ///
    /// Gives for each summary the classes of its pattern's objects, by number. An object that may be of several classes
    /// has one of them; they are all alike in the spots that the summary has.
    pub fn verify(&self, program: &Program) -> Result<Vec<Vec<ClassId>>, MalformedSummary> {
        let classes = Classes::new(program);
        let check = |(index, summary)| classes.check(index, summary);
        self.summaries.iter().enumerate().map(check).collect()
    }
}

/// The classes of objects that a reference may refer to, by its class; lists are sorted.
struct Classes<'a> {
    program: &'a Program,
    concrete: Vec<ClassId>,
    below: Vec<Vec<ClassId>>,
}

/// What a spot holds.
#[derive(PartialEq, Eq)]
enum Held {
    Value(Type),
    Class(ObjectId),
    Set(Type),
    Channel(Type),
    /// An element of an array that may be of several classes, with the element types of all.
    Element(Vec<Type>),
}

impl<'a> Classes<'a> {
    fn new(program: &'a Program) -> Self {
        let is_concrete =
            |&class: &ClassId| !matches!(program.classes[class].kind, ClassKind::Interface { .. });
        let concrete: Vec<ClassId> = program.classes.ids().filter(is_concrete).collect();
        let below =
            |above| concrete.iter().copied().filter(|&class| program.is_subclass(class, above)).collect();
        Self { program, below: program.classes.ids().map(below).collect(), concrete }
    }

    fn below(&self, ty: Type) -> &[ClassId] {
        match ty {
            Type::Ref(class) => &self.below[class.index()],
            Type::Object => &self.concrete,
            Type::Bool | Type::Int(_) | Type::Real(_) | Type::Decimal | Type::Enum(_) | Type::String => &[],
        }
    }

    /// All classes of objects that a reference of one of the types may refer to, sorted.
    fn below_any(&self, types: &[Type]) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = types.iter().flat_map(|&ty| self.below(ty)).copied().collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    fn check(&self, index: usize, summary: &Summary) -> Result<Vec<ClassId>, MalformedSummary> {
        let malformed = |effect, what| MalformedSummary { summary: index, effect, what };
        if self.program.procs.get(summary.proc).is_none() {
            return Err(malformed(None, format!("there is no {}", summary.proc)));
        }
        let mut objects = Objects { classes: self, summary, candidates: Vec::new(), lengths: HashMap::new() };
        objects.pattern().map_err(|what| malformed(None, what))?;
        for (effect, listed) in summary.effects.iter().enumerate() {
            objects.effect(listed).map_err(|what| malformed(Some(effect), what))?;
        }
        Ok(objects.candidates.iter().map(|candidates| candidates[0]).collect())
    }
}

/// Whether a value that is no reference to an object is of the type.
pub fn fits(program: &Program, value: Value, ty: Type) -> bool {
    match (ty, value) {
        (Type::Int(int), Value::Int(stored)) => {
            let (lo, hi) = int.bounds();
            (lo..=hi).contains(&int.decode(stored))
        }
        (Type::Enum(of), Value::Int(number)) => {
            usize::try_from(number).is_ok_and(|number| number < program.enums[of].constants.len())
        }
        (ty, Value::Null) => ty.is_reference(),
        (ty, Value::Bool(_)) => ty == Type::Bool,
        (Type::Real(RealType::F32), Value::Real(real)) => Real::from(f64::from(real.get() as f32)) == real,
        (ty, Value::Real(_)) => ty == Type::Real(RealType::F64),
        (ty, Value::Decimal(_)) => ty == Type::Decimal,
        (ty, Value::String(text)) => ty == Type::String && program.strings.get(text).is_some(),
        (_, Value::Int(_) | Value::Ref(_)) => false,
    }
}

/// The objects of one summary.
struct Objects<'c, 'a> {
    classes: &'c Classes<'a>,
    summary: &'c Summary,
    /// By number; never empty.
    candidates: Vec<Vec<ClassId>>,
    /// Of arrays, as far as they are listed.
    lengths: HashMap<ObjectId, Value>,
}

impl Objects<'_, '_> {
    fn pattern(&mut self) -> Result<(), String> {
        let mut listed = std::collections::HashSet::new();
        for read in &self.summary.pattern {
            let spot = read.spot;
            match (self.held(spot)?, &read.seen) {
                (Held::Value(ty), Content::Value(value)) => self.meet(*value, &[ty])?,
                (Held::Element(types), Content::Value(value)) => self.meet(*value, &types)?,
                (Held::Set(ty), Content::List(list)) if is_sorted(list) => {
                    list.iter().try_for_each(|value| self.meet(*value, &[ty]))?;
                }
                (Held::Channel(ty), Content::List(list)) => {
                    list.iter().try_for_each(|value| self.meet(*value, &[ty]))?;
                }
                (Held::Class(object), Content::Class(class)) => {
                    self.restrict(object, std::slice::from_ref(class))?;
                }
                (
                    Held::Value(_) | Held::Element(_) | Held::Set(_) | Held::Channel(_) | Held::Class(_),
                    seen,
                ) => {
                    return Err(format!("{spot:?} cannot hold {seen:?}"));
                }
            }
            if let (Spot::Length(array), Content::Value(length)) = (spot, &read.seen) {
                self.lengths.insert(array, *length);
            }
            if !listed.insert(spot) {
                return Err(format!("{spot:?} is listed twice"));
            }
        }
        Ok(())
    }

    /// A value of the pattern, of one of the types: a new object must have the next number.
    fn meet(&mut self, value: Value, types: &[Type]) -> Result<(), String> {
        match value {
            Value::Ref(object) if object.index() > self.candidates.len() => {
                Err(format!("{object} occurs where #{} must be the next new object", self.candidates.len()))
            }
            Value::Ref(object) => {
                if object.index() == self.candidates.len() {
                    self.candidates.push(self.classes.concrete.clone());
                }
                self.restrict(object, &self.classes.below_any(types))
            }
            plain if types.iter().any(|&ty| fits(self.classes.program, plain, ty)) => Ok(()),
            plain => Err(format!("{plain:?} is no value of the type {types:?}")),
        }
    }

    fn restrict(&mut self, object: ObjectId, allowed: &[ClassId]) -> Result<(), String> {
        let candidates = &mut self.candidates[object.index()];
        candidates.retain(|class| allowed.binary_search(class).is_ok());
        if candidates.is_empty() { Err(format!("{object} can be of no class")) } else { Ok(()) }
    }

    /// What the spot holds, if it exists.
    fn held(&self, spot: Spot) -> Result<Held, String> {
        let program = self.classes.program;
        let proc = &program.procs[self.summary.proc];
        let held = match spot {
            Spot::Atomic => Some(Held::Value(Type::Bool)),
            Spot::SelfId => Some(Held::Value(IntType::I32.into())),
            Spot::Param(local) if local.index() >= proc.n_params => None,
            Spot::Param(local) => Some(Held::Value(proc.locals[local].ty)),
            Spot::Global(global) => program.globals.get(global).map(|global| Held::Value(global.ty)),
            Spot::Class(object) => self.candidates.get(object.index()).map(|_| Held::Class(object)),
            Spot::Slot(object, _) | Spot::Length(object) | Spot::Contents(object) => {
                let candidates = self.candidates.get(object.index()).map_or(&[][..], Vec::as_slice);
                let all: Option<Vec<Held>> = candidates
                    .iter()
                    .map(|&class| self.held_by(&program.classes[class].kind, spot))
                    .collect();
                all.and_then(|all| self.held_by_all(all, candidates))
            }
        };
        held.ok_or_else(|| format!("there is no spot {spot:?}"))
    }

    /// What a spot holds whose object is of one of several classes.
    fn held_by_all(&self, mut all: Vec<Held>, candidates: &[ClassId]) -> Option<Held> {
        let is_array =
            |&class: &ClassId| matches!(self.classes.program.classes[class].kind, ClassKind::Array { .. });
        let element = |held: Held| match held {
            Held::Value(ty) => ty.is_reference().then_some(ty),
            Held::Class(_) | Held::Set(_) | Held::Channel(_) | Held::Element(_) => None,
        };
        all.dedup();
        match all.len() {
            0 | 1 => all.pop(),
            _ if candidates.iter().all(is_array) => {
                all.into_iter().map(element).collect::<Option<_>>().map(Held::Element)
            }
            _ => None,
        }
    }

    /// What the spot holds if its object is of this kind.
    fn held_by(&self, kind: &ClassKind, spot: Spot) -> Option<Held> {
        match (kind, spot) {
            (ClassKind::Record { fields, .. }, Spot::Slot(_, slot)) => {
                fields.get(slot as usize).map(|&field| Held::Value(self.classes.program.fields[field].ty))
            }
            (ClassKind::Array { element, .. }, Spot::Slot(object, slot)) => {
                let length = self.lengths.get(&object).map_or(0, |length| length.number());
                (i64::from(slot) < length).then_some(Held::Value(*element))
            }
            (ClassKind::Array { length, .. }, Spot::Length(_)) => {
                let (lo, hi) = length.map_or((0, i64::from(i32::MAX)), |fixed| (fixed.into(), fixed.into()));
                Some(Held::Value(IntType::Range { lo, hi }.into()))
            }
            (ClassKind::Set { element, .. }, Spot::Contents(_)) => Some(Held::Set(*element)),
            (ClassKind::Channel { element }, Spot::Contents(_)) => Some(Held::Channel(*element)),
            (
                ClassKind::Record { .. }
                | ClassKind::Array { .. }
                | ClassKind::Set { .. }
                | ClassKind::Channel { .. }
                | ClassKind::Interface { .. },
                _,
            ) => None,
        }
    }

    fn effect(&mut self, effect: &Effect) -> Result<(), String> {
        let n_entry = self.candidates.len();
        if let Some(wrong) = effect.fresh.iter().find(|new| !self.classes.concrete.contains(&new.class)) {
            return Err(format!("there are no objects of {}", wrong.class));
        }
        self.candidates.extend(effect.fresh.iter().map(|new| vec![new.class]));
        let checked = self.effect_values(effect, n_entry);
        self.candidates.truncate(n_entry);
        checked
    }

    fn effect_values(&self, effect: &Effect, n_entry: usize) -> Result<(), String> {
        effect.fresh.iter().try_for_each(|new| self.new_object(new))?;
        if !effect.writes.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("the written spots are not sorted".to_owned());
        }
        for (spot, content) in &effect.writes {
            let is_writable = match *spot {
                Spot::Global(_) => true,
                Spot::Slot(object, _) | Spot::Contents(object) => object.index() < n_entry,
                Spot::Atomic | Spot::SelfId | Spot::Param(_) | Spot::Length(_) | Spot::Class(_) => false,
            };
            match (is_writable, self.held(*spot)?, content) {
                (true, Held::Value(ty), Content::Value(value)) => self.refer(&[*value], ty)?,
                (true, Held::Element(types), Content::Value(value)) => {
                    types.iter().try_for_each(|&ty| self.refer(&[*value], ty))?;
                }
                (true, Held::Set(ty), Content::List(list)) if is_sorted(list) => self.refer(list, ty)?,
                (true, Held::Channel(ty), Content::List(list)) => self.refer(list, ty)?,
                (_, _, content) => return Err(format!("{spot:?} cannot be made {content:?}")),
            }
        }
        let results = &self.classes.program.procs[self.summary.proc].results;
        if results.len() != effect.results.len() {
            return Err(format!("there are {} results, not {}", results.len(), effect.results.len()));
        }
        results.iter().zip(&effect.results).try_for_each(|(ty, value)| self.refer(&[*value], *ty))
    }

    fn new_object(&self, NewObject { class, slots }: &NewObject) -> Result<(), String> {
        let program = self.classes.program;
        match &program.classes[*class].kind {
            ClassKind::Record { fields, .. } if fields.len() == slots.len() => {
                let mut pairs = fields.iter().zip(slots);
                pairs.try_for_each(|(&field, value)| self.refer(&[*value], program.fields[field].ty))
            }
            ClassKind::Array { element, length, .. }
                if length.is_none_or(|length| length as usize == slots.len()) =>
            {
                self.refer(slots, *element)
            }
            ClassKind::Set { element, .. } if is_sorted(slots) => self.refer(slots, *element),
            ClassKind::Channel { element } => self.refer(slots, *element),
            ClassKind::Record { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Interface { .. } => Err(format!("an object of {class} cannot hold {slots:?}")),
        }
    }

    /// Values of an effect: they may refer to what is known by now.
    fn refer(&self, values: &[Value], ty: Type) -> Result<(), String> {
        let fits = |value: &Value| match value.object() {
            Some(object) => {
                let allowed = self.classes.below(ty);
                let candidates = self.candidates.get(object.index());
                candidates.is_some_and(|all| all.iter().all(|class| allowed.binary_search(class).is_ok()))
            }
            None => fits(self.classes.program, *value, ty),
        };
        match values.iter().find(|value| !fits(value)) {
            Some(wrong) => Err(format!("{wrong:?} is no value of the type {ty:?}")),
            None => Ok(()),
        }
    }
}

fn is_sorted(list: &[Value]) -> bool {
    list.is_sorted_by(|a, b| a < b)
}
