//! What is certain of the locals of a procedure at one point.
//!
//! A fact is about one local: its value, or that it is an object, of which class and length; which other local it is a
//! copy of; and for a truth value, which test of class it is the outcome of. Facts are true on every path that has led
//! to the point. There are at most [`MOST_FACTS`] of them, so that all that is done with them takes constant time; the
//! oldest is forgotten first.

use crate::eval;
use crate::instr::{BinOp, Expr, UnOp};
use crate::program::{ClassId, LocalId, Program};
use crate::types::Type;
use crate::value::Value;

/// How many locals are known at a point, at most.
const MOST_FACTS: usize = 32;

/// An object: a class that it belongs to, and more if it was made here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Object {
    pub(super) class: Option<ClassId>,
    /// Of no class below that.
    pub(super) is_exact: bool,
    /// Of an array.
    pub(super) length: Option<i64>,
}

/// What a local holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// No reference to an object.
    Value(Value),
    Object(Object),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fact {
    held: Option<Held>,
    /// Holds the same value as this local, which is no copy itself.
    copy_of: Option<LocalId>,
    /// Whether this local is an instance of the class.
    test: Option<(LocalId, ClassId)>,
}

/// The facts at a point, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts(Vec<(LocalId, Fact)>);

impl Held {
    /// An object of this class or below.
    pub(super) fn instance(class: ClassId) -> Self {
        Held::Object(Object { class: Some(class), ..Object::default() })
    }

    pub(super) const fn bool(truth: bool) -> Self {
        Held::Value(Value::Bool(truth))
    }

    /// What is true of both.
    fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Held::Object(one), Held::Object(other)) => {
                let same_class = one.class == other.class;
                Some(Held::Object(Object {
                    class: one.class.filter(|_| same_class),
                    is_exact: one.is_exact && other.is_exact && same_class,
                    length: one.length.filter(|_| one.length == other.length),
                }))
            }
            (Held::Value(one), Held::Value(other)) => (one == other).then_some(self),
            (Held::Object(_), Held::Value(_)) | (Held::Value(_), Held::Object(_)) => None,
        }
    }

    /// Both are true.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Held::Object(one), Held::Object(more)) => {
                let keep = one.is_exact || more.class.is_none();
                let (class, is_exact) =
                    if keep { (one.class, one.is_exact) } else { (more.class, more.is_exact) };
                Held::Object(Object { class, is_exact, length: one.length.or(more.length) })
            }
            (Held::Value(_), Held::Value(_))
            | (Held::Object(_), Held::Value(_))
            | (Held::Value(_), Held::Object(_)) => other,
        }
    }
}

impl Fact {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn join(self, other: Self) -> Self {
        Self {
            held: self.held.zip(other.held).and_then(|(one, other)| one.join(other)),
            copy_of: self.copy_of.filter(|_| self.copy_of == other.copy_of),
            test: self.test.filter(|_| self.test == other.test),
        }
    }
}

impl Facts {
    fn get(&self, local: LocalId) -> Fact {
        self.0.iter().find(|(known, _)| *known == local).map(|(_, fact)| *fact).unwrap_or_default()
    }

    fn set(&mut self, local: LocalId, fact: Fact) {
        let at = self.0.iter().position(|(known, _)| *known == local);
        match at {
            Some(at) if fact.is_empty() => _ = self.0.remove(at),
            Some(at) => self.0[at].1 = fact,
            None if fact.is_empty() => {}
            None => {
                if self.0.len() == MOST_FACTS {
                    // What is a copy of the oldest stays one: that is still true.
                    self.0.remove(0);
                }
                self.0.push((local, fact));
            }
        }
    }

    /// The local that holds what this one holds, and is no copy.
    fn root(&self, local: LocalId) -> LocalId {
        self.get(local).copy_of.unwrap_or(local)
    }

    pub(super) fn held(&self, local: LocalId) -> Option<Held> {
        self.get(local).held
    }

    /// Forgets what was known of a local that is written, and of others by it.
    pub(super) fn forget(&mut self, local: LocalId) {
        self.0.retain_mut(|(known, fact)| {
            fact.copy_of = fact.copy_of.filter(|of| *of != local);
            fact.test = fact.test.filter(|(of, _)| *of != local);
            *known != local && !fact.is_empty()
        });
    }

    /// A local is written, and holds this.
    pub(super) fn write(&mut self, local: LocalId, held: Option<Held>) {
        self.forget(local);
        self.set(local, Fact { held, ..Fact::default() });
    }

    /// A local is made a copy of another.
    pub(super) fn copy(&mut self, local: LocalId, from: LocalId) {
        if self.root(local) == self.root(from) {
            return;
        }
        let fact = Fact { copy_of: Some(self.root(from)), ..self.get(from) };
        self.forget(local);
        // The test may have been one of the local itself.
        let test = fact.test.filter(|(of, _)| *of != local);
        let copy_of = fact.copy_of.filter(|of| *of != local);
        self.set(local, Fact { test, copy_of, ..fact });
    }

    /// A local is the outcome of a test of class.
    pub(super) fn write_test(&mut self, local: LocalId, of: LocalId, class: ClassId) {
        self.forget(local);
        if local != of {
            self.set(local, Fact { test: Some((of, class)), ..Fact::default() });
        }
    }

    /// The local holds this, as has been found out now; so do all that hold the same.
    pub(super) fn learn(&mut self, local: LocalId, held: Held) {
        let root = self.root(local);
        let copies = self.0.iter().filter(|(_, fact)| fact.copy_of == Some(root)).map(|(copy, _)| *copy);
        for same in copies.chain([root]).collect::<Vec<_>>() {
            let fact = self.get(same);
            let held = fact.held.map_or(held, |known| known.and(held));
            self.set(same, Fact { held: Some(held), ..fact });
        }
    }

    /// Keeps what is true at another point too. True if that changed anything.
    pub(super) fn meet(&mut self, other: &Facts) -> bool {
        let before = self.clone();
        for (local, fact) in &mut self.0 {
            *fact = fact.join(other.get(*local));
        }
        self.0.retain(|(_, fact)| !fact.is_empty());
        *self != before
    }

    /// Keeps what is known of some locals.
    pub(super) fn retain(&mut self, keep: impl Fn(LocalId) -> bool) {
        self.0.retain(|(local, _)| keep(*local));
    }
}

/// What expressions mean where some facts are known.
impl Facts {
    /// The value of an expression, if it is certain and no fault.
    pub(super) fn value(&self, expr: &Expr) -> Option<Value> {
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Local(local) => match self.held(*local)? {
                Held::Value(value) => Some(value),
                Held::Object(_) => None,
            },
            Expr::Global(_) | Expr::SelfId => None,
            Expr::Unary { op, ty, arg } => eval::unary(*op, *ty, self.value(arg)?).ok(),
            Expr::Convert { from, to, arg } => eval::convert(*from, *to, self.value(arg)?).ok(),
            Expr::Round { from: _, to, rounding, arg } => {
                eval::round_to_int(*to, *rounding, self.value(arg)?).ok()
            }
            Expr::Binary { op: BinOp::And, left, right, .. } => self.junction(left, right, false),
            Expr::Binary { op: BinOp::Or, left, right, .. } => self.junction(left, right, true),
            Expr::Binary { op, ty: Type::Object, left, right } => {
                Some(Value::Bool(self.are_same(left, right)? == (*op == BinOp::Eq)))
            }
            Expr::Binary { op, ty, left, right } => {
                eval::binary(*op, *ty, self.value(left)?, self.value(right)?).ok()
            }
        }
    }

    /// The value of a disjunction or conjunction, which one of its sides decides if that has the value `decisive`.
    fn junction(&self, left: &Expr, right: &Expr, decisive: bool) -> Option<Value> {
        match (self.value(left), self.value(right)) {
            (Some(left), right) => match left.truth() == decisive {
                true => Some(left),
                false => right,
            },
            (None, Some(right)) => (right.truth() == decisive && cannot_fault(left)).then_some(right),
            (None, None) => None,
        }
    }

    /// Whether two references are equal, if that is certain.
    fn are_same(&self, left: &Expr, right: &Expr) -> Option<bool> {
        match (self.reference(left), self.reference(right)) {
            (Some(Held::Value(_)), Some(Held::Value(_))) => Some(true),
            (Some(Held::Value(_)), Some(Held::Object(_))) | (Some(Held::Object(_)), Some(Held::Value(_))) => {
                Some(false)
            }
            (Some(Held::Object(_)), Some(Held::Object(_))) | (None, _) | (_, None) => match (left, right) {
                (Expr::Local(one), Expr::Local(other)) if self.root(*one) == self.root(*other) => Some(true),
                (_, _) => None,
            },
        }
    }

    /// What is known of a reference: a value is null.
    pub(super) fn reference(&self, expr: &Expr) -> Option<Held> {
        match expr {
            Expr::Const(value) => Some(Held::Value(*value)),
            Expr::Local(local) => self.held(*local),
            Expr::Global(_)
            | Expr::SelfId
            | Expr::Unary { .. }
            | Expr::Binary { .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => None,
        }
    }

    /// A condition has this value from here on.
    pub(super) fn assume(&mut self, program: &Program, condition: &Expr, truth: bool) {
        match condition {
            Expr::Local(local) => {
                let test = self.get(*local).test;
                self.learn(*local, Held::bool(truth));
                if let Some((of, class)) = test.filter(|_| truth) {
                    self.learn_class(program, of, class);
                }
            }
            Expr::Unary { op: UnOp::Not, arg, .. } => self.assume(program, arg, !truth),
            Expr::Binary { op: op @ (BinOp::And | BinOp::Or), left, right, .. } => {
                let (is_and, known) = (*op == BinOp::And, (self.value(left), self.value(right)));
                // Both sides have the value, or one side leaves it to the other.
                if truth == is_and || known.0 == Some(Value::Bool(is_and)) {
                    self.assume(program, right, truth);
                }
                if truth == is_and || known.1 == Some(Value::Bool(is_and)) {
                    self.assume(program, left, truth);
                }
            }
            Expr::Binary { op: op @ (BinOp::Eq | BinOp::Ne), ty, left, right } => {
                self.assume_equal(*ty, left, right, truth == (*op == BinOp::Eq));
                self.assume_equal(*ty, right, left, truth == (*op == BinOp::Eq));
            }
            Expr::Const(_)
            | Expr::Global(_)
            | Expr::SelfId
            | Expr::Unary { .. }
            | Expr::Binary { .. }
            | Expr::Convert { .. }
            | Expr::Round { .. } => {}
        }
    }

    /// Learns of a local that it is equal to an expression, or that it is not.
    fn assume_equal(&mut self, ty: Type, local: &Expr, other: &Expr, equal: bool) {
        let Expr::Local(local) = local else { return };
        match (ty, self.reference(other), equal) {
            (Type::Ref(_) | Type::Object, Some(held), true) => self.learn(*local, held),
            (Type::Ref(_) | Type::Object, Some(Held::Value(_)), false) => {
                self.learn(*local, Held::Object(Object::default()));
            }
            (Type::Int(_) | Type::Enum(_), Some(Held::Value(value)), true) => {
                self.learn(*local, Held::Value(value));
            }
            (Type::Bool, Some(Held::Value(Value::Bool(truth))), _) => {
                self.learn(*local, Held::bool(truth == equal));
            }
            // Zero has two signs.
            (Type::Real(_) | Type::Decimal, _, _)
            | (
                Type::Bool | Type::Int(_) | Type::Enum(_) | Type::String | Type::Ref(_) | Type::Object,
                _,
                _,
            ) => {}
        }
    }

    /// The local refers to an object of the class.
    pub(super) fn learn_class(&mut self, program: &Program, local: LocalId, class: ClassId) {
        let held = match self.held(local) {
            Some(Held::Object(Object { class: Some(known), .. })) if program.is_subclass(known, class) => {
                Held::Object(Object::default())
            }
            Some(Held::Object(_) | Held::Value(_)) | None => Held::instance(class),
        };
        self.learn(local, held);
    }

    /// The expression refers to an object.
    pub(super) fn learn_object(&mut self, reference: &Expr) {
        if let Expr::Local(local) = reference {
            self.learn(*local, Held::Object(Object::default()));
        }
    }
}

/// Whether evaluating the expression is certain to be no fault.
fn cannot_fault(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::SelfId => true,
        Expr::Unary { op: UnOp::Not, arg, .. } => cannot_fault(arg),
        Expr::Binary { op, left, right, .. } => op.is_test() && cannot_fault(left) && cannot_fault(right),
        Expr::Unary { .. } | Expr::Convert { .. } | Expr::Round { .. } => false,
    }
}
