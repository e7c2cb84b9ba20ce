//! Makes branches whose outcome is certain to gotos.
//!
//! A forward data-flow analysis over the locals of one procedure ([`Facts`]), optimistic and conditional as in Wegman
//! and Zadeck, *Constant propagation with conditional branches* (TOPLAS 1991): a block is looked at only once some path
//! is found that may lead to it, and a branch whose outcome is certain leads to one side. What is true on all of these
//! paths holds at the block; each time that it weakens, the block is looked at again.
//!
//! DIVERGENCE: facts are kept per block and not per definition. A point has a bounded number of them, of locals that
//! are live, so a block is looked at a bounded number of times; the analysis takes linear time but for the liveness.
//!
//! Locals belong to their frame: calls and other threads change none. Of globals and of the heap nothing is known but
//! the lengths of new arrays, which never change.

use std::collections::BTreeSet;

use base::IndexVec;

use super::facts::{Facts, Held, Object};
use crate::facts::{Cfg, Liveness};
use crate::faults::{Faults, Hazard};
use crate::instr::{CheckOp, CollectionOp, Expr, HeapOp, Op, Place, TermOp};
use crate::program::{BlockId, ClassId, ClassKind, LocalKind, Proc, Program};
use crate::types::Type;
use crate::typing::ProcTypes;
use crate::value::Value;

/// True if there was such a branch. Blocks keep their numbers.
pub fn drop_certain_branches(program: &mut Program) -> bool {
    let certain: Vec<Vec<(BlockId, BlockId)>> = {
        let (program, faults) = (&*program, Faults::new(program));
        let find = |proc| Analysis::new(program, &faults, proc).run();
        program.procs.iter().map(find).collect()
    };
    for (proc, certain) in program.procs.iter_mut().zip(&certain) {
        for &(block, target) in certain {
            proc.blocks[block].terminator.op = TermOp::Goto { targets: vec![target] };
        }
    }
    certain.iter().any(|certain| !certain.is_empty())
}

struct Analysis<'a> {
    program: &'a Program,
    faults: &'a Faults<'a>,
    proc: &'a Proc,
    cfg: Cfg,
    liveness: Liveness<'a>,
    /// What holds at the beginning of each block; nothing if no path is found to it.
    known: IndexVec<BlockId, Option<Facts>>,
    /// Blocks to look at, by their places in the reverse post-order.
    pending: BTreeSet<usize>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, faults: &'a Faults<'a>, proc: &'a Proc) -> Self {
        let cfg = Cfg::new(proc);
        let liveness = Liveness::with_cfg(proc, &cfg);
        let known = IndexVec::filled(None, proc.blocks.len());
        Self { program, faults, proc, cfg, liveness, known, pending: BTreeSet::new() }
    }

    /// The blocks that end with a certain branch, and where they lead.
    fn run(mut self) -> Vec<(BlockId, BlockId)> {
        if self.proc.blocks.is_empty() {
            return Vec::new();
        }
        self.reach(self.proc.entry(), self.at_entry());
        while let Some(place) = self.pending.pop_first() {
            let block = self.cfg.reverse_postorder()[place];
            self.look_at(block);
        }
        let certain = |block| {
            let (facts, _) = self.after(block)?;
            let target = self.certain_target(&facts, &self.proc.blocks[block].terminator.op)?;
            Some((block, target))
        };
        self.proc.blocks.ids().filter_map(certain).collect()
    }

    /// A user's variables have their defaults.
    fn at_entry(&self) -> Facts {
        let mut facts = Facts::default();
        for (id, local) in self.proc.locals.iter_enumerated().skip(self.proc.n_params) {
            if local.kind == LocalKind::User && self.liveness.is_live_in(self.proc.entry(), id) {
                facts.write(id, Some(Held::Value(Value::default_of(local.ty))));
            }
        }
        facts
    }

    /// A path leads to the block, with these facts at its end.
    fn reach(&mut self, block: BlockId, mut facts: Facts) {
        facts.retain(|local| self.liveness.is_live_in(block, local));
        let has_changed = match &mut self.known[block] {
            Some(known) => known.meet(&facts),
            unknown @ None => {
                *unknown = Some(facts);
                true
            }
        };
        if has_changed {
            self.pending.extend(self.cfg.position(block));
        }
    }

    /// Follows all edges out of a block that paths may take.
    fn look_at(&mut self, block: BlockId) {
        let Some((facts, true)) = self.after(block) else { return };
        let op = &self.proc.blocks[block].terminator.op;
        if let Some(target) = self.certain_target(&facts, op) {
            return self.reach(target, facts);
        }
        match op {
            TermOp::Branch { condition, then_to, else_to } => {
                for (target, truth) in [(then_to, true), (else_to, false)] {
                    let mut facts = facts.clone();
                    facts.assume(self.program, condition, truth);
                    self.reach(*target, facts);
                }
            }
            TermOp::SwitchClass { object, cases, default } => {
                self.switch_class(facts, object, cases, *default)
            }
            TermOp::Goto { .. }
            | TermOp::Switch { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. }
            | TermOp::Select { .. } => {
                let mut facts = facts;
                op.dsts().into_iter().for_each(|dst| write(&mut facts, dst, None));
                self.cfg.successors(block).to_vec().into_iter().for_each(|to| self.reach(to, facts.clone()));
            }
        }
    }

    fn switch_class(
        &mut self,
        mut facts: Facts,
        object: &Expr,
        cases: &[(ClassId, BlockId)],
        default: BlockId,
    ) {
        facts.learn_object(object);
        for &(class, target) in cases {
            let mut facts = facts.clone();
            if let Expr::Local(local) = object {
                let exact = Object { class: Some(class), is_exact: true, length: None };
                facts.learn(*local, Held::Object(exact));
            }
            self.reach(target, facts);
        }
        self.reach(default, facts);
    }

    /// Where a branch leads, if that is certain. It must not fault.
    fn certain_target(&self, facts: &Facts, op: &TermOp) -> Option<BlockId> {
        match op {
            TermOp::Branch { condition, then_to, else_to } => {
                Some(if facts.value(condition)?.truth() { *then_to } else { *else_to })
            }
            TermOp::Switch { value, cases, default } => {
                let number = facts.value(value)?.number();
                Some(cases.iter().find(|case| case.0 == number).map_or(*default, |case| case.1))
            }
            TermOp::SwitchClass { object, cases, default } => match facts.reference(object)? {
                Held::Object(Object { class: Some(class), is_exact: true, .. }) => {
                    Some(cases.iter().find(|case| case.0 == class).map_or(*default, |case| case.1))
                }
                Held::Object(_) | Held::Value(_) => None,
            },
            TermOp::Goto { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Opaque { .. }
            | TermOp::Select { .. } => None,
        }
    }

    /// What holds before the terminator of a block that is reached, and whether a path gets there.
    fn after(&self, block: BlockId) -> Option<(Facts, bool)> {
        let mut facts = self.known[block].clone()?;
        for instr in &self.proc.blocks[block].instrs {
            if !self.execute(&instr.op, &mut facts) {
                return Some((facts, false));
            }
        }
        Some((facts, true))
    }

    /// From what holds before an instruction to what holds after it; false if nothing comes after it.
    fn execute(&self, op: &Op, facts: &mut Facts) -> bool {
        let types = ProcTypes { program: self.program, proc: self.proc };
        let mut hazards = Vec::new();
        self.faults.accesses(&types, op, &mut hazards);
        // Operands are read before the result is written.
        let held = self.result(op, facts);
        for hazard in hazards {
            if let Hazard::Null { reference } = hazard {
                facts.learn_object(&reference);
            }
        }
        match op {
            Op::Assign { dst: Place::Local(dst), value: Expr::Local(from) } => facts.copy(*dst, *from),
            Op::Heap(HeapOp::Cast { dst: Place::Local(dst), object: Expr::Local(from), class: _ }) => {
                facts.copy(*dst, *from);
                if let Some(held @ Held::Object(_)) = held {
                    facts.learn(*dst, held);
                }
            }
            Op::Heap(HeapOp::InstanceOf { dst: Place::Local(dst), object: Expr::Local(of), class })
                if held.is_none() =>
            {
                facts.write_test(*dst, *of, *class);
            }
            Op::Check(CheckOp::Assume { condition } | CheckOp::Assert { condition, .. }) => {
                facts.assume(self.program, condition, true);
            }
            Op::Check(CheckOp::Fault { .. }) => return false,
            Op::Assign { .. }
            | Op::Heap(_)
            | Op::Collection(_)
            | Op::Choice(_)
            | Op::Check(CheckOp::Accept { .. } | CheckOp::Trace { .. } | CheckOp::Output { .. })
            | Op::Thread(_) => op.for_each_written(|dst| write(facts, dst, held)),
        }
        true
    }

    /// What an instruction writes, where that is certain once it has not faulted.
    fn result(&self, op: &Op, facts: &Facts) -> Option<Held> {
        match op {
            Op::Assign { value, .. } => facts.value(value).map(Held::Value),
            Op::Heap(HeapOp::New { class, length, .. }) => {
                Some(self.new_object(facts, *class, length.as_ref()))
            }
            Op::Heap(HeapOp::Cast { object, class, .. }) => match facts.reference(object)? {
                Held::Object(known) => match known.class {
                    Some(below) if self.program.is_subclass(below, *class) => Some(Held::Object(known)),
                    Some(_) | None => Some(Held::Object(Object { class: Some(*class), ..known })),
                },
                null @ Held::Value(_) => Some(null),
            },
            Op::Heap(HeapOp::InstanceOf { object, class, .. }) => {
                self.is_instance(facts, object, *class).map(Held::bool)
            }
            Op::Collection(CollectionOp::Size { object, .. }) => match facts.reference(object)? {
                Held::Object(Object { length: Some(length), .. }) => Some(Held::Value(Value::Int(length))),
                Held::Object(_) | Held::Value(_) => None,
            },
            Op::Collection(CollectionOp::Admits { array, value, .. }) => {
                self.is_admitted(facts, array, value).map(Held::bool)
            }
            Op::Heap(HeapOp::Load { .. } | HeapOp::Store { .. })
            | Op::Collection(
                CollectionOp::LoadElement { .. }
                | CollectionOp::StoreElement { .. }
                | CollectionOp::SetAdd { .. }
                | CollectionOp::SetRemove { .. }
                | CollectionOp::SetUnion { .. }
                | CollectionOp::SetDifference { .. }
                | CollectionOp::Contains { .. }
                | CollectionOp::Send { .. },
            )
            | Op::Choice(_)
            | Op::Check(_)
            | Op::Thread(_) => None,
        }
    }

    fn new_object(&self, facts: &Facts, class: ClassId, length: Option<&Expr>) -> Held {
        let fixed = match self.program.classes[class].kind {
            ClassKind::Array { length, .. } => length.map(i64::from),
            ClassKind::Record { .. }
            | ClassKind::Interface { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. } => None,
        };
        let given = length.and_then(|length| facts.value(length)).map(Value::number);
        // A larger number of an unsigned type is held as a negative one, and is no length that an array can have.
        let length = fixed.or(given).filter(|length| (0..=i64::from(i32::MAX)).contains(length));
        Held::Object(Object { class: Some(class), is_exact: true, length })
    }

    /// Whether a reference is to an object of the class, if that is certain.
    fn is_instance(&self, facts: &Facts, object: &Expr, class: ClassId) -> Option<bool> {
        let known = match facts.reference(object)? {
            Held::Value(_) => return Some(false),
            Held::Object(known) => known,
        };
        let is_below = |lower| self.program.is_subclass(lower, class);
        match (known.class, known.is_exact) {
            (Some(exact), true) => Some(is_below(exact)),
            (bound, _) if bound.is_some_and(is_below) => Some(true),
            (_, _) => match object.natural_type(&ProcTypes { program: self.program, proc: self.proc }) {
                Some(Type::Ref(declared)) if is_below(declared) => Some(true),
                Some(_) | None => None,
            },
        }
    }

    /// Whether an array takes a value, if that is certain.
    fn is_admitted(&self, facts: &Facts, array: &Expr, value: &Expr) -> Option<bool> {
        let value = match facts.reference(value)? {
            Held::Value(_) => return Some(true),
            Held::Object(value) => value,
        };
        let Held::Object(Object { class: Some(array), is_exact: true, .. }) = facts.reference(array)? else {
            return None;
        };
        let takes = self.program.array_takes(array, value.class?);
        (takes || value.is_exact).then_some(takes)
    }
}

fn write(facts: &mut Facts, dst: Place, held: Option<Held>) {
    match dst {
        Place::Local(local) => facts.write(local, held),
        Place::Global(_) => {}
    }
}
