//! Terms over unknown integers: what was computed, for people, beside its bits, for the solver.
//!
//! A term is hash-consed, and forgotten with the path that made it. Its bits are made with it, over the same guards as
//! everything else, so the meaning of a term is that of [`solver::bits`]; constants are folded by `ir::eval` before a
//! term is made.
//!
//! A comparison is a guard. The graph of guards does not show where it came from, so [`Terms`] remembers the guards
//! that were made by comparisons, by overflow checks, and for inputs of type bool: these are the atoms of a condition.

use ir::{IntType, Type, Value};
use rustc_hash::FxHashMap;
use solver::bits::{Bits, Operation, Sign};
use solver::guard::{Guard, Guards};

use crate::values::OriginId;
use crate::variables::Variables;

/// Comparisons of more numbers with each other are made bit by bit.
const MOST_SELECTED: u32 = 64;

base::typed_id!(
    /// A term.
    TermId,
    "t"
);

/// How a number is held as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Format {
    pub(crate) width: u8,
    pub(crate) sign: Sign,
}

impl Format {
    pub(crate) fn of_int(int: IntType) -> Self {
        match int {
            IntType::Machine { bits, signed: true, .. } => Self { width: bits, sign: Sign::Signed },
            IntType::Machine { bits, signed: false, .. } => Self { width: bits, sign: Sign::Unsigned },
            IntType::Range { lo, hi } => {
                Self { width: signed_width(lo).max(signed_width(hi)), sign: Sign::Signed }
            }
        }
    }

    /// Constants of an enum are numbers from 0.
    pub(crate) fn of_enum(n_constants: usize) -> Self {
        let largest = n_constants.saturating_sub(1) as u64;
        let width = (u64::BITS - largest.leading_zeros()).max(1);
        Self { width: width as u8, sign: Sign::Unsigned }
    }

    pub(crate) const INDEX: Format = Format { width: 32, sign: Sign::Signed };

    fn width(self) -> usize {
        self.width.into()
    }

    /// A value as it is stored, from its bits.
    pub(crate) fn stored(self, pattern: u64) -> i64 {
        self.sign.decode(self.width(), pattern) as i64
    }
}

/// Bits that hold a number in two's complement.
fn signed_width(number: i64) -> u8 {
    let magnitude = if number < 0 { !number } else { number };
    (u64::BITS - magnitude.leading_zeros() + 1) as u8
}

/// What a term is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TermNode {
    /// As it is stored.
    Constant(i64),
    /// An unknown number; the second number distinguishes several of one origin.
    Symbol(OriginId, u32),
    Binary(Operation, TermId, TermId),
    Negative(TermId),
    Complement(TermId),
    /// The same number, or its lowest bits, in another format.
    Resized(TermId),
    Either(Guard, TermId, TermId),
}

#[derive(Debug)]
struct Term {
    node: TermNode,
    format: Format,
    bits: Bits,
    /// The largest node of the conditions in the term, 0 if there is none.
    newest_condition: usize,
    /// How many terms it selects from, itself if it selects nothing.
    n_selected: u32,
}

/// How two numbers are compared.
#[derive(Clone, Copy)]
enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}

impl Comparison {
    fn test(self, left: TermId, right: TermId) -> Test {
        match self {
            Comparison::Equal => Test::Equal(left, right),
            Comparison::Less => Test::Less(left, right),
            Comparison::LessOrEqual => Test::LessOrEqual(left, right),
        }
    }

    fn of_bits(self, guards: &mut Guards, sign: Sign, left: &Bits, right: &Bits) -> Guard {
        match self {
            Comparison::Equal => left.equal(guards, right),
            Comparison::Less => left.less(guards, right, sign),
            Comparison::LessOrEqual => left.less_or_equal(guards, right, sign),
        }
    }
}

/// What a guard that is not taken apart says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Test {
    Equal(TermId, TermId),
    Less(TermId, TermId),
    LessOrEqual(TermId, TermId),
    /// The exact result is no number of the format.
    Overflow(Operation, TermId, TermId),
    NegativeOverflow(TermId),
    Within(TermId, i64, i64),
    IsZero(TermId),
    /// Two input references are null or refer to one object.
    Same(OriginId, OriginId),
    /// An input of type bool.
    True(OriginId),
    /// A bit of an unknown number. Conditions on numbers are tests, but a simplification of the graph can mix their
    /// parts with others.
    Bit(OriginId, u8),
}

/// A node of the graph of guards. A test of a number may be the same node as one of its bits, and says more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Tested {
    node: usize,
    is_bit: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    by_node: FxHashMap<(TermNode, Format), TermId>,
    /// The test, and whether it is the complement of the node.
    tests: FxHashMap<Tested, (Test, bool)>,
    /// The keys of `tests`, in the order in which they came.
    tested: Vec<Tested>,
    n_symbols: u32,
    variables: Variables,
}

/// How many terms and tests there were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TermMark {
    terms: u32,
    tested: u32,
    n_symbols: u32,
    variables: usize,
}

impl Terms {
    pub(crate) fn mark(&self) -> TermMark {
        TermMark {
            terms: self.terms.len() as u32,
            tested: self.tested.len() as u32,
            n_symbols: self.n_symbols,
            variables: self.variables.mark(),
        }
    }

    /// Forgets what was made since the mark.
    pub(crate) fn go_back(&mut self, mark: TermMark) {
        for term in self.terms.drain(mark.terms as usize..) {
            self.by_node.remove(&(term.node, term.format));
        }
        for tested in self.tested.drain(mark.tested as usize..) {
            self.tests.remove(&tested);
        }
        self.n_symbols = mark.n_symbols;
        self.variables.go_back(mark.variables);
    }

    pub(crate) fn node(&self, term: TermId) -> TermNode {
        self.term(term).node
    }

    pub(crate) fn format(&self, term: TermId) -> Format {
        self.term(term).format
    }

    pub(crate) fn bits(&self, term: TermId) -> &Bits {
        &self.term(term).bits
    }

    fn term(&self, term: TermId) -> &Term {
        &self.terms[base::Id::index(term)]
    }

    /// The number, as it is stored, if it is known.
    pub(crate) fn as_constant(&self, term: TermId) -> Option<i64> {
        match self.node(term) {
            TermNode::Constant(number) => Some(number),
            TermNode::Symbol(..)
            | TermNode::Binary(..)
            | TermNode::Negative(_)
            | TermNode::Complement(_)
            | TermNode::Resized(_)
            | TermNode::Either(..) => None,
        }
    }

    pub(crate) fn constant(&mut self, format: Format, stored: i64) -> TermId {
        self.intern(TermNode::Constant(stored), format, |_| Bits::constant(format.width(), stored as u64))
    }

    /// An unknown number: within bounds, if they are given, which are numbers of the format.
    pub(crate) fn symbol(
        &mut self,
        guards: &mut Guards,
        format: Format,
        origin: OriginId,
        bounds: Option<(i64, i64)>,
    ) -> TermId {
        self.n_symbols += 1;
        let node = TermNode::Symbol(origin, self.n_symbols);
        let free: Vec<Guard> =
            (0..format.width()).map(|_| self.variables.next(guards, Guards::input)).collect();
        let free = Bits::from(free);
        for (at, &bit) in free.guards().iter().enumerate() {
            self.remember(bit, Test::Bit(origin, at as u8));
        }
        let bits = match bounds {
            None => free,
            Some(bounds) => clamped(guards, &free, format, bounds),
        };
        self.intern(node, format, |_| bits)
    }

    pub(crate) fn binary(
        &mut self,
        guards: &mut Guards,
        operation: Operation,
        left: TermId,
        right: TermId,
    ) -> TermId {
        let format = self.format(left);
        self.intern(TermNode::Binary(operation, left, right), format, |terms| {
            operation.apply(guards, format.sign, terms.bits(left), terms.bits(right))
        })
    }

    pub(crate) fn negative(&mut self, guards: &mut Guards, arg: TermId) -> TermId {
        self.intern(TermNode::Negative(arg), self.format(arg), |terms| terms.bits(arg).neg(guards))
    }

    pub(crate) fn complement(&mut self, arg: TermId) -> TermId {
        self.intern(TermNode::Complement(arg), self.format(arg), |terms| !terms.bits(arg))
    }

    pub(crate) fn resized(&mut self, arg: TermId, format: Format) -> TermId {
        let from = self.format(arg);
        if from == format {
            return arg;
        }
        self.intern(TermNode::Resized(arg), format, |terms| terms.bits(arg).resize(format.width(), from.sign))
    }

    /// `yes` where the condition holds.
    pub(crate) fn either(
        &mut self,
        guards: &mut Guards,
        condition: Guard,
        yes: TermId,
        no: TermId,
    ) -> TermId {
        if yes == no || condition == Guard::TRUE {
            return yes;
        }
        if condition == Guard::FALSE {
            return no;
        }
        let format = self.format(yes);
        self.intern(TermNode::Either(condition, yes, no), format, |terms| {
            Bits::select(guards, condition, terms.bits(yes), terms.bits(no))
        })
    }

    fn intern(&mut self, node: TermNode, format: Format, bits: impl FnOnce(&Self) -> Bits) -> TermId {
        if let Some(&term) = self.by_node.get(&(node, format)) {
            return term;
        }
        let bits = bits(self);
        let newest_condition = self.newest_condition(node);
        let n_selected = self.n_selected(node);
        let term = base::Id::new(self.terms.len());
        self.terms.push(Term { node, format, bits, newest_condition, n_selected });
        self.by_node.insert((node, format), term);
        term
    }

    fn newest_condition(&self, node: TermNode) -> usize {
        let of = |term: TermId| self.term(term).newest_condition;
        match node {
            TermNode::Constant(_) | TermNode::Symbol(..) => 0,
            TermNode::Binary(_, left, right) => of(left).max(of(right)),
            TermNode::Negative(arg) | TermNode::Complement(arg) | TermNode::Resized(arg) => of(arg),
            TermNode::Either(condition, yes, no) => condition.node().max(of(yes)).max(of(no)),
        }
    }

    fn n_selected(&self, node: TermNode) -> u32 {
        let TermNode::Either(_, yes, no) = node else { return 1 };
        self.term(yes).n_selected.saturating_add(self.term(no).n_selected)
    }

    pub(crate) fn equal(&mut self, guards: &mut Guards, left: TermId, right: TermId) -> Guard {
        self.compare(guards, Comparison::Equal, left, right)
    }

    pub(crate) fn less(&mut self, guards: &mut Guards, left: TermId, right: TermId) -> Guard {
        self.compare(guards, Comparison::Less, left, right)
    }

    pub(crate) fn less_or_equal(&mut self, guards: &mut Guards, left: TermId, right: TermId) -> Guard {
        self.compare(guards, Comparison::LessOrEqual, left, right)
    }

    /// A comparison. That of a selection is a selection of comparisons: what is read through a set of locations is
    /// compared by the numbers that it may be. These comparisons are the same on many paths, and often decided there.
    fn compare(&mut self, guards: &mut Guards, comparison: Comparison, left: TermId, right: TermId) -> Guard {
        let n_selected = self.term(left).n_selected.saturating_mul(self.term(right).n_selected);
        let guard = match (self.node(left), self.node(right)) {
            (TermNode::Either(condition, yes, no), _) if n_selected <= MOST_SELECTED => {
                let yes = self.compare(guards, comparison, yes, right);
                let no = self.compare(guards, comparison, no, right);
                guards.ite(condition, yes, no)
            }
            (_, TermNode::Either(condition, yes, no)) if n_selected <= MOST_SELECTED => {
                let yes = self.compare(guards, comparison, left, yes);
                let no = self.compare(guards, comparison, left, no);
                guards.ite(condition, yes, no)
            }
            _ => comparison.of_bits(guards, self.format(left).sign, self.bits(left), self.bits(right)),
        };
        self.remember(guard, comparison.test(left, right))
    }

    pub(crate) fn is_zero(&mut self, guards: &mut Guards, arg: TermId) -> Guard {
        let guard = self.bits(arg).is_zero(guards);
        self.remember(guard, Test::IsZero(arg))
    }

    pub(crate) fn overflows(
        &mut self,
        guards: &mut Guards,
        operation: Operation,
        left: TermId,
        right: TermId,
    ) -> Guard {
        let sign = self.format(left).sign;
        let guard = operation.overflows(guards, sign, self.bits(left), self.bits(right));
        self.remember(guard, Test::Overflow(operation, left, right))
    }

    pub(crate) fn negative_overflows(&mut self, guards: &mut Guards, arg: TermId) -> Guard {
        let guard = self.bits(arg).neg_overflows(guards, self.format(arg).sign);
        self.remember(guard, Test::NegativeOverflow(arg))
    }

    /// Whether a number lies between two others, which must be numbers of 64 bits.
    pub(crate) fn within(&mut self, guards: &mut Guards, arg: TermId, lo: i64, hi: i64) -> Guard {
        let guard = self.bits(arg).within(guards, lo.into(), hi.into(), self.format(arg).sign);
        self.remember(guard, Test::Within(arg, lo, hi))
    }

    /// Whether a number is one of another format.
    pub(crate) fn fits(&mut self, guards: &mut Guards, arg: TermId, format: Format) -> Guard {
        let from = self.format(arg);
        let bits = self.bits(arg);
        let guard = !bits.conversion_overflows(guards, from.sign, format.width(), format.sign);
        let (lo, hi) = format.sign.bounds(format.width());
        let narrow = |bound: i128| bound.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.remember(guard, Test::Within(arg, narrow(lo), narrow(hi)))
    }

    /// An unknown truth value.
    pub(crate) fn unknown(&mut self, guards: &mut Guards, origin: OriginId) -> Guard {
        let guard = self.variables.next(guards, Guards::input);
        self.remember(guard, Test::True(origin))
    }

    /// A comparison of two input references.
    pub(crate) fn same(&mut self, guard: Guard, left: OriginId, right: OriginId) -> Guard {
        self.remember(guard, Test::Same(left, right))
    }

    /// The first test that made a guard gives it its name, unless the name would mention the guard itself: `(g ? 1 : 2)
    /// < 2` is the guard `g`. Names mention older nodes only, so that writing them ends.
    fn remember(&mut self, guard: Guard, test: Test) -> Guard {
        if guard.as_constant().is_none() && guard.node() > self.newest_condition_of(test) {
            let tested = Tested { node: guard.node(), is_bit: matches!(test, Test::Bit(..)) };
            self.tests.entry(tested).or_insert_with(|| {
                self.tested.push(tested);
                (test, guard.is_complement())
            });
        }
        guard
    }

    fn newest_condition_of(&self, test: Test) -> usize {
        let of = |term: TermId| self.term(term).newest_condition;
        match test {
            Test::Equal(left, right)
            | Test::Less(left, right)
            | Test::LessOrEqual(left, right)
            | Test::Overflow(_, left, right) => of(left).max(of(right)),
            Test::NegativeOverflow(arg) | Test::Within(arg, ..) | Test::IsZero(arg) => of(arg),
            Test::True(_) | Test::Bit(..) | Test::Same(..) => 0,
        }
    }

    /// The test that made a guard or its complement, and whether it was the complement.
    pub(crate) fn test(&self, guard: Guard) -> Option<(Test, bool)> {
        let found = |is_bit| self.tests.get(&Tested { node: guard.node(), is_bit });
        let &(test, complement) = found(false).or_else(|| found(true))?;
        Some((test, complement != guard.is_complement()))
    }

    /// The value of a term of a type under an assignment of the guards.
    pub(crate) fn value(&self, term: TermId, ty: Type, value: impl FnMut(Guard) -> bool) -> Value {
        let Term { format, bits, .. } = self.term(term);
        let number = format.stored(bits.pattern(value));
        match ty {
            Type::String => Value::String(base::Id::new(number as usize)),
            Type::Int(_) | Type::Enum(_) => Value::Int(number),
            Type::Bool | Type::Real(_) | Type::Decimal | Type::Ref(_) | Type::Object => {
                panic!("a number of type {ty:?}")
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        const BYTES_OF_A_TERM: usize = 400;
        self.terms.len() * BYTES_OF_A_TERM + self.tests.capacity() * size_of::<(Tested, (Test, bool))>()
    }
}

/// Free bits as a number within bounds: the least one, where they are no number within the bounds.
fn clamped(guards: &mut Guards, free: &Bits, format: Format, (lo, hi): (i64, i64)) -> Bits {
    let is_within = free.within(guards, lo.into(), hi.into(), format.sign);
    Bits::select(guards, is_within, free, &Bits::constant(format.width(), lo as u64))
}
