//! A program prepared for fast execution: every place where control can stand has a number, and what the
//! machine, the codec and the scheduler need to know of it is looked up by that number.
//!
//! A *point* is an instruction or a terminator. The points of a block are consecutive. Which locals count at a point is
//! decided by liveness: a dead local is no part of a state, so states that differ only in dead values are one. A
//! temporal property may look at the user's locals whether they are dead or not; then they count everywhere.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Id, IndexVec};
use heap::Shapes;
use ir::facts::{AtomicSections, CallGraph, Liveness};
use ir::{
    BlockId, Choice, ChoiceOp, ClassKind, Instr, LocalId, LocalKind, Op, Place, Proc, ProcId, Program, Site,
    TermOp, Terminator, Type, Value,
};

/// A place where control can stand.
pub type Point = u32;

/// Locals in order. Neighbouring points mostly agree and then share one list.
type LocalList = Arc<[LocalId]>;

/// What stands at a point.
#[derive(Clone, Copy)]
pub enum Action<'p> {
    Instr(&'p Instr),
    Term(&'p Terminator),
}

impl Action<'_> {
    pub fn site(self) -> Site {
        match self {
            Action::Instr(instr) => instr.site,
            Action::Term(terminator) => terminator.site,
        }
    }
}

/// What is known of a point.
pub struct PointFacts<'p> {
    pub action: Action<'p>,
    pub proc: ProcId,
    /// Atomic sections of its procedure that it lies in.
    pub atomic: u32,
    /// Ends a step of a thread outside atomic sections.
    pub begins_step: bool,
    /// Ends a step inside atomic sections too, so that an endless loop there is cut into finite steps.
    pub cuts_atomic: bool,
    /// Locals that count when a thread stands here between two steps, in order; empty where none ever does.
    live: LocalList,
    /// For a call: locals that count while the callee runs.
    live_waiting: LocalList,
}

/// A prepared program.
pub struct Code<'p> {
    pub program: &'p Program,
    pub points: Vec<PointFacts<'p>>,
    /// First point of each block, of all procedures in a row.
    block_points: Vec<Point>,
    /// Where the blocks of a procedure begin in `block_points`.
    proc_blocks: IndexVec<ProcId, usize>,
    /// Default values of all locals.
    pub frame_defaults: IndexVec<ProcId, Vec<Value>>,
    /// Default values of the fields of a record; empty for other classes.
    pub record_defaults: IndexVec<ir::ClassId, Vec<Value>>,
    /// See [`Program::related_arrays`].
    pub related_arrays: IndexVec<ir::ClassId, bool>,
    pub shapes: Shapes,
    pub uses_self: bool,
    /// Numbers of threads below this are part of a state, all others are one; none if no number can be observed.
    pub numbers_below: Option<i32>,
    pub has_accept: bool,
    /// See [`choices_depend_on_numbering`].
    pub choices_depend_on_numbering: bool,
}

impl<'p> Code<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self::with_locals(program, |_| BTreeSet::new())
    }

    /// The same, but the user's locals count at every point, dead or not.
    pub fn with_user_locals(program: &'p Program) -> Self {
        Self::with_locals(program, user_locals)
    }

    /// The same, where a property names threads up to this number. They need not be distinguished beyond it, so that a
    /// program that starts threads forever has finitely many states still.
    #[must_use]
    pub fn with_threads_up_to(mut self, greatest: Option<u32>) -> Self {
        let below = greatest.map(|number| i32::try_from(number).unwrap_or(i32::MAX).saturating_add(1));
        self.numbers_below = self.numbers_below.or(below);
        self
    }

    /// `kept` are the locals of a procedure that count where they are dead.
    fn with_locals(program: &'p Program, kept: impl Fn(&Proc) -> BTreeSet<LocalId>) -> Self {
        let mut code = Self {
            program,
            points: Vec::new(),
            block_points: Vec::new(),
            proc_blocks: IndexVec::new(),
            frame_defaults: program
                .procs
                .iter()
                .map(|proc| defaults(proc.locals.iter().map(|l| l.ty)))
                .collect(),
            record_defaults: program
                .classes
                .iter()
                .map(|class| record_defaults(program, &class.kind))
                .collect(),
            related_arrays: program.related_arrays(),
            shapes: Shapes::new(program),
            uses_self: program.uses_self(),
            numbers_below: program.uses_self().then_some(i32::MAX),
            has_accept: program.has_accept(),
            choices_depend_on_numbering: choices_depend_on_numbering(program),
        };
        let calls = CallGraph::new(program);
        for proc in program.procs.ids() {
            code.add_proc(proc, calls.is_recursive(proc), &kept(&program.procs[proc]));
        }
        code
    }

    fn add_proc(&mut self, id: ProcId, recursive: bool, kept: &BTreeSet<LocalId>) {
        let proc = &self.program.procs[id];
        let live = Liveness::new(self.program, id);
        let sections = AtomicSections::new(proc);
        let mut lists = SharedLists::default();
        self.proc_blocks.push(self.block_points.len());
        for (block_id, block) in proc.blocks.iter_enumerated() {
            let first = self.points.len();
            self.block_points.push(first as Point);
            let waiting = live.live_across_call(block_id).map(|mut locals| {
                kept.iter().for_each(|&local| _ = locals.insert(local));
                results(&block.terminator).for_each(|local| _ = locals.remove(local));
                lists.get(locals.iter())
            });
            live.walk_back(block_id, |index, live| {
                let action = match block.instrs.get(index) {
                    Some(instr) => Action::Instr(instr),
                    None => Action::Term(&block.terminator),
                };
                let begins_step = action.site().step;
                // Summaries rest at calls and at the beginning of blocks too.
                let rests = begins_step || index == 0 || matches!(action, Action::Term(_));
                self.points.push(PointFacts {
                    action,
                    proc: id,
                    atomic: sections.depth_before(block_id, index),
                    begins_step,
                    cuts_atomic: begins_step && (recursive || sections.cuts_before(block_id, index)),
                    live: if rests { lists.get(live.union(kept).copied()) } else { LocalList::default() },
                    live_waiting: match action {
                        Action::Term(_) => waiting.clone().unwrap_or_default(),
                        Action::Instr(_) => LocalList::default(),
                    },
                });
            });
            self.points[first..].reverse();
        }
    }

    #[inline]
    pub fn block_point(&self, proc: ProcId, block: BlockId) -> Point {
        self.block_points[self.proc_blocks[proc] + block.index()]
    }

    #[inline]
    pub fn entry_point(&self, proc: ProcId) -> Point {
        self.block_point(proc, BlockId::new(0))
    }

    /// The block of a point, and its index there.
    pub fn place(&self, point: Point) -> (BlockId, usize) {
        let proc = self.facts(point).proc;
        let blocks = &self.block_points[self.proc_blocks[proc]..][..self.program.procs[proc].blocks.len()];
        let block = blocks.partition_point(|&first| first <= point) - 1;
        (BlockId::new(block), (point - blocks[block]) as usize)
    }

    /// Locals that count in a frame: of the running procedure, or of one that waits for its callee.
    #[inline]
    pub fn live(&self, point: Point, running: bool) -> &[LocalId] {
        let facts = self.facts(point);
        if running { &facts.live } else { &facts.live_waiting }
    }

    #[inline]
    pub fn facts(&self, point: Point) -> &PointFacts<'p> {
        &self.points[point as usize]
    }
}

fn defaults(types: impl Iterator<Item = Type>) -> Vec<Value> {
    types.map(Value::default_of).collect()
}

fn record_defaults(program: &Program, kind: &ClassKind) -> Vec<Value> {
    match kind {
        ClassKind::Record { fields, .. } => defaults(fields.iter().map(|&field| program.fields[field].ty)),
        ClassKind::Interface { .. }
        | ClassKind::Array { .. }
        | ClassKind::Set { .. }
        | ClassKind::Channel { .. } => Vec::new(),
    }
}

/// Whether a choice picks from a set of references: the order of its alternatives depends on how objects are numbered.
pub fn choices_depend_on_numbering(program: &Program) -> bool {
    choice_by_numbering(program).is_some()
}

/// The first choice of this kind.
pub fn choice_by_numbering(program: &Program) -> Option<&ir::Instr> {
    program.first_op(|op| picks_reference_from_set(program, op))
}

/// Static types distinguish arrays from sets only where the type is exact, so anything that may be a set of references
/// counts.
fn picks_reference_from_set(program: &Program, op: &Op) -> bool {
    let set_of_references =
        |class: &ir::Class| matches!(class.kind, ClassKind::Set { element, .. } if element.is_reference());
    matches!(op, Op::Choice(ChoiceOp::Choose { from: Choice::Element(_), .. }))
        && program.classes.iter().any(set_of_references)
}

fn user_locals(proc: &Proc) -> BTreeSet<LocalId> {
    let locals = proc.locals.iter_enumerated();
    locals.filter(|(_, local)| local.kind == LocalKind::User).map(|(id, _)| id).collect()
}

/// The locals that a call writes when it ends: what they held before is not seen.
fn results(terminator: &Terminator) -> impl Iterator<Item = LocalId> + '_ {
    let places: &[Place] = match &terminator.op {
        TermOp::Call { results, .. } => results,
        TermOp::Goto { .. }
        | TermOp::Branch { .. }
        | TermOp::Switch { .. }
        | TermOp::SwitchClass { .. }
        | TermOp::Return { .. }
        | TermOp::Opaque { .. }
        | TermOp::Select { .. } => &[],
    };
    places.iter().filter_map(|place| match place {
        Place::Local(local) => Some(*local),
        Place::Global(_) => None,
    })
}

/// Makes lists of locals, and makes equal neighbours share one.
#[derive(Default)]
struct SharedLists {
    last: LocalList,
}

impl SharedLists {
    fn get(&mut self, locals: impl Iterator<Item = LocalId> + Clone) -> LocalList {
        if !self.last.iter().copied().eq(locals.clone()) {
            self.last = locals.collect();
        }
        self.last.clone()
    }
}
