//! Random starts: calls of the procedures of a program in random states.
//!
//! The heap is any graph that the classes allow: its objects are made first, and refer to each other as it happens, so
//! that there are cycles, shared objects, and objects that nothing refers to. Numbers are small, but for a few in a
//! hundred, so that comparisons fall in different directions.

use base::{Id, IndexVec};
use ir::{ClassId, ClassKind, Decimal, IntType, ObjectId, ProcId, Program, RealType, Type, Value};
use verdict::{GivenObject, GivenStart};

use crate::rng::Rng;

/// The most objects, but for the records of sets by contents.
const MOST_OBJECTS: usize = 6;
const LONGEST: usize = 4;

/// A call of any procedure but the initialisation; nothing, if the program has no other.
pub fn start(program: &Program, rng: &mut Rng) -> Option<GivenStart> {
    let procs: Vec<ProcId> = program.procs.ids().filter(|&proc| program.init != Some(proc)).collect();
    let proc = *rng.try_pick(&procs)?;
    let mut draw = Draw { program, classes: classes(program, rng), rng, records: Vec::new() };
    let objects = (0..draw.classes.len()).map(|index| draw.object(draw.classes[index])).collect();
    let args = program.procs[proc].params().map(|(_, param)| draw.value(param.ty)).collect();
    let globals: IndexVec<_, _> = program.globals.iter().map(|global| draw.value(global.ty)).collect();
    let mut start = GivenStart { proc, args, globals, objects };
    start.objects.append(&mut draw.records);
    Some(start)
}

/// The classes of the objects, without the records of sets by contents.
fn classes(program: &Program, rng: &mut Rng) -> Vec<ClassId> {
    let owned: Vec<ClassId> = program.classes.ids().filter_map(|class| program.contents_of(class)).collect();
    let has_objects = |&class: &ClassId| {
        !matches!(program.classes[class].kind, ClassKind::Interface { .. }) && !owned.contains(&class)
    };
    let concrete: Vec<ClassId> = program.classes.ids().filter(has_objects).collect();
    (0..rng.below(MOST_OBJECTS + 1)).filter_map(|_| rng.try_pick(&concrete).copied()).collect()
}

struct Draw<'a> {
    program: &'a Program,
    /// Of the objects with the first ids.
    classes: Vec<ClassId>,
    rng: &'a mut Rng,
    /// The objects behind them: records of sets by contents.
    records: Vec<GivenObject>,
}

impl Draw<'_> {
    fn object(&mut self, class: ClassId) -> GivenObject {
        let slots = match &self.program.classes[class].kind {
            ClassKind::Record { fields, .. } => {
                fields.iter().map(|&field| self.value(self.program.fields[field].ty)).collect()
            }
            ClassKind::Interface { .. } => unreachable!("interfaces have no objects"),
            ClassKind::Array { element, length, above: _ } => {
                let length = length.map_or_else(|| self.rng.below(LONGEST + 1), |length| length as usize);
                self.values(*element, length)
            }
            ClassKind::Channel { element } => {
                let length = self.rng.below(LONGEST + 1);
                self.values(*element, length)
            }
            ClassKind::Set { element, .. } => match self.program.contents_of(class) {
                Some(record) => self.records(record),
                None => {
                    let length = self.rng.below(LONGEST + 1);
                    let mut elements = self.values(*element, length);
                    elements.sort_unstable();
                    elements.dedup();
                    elements
                }
            },
        };
        GivenObject { class, slots }
    }

    fn values(&mut self, ty: Type, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.value(ty)).collect()
    }

    /// New records of a set, which differ.
    fn records(&mut self, class: ClassId) -> Vec<Value> {
        let first = self.records.len();
        for _ in 0..self.rng.below(LONGEST + 1) {
            let record = self.object(class);
            if !self.records[first..].contains(&record) {
                self.records.push(record);
            }
        }
        let ids = first..self.records.len();
        ids.map(|index| Value::Ref(ObjectId::new(self.classes.len() + index))).collect()
    }

    fn value(&mut self, ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(self.rng.chance(50)),
            Type::Int(int) => Value::Int(self.integer(int)),
            Type::Real(RealType::F32) => Value::Real(f64::from(self.small() as f32 / 4.0).into()),
            Type::Real(RealType::F64) => Value::Real((self.small() as f64 / 10.0).into()),
            Type::Decimal => {
                let number = self.small();
                let decimal = Decimal::from_parts(number < 0, number.unsigned_abs().into(), 1);
                Value::Decimal(decimal.expect("small numbers are decimals"))
            }
            Type::Enum(of) => Value::Int(self.rng.below(self.program.enums[of].constants.len()) as i64),
            Type::String => Value::String(Id::new(self.rng.below(self.program.strings.len()))),
            Type::Ref(_) | Type::Object => self.reference(ty),
        }
    }

    /// A number from -4 to 4.
    fn small(&mut self) -> i64 {
        self.rng.below(9) as i64 - 4
    }

    fn integer(&mut self, ty: IntType) -> i64 {
        let (lo, hi) = ty.bounds();
        let number = match self.rng.below(40) {
            0 => lo,
            1 => hi,
            _ => i128::from(self.small()).clamp(lo, hi),
        };
        // An unsigned number of 64 bits is held by its bit pattern.
        number as i64
    }

    /// Null now and then, or any object that fits.
    fn reference(&mut self, ty: Type) -> Value {
        let fits = |index: &usize| self.program.is_assignable(Type::Ref(self.classes[*index]), ty);
        let fitting: Vec<usize> = (0..self.classes.len()).filter(fits).collect();
        match self.rng.try_pick(&fitting).copied() {
            Some(index) if !self.rng.chance(20) => Value::Ref(ObjectId::new(index)),
            Some(_) | None => Value::Null,
        }
    }
}
