//! What is asked, and what the states of the program are made of.

use std::cell::Cell;
use std::collections::HashMap;

use base::{Id, IndexVec};
use heap::{Canonizer, Heap, Shape, Shapes, reachable};
use ir::facts::{AtomicSections, CallGraph, Liveness, LocalSet};
use ir::{BlockId, ClassId, LocalId, LocalKind, ObjectId, Place, ProcId, Program, TermOp, Value};
use temporal::{LastStep, Temporal};
use verdict::{Content, HeadPoint, Spot, Stage, SummarySet};

use crate::refusal::Reason;
use crate::state::Known;

/// The program, the question, and what follows from the two.
pub(crate) struct Setting<'a> {
    pub(crate) program: &'a Program,
    /// The formula; without one, there must be no error.
    pub(crate) temporal: Option<&'a Temporal>,
    /// See [`verdict::PushdownProof::forget_beyond`].
    pub(crate) forget_beyond: Option<u64>,
    pub(crate) stages: Vec<Stage>,
    /// Of the program's classes and the two below.
    pub(crate) shapes: Shapes,
    /// Of objects that were forgotten.
    pub(crate) forgotten: ClassId,
    /// Of sets of cut points.
    bundle: ClassId,
    procs: IndexVec<ProcId, ProcFacts<'a>>,
    /// What a state knows from outside: whether a caller is in an atomic section, and the number of the thread.
    knowns: Vec<Known<'a>>,
    uses_self: bool,
    /// How much work may still be done, in objects.
    budget: Cell<usize>,
}

struct ProcFacts<'a> {
    liveness: Liveness<'a>,
    sections: AtomicSections,
    is_recursive: bool,
    /// Locals that count everywhere.
    kept: LocalSet,
}

/// What the program is at, as a procedure sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) point: HeadPoint,
    pub(crate) heap: Heap,
    pub(crate) globals: Vec<Value>,
    /// Of the procedure, all of them; those that do not count may be anything.
    pub(crate) locals: Vec<Value>,
    pub(crate) cut_points: Vec<Value>,
    pub(crate) in_atomic: bool,
    pub(crate) initialising: bool,
    pub(crate) thread: i64,
    pub(crate) last: LastStep,
}

/// Equal for states that differ in nothing but the names of objects.
pub(crate) type StateKey = (HeadPoint, Vec<u8>);

impl<'a> Setting<'a> {
    pub(crate) fn new(
        program: &'a Program,
        temporal: Option<&'a Temporal>,
        forget_beyond: Option<u64>,
        budget: usize,
    ) -> Self {
        let n_classes = program.classes.len();
        let beyond = [Shape::Record { len: 0 }, Shape::Set];
        let calls = CallGraph::new(program);
        let observes_locals = temporal.is_some_and(Temporal::observes_locals);
        let facts = |id: ProcId| {
            let proc = &program.procs[id];
            let mut kept = LocalSet::new(proc.locals.len());
            let is_kept = |local: &ir::Local| observes_locals && local.kind == LocalKind::User;
            let locals = proc.locals.iter_enumerated().filter(|(_, local)| is_kept(local));
            locals.for_each(|(local, _)| _ = kept.insert(local));
            let (liveness, sections) = (Liveness::new(program, id), AtomicSections::new(proc));
            ProcFacts { liveness, sections, is_recursive: calls.is_recursive(id), kept }
        };
        let known = |(in_atomic, thread)| {
            let outside = [(Spot::Atomic, Value::Bool(in_atomic)), (Spot::SelfId, Value::Int(thread))];
            let seen: HashMap<_, _> = outside.map(|(spot, value)| (spot, Content::Value(value))).into();
            Known::new(program, seen, Vec::new())
        };
        Self {
            program,
            temporal,
            forget_beyond,
            stages: SummarySet::stages(program),
            shapes: Shapes::new(program).iter().chain(beyond).collect(),
            forgotten: ClassId::new(n_classes),
            bundle: ClassId::new(n_classes + 1),
            procs: program.procs.ids().map(facts).collect(),
            knowns: [(false, 0), (true, 0), (false, -1), (true, -1)].map(known).into(),
            uses_self: program.uses_self(),
            budget: Cell::new(budget),
        }
    }

    pub(crate) fn known(&self, in_atomic: bool, thread: i64) -> &Known<'a> {
        &self.knowns[usize::from(in_atomic) + 2 * usize::from(thread < 0)]
    }

    /// The number of a thread, as far as the program asks for it.
    pub(crate) fn thread(&self, number: i64) -> i64 {
        if self.uses_self { number } else { 0 }
    }

    pub(crate) fn spend(&self, work: usize) -> Result<(), Reason> {
        let rest = self.budget.get().checked_sub(work);
        rest.map(|rest| self.budget.set(rest)).ok_or(Reason::TooLarge("the proof takes too much work"))
    }

    /// The locals that count at a place.
    pub(crate) fn counting(&self, proc: ProcId, block: BlockId, index: usize) -> Vec<LocalId> {
        let mut locals = self.procs[proc].liveness.set_before(block, index);
        locals.union_with(&self.procs[proc].kept);
        locals.iter().collect()
    }

    /// The locals of a caller that count after its call: its results get new values.
    pub(crate) fn counting_after(&self, proc: ProcId, block: BlockId) -> Vec<LocalId> {
        let TermOp::Call { results, .. } = &self.program.procs[proc].blocks[block].terminator.op else {
            return Vec::new();
        };
        let facts = &self.procs[proc];
        let mut locals = facts.kept.clone();
        facts.liveness.live_across_call(block).iter().for_each(|across| _ = locals.union_with(across));
        let is_result = |local: &LocalId| results.contains(&Place::Local(*local));
        locals.iter().filter(|local| !is_result(local)).collect()
    }

    pub(crate) fn depth(&self, proc: ProcId, block: BlockId, index: usize) -> u32 {
        self.procs[proc].sections.depth_before(block, index)
    }

    /// Whether a step ends before a place. In an atomic section, only where a loop or a recursion would never end
    /// otherwise.
    pub(crate) fn is_boundary(&self, proc: ProcId, block: BlockId, index: usize, in_atomic: bool) -> bool {
        let facts = &self.procs[proc];
        let cuts = || facts.is_recursive || facts.sections.cuts_before(block, index);
        self.program.procs[proc].blocks[block].site(index).step && (!in_atomic || cuts())
    }

    /// Default values of the locals of a procedure, of which the first are given.
    pub(crate) fn locals(&self, proc: ProcId, given: &[Value]) -> Vec<Value> {
        let defaults = self.program.procs[proc].locals.iter().map(|local| Value::default_of(local.ty));
        given.iter().copied().chain(defaults.skip(given.len())).collect()
    }

    /// The values that the running procedure can get at.
    pub(crate) fn roots(&self, state: &State) -> Vec<Value> {
        let locals = match state.point {
            HeadPoint::Outside(_) => Vec::new(),
            HeadPoint::At { proc, block, index } | HeadPoint::Stays { proc, block, index } => {
                self.counting(proc, block, index as usize)
            }
        };
        let locals = locals.iter().map(|local| state.locals[local.index()]);
        state.globals.iter().copied().chain(locals).collect()
    }

    /// Forgets what only cut points reach, where that is too much. `seen` are the values that can be got at; they must
    /// reach nothing that was forgotten.
    pub(crate) fn forget(&self, state: &mut State, seen: &[Value]) -> Result<(), Reason> {
        let State { heap, cut_points, .. } = state;
        let visible = reachable(heap, seen.iter().copied());
        self.spend(heap.len() + 1)?;
        if visible.iter().any(|&object| heap.class(object) == self.forgotten) {
            return Err(Reason::SeesForgotten);
        }
        let all = reachable(heap, seen.iter().chain(&*cut_points).copied());
        if self.forget_beyond.is_some_and(|bound| (all.len() - visible.len()) as u64 > bound) {
            let token = Value::Ref(heap.alloc_with(self.forgotten, &[]));
            let is_beyond =
                |value: &Value| value.object().is_some_and(|of| visible.binary_search(&of).is_err());
            cut_points.iter_mut().filter(|value| is_beyond(value)).for_each(|value| *value = token);
        }
        Ok(())
    }

    /// The key of a state; first forgets what is to be forgotten.
    pub(crate) fn key(&self, state: &mut State, canonizer: &mut Canonizer) -> Result<StateKey, Reason> {
        let seen = self.roots(state);
        self.forget(state, &seen)?;
        Ok((state.point, self.encode(state, &seen, canonizer)))
    }

    /// The bytes that distinguish states at one place. They can be decoded: both lists have their lengths, and from the
    /// references in them follows how many objects there are.
    pub(crate) fn encode(&self, state: &State, seen: &[Value], canonizer: &mut Canonizer) -> Vec<u8> {
        let mut bytes = self.flags(state);
        let mut encoding = canonizer.encode(&state.heap, &mut bytes);
        encoding.number(seen.len() as u64);
        encoding.number(state.cut_points.len() as u64);
        seen.iter().chain(&state.cut_points).for_each(|&value| encoding.value(value));
        encoding.finish();
        bytes
    }

    /// The key of an entry in which the cut points have no order, and the objects in an order that equal keys share. It
    /// can be decoded: the place says how many variables there are, and the cut points are one set after them.
    pub(crate) fn entry_key(&self, state: &State, canonizer: &mut Canonizer) -> (StateKey, Vec<ObjectId>) {
        let (seen, mut heap, mut bytes) = (self.roots(state), state.heap.clone(), self.flags(state));
        let mut cut_points = state.cut_points.clone();
        cut_points.sort_unstable();
        cut_points.dedup();
        let bundle = heap.alloc_with(self.bundle, &cut_points);
        let mut encoding = canonizer.encode(&heap, &mut bytes);
        seen.iter().chain([&Value::Ref(bundle)]).for_each(|&value| encoding.value(value));
        let order = encoding.finish().to_vec();
        ((state.point, bytes), order)
    }

    fn flags(&self, state: &State) -> Vec<u8> {
        let LastStep { wrote_null, changed } = match self.temporal {
            Some(temporal) if temporal.uses_last_step() => state.last,
            Some(_) | None => LastStep::default(),
        };
        let flags = [state.in_atomic, state.initialising, wrote_null, changed, state.thread < 0];
        flags.map(u8::from).to_vec()
    }
}
