//! Records an execution in the user's terms, statement by statement, while it happens.
//!
//! A statement is a run of instructions of one procedure whose spans lie within each other, up to the next `step` mark
//! or the end of the move. Only values that differ at its end from what they were at its start are changes.

use std::collections::HashMap;

use base::Span;
use ir::typing::ProcTypes;
use ir::{
    CheckOp, Choice, ChoiceOp, Expr, GlobalId, LocalId, LocalKind, ObjectId, Op, Place, ProcId, TermOp, Type,
    Value,
};
use verdict::{Binding, CallEvent, Change, Moment, Shown};

use crate::calls::{arguments, return_event};
use crate::context::Context;
use crate::effect::{Effect, Receive, Stop};
use crate::failing;
use crate::printed::Printed;
use crate::reading::{Origins, Reader};
use crate::show::{contents, object_name, record_text, show, slot_name, text_of, trace_text};
use crate::snapshot::snapshot;
use crate::state::{Frame, Next, State};
use crate::step::{StepListener, next_object};

/// How much of an execution is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// The whole state after each statement.
    pub states: bool,
}

/// Watches moves and makes a [`Moment`] of each statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    detail: Detail,
    moments: Vec<Moment>,
    open: Option<Statement>,
    trace_step: usize,
    origins: Origins,
    printed: Printed,
}

/// The statement that is being executed.
#[derive(Clone, Debug)]
struct Statement {
    thread: Option<u32>,
    proc: ProcId,
    /// Position of its frame in the stack.
    depth: usize,
    span: Option<Span>,
    calls: Vec<CallEvent>,
    /// Whether it has done more than to go somewhere.
    acts: bool,
    /// What its branches have read.
    tested: Vec<Binding>,
    operands: Vec<Binding>,
    writes: Vec<Written>,
    /// Where in `writes` a target is.
    positions: HashMap<Target, usize>,
    choices: Vec<String>,
    output: Vec<String>,
}

/// What can change and has a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Target {
    Local {
        depth: usize,
        proc: ProcId,
        local: LocalId,
    },
    Global(GlobalId),
    Slot {
        object: ObjectId,
        slot: usize,
    },
    /// The elements of a set, or the messages of a channel.
    Contents(ObjectId),
}

/// A target's value before the statement and now. Unused for contents, which change whenever they are touched.
#[derive(Clone, Copy, Debug)]
struct Written {
    target: Target,
    before: Value,
    now: Value,
}

impl Recorder {
    pub(crate) fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// What follows belongs to this step of the trace.
    pub(crate) fn begin_step(&mut self, ctx: &Context<'_>, state: &State, trace_step: usize) {
        self.close(ctx, state);
        self.trace_step = trace_step;
    }

    /// Ends the open statement; the state is the one after it.
    pub(crate) fn close(&mut self, ctx: &Context<'_>, state: &State) {
        if let Some(statement) = self.open.take() {
            let mut moment = statement.finish(ctx, state, self.trace_step);
            moment.state = self.detail.states.then(|| snapshot(ctx, state));
            self.moments.push(moment);
        }
    }

    /// The finished moments.
    pub(crate) fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// What the program has written to its output.
    pub(crate) fn printed(&self) -> &Printed {
        &self.printed
    }

    /// The number that the open statement will have among the moments.
    pub(crate) fn open_moment(&self) -> usize {
        self.moments.len()
    }

    /// The call of the open statement has returned: these places of the running frame may have new values. The values
    /// are those at the call.
    pub(crate) fn returned(
        &mut self,
        ctx: &Context<'_>,
        state: &State,
        thread: usize,
        before: &[(Place, Value)],
    ) {
        let Some(open) = &mut self.open else { return };
        let frame = state.threads[thread].top();
        let key = (state.threads[thread].number, open.depth);
        for &(place, before) in before {
            let now = state.read(thread, place);
            if let Place::Local(local) = place {
                self.origins.result(ctx.program, &state.heap, key, frame, local, now);
            }
            match place {
                Place::Global(global) => open.note(Target::Global(global), before, now),
                Place::Local(local) if frame.code(ctx.program).locals[local].kind == LocalKind::User => {
                    let target = Target::Local { depth: open.depth, proc: frame.proc, local };
                    open.note(target, before, now);
                }
                Place::Local(_) => {}
            }
        }
    }

    /// The running procedure returns these values to a caller that is recorded elsewhere.
    pub(crate) fn returns(&mut self, ctx: &Context<'_>, state: &State, thread: usize, values: &[Value]) {
        let nothing = Effect::Return { values: Vec::new() };
        self.see(ctx, state, thread, Ok(&nothing));
        if let Some(event) = self.open.as_mut().and_then(|open| open.calls.last_mut()) {
            *event = return_event(ctx, state, thread, values);
        }
        self.close(ctx, state);
    }

    /// The finished moments since they were last taken.
    pub(crate) fn take_moments(&mut self) -> Vec<Moment> {
        std::mem::take(&mut self.moments)
    }
}

impl StepListener for Recorder {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        if let Err(Stop::Blocked | Stop::Undecided { .. }) = outcome {
            return;
        }
        if !self.open.as_mut().is_some_and(|open| open.goes_on(ctx, state, thread)) {
            self.close(ctx, state);
            self.open = Some(Statement::begin(ctx, state, thread));
        }
        let Some(open) = &mut self.open else { return };
        let next = state.threads[thread].top().next(ctx.program);
        let reader = Reader::new(ctx, state, thread, &self.origins);
        match outcome {
            Ok(effect) => {
                // An assertion may be taken apart to branches.
                reader.condition_reads(next, &mut open.tested);
                open.record(ctx, state, thread, effect);
            }
            Err(Stop::Violation { kind, .. }) => {
                open.operands = failing::operands(ctx, state, thread, &self.origins, kind, &open.tested);
            }
            Err(Stop::Pruned | Stop::Blocked | Stop::Undecided { .. } | Stop::GaveUp(_)) => {}
        }
        if let Ok(effect) = outcome {
            self.origins.follow(ctx, state, thread, effect);
            self.printed.follow(effect);
        }
    }
}

impl Statement {
    fn begin(ctx: &Context<'_>, state: &State, thread: usize) -> Self {
        let running = &state.threads[thread];
        Self {
            thread: running.number,
            proc: running.top().proc,
            depth: running.frames.len() - 1,
            span: running.top().site(ctx.program).span,
            calls: Vec::new(),
            acts: false,
            tested: Vec::new(),
            operands: Vec::new(),
            writes: Vec::new(),
            positions: HashMap::new(),
            choices: Vec::new(),
            output: Vec::new(),
        }
    }

    /// Whether the next instruction of the thread belongs to this statement too.
    fn goes_on(&mut self, ctx: &Context<'_>, state: &State, thread: usize) -> bool {
        let running = &state.threads[thread];
        let site = running.top().site(ctx.program);
        if site.step {
            return false;
        }
        let same_frame = self.depth == running.frames.len() - 1 && self.proc == running.top().proc;
        match (self.span, site.span) {
            (_, None) => true,
            (None, Some(span)) => {
                if same_frame {
                    self.span = Some(span);
                }
                same_frame
            }
            (Some(own), Some(span)) if own == span => true,
            (Some(own), Some(span)) if same_frame && (lies_in(own, span) || lies_in(span, own)) => {
                self.span = Some(own.to(span));
                true
            }
            (Some(_), Some(_)) => false,
        }
    }

    fn record(&mut self, ctx: &Context<'_>, state: &State, thread: usize, effect: &Effect) {
        let heap = &state.heap;
        self.acts |= !is_silent(effect);
        match effect {
            Effect::Write { dst, value } => {
                self.write(ctx, state, thread, *dst, *value);
                self.describe_value_choice(ctx, state, thread, *dst, *value);
            }
            Effect::SetSlot { object, slot, value } => {
                let target = Target::Slot { object: *object, slot: *slot };
                self.note(target, heap.get(*object, *slot), *value);
            }
            Effect::Allocate { dst, class: _, slots: _ } => {
                self.write(ctx, state, thread, *dst, Value::Ref(next_object(state)));
            }
            Effect::Insert { set, elements } | Effect::Remove { set, elements } => {
                if !elements.is_empty() {
                    self.note_contents(*set);
                }
            }
            Effect::InsertRecords { set, class: _, records } => {
                if !records.is_empty() {
                    self.note_contents(*set);
                }
            }
            Effect::Send { channel, message: _ } => self.note_contents(*channel),
            Effect::Forget { fresh: _, known, writes } => {
                for (object, slots) in known {
                    for (slot, &value) in slots.iter().enumerate() {
                        self.note(Target::Slot { object: *object, slot }, heap.get(*object, slot), value);
                    }
                }
                for &(place, value) in writes {
                    self.write(ctx, state, thread, place, value);
                }
            }
            Effect::Print { args } => self.print(ctx, state, thread, args),
            Effect::Jump { target: _ } => self.describe_target_choice(ctx, state, thread, effect),
            Effect::Take { join, receives, target: _ } => {
                self.describe_join_choice(ctx, state, thread, *join);
                self.receive(ctx, state, thread, receives);
            }
            Effect::Return { values } => {
                self.calls.push(return_event(ctx, state, thread, values));
                self.write_results(ctx, state, thread, values);
            }
            Effect::Call { proc, args } => self.calls.push(CallEvent::Call {
                proc: ctx.program.procs[*proc].name.clone(),
                args: arguments(ctx.program, heap, *proc, args),
            }),
            Effect::Spawn { proc, args } => self.calls.push(CallEvent::Start {
                thread: state.next_number,
                proc: ctx.program.procs[*proc].name.clone(),
                args: arguments(ctx.program, heap, *proc, args),
            }),
            Effect::Nothing
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Accept
            | Effect::Output { .. } => {}
        }
    }

    fn write(&mut self, ctx: &Context<'_>, state: &State, thread: usize, place: Place, value: Value) {
        let depth = state.threads[thread].frames.len() - 1;
        self.write_in_frame(ctx, state, thread, depth, place, value);
    }

    fn write_in_frame(
        &mut self,
        ctx: &Context<'_>,
        state: &State,
        thread: usize,
        depth: usize,
        place: Place,
        value: Value,
    ) {
        match place {
            Place::Global(global) => self.note(Target::Global(global), state.globals[global], value),
            Place::Local(local) => {
                let frame = &state.threads[thread].frames[depth];
                if frame.code(ctx.program).locals[local].kind == LocalKind::User {
                    let target = Target::Local { depth, proc: frame.proc, local };
                    self.note(target, frame.locals[local], value);
                }
            }
        }
    }

    /// The results of a return belong to the caller.
    fn write_results(&mut self, ctx: &Context<'_>, state: &State, thread: usize, values: &[Value]) {
        let Some(depth) = state.threads[thread].frames.len().checked_sub(2) else { return };
        let caller = &state.threads[thread].frames[depth];
        if let Next::Terminator(call) = caller.next(ctx.program)
            && let TermOp::Call { results, .. } = &call.op
        {
            for (&place, &value) in results.iter().zip(values) {
                self.write_in_frame(ctx, state, thread, depth, place, value);
            }
        }
    }

    fn receive(&mut self, ctx: &Context<'_>, state: &State, thread: usize, receives: &[Receive]) {
        for (position, receive) in receives.iter().enumerate() {
            let same = |before: &&Receive| before.channel == receive.channel;
            let taken = receives[..position].iter().filter(same).count();
            self.note_contents(receive.channel);
            self.write(ctx, state, thread, receive.dst, state.heap.get(receive.channel, taken));
        }
    }

    fn note(&mut self, target: Target, before: Value, now: Value) {
        let next = self.writes.len();
        let position = *self.positions.entry(target).or_insert(next);
        match self.writes.get_mut(position) {
            Some(written) => written.now = now,
            None => self.writes.push(Written { target, before, now }),
        }
    }

    fn note_contents(&mut self, object: ObjectId) {
        self.note(Target::Contents(object), Value::Null, Value::Null);
    }

    fn print(&mut self, ctx: &Context<'_>, state: &State, thread: usize, args: &[Value]) {
        let frame = state.threads[thread].top();
        if let Next::Instr(instr) = frame.next(ctx.program)
            && let Op::Check(CheckOp::Trace { text, args: exprs }) = &instr.op
        {
            let types = ProcTypes { program: ctx.program, proc: frame.code(ctx.program) };
            let shown = exprs.iter().zip(args).map(|(expr, &value)| {
                text_of(&show(ctx.program, &state.heap, expr.natural_type(&types), value))
            });
            self.output.push(trace_text(text, &shown.collect::<Vec<_>>()));
        }
    }

    fn describe_value_choice(
        &mut self,
        ctx: &Context<'_>,
        state: &State,
        thread: usize,
        dst: Place,
        value: Value,
    ) {
        let frame = state.threads[thread].top();
        if let Next::Instr(instr) = frame.next(ctx.program)
            && let Op::Choice(ChoiceOp::Choose { from, .. }) = &instr.op
        {
            let types = ProcTypes { program: ctx.program, proc: frame.code(ctx.program) };
            let shown = match from {
                Choice::Element(collection) if is_by_contents(collection, &types) => {
                    record_text(ctx.program, &state.heap, value)
                }
                Choice::Element(_)
                | Choice::Bool
                | Choice::Range { .. }
                | Choice::Enum(_)
                | Choice::Any(_) => {
                    let ty = place_type(ctx, frame, dst);
                    text_of(&show(ctx.program, &state.heap, Some(ty), value))
                }
            };
            self.choices.push(format!("choose = {shown}"));
        }
    }

    fn describe_target_choice(&mut self, ctx: &Context<'_>, state: &State, thread: usize, effect: &Effect) {
        if let Next::Terminator(terminator) = state.threads[thread].top().next(ctx.program)
            && let TermOp::Goto { targets } = &terminator.op
            && let Effect::Jump { target } = effect
            && targets.len() > 1
        {
            let position = targets.iter().position(|candidate| candidate == target).unwrap_or(0);
            self.choices.push(format!("branch {} of {}", position + 1, targets.len()));
        }
    }

    fn describe_join_choice(&mut self, ctx: &Context<'_>, state: &State, thread: usize, join: usize) {
        if let Next::Terminator(terminator) = state.threads[thread].top().next(ctx.program)
            && let TermOp::Select { joins, .. } = &terminator.op
            && joins.len() > 1
        {
            self.choices.push(format!("join {} of {}", join + 1, joins.len()));
        }
    }

    fn finish(self, ctx: &Context<'_>, state: &State, trace_step: usize) -> Moment {
        let Self { thread, proc, depth, span, calls, acts, operands, writes, choices, output, .. } = self;
        let returns = !acts && matches!(calls.as_slice(), [CallEvent::Return { .. }]);
        let changes = writes.iter().filter_map(|written| change(ctx, state, written)).collect();
        let proc = ctx.program.procs[proc].name.clone();
        Moment {
            thread,
            proc,
            depth,
            span,
            trace_step,
            returns,
            calls,
            changes,
            choices,
            output,
            operands,
            state: None,
        }
    }
}

/// Whether nothing is done but to go on, perhaps elsewhere.
fn is_silent(effect: &Effect) -> bool {
    match effect {
        Effect::Nothing
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Jump { .. }
        | Effect::Return { .. } => true,
        Effect::Write { .. }
        | Effect::SetSlot { .. }
        | Effect::Allocate { .. }
        | Effect::Insert { .. }
        | Effect::InsertRecords { .. }
        | Effect::Remove { .. }
        | Effect::Send { .. }
        | Effect::Spawn { .. }
        | Effect::Accept
        | Effect::Print { .. }
        | Effect::Output { .. }
        | Effect::Forget { .. }
        | Effect::Call { .. }
        | Effect::Take { .. } => false,
    }
}

/// Whether an expression refers to a set by contents, whose records stand for values.
fn is_by_contents(collection: &Expr, types: &ProcTypes<'_>) -> bool {
    match collection.natural_type(types) {
        Some(Type::Ref(class)) => types.program.contents_of(class).is_some(),
        Some(_) | None => false,
    }
}

fn lies_in(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

fn place_type(ctx: &Context<'_>, frame: &Frame, place: Place) -> Type {
    match place {
        Place::Local(local) => frame.code(ctx.program).locals[local].ty,
        Place::Global(global) => ctx.program.globals[global].ty,
    }
}

/// What is shown of a write, if it changed anything.
fn change(ctx: &Context<'_>, state: &State, written: &Written) -> Option<Change> {
    let (program, heap) = (ctx.program, &state.heap);
    let &Written { target, before, now } = written;
    let (name, ty) = match target {
        Target::Contents(object) => {
            let value = Shown::Plain(contents(program, heap, object));
            return Some(Change { target: object_name(program, heap, object), value });
        }
        Target::Local { depth: _, proc, local } => {
            let local = &program.procs[proc].locals[local];
            (local.name.clone(), local.ty)
        }
        Target::Global(global) => (program.globals[global].name.clone(), program.globals[global].ty),
        Target::Slot { object, slot } => {
            let (slot, ty) = slot_name(program, heap, object, slot);
            (object_name(program, heap, object) + &slot, ty)
        }
    };
    (before != now).then(|| Change { target: name, value: show(program, heap, Some(ty), now) })
}
