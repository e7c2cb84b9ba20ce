//! One body: its variables, what its current place permits, and the plain statements.

use base::{Id, SourceId, Span};
use ir::{
    CheckOp, Choice, ChoiceOp, ClassKind, CollectionOp, Expr, FaultKind, LocalId, Op, Place, Proc,
    ProcBuilder, Site, TermOp, ThreadOp, Type, Value,
};

use super::world::{INT, World};
use super::{Role, Shape, Signature};
use crate::rng::Rng;

/// A variable that the body may read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Var {
    pub(super) place: Place,
    pub(super) ty: Type,
    /// Counters and fuel keep loops and recursion finite, so only their own code writes them.
    pub(super) writable: bool,
}

/// What the place under construction permits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permit {
    /// The state may become larger: the code runs a bounded number of times.
    pub(super) growth: bool,
    pub(super) divergence: bool,
    pub(super) blocking: bool,
    /// Globals, heap and threads may change and choices may be made: not in an observer.
    pub(super) effects: bool,
    pub(super) in_atomic: bool,
    /// How many more control structures may be nested here.
    pub(super) nesting: usize,
}

/// A body under construction.
pub(super) struct Body<'w> {
    pub(super) world: &'w World,
    pub(super) shape: &'w Shape,
    pub(super) rng: &'w mut Rng,
    pub(super) builder: ProcBuilder,
    pub(super) vars: Vec<Var>,
    pub(super) permit: Permit,
    /// Statements that may still be made.
    pub(super) budget: usize,
    /// Which signature this is the body of.
    pub(super) index: usize,
    pub(super) fuel: Option<LocalId>,
    /// How many spans were given out, over the whole program.
    spans: &'w mut u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Statement {
    Assign,
    Memory,
    Collection,
    If,
    Loop,
    Endless,
    Call,
    Choose,
    Assume,
    Assert,
    Fault,
    Accept,
    Trace,
    Spawn,
    Atomic,
    Select,
    Yield,
    Return,
    Opaque,
}

impl<'w> Body<'w> {
    pub(super) fn new(
        world: &'w World,
        shape: &'w Shape,
        rng: &'w mut Rng,
        spans: &'w mut u32,
        index: usize,
    ) -> Self {
        let signature = &world.signatures[index];
        let permit = Permit {
            growth: signature.grows,
            divergence: signature.diverges,
            blocking: signature.blocks,
            effects: signature.role != Role::Observer,
            in_atomic: signature.role == Role::Init,
            nesting: shape.nesting,
        };
        let budget = match signature.role {
            Role::Thread => shape.statements,
            Role::Helper => shape.statements.div_ceil(2),
            Role::Observer | Role::Init => rng.between(0, 2),
        };
        let name = match signature.role {
            Role::Init => "init".to_owned(),
            Role::Thread => format!("thread{index}"),
            Role::Helper => format!("helper{index}"),
            Role::Observer => format!("observer{index}"),
        };
        let builder = ProcBuilder::new(name, None);
        let vars = Vec::new();
        Self { world, shape, rng, builder, vars, permit, budget, index, fuel: None, spans }
    }

    pub(super) fn signature(&self) -> &'w Signature {
        &self.world.signatures[self.index]
    }

    pub(super) fn generate(mut self) -> Proc {
        self.declare();
        if self.signature().role == Role::Init {
            self.fill_globals();
        }
        while self.budget > 0 {
            self.statement();
        }
        self.give_back();
        self.builder.finish()
    }

    fn declare(&mut self) {
        let signature = self.signature();
        if signature.fuel {
            let fuel = self.builder.param("fuel", INT, None);
            self.vars.push(Var { place: fuel.into(), ty: INT, writable: false });
            self.fuel = Some(fuel);
        }
        for (number, &ty) in signature.params.iter().enumerate() {
            let place = self.builder.param(format!("p{number}"), ty, None).into();
            self.vars.push(Var { place, ty, writable: true });
        }
        signature.results.iter().for_each(|&ty| self.builder.result(ty));
        for (global, declared) in self.world.program.globals.iter_enumerated() {
            self.vars.push(Var { place: global.into(), ty: declared.ty, writable: self.permit.effects });
        }
        for _ in 0..self.rng.below(4) {
            let ty = self.world.draw_type(self.rng);
            self.new_local(ty);
        }
        if !self.permit.effects {
            self.builder.set_observer();
        }
    }

    pub(super) fn new_local(&mut self, ty: Type) -> Place {
        let place = self.builder.local(format!("x{}", self.vars.len()), ty, None).into();
        self.vars.push(Var { place, ty, writable: true });
        place
    }

    /// Most globals refer to an object from the start: programs over nulls only have little to say.
    fn fill_globals(&mut self) {
        for (global, declared) in self.world.program.globals.iter_enumerated() {
            let Type::Ref(above) = declared.ty else { continue };
            if self.rng.chance(85) {
                self.allocate(global.into(), above);
            }
        }
    }

    /// A result for each that is declared.
    pub(super) fn give_back(&mut self) {
        let values = self.signature().results.iter().map(|&ty| self.expr(ty, 1)).collect();
        let site = self.site();
        self.builder.terminate(site, TermOp::Return { values });
    }

    /// The site of a new statement. Now and then it continues the step before it.
    pub(super) fn site(&mut self) -> Site {
        let step = self.rng.chance(92);
        Site { step, ..self.inner() }
    }

    /// A site that begins a step for certain: on every cycle there must be one.
    pub(super) fn step(&mut self) -> Site {
        Site { step: true, ..self.inner() }
    }

    /// A site within the step that goes on.
    pub(super) fn inner(&mut self) -> Site {
        let start = *self.spans;
        *self.spans += 1;
        Site::inner(Span::new(SourceId::new(0), start, start + 1))
    }

    pub(super) fn push(&mut self, site: Site, op: Op) {
        self.builder.push(site, op);
    }

    /// Whether the next dangerous operation goes without a shield.
    pub(super) fn is_reckless(&mut self) -> bool {
        self.rng.chance(self.shape.faults)
    }

    /// As many statements as the budget and `most` allow, under another permit.
    pub(super) fn nested(&mut self, permit: Permit, most: usize) {
        let outer = std::mem::replace(&mut self.permit, permit);
        self.permit.nesting = outer.nesting.saturating_sub(1);
        let wanted = self.rng.between(1, most);
        let end = self.budget.saturating_sub(wanted);
        while self.budget > end {
            self.statement();
        }
        self.permit = outer;
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        match self.draw_statement() {
            Statement::Assign => self.assign(),
            Statement::Memory => self.memory(),
            Statement::Collection => self.collection(),
            Statement::If => self.branching(),
            Statement::Loop => self.counted_loop(),
            Statement::Endless => self.endless_loop(),
            Statement::Call => self.call(),
            Statement::Choose => self.choose(),
            Statement::Assume => self.assume(),
            Statement::Assert => self.assert(),
            Statement::Fault => self.fault(),
            Statement::Accept => self.accept(),
            Statement::Trace => self.trace(),
            Statement::Spawn => self.spawn(),
            Statement::Atomic => self.atomic(),
            Statement::Select => self.select(),
            Statement::Yield => {
                let site = self.site();
                self.push(site, Op::Thread(ThreadOp::Yield));
            }
            Statement::Return => self.early_return(),
            Statement::Opaque => self.opaque(),
        }
    }

    fn draw_statement(&mut self) -> Statement {
        let (shape, permit) = (self.shape, self.permit);
        let when = |allowed: bool, weight: u32| if allowed { weight } else { 0 };
        let nests = permit.nesting > 0;
        let effects = permit.effects;
        self.rng.weighted(&[
            (15, Statement::Assign),
            (shape.heap, Statement::Memory),
            (shape.collections, Statement::Collection),
            (when(nests, shape.branches), Statement::If),
            (when(nests, shape.loops), Statement::Loop),
            (when(nests && permit.divergence && !permit.in_atomic, shape.endless), Statement::Endless),
            (shape.calls, Statement::Call),
            (when(effects, shape.choose), Statement::Choose),
            (when(effects, shape.assume), Statement::Assume),
            (shape.asserts, Statement::Assert),
            (shape.faults.div_ceil(10), Statement::Fault),
            (when(effects && !permit.growth, shape.accept * 4), Statement::Accept),
            (shape.trace, Statement::Trace),
            (when(effects && permit.growth, shape.spawn), Statement::Spawn),
            (when(nests && !permit.in_atomic, shape.atomic), Statement::Atomic),
            (when(effects && nests && permit.blocking, shape.select), Statement::Select),
            (when(effects, shape.yields), Statement::Yield),
            (when(!permit.in_atomic, 1), Statement::Return),
            (when(effects, shape.opaque), Statement::Opaque),
        ])
    }

    /// A variable that may hold values of this type.
    pub(super) fn place_for(&mut self, ty: Type) -> Place {
        let fits = |var: &&Var| var.writable && self.world.program.is_assignable(ty, var.ty);
        let places: Vec<Place> = self.vars.iter().filter(fits).map(|var| var.place).collect();
        match self.rng.try_pick(&places) {
            Some(&place) => place,
            None => self.new_local(ty),
        }
    }

    fn assign(&mut self) {
        let targets: Vec<Var> = self.vars.iter().copied().filter(|var| var.writable).collect();
        let (dst, ty) = match self.rng.try_pick(&targets) {
            Some(var) => (var.place, var.ty),
            None => (self.new_local(INT), INT),
        };
        let value = self.expr(ty, 2);
        let site = self.site();
        self.push(site, Op::Assign { dst, value });
    }

    fn choose(&mut self) {
        let collections: Vec<(Expr, Type)> = self.collections();
        let site = self.site();
        match self.rng.weighted(&[(40, 0), (30, 1), (15, 2), (15, 3), (15, 4)]) {
            0 => {
                let dst = self.place_for(Type::Bool);
                self.push(site, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Bool }));
            }
            2 if !self.world.program.enums.is_empty() => {
                let id = self.world.program.enums.next_id();
                let id = Id::new(id.index() - 1);
                let dst = self.place_for(Type::Enum(id));
                self.push(site, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Enum(id) }));
            }
            3 if !collections.is_empty() => {
                let (collection, element) = self.rng.pick(&collections).clone();
                let dst = self.place_for(element);
                self.shielded_by_size(collection.clone(), None, |body, site| {
                    body.push(site, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Element(collection) }));
                });
            }
            4 => {
                let few = |ty: &Type| self.world.program.n_values(*ty).is_some_and(|count| count <= 4);
                let types: Vec<Type> = self.world.scalars.iter().copied().filter(few).collect();
                let types: Vec<Type> = types.into_iter().filter(|&ty| ty != Type::String).collect();
                let ty = *self.rng.pick(&types);
                let dst = self.place_for(ty);
                self.push(site, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Any(ty) }));
            }
            _ => {
                let is_int = |ty: &Type| matches!(ty, Type::Int(_));
                let ints: Vec<Type> = self.world.scalars.iter().copied().filter(is_int).collect();
                let ty = *self.rng.pick(&ints);
                let dst = self.place_for(ty);
                let hi = self.rng.between(0, 2) as i64;
                self.push(site, Op::Choice(ChoiceOp::Choose { dst, from: Choice::Range { lo: 0, hi } }));
            }
        }
    }

    /// Variables that refer to a set or an array, with the type of an element.
    fn collections(&self) -> Vec<(Expr, Type)> {
        let element = |var: &Var| match var.ty {
            Type::Ref(class) => match self.world.program.classes[class].kind {
                ClassKind::Array { element, .. } | ClassKind::Set { element, .. } => Some(element),
                ClassKind::Record { .. } | ClassKind::Interface { .. } | ClassKind::Channel { .. } => None,
            },
            Type::Bool
            | Type::Int(_)
            | Type::Real(_)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Object => None,
        };
        self.vars.iter().filter_map(|var| Some((var.place.into(), element(var)?))).collect()
    }

    fn assume(&mut self) {
        let condition = self.likely(2);
        let site = self.site();
        self.push(site, Op::Check(CheckOp::Assume { condition }));
    }

    fn assert(&mut self) {
        let bold = self.rng.chance(self.shape.bold_asserts);
        let condition = if bold { self.likely(2) } else { self.certainty() };
        let message = self.rng.chance(30).then(|| format!("assertion {}", *self.spans));
        let site = self.site();
        self.push(site, Op::Check(CheckOp::Assert { condition, message }));
    }

    /// A fault on a path that a condition guards.
    fn fault(&mut self) {
        let kind = self
            .rng
            .pick(&[
                FaultKind::NullDereference,
                FaultKind::IndexOutOfBounds,
                FaultKind::OutOfRange,
                FaultKind::FailedCast { object: "Wolf".into(), class: "Sheep".into() },
                FaultKind::UnhandledException("Oops".into()),
            ])
            .clone();
        let condition = Expr::not(self.likely(2));
        self.guarded(condition, |body, site| body.push(site, Op::Check(CheckOp::Fault { kind })));
    }

    pub(super) fn accept(&mut self) {
        let condition = if self.rng.chance(40) { Expr::TRUE } else { self.expr(Type::Bool, 1) };
        let site = self.site();
        self.push(site, Op::Check(CheckOp::Accept { condition }));
    }

    fn trace(&mut self) {
        let vars = self.vars.clone();
        let args = self.rng.try_pick(&vars).map(|var| var.place.into()).into_iter().collect();
        let site = self.site();
        self.push(site, Op::Check(CheckOp::Trace { text: "value {0}".into(), args }));
    }

    /// Runs `make` in a block that is entered only if the condition is true, within the same step.
    pub(super) fn guarded(&mut self, condition: Expr, make: impl FnOnce(&mut Self, Site)) {
        let (inside, behind) = (self.builder.new_block(), self.builder.new_block());
        let site = self.site();
        self.builder.branch(site, condition, inside, behind);
        self.builder.switch_to(inside);
        let site = self.inner();
        make(self, site);
        self.builder.goto(behind);
        self.builder.switch_to(behind);
    }

    /// As [`guarded`](Self::guarded) by `object != null`, or without it where the body is reckless.
    pub(super) fn shielded(&mut self, object: Expr, make: impl FnOnce(&mut Self, Site)) {
        if self.is_reckless() {
            let site = self.site();
            return make(self, site);
        }
        self.guarded(Expr::binary(ir::BinOp::Ne, Type::Object, object, Expr::NULL), make);
    }

    /// As [`shielded`](Self::shielded), and only where `index` (the first, if there is none) lies within the
    /// collection.
    pub(super) fn shielded_by_size(
        &mut self,
        collection: Expr,
        index: Option<Expr>,
        make: impl FnOnce(&mut Self, Site),
    ) {
        let reckless = self.is_reckless();
        self.shielded(collection.clone(), |body, site| {
            if reckless {
                return make(body, site);
            }
            let size = body.builder.temp(INT);
            body.push(site, Op::Collection(CollectionOp::Size { dst: size.into(), object: collection }));
            let index = index.unwrap_or(Expr::Const(Value::Int(0)));
            let (inside, behind) = (body.builder.new_block(), body.builder.new_block());
            let site = body.inner();
            body.builder.branch(site, Expr::binary(ir::BinOp::Gt, INT, size.into(), index), inside, behind);
            body.builder.switch_to(inside);
            let site = body.inner();
            make(body, site);
            body.builder.goto(behind);
            body.builder.switch_to(behind);
        });
    }
}
