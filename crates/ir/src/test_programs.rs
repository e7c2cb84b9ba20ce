//! Programs for the tests of this crate: one that uses everything, and random ones.

use base::{Id, IndexVec};

use crate::decimal::Decimal;
use crate::instr::*;
use crate::labels::{Label, LabelKind};
use crate::program::*;
use crate::strings::{StringId, Strings};
use crate::types::*;
use crate::value::*;

/// A verified program with every kind of declaration, instruction, terminator and guard, in the printer's own layout.
pub(crate) const EVERYTHING: &str = include_str!("test_programs/everything.cpir");

/// Numbers that look random (xorshift64).
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 11) % bound as u64) as usize
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(crate) fn id<I: Id>(&mut self, bound: usize) -> I {
        I::new(self.below(bound))
    }

    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn list<T>(&mut self, bound: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(bound)).map(|_| item(self)).collect()
    }
}

/// A program that may break every rule of the verifier but those that the text form cannot break.
pub(crate) fn any_program(seed: u64) -> Program {
    let mut any = Any(Rng::new(seed));
    let classes = any.0.list(6, |rng| Any::borrow(rng, Any::class)).into();
    let fields = any.0.list(6, |rng| Any::borrow(rng, Any::field)).into();
    let mut strings = Strings::default();
    any.0.list(4, |rng| Any::borrow(rng, Any::name)).iter().for_each(|text| _ = strings.intern(text));
    Program {
        classes,
        fields,
        enums: any.0.list(4, |rng| Any::borrow(rng, Any::enum_def)).into(),
        strings,
        globals: any.0.list(4, |rng| Any::borrow(rng, Any::global)).into(),
        procs: any.0.list(4, |rng| Any::borrow(rng, Any::proc)).into(),
        init: if any.0.flip() { Some(any.0.id(3)) } else { None },
        threads: any.0.list(3, |rng| rng.id(3)),
    }
}

struct Any(Rng);

impl Any {
    /// Lends the generator to a maker.
    fn borrow<T>(rng: &mut Rng, make: impl Fn(&mut Any) -> T) -> T {
        let mut any = Any(Rng(rng.0));
        let made = make(&mut any);
        rng.0 = any.0.0;
        made
    }

    fn list<T>(&mut self, bound: usize, make: impl Fn(&mut Any) -> T) -> Vec<T> {
        (0..self.0.below(bound)).map(|_| make(self)).collect()
    }

    fn name(&mut self) -> String {
        self.0
            .pick(&[
                "",
                "x",
                "Main.head",
                "a \"b\" \\ c",
                "line\nbreak\r\t",
                "größe\u{2028}\u{7}",
                "// no comment",
            ])
            .into()
    }

    fn int_type(&mut self) -> IntType {
        match self.0.below(3) {
            0 => IntType::I32,
            1 => IntType::Machine {
                bits: self.0.pick(&[8, 13, 64]),
                signed: self.0.flip(),
                overflow: self.0.pick(&[Overflow::Checked, Overflow::Wrapping]),
            },
            _ => IntType::Range { lo: self.number(), hi: self.number() },
        }
    }

    fn number(&mut self) -> i64 {
        self.0.pick(&[0, 1, -1, 7, i64::MIN, i64::MAX])
    }

    fn ty(&mut self) -> Type {
        match self.0.below(8) {
            0 => Type::Bool,
            1 => Type::Int(self.int_type()),
            2 => Type::Real(self.0.pick(&[RealType::F32, RealType::F64])),
            3 => Type::Enum(self.0.id(4)),
            4 => Type::Ref(self.0.id(6)),
            5 => Type::Decimal,
            6 => Type::String,
            _ => Type::Object,
        }
    }

    fn enum_def(&mut self) -> EnumDef {
        EnumDef { name: self.name(), constants: self.list(4, Any::name), span: None }
    }

    fn class(&mut self) -> Class {
        let kind = match self.0.below(5) {
            0 => ClassKind::Interface { extends: self.0.list(3, |rng| rng.id(6)) },
            1 => ClassKind::Array {
                element: self.ty(),
                length: if self.0.flip() { Some(self.0.below(9) as u32) } else { None },
                above: self.0.list(3, |rng| rng.id(6)),
            },
            2 => ClassKind::Set {
                element: self.ty(),
                equality: self.0.pick(&[Equality::Identity, Equality::Contents]),
            },
            3 => ClassKind::Channel { element: self.ty() },
            _ => ClassKind::Record {
                parent: if self.0.flip() { Some(self.0.id(6)) } else { None },
                interfaces: self.0.list(3, |rng| rng.id(6)),
                fields: self.0.list(6, |rng| rng.id(6)),
            },
        };
        let method = |any: &mut Any| Method {
            name: any.name(),
            proc: if any.0.flip() { Some(any.0.id(4)) } else { None },
            is_static: any.0.flip(),
        };
        let methods = if self.0.flip() { self.list(4, method) } else { Vec::new() };
        Class { name: self.name(), kind, methods, span: None }
    }

    fn field(&mut self) -> Field {
        let slot = self.0.pick(&[0, 0, 1, 2, 3, u32::MAX]);
        Field { name: self.name(), class: self.0.id(6), ty: self.ty(), slot, span: None }
    }

    fn global(&mut self) -> Global {
        Global { name: self.name(), ty: self.ty(), span: None }
    }

    fn local(&mut self) -> Local {
        let kind = self.0.pick(&[LocalKind::User, LocalKind::Temp]);
        Local { name: self.name(), ty: self.ty(), kind, span: None }
    }

    fn proc(&mut self) -> Proc {
        let locals: IndexVec<LocalId, Local> = self.list(6, Any::local).into();
        let blocks: IndexVec<BlockId, Block> = self.list(5, Any::block).into();
        Proc {
            name: self.name(),
            n_params: self.0.below(locals.len() + 1),
            results: self.list(3, Any::ty),
            locals,
            labels: self.labels(&blocks),
            blocks,
            observer: self.0.flip(),
            span: None,
        }
    }

    /// In order of their places; the text form has no others.
    fn labels(&mut self, blocks: &IndexVec<BlockId, Block>) -> Vec<Label> {
        let mut labels = Vec::new();
        for (block, code) in blocks.iter_enumerated() {
            for index in 0..=code.instrs.len() {
                while self.0.below(6) == 0 {
                    let kind = if self.0.flip() { LabelKind::Named(self.name()) } else { LabelKind::Stuck };
                    labels.push(Label { kind, span: None, block, index });
                }
            }
        }
        labels
    }

    fn site(&mut self) -> Site {
        Site { span: None, step: self.0.flip() }
    }

    fn block(&mut self) -> Block {
        let instrs = self.list(6, |any| Instr { op: any.op(), site: any.site() });
        Block { instrs, terminator: Terminator { op: self.terminator(), site: self.site() } }
    }

    fn place(&mut self) -> Place {
        if self.0.flip() { Place::Local(self.0.id(7)) } else { Place::Global(self.0.id(4)) }
    }

    fn constant(&mut self) -> Value {
        match self.0.below(8) {
            0 => Value::Null,
            1 => Value::Bool(self.0.flip()),
            2 => Value::Ref(self.0.id(9)),
            3 => Value::Int(self.number()),
            4 => Value::Real(Real::from_bits(self.0.next())),
            5 => Value::Decimal(self.decimal()),
            6 => Value::String(self.0.id::<StringId>(5)),
            _ => Value::Real(Real::from(self.0.pick(&[
                0.0,
                -0.0,
                1.0,
                1e300,
                5e-324,
                -0.1,
                f64::NAN,
                f64::NEG_INFINITY,
            ]))),
        }
    }

    fn decimal(&mut self) -> Decimal {
        let magnitude = u128::from(self.0.next()) << 32 | u128::from(self.0.next() >> 32);
        let (bits, scale) = (self.0.below(97), self.0.below(29));
        Decimal::from_parts(self.0.flip(), magnitude & ((1 << bits) - 1), scale as u32).expect("fits")
    }

    fn element(&mut self) -> Element {
        if self.0.flip() { Element::Value(self.expr()) } else { Element::Record(self.list(4, Any::expr)) }
    }

    fn expr(&mut self) -> Expr {
        match self.0.below(9) {
            0..=1 => Expr::Const(self.constant()),
            2..=3 => self.place().into(),
            4 => Expr::SelfId,
            5 => Expr::unary(self.0.pick(&[UnOp::Not, UnOp::Neg, UnOp::BitNot]), self.ty(), self.expr()),
            6 => Expr::convert(self.ty(), self.ty(), self.expr()),
            7 => {
                let rounding = self.0.pick(&[Rounding::Saturating, Rounding::Checked]);
                let from = self.0.pick(&[RealType::F32, RealType::F64]);
                Expr::round(from, self.int_type(), rounding, self.expr())
            }
            _ => Expr::binary(self.binary_operator(), self.ty(), self.expr(), self.expr()),
        }
    }

    fn binary_operator(&mut self) -> BinOp {
        use BinOp::*;
        self.0.pick(&[
            Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, Eq, Ne, Lt, Le, Gt, Ge, And, Or,
        ])
    }

    fn op(&mut self) -> Op {
        let dst = self.place();
        let null = self.0.pick(&[NullPolicy::Fault, NullPolicy::Total]);
        match self.0.below(26) {
            0 => Op::Assign { dst, value: self.expr() },
            1 => Op::Heap(HeapOp::Load { dst, object: self.expr(), field: self.0.id(6), null }),
            2 => {
                Op::Heap(HeapOp::Store { object: self.expr(), field: self.0.id(6), value: self.expr(), null })
            }
            3 => Op::Heap(HeapOp::New { dst, class: self.0.id(6), length: self.list(2, Any::expr).pop() }),
            4 => Op::Heap(HeapOp::Cast { dst, object: self.expr(), class: self.0.id(6) }),
            5 => Op::Heap(HeapOp::InstanceOf { dst, object: self.expr(), class: self.0.id(6) }),
            6 => Op::Collection(CollectionOp::LoadElement { dst, array: self.expr(), index: self.expr() }),
            7 => Op::Collection(CollectionOp::StoreElement {
                array: self.expr(),
                index: self.expr(),
                value: self.expr(),
            }),
            8 => Op::Collection(CollectionOp::Size { dst, object: self.expr() }),
            9 => Op::Collection(CollectionOp::SetAdd { set: self.expr(), element: self.element() }),
            10 => Op::Collection(CollectionOp::SetRemove { set: self.expr(), element: self.element() }),
            11 => Op::Collection(CollectionOp::SetUnion { set: self.expr(), other: self.expr() }),
            12 => Op::Collection(CollectionOp::SetDifference { set: self.expr(), other: self.expr() }),
            13 => Op::Collection(CollectionOp::Contains { dst, set: self.expr(), element: self.element() }),
            14 => Op::Collection(CollectionOp::Send { channel: self.expr(), message: self.expr() }),
            15 => Op::Choice(ChoiceOp::Choose { dst, from: self.choice() }),
            16 => Op::Check(CheckOp::Assume { condition: self.expr() }),
            17 => {
                Op::Check(CheckOp::Assert { condition: self.expr(), message: self.list(2, Any::name).pop() })
            }
            18 => Op::Check(CheckOp::Fault { kind: self.fault() }),
            19 => Op::Check(CheckOp::Accept { condition: self.expr() }),
            20 => Op::Check(CheckOp::Trace { text: self.name(), args: self.list(3, Any::expr) }),
            21 => Op::Thread(ThreadOp::Spawn { proc: self.0.id(4), args: self.list(3, Any::expr) }),
            23 => Op::Collection(CollectionOp::Admits { dst, array: self.expr(), value: self.expr() }),
            22 => self.0.pick(&[Op::Thread(ThreadOp::AtomicBegin), Op::Thread(ThreadOp::AtomicEnd)]),
            24 => {
                Op::Choice(ChoiceOp::Havoc { reach: self.list(3, Any::expr), dst: self.list(3, Any::place) })
            }
            _ => Op::Thread(ThreadOp::Yield),
        }
    }

    fn choice(&mut self) -> Choice {
        match self.0.below(5) {
            0 => Choice::Bool,
            1 => Choice::Range { lo: self.number(), hi: self.number() },
            2 => Choice::Enum(self.0.id(4)),
            3 => Choice::Any(self.ty()),
            _ => Choice::Element(self.expr()),
        }
    }

    fn fault(&mut self) -> FaultKind {
        use FaultKind::*;
        let name = self.name();
        self.0.pick(&[
            NullDereference,
            IndexOutOfBounds,
            DivisionByZero,
            Overflow,
            OutOfRange,
            NegativeLength,
            EmptyChoice,
            FailedCast { object: name.clone(), class: name.clone() },
            ArrayStore { array: name.clone(), object: name.clone() },
            BlockingInAtomic,
            UnhandledException(name),
        ])
    }

    fn target(&mut self) -> BlockId {
        self.0.id(6)
    }

    fn terminator(&mut self) -> TermOp {
        match self.0.below(8) {
            0 => TermOp::Goto { targets: self.list(4, Any::target) },
            1 => TermOp::Branch { condition: self.expr(), then_to: self.target(), else_to: self.target() },
            2 => TermOp::Switch {
                value: self.expr(),
                cases: self.list(4, |any| (any.number(), any.target())),
                default: self.target(),
            },
            3 => TermOp::SwitchClass {
                object: self.expr(),
                cases: self.list(4, |any| (any.0.id(6), any.target())),
                default: self.target(),
            },
            4 => TermOp::Call {
                proc: self.0.id(4),
                args: self.list(3, Any::expr),
                results: self.list(3, Any::place),
                next: self.target(),
            },
            5 => TermOp::Return { values: self.list(3, Any::expr) },
            6 => TermOp::Opaque { reason: self.name() },
            _ => TermOp::Select {
                joins: self.list(4, |any| Join {
                    guards: any.list(3, Any::guard),
                    target: any.target(),
                    span: None,
                }),
                first: self.0.flip(),
                end: self.0.flip(),
            },
        }
    }

    fn guard(&mut self) -> Guard {
        match self.0.below(3) {
            0 => Guard::Wait(self.probe()),
            1 => Guard::Receive { channel: self.probe(), dst: self.place() },
            _ => Guard::Always,
        }
    }

    fn probe(&mut self) -> Probe {
        match self.0.flip() {
            true => Probe::Expr(self.expr()),
            false => Probe::Call { proc: self.0.id(4), args: self.list(3, Any::expr) },
        }
    }
}
