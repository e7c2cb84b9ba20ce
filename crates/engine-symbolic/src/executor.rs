//! What executes one instruction symbolically, and says how the path may go on.
//!
//! An [`Executor`] holds the state of the present path. [`Executor::step`] executes one instruction or terminator: it
//! goes on, ends, or forks. A fork leaves the state as it was before the instruction; the search takes one alternative
//! after the other and comes back ([`crate::search`]).

use ir::{FaultKind, Program, Type, Value};
use rustc_hash::FxHashMap;
use solver::guard::Guard;
use verdict::{ExploreQuery, Meter, StopReason, Unsupported, ViolationKind};

use crate::account::Account;
use crate::eval::Faulty;
use crate::example::InitialState;
use crate::logic::Logic;
use crate::shape::Shape;
use crate::state::State;
use crate::values::{Address, FixedId, Loc, Val};
use crate::world::World;

/// Why an instruction cannot be executed as things are.
#[derive(Debug)]
pub(crate) enum Pause {
    /// A reference has to be known first.
    Resolve(Shape),
    /// One of several locations has to be chosen first, for the variable at this address.
    Refine(Address, Val),
    Unsupported(Unsupported),
    Stop(StopReason),
}

impl From<StopReason> for Pause {
    fn from(reason: StopReason) -> Self {
        Pause::Stop(reason)
    }
}

/// What became of an instruction.
#[derive(Debug)]
pub(crate) enum Step {
    Next,
    /// Several of the alternatives of the executor are possible.
    Fork,
    /// A value of the unknown heap is chosen first.
    Shape(Shape),
    End(End),
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Returned(Vec<Val>),
    Failed(FailureId),
    Pruned,
    /// A bound on steps or calls is reached.
    Cut(verdict::explore::Bound),
    Unsupported(Unsupported),
}

base::typed_id!(
    /// An assertion or a fault.
    FailureId,
    "failure"
);

/// One of several outcomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alternative {
    pub(crate) guard: Guard,
    pub(crate) action: Action,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// The instruction does not fail, and is executed.
    GoOn,
    Fail(FailureId),
    Prune,
    /// Control goes to a block; a replay needs the number of a target, where the choice is free.
    Goto {
        to: ir::BlockId,
        target: Option<u32>,
    },
    /// The variable at the address refers to this location only.
    Refine {
        address: Address,
        loc: Loc,
    },
}

/// Concrete values of types without symbols.
#[derive(Debug, Default)]
pub(crate) struct FixedValues {
    values: Vec<Value>,
    ids: FxHashMap<Value, FixedId>,
}

impl FixedValues {
    pub(crate) fn intern(&mut self, value: Value) -> FixedId {
        let Self { values, ids } = self;
        *ids.entry(value).or_insert_with(|| {
            values.push(value);
            base::Id::new(values.len() - 1)
        })
    }

    pub(crate) fn value(&self, id: FixedId) -> Value {
        self.values[base::Id::index(id)]
    }
}

pub(crate) struct Executor<'a> {
    pub(crate) program: &'a Program,
    pub(crate) query: &'a ExploreQuery,
    pub(crate) meter: &'a Meter<'a>,
    pub(crate) world: World<'a>,
    pub(crate) state: State,
    pub(crate) logic: Logic<'a>,
    pub(crate) fixed: FixedValues,
    pub(crate) account: Account,
    /// Faults of the expressions of the present instruction, in the order of evaluation.
    pub(crate) faults: Vec<Faulty>,
    /// Under which condition the expression that is evaluated is needed.
    pub(crate) needed: Guard,
    /// What the instruction may do; in the end what is possible of it.
    pub(crate) alternatives: Vec<Alternative>,
    failures: Vec<ViolationKind>,
    pub(crate) null_dereference: FailureId,
    /// The procedure that is explored has begun.
    pub(crate) is_open: bool,
    /// The number of the thread that runs: 0, and -1 before it starts.
    pub(crate) thread: i64,
    n_params: u32,
    /// What holds when it begins.
    pub(crate) initial: InitialState,
}

impl<'a> Executor<'a> {
    pub(crate) fn new(program: &'a Program, query: &'a ExploreQuery, meter: &'a Meter<'a>) -> Self {
        Self {
            program,
            query,
            meter,
            world: World::new(program, query.world.as_deref()),
            state: State::new(Vec::new()),
            logic: Logic::new(meter),
            fixed: FixedValues::default(),
            account: Account::new(program, query),
            faults: Vec::new(),
            needed: Guard::TRUE,
            alternatives: Vec::new(),
            failures: vec![ViolationKind::Fault(FaultKind::NullDereference)],
            null_dereference: base::Id::new(0),
            is_open: false,
            thread: -1,
            n_params: program.procs[query.entry].n_params as u32,
            initial: InitialState::default(),
        }
    }

    /// Executes one instruction or terminator.
    pub(crate) fn step(&mut self) -> Result<Step, StopReason> {
        self.faults.clear();
        self.alternatives.clear();
        self.needed = Guard::TRUE;
        match self.execute() {
            Ok(step) => Ok(step),
            Err(Pause::Resolve(shape)) => Ok(Step::Shape(shape)),
            Err(Pause::Refine(address, val)) => self.refine(address, val),
            Err(Pause::Unsupported(unsupported)) => Ok(Step::End(End::Unsupported(unsupported))),
            Err(Pause::Stop(reason)) => Err(reason),
        }
    }

    fn execute(&mut self) -> Result<Step, Pause> {
        if self.is_open && self.state.n_arguments < self.n_params {
            return self.argument();
        }
        let program = self.program;
        let point = self.state.point();
        let block = &program.procs[point.proc].blocks[point.block];
        self.account.reach(point);
        if !self.state.has_begun {
            self.check_precondition(point)?;
        }
        let located = |pause: Pause, span| match pause {
            Pause::Unsupported(unsupported) => {
                Pause::Unsupported(Unsupported { span: unsupported.span.or(span), ..unsupported })
            }
            pause => pause,
        };
        match block.instrs.get(point.index) {
            Some(instr) => self.instr(&instr.op).map_err(|pause| located(pause, instr.site.span)),
            None => {
                let terminator = &block.terminator;
                self.terminator(&terminator.op).map_err(|pause| located(pause, terminator.site.span))
            }
        }
    }

    /// What one of several alternatives does; its guard holds already.
    pub(crate) fn act(&mut self, action: Action) -> Step {
        match action {
            Action::GoOn => {
                self.state.control.passed = true;
                Step::Next
            }
            Action::Fail(failure) => Step::End(End::Failed(failure)),
            Action::Prune => Step::End(End::Pruned),
            Action::Goto { to, target } => {
                if let Some(target) = target {
                    self.state.decide(crate::state::Chosen::Target(target));
                }
                self.jump(to);
                Step::Next
            }
            Action::Refine { address, loc } => {
                self.state.write(address, Val::One(loc));
                Step::Next
            }
        }
    }

    /// Keeps the alternatives that are possible. If there is one, it happens: the path condition implies its guard.
    /// Otherwise the path forks.
    ///
    /// One of the alternatives must be possible.
    pub(crate) fn decide(&mut self) -> Result<Step, StopReason> {
        let mut listed = std::mem::take(&mut self.alternatives);
        let n_listed = listed.len();
        let mut n_possible = 0;
        for at in 0..n_listed {
            let alternative = listed[at];
            let is_last_hope = n_possible == 0 && at + 1 == n_listed;
            if is_last_hope || self.logic.is_possible(alternative.guard)? {
                listed[n_possible] = alternative;
                n_possible += 1;
            }
        }
        listed.truncate(n_possible);
        let step = match listed[..] {
            [only] => self.act(only.action),
            _ => Step::Fork,
        };
        self.alternatives = listed;
        Ok(step)
    }

    pub(crate) fn offer(&mut self, guard: Guard, action: Action) {
        if guard != Guard::FALSE {
            self.alternatives.push(Alternative { guard, action });
        }
    }

    /// The first location of a value that is possible, and the others.
    fn refine(&mut self, address: Address, val: Val) -> Result<Step, StopReason> {
        self.alternatives.clear();
        for entry in self.entries_of(val) {
            self.offer(entry.guard, Action::Refine { address, loc: entry.loc });
        }
        self.decide()
    }

    pub(crate) fn failure(&mut self, kind: ViolationKind) -> FailureId {
        let at = self.failures.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.failures.push(kind);
            self.failures.len() - 1
        });
        base::Id::new(at)
    }

    pub(crate) fn failure_kind(&self, failure: FailureId) -> &ViolationKind {
        &self.failures[base::Id::index(failure)]
    }

    pub(crate) fn fault(&mut self, kind: FaultKind) -> FailureId {
        self.failure(ViolationKind::Fault(kind))
    }

    /// Offers the faults of the evaluated expressions, then further failures, then to go on if nothing fails, and
    /// decides. `None`: nothing can fail, and the instruction can have its effect.
    ///
    /// Failures are given in order: one happens only where none before it does. Those of one kind are one outcome.
    pub(crate) fn unless_fails(
        &mut self,
        failures: &[(Guard, FailureId)],
    ) -> Result<Option<Step>, StopReason> {
        if std::mem::take(&mut self.state.control.passed) {
            return Ok(None);
        }
        let mut all: Vec<(Guard, FailureId)> = Vec::new();
        for Faulty { guard, fault } in std::mem::take(&mut self.faults) {
            let failure = self.fault(FaultKind::from(fault));
            all.push((guard, failure));
        }
        all.extend(failures.iter().filter(|(guard, _)| *guard != Guard::FALSE));
        if all.is_empty() {
            return Ok(None);
        }
        let mut nothing_before = Guard::TRUE;
        let mut outcomes: Vec<(FailureId, Guard)> = Vec::new();
        for (guard, failure) in all {
            let here = self.logic.guards.and(nothing_before, guard);
            nothing_before = self.logic.guards.and(nothing_before, !guard);
            match outcomes.iter_mut().find(|(kind, _)| *kind == failure) {
                Some((_, outcome)) => *outcome = self.logic.guards.or(*outcome, here),
                None => outcomes.push((failure, here)),
            }
        }
        for (failure, guard) in outcomes {
            self.offer(guard, Action::Fail(failure));
        }
        self.offer(nothing_before, Action::GoOn);
        match self.decide()? {
            // It cannot fail after all.
            Step::Next => {
                self.state.control.passed = false;
                Ok(None)
            }
            step => Ok(Some(step)),
        }
    }

    /// A new symbol of a type that has symbols: where it comes from must be known to `origin`.
    pub(crate) fn symbol(&mut self, ty: Type, origin: crate::values::OriginId) -> Result<Val, Pause> {
        match ty {
            Type::Bool => Ok(Val::Bool(self.logic.terms.unknown(&mut self.logic.guards, origin))),
            Type::Int(int) => {
                let bounds = match int {
                    ir::IntType::Range { lo, hi } => Some((lo, hi)),
                    ir::IntType::Machine { .. } => None,
                };
                let format = self.format(ty);
                Ok(Val::Int(self.logic.terms.symbol(&mut self.logic.guards, format, origin, bounds)))
            }
            Type::Enum(id) => {
                let last = self.program.enums[id].constants.len().saturating_sub(1) as i64;
                let format = self.format(ty);
                Ok(Val::Int(self.logic.terms.symbol(&mut self.logic.guards, format, origin, Some((0, last)))))
            }
            Type::String => {
                let last = self.program.strings.len().saturating_sub(1) as i64;
                let format = self.format(ty);
                let terms = &mut self.logic.terms;
                Ok(Val::Int(terms.symbol(&mut self.logic.guards, format, origin, Some((0, last)))))
            }
            Type::Real(_) => Err(unsupported("An input of a real type cannot be explored.")),
            Type::Decimal => Err(unsupported("An input of type decimal cannot be explored.")),
            Type::Ref(_) | Type::Object => panic!("a symbol of type {ty:?}"),
        }
    }
}

pub(crate) fn unsupported(message: impl Into<String>) -> Pause {
    Pause::Unsupported(Unsupported::new(message))
}
