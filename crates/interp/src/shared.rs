//! Replay of shared traces: each subtrace is executed once for each state that it is entered in.
//!
//! The state is an ordinary one with its whole stack, and every instruction is executed by [`mod@crate::step`]. Where a
//! subtrace calls another that was executed before from the same values, what it did to globals and results is done
//! again at once. Values are all that counts: only programs with one thread and without a heap can be replayed so, for
//! there the globals that a procedure touches and its arguments determine, together with the choices of the subtrace,
//! what it does.
//!
//! The time is that of the subtraces, however long the execution is that they make together.

use std::collections::HashMap;

use base::IndexVec;
use ir::facts::ModRef;
use ir::{GlobalId, Place, ProcId, Program, TermOp, Type, Value};
use verdict::{
    Binding, Exit, Moment, PartMoment, SharedExecution, SharedPart, SharedTrace, Snapshot, StopReason,
    SubtracePart, Violation,
};

use crate::context::Context;
use crate::cursor::Cursor;
use crate::divergence::{Divergence, DivergenceReason};
use crate::effect::{Effect, Stop};
use crate::record::{Detail, Recorder};
use crate::show::show;
use crate::snapshot::snapshot;
use crate::state::State;
use crate::step::{StepListener, leave, step};

/// More instructions than all subtraces of a trace that could have been found.
const MOST_INSTRUCTIONS: u64 = 10_000_000;

/// Re-executes the shared trace of a violation and records it; anything that does not happen as claimed is a
/// divergence.
pub(crate) fn replay_shared(
    ctx: &Context<'_>,
    violation: &Violation,
    shared: &SharedTrace,
    detail: Detail,
) -> Result<SharedExecution, Divergence> {
    is_supported(ctx.program).map_err(|reason| Divergence::at(0, reason))?;
    is_well_formed(ctx.program, shared)?;
    let mut replay = Replay::new(ctx, violation, shared, detail);
    replay.run()?;
    Ok(replay.execution())
}

/// Whether procedures depend on nothing but values of globals and arguments.
fn is_supported(program: &Program) -> Result<(), DivergenceReason> {
    let is_plain = |ty: Type| !matches!(ty, Type::Ref(_));
    let selects = |op: &TermOp| matches!(op, TermOp::Select { .. });
    let proc_is_plain = |proc: &ir::Proc| {
        let types = proc.locals.iter().map(|local| local.ty).chain(proc.results.iter().copied());
        types.into_iter().all(is_plain) && !proc.blocks.iter().any(|block| selects(&block.terminator.op))
    };
    let is_supported = program.is_sequential()
        && !program.uses_self()
        && program.globals.iter().all(|global| is_plain(global.ty))
        && program.procs.iter().all(proc_is_plain);
    if is_supported { Ok(()) } else { Err(DivergenceReason::NotShareable) }
}

/// Subtraces are there, and call earlier ones only.
fn is_well_formed(program: &Program, shared: &SharedTrace) -> Result<(), Divergence> {
    for (index, subtrace) in shared.subtraces.iter().enumerate() {
        if base::Id::index(subtrace.proc) >= program.procs.len() {
            return Err(Divergence::in_subtrace(index, 0, DivergenceReason::NoSuchProcedure));
        }
        for (position, part) in subtrace.parts.iter().enumerate() {
            match part {
                SubtracePart::Call(called) if *called >= index => {
                    let reason = DivergenceReason::NoEarlierSubtrace { subtrace: *called };
                    return Err(Divergence::in_subtrace(index, position, reason));
                }
                SubtracePart::Call(_) | SubtracePart::Choices(_) => {}
            }
        }
    }
    let missing = shared.stages.iter().position(|&stage| stage >= shared.subtraces.len());
    match missing {
        None => Ok(()),
        Some(at) => {
            Err(Divergence::at(at, DivergenceReason::NoEarlierSubtrace { subtrace: shared.stages[at] }))
        }
    }
}

/// A subtrace and the values that it is entered with: globals that the procedure touches, then arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Entry {
    subtrace: usize,
    values: Vec<Value>,
}

/// What a part does to its caller.
#[derive(Clone, Debug)]
struct Done {
    part: usize,
    /// Values of the globals that the procedure touches.
    globals: Vec<Value>,
    results: Vec<Value>,
}

/// A subtrace that is being executed, for each frame of the stack.
struct Open<'a> {
    entry: Entry,
    proc: ProcId,
    cursor: Cursor<'a>,
    recorder: Recorder,
    /// Which moments made which calls.
    calls: Vec<(usize, usize)>,
}

struct Replay<'a, 'p> {
    ctx: &'a Context<'p>,
    violation: &'a Violation,
    shared: &'a SharedTrace,
    detail: Detail,
    touched: IndexVec<ProcId, Vec<GlobalId>>,
    state: State,
    open: Vec<Open<'a>>,
    done: HashMap<Entry, Done>,
    parts: Vec<SharedPart>,
    stages: Vec<usize>,
    n_instructions: u64,
}

/// How an instruction went on.
enum Went {
    On,
    /// The claimed violation.
    Failed,
}

impl<'a, 'p> Replay<'a, 'p> {
    fn new(ctx: &'a Context<'p>, violation: &'a Violation, shared: &'a SharedTrace, detail: Detail) -> Self {
        let mod_ref = ModRef::new(ctx.program);
        let touched = |proc| {
            let effects = mod_ref.of(proc);
            let is_touched = |&global: &GlobalId| {
                effects.globals_read.contains(global) || effects.globals_written.contains(global)
            };
            ctx.program.globals.ids().filter(is_touched).collect()
        };
        Self {
            ctx,
            violation,
            shared,
            detail,
            touched: ctx.program.procs.ids().map(touched).collect(),
            state: State::initial(ctx),
            open: Vec::new(),
            done: HashMap::new(),
            parts: Vec::new(),
            stages: Vec::new(),
            n_instructions: 0,
        }
    }

    /// Executes stage by stage, up to the violation.
    fn run(&mut self) -> Result<(), Divergence> {
        let n_stages = self.shared.stages.len();
        for (index, &subtrace) in self.shared.stages.iter().enumerate() {
            let Some(thread) = self.state.threads.first() else {
                return Err(Divergence::at(index, DivergenceReason::NoSuchThread { thread: 0, live: 0 }));
            };
            let proc = thread.top().proc;
            if self.shared.subtraces[subtrace].proc != proc {
                return Err(Divergence::at(index, self.wrong_procedure(subtrace, proc)));
            }
            self.enter(self.entry(subtrace, proc), proc);
            while !self.open.is_empty() {
                match self.advance().map_err(|reason| self.divergence(reason))? {
                    Went::On => {}
                    Went::Failed if index + 1 == n_stages => return self.fail(),
                    Went::Failed => return Err(self.divergence(DivergenceReason::TooEarly)),
                }
            }
        }
        Err(Divergence::at(n_stages, DivergenceReason::NoViolation))
    }

    fn divergence(&self, reason: DivergenceReason) -> Divergence {
        match self.open.last() {
            Some(open) => Divergence::in_subtrace(open.entry.subtrace, open.cursor.part(), reason),
            None => Divergence::at(self.stages.len(), reason),
        }
    }

    fn wrong_procedure(&self, subtrace: usize, proc: ProcId) -> DivergenceReason {
        let name = |proc: ProcId| self.ctx.program.procs[proc].name.clone();
        DivergenceReason::WrongProcedure {
            listed: name(self.shared.subtraces[subtrace].proc),
            runs: name(proc),
        }
    }

    /// The values with which the running frame, which has just begun, goes a subtrace.
    fn entry(&self, subtrace: usize, proc: ProcId) -> Entry {
        let globals = self.touched[proc].iter().map(|&global| self.state.globals[global]);
        let n_params = self.ctx.program.procs[proc].params().count();
        let args = self.state.threads[0].top().locals.iter().take(n_params).copied();
        Entry { subtrace, values: globals.chain(args).collect() }
    }

    fn enter(&mut self, entry: Entry, proc: ProcId) {
        let cursor = Cursor::new(&self.shared.subtraces[entry.subtrace].parts);
        let recorder = Recorder::new(self.detail);
        self.open.push(Open { entry, proc, cursor, recorder, calls: Vec::new() });
    }

    /// One instruction, and a whole call if that was made before.
    fn advance(&mut self) -> Result<Went, DivergenceReason> {
        self.n_instructions += 1;
        if self.n_instructions > MOST_INSTRUCTIONS {
            return Err(DivergenceReason::GaveUp(StopReason::StepTooLong(MOST_INSTRUCTIONS)));
        }
        let open = self.open.last_mut().expect("a subtrace is open");
        let mut sight = Sight { recorder: &mut open.recorder, seen: Seen::Other };
        let result = step(self.ctx, &mut self.state, 0, &mut open.cursor, &mut sight);
        let seen = sight.seen;
        match result {
            Ok(_) => self.follow(seen),
            Err(Stop::Violation { kind, span })
                if kind == self.violation.kind && span == self.violation.span =>
            {
                Ok(Went::Failed)
            }
            Err(Stop::Violation { kind, span }) => Err(DivergenceReason::OtherViolation { kind, span }),
            Err(Stop::Pruned) => Err(DivergenceReason::Pruned),
            Err(Stop::Blocked) => Err(DivergenceReason::CannotMove { thread: 0 }),
            Err(Stop::Undecided { answer, alternatives }) => {
                Err(DivergenceReason::BadChoice { answer, alternatives })
            }
            Err(Stop::GaveUp(reason)) => Err(DivergenceReason::GaveUp(reason)),
        }
    }

    fn follow(&mut self, seen: Seen) -> Result<Went, DivergenceReason> {
        match seen {
            Seen::Other => {}
            Seen::Call(proc) => self.call(proc)?,
            Seen::Return { globals, results, overwritten } => {
                self.top().cursor.end()?;
                let open = self.open.pop().expect("a subtrace is open");
                let globals = self.touched[open.proc].iter().map(|&global| globals[global]).collect();
                let done = Done { part: self.parts.len(), globals, results };
                let part = self.part(&open, Some(&done));
                self.parts.push(part);
                self.back(done.part, &open.entry, overwritten);
                self.done.insert(open.entry, done);
            }
        }
        Ok(Went::On)
    }

    fn top(&mut self) -> &mut Open<'a> {
        self.open.last_mut().expect("a subtrace is open")
    }

    /// The callee's frame is there. If its subtrace is known from these values, it returns at once.
    fn call(&mut self, proc: ProcId) -> Result<(), DivergenceReason> {
        let name = || self.ctx.program.procs[proc].name.clone();
        let open = self.open.last_mut().expect("a subtrace is open");
        let subtrace = open.cursor.call()?.ok_or_else(|| DivergenceReason::CallNotListed { proc: name() })?;
        if self.shared.subtraces[subtrace].proc != proc {
            return Err(self.wrong_procedure(subtrace, proc));
        }
        let entry = self.entry(subtrace, proc);
        let Some(Done { part, globals, results }) = self.done.get(&entry).cloned() else {
            self.enter(entry, proc);
            return Ok(());
        };
        for (&global, value) in self.touched[proc].iter().zip(globals) {
            self.state.globals[global] = value;
        }
        let overwritten = overwritten(self.ctx, &self.state);
        leave(self.ctx, &mut self.state, 0, results);
        self.back(part, &entry, overwritten);
        Ok(())
    }

    /// A part has returned. `overwritten`: what stood before where its results stand now.
    fn back(&mut self, part: usize, entry: &Entry, overwritten: Vec<(Place, Value)>) {
        let proc = self.shared.subtraces[entry.subtrace].proc;
        let globals = self.touched[proc].iter().map(|&global| Place::Global(global));
        let before: Vec<(Place, Value)> =
            globals.zip(entry.values.iter().copied()).chain(overwritten).collect();
        match self.open.last_mut() {
            Some(caller) => {
                caller.calls.push((caller.recorder.open_moment(), part));
                caller.recorder.returned(self.ctx, &self.state, 0, &before);
            }
            None => self.stages.push(part),
        }
    }

    /// The claimed violation has happened: nothing may be left of the subtraces that have not ended.
    fn fail(&mut self) -> Result<(), Divergence> {
        while let Some(open) = self.open.last_mut() {
            let ended = open.cursor.end().map_err(|reason| match reason {
                DivergenceReason::CallNotMade { .. } => DivergenceReason::TooEarly,
                other => other,
            });
            ended.map_err(|reason| self.divergence(reason))?;
            let mut open = self.open.pop().expect("a subtrace is open");
            open.recorder.close(self.ctx, &self.state);
            let number = self.parts.len();
            let part = self.part(&open, None);
            self.parts.push(part);
            match self.open.last_mut() {
                Some(caller) => caller.calls.push((caller.recorder.open_moment(), number)),
                None => self.stages.push(number),
            }
        }
        Ok(())
    }

    // ----------------------------------------------------------------------------------------- what is shown

    /// A subtrace that has ended, in the user's terms. Its frame was the one above those of the subtraces that are
    /// open.
    fn part(&mut self, open: &Open<'a>, done: Option<&Done>) -> SharedPart {
        let Open { entry, proc, recorder, calls, cursor: _ } = open;
        let mut moments: Vec<PartMoment> = recorder
            .moments()
            .iter()
            // The next call of the procedure may have another depth.
            .map(|moment| PartMoment { moment: Moment { depth: 0, ..moment.clone() }, calls: Vec::new() })
            .collect();
        for part_moment in &mut moments {
            if let Some(state) = &mut part_moment.moment.state {
                self.restrict(state, *proc);
            }
        }
        let mut statements = moments.len() as u64;
        for &(moment, part) in calls {
            moments[moment].calls.push(part);
            statements = statements.saturating_add(self.parts[part].statements);
        }
        let code = &self.ctx.program.procs[*proc];
        let (globals, args) = entry.values.split_at(self.touched[*proc].len());
        let params = code.params().zip(args).map(|((_, local), &value)| Binding {
            name: local.name.clone(),
            value: show(self.ctx.program, &self.state.heap, Some(local.ty), value),
        });
        let exit = done.map(|done| Exit {
            globals: self.globals(*proc, &done.globals),
            results: (code.results.iter().zip(&done.results))
                .map(|(&ty, &value)| show(self.ctx.program, &self.state.heap, Some(ty), value))
                .collect(),
        });
        SharedPart {
            proc: code.name.clone(),
            entry: params.chain(self.globals(*proc, globals)).collect(),
            moments,
            exit,
            uses: 0,
            statements,
        }
    }

    fn globals(&self, proc: ProcId, values: &[Value]) -> Vec<Binding> {
        let (program, heap) = (self.ctx.program, &self.state.heap);
        let touched = self.touched[proc].iter().map(|&global| &program.globals[global]);
        let binding = |(global, &value): (&ir::Global, &Value)| Binding {
            name: global.name.clone(),
            value: show(program, heap, Some(global.ty), value),
        };
        touched.zip(values).map(binding).collect()
    }

    /// What the procedure sees of a state: other globals and callers may be others at the next pass.
    fn restrict(&self, state: &mut Snapshot, proc: ProcId) {
        let mut ids = self.ctx.program.globals.ids();
        state.globals.retain(|_| ids.next().is_some_and(|id| self.touched[proc].binary_search(&id).is_ok()));
        let depth = self.open.len();
        for thread in &mut state.threads {
            thread.frames.truncate(depth + 1);
            thread.frames.drain(..thread.frames.len().saturating_sub(1));
        }
    }

    fn execution(mut self) -> SharedExecution {
        let mut uses = vec![0_u64; self.parts.len()];
        let mut statements = 0_u64;
        for &stage in &self.stages {
            uses[stage] += 1;
            statements = statements.saturating_add(self.parts[stage].statements);
        }
        for caller in (0..self.parts.len()).rev() {
            self.parts[caller].uses = uses[caller];
            for &callee in self.parts[caller].moments.iter().flat_map(|moment| &moment.calls) {
                uses[callee] = uses[callee].saturating_add(uses[caller]);
            }
        }
        let last = snapshot(self.ctx, &self.state);
        SharedExecution { parts: self.parts, stages: self.stages, statements, last }
    }
}

/// What a subtrace needs to know of an instruction.
enum Seen {
    Other,
    Call(ProcId),
    Return {
        /// Before the results are written.
        globals: IndexVec<GlobalId, Value>,
        results: Vec<Value>,
        overwritten: Vec<(Place, Value)>,
    },
}

/// Records a subtrace and watches for calls and returns.
struct Sight<'r> {
    recorder: &'r mut Recorder,
    seen: Seen,
}

impl StepListener for Sight<'_> {
    fn see(&mut self, ctx: &Context<'_>, state: &State, thread: usize, outcome: Result<&Effect, &Stop>) {
        match outcome {
            Ok(Effect::Return { values }) => {
                // Where results go is the caller's affair: the next one has other places for them.
                self.recorder.returns(ctx, state, thread, values);
                let (globals, overwritten) = (state.globals.clone(), overwritten(ctx, state));
                self.seen = Seen::Return { globals, results: values.clone(), overwritten };
                return;
            }
            Ok(Effect::Call { proc, args: _ }) => self.seen = Seen::Call(*proc),
            Ok(_) | Err(_) => {}
        }
        self.recorder.see(ctx, state, thread, outcome);
    }
}

/// Where the results of the running frame go, with the values that stand there.
fn overwritten(ctx: &Context<'_>, state: &State) -> Vec<(Place, Value)> {
    let frames = &state.threads[0].frames;
    let Some(caller) = frames.len().checked_sub(2).map(|below| &frames[below]) else { return Vec::new() };
    let value = |place: Place| match place {
        Place::Local(local) => caller.locals[local],
        Place::Global(global) => state.globals[global],
    };
    caller.awaited_results(ctx.program).iter().map(|&place| (place, value(place))).collect()
}
