//! Steps, calls and returns of one state.

use base::Id;
use ir::{BlockId, CheckOp, FaultKind, GlobalId, Join, LocalId, Op, Place, ProcId, TermOp, Value};
use temporal::LastStep;
use verdict::{Content, HeadPoint, Spot, ViolationKind};

use super::frame::{Cut, Suspended};
use super::setting::{Setting, State};
use crate::refusal::Reason;
use crate::state::Path;

/// How many instructions the steps from one state may execute.
const STEP_BUDGET: usize = 1 << 22;

/// What can happen in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) end: End,
    /// An `accept` on the path was true.
    pub(crate) accepted: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A step ends in the same procedure.
    Rests(State),
    /// The entry of the callee, with the cut points in any order.
    Calls(Call),
    /// The results, and what the procedure leaves; its locals are gone.
    Returns(State, Vec<Value>),
    /// It waits forever; the program may end there or not.
    Waits {
        may_end: bool,
    },
    Fails(ViolationKind),
}

/// A call that is about to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub(crate) entry: State,
    pub(crate) cut: Cut,
    /// What the caller holds.
    pub(crate) held: Vec<Value>,
    /// All but what it holds.
    pub(crate) frame: Suspended,
}

/// A path through a step.
struct StepPath<'k> {
    path: Path<'k>,
    accepted: bool,
    is_first: bool,
}

/// Runs one procedure.
struct Runner<'k> {
    setting: &'k Setting<'k>,
    state: &'k State,
    proc: ProcId,
    moves: Vec<Move>,
}

impl<'a> Setting<'a> {
    /// All that can happen in a state.
    pub(crate) fn moves(&self, state: &State) -> Result<Vec<Move>, Reason> {
        match state.point {
            HeadPoint::Outside(stage) => Ok(vec![self.outside(state, stage)]),
            HeadPoint::Stays { .. } => Ok(vec![Move { end: End::Rests(state.clone()), accepted: false }]),
            HeadPoint::At { proc, block, index } => {
                let mut runner = Runner { setting: self, state, proc, moves: Vec::new() };
                runner.run(block, index as usize)?;
                Ok(runner.moves)
            }
        }
    }

    /// The next stage is called; after the last the program has ended, and stays as it is.
    fn outside(&self, state: &State, stage: u32) -> Move {
        let end = match self.stages.get(stage as usize) {
            None => End::Rests(state.clone()),
            Some(stage) => {
                let entry = State {
                    point: self.entry(stage.proc),
                    locals: self.locals(stage.proc, &[]),
                    in_atomic: stage.atomic,
                    initialising: stage.number < 0,
                    thread: self.thread(stage.number),
                    last: LastStep::default(),
                    ..state.clone()
                };
                let cut = Cut::new(&state.heap, &[], &[]);
                End::Calls(Call {
                    entry,
                    cut,
                    held: Vec::new(),
                    frame: Suspended::new(state.point, false, false, 0),
                })
            }
        };
        Move { end, accepted: false }
    }

    fn entry(&self, proc: ProcId) -> HeadPoint {
        HeadPoint::At { proc, block: self.program.procs[proc].entry(), index: 0 }
    }

    /// What a frame goes on with when its callee has returned.
    pub(crate) fn resume(&self, frame: &Suspended, exit: &State, results: &[Value]) -> Result<State, Reason> {
        self.spend(exit.heap.len() + frame.size() + 1)?;
        if exit.cut_points.len() != frame.n_cut_points {
            return Err(Reason::MalformedProof("a procedure returns with other cut points".to_owned()));
        }
        let mut state = State {
            locals: Vec::new(),
            in_atomic: frame.in_atomic,
            initialising: frame.initialising,
            thread: frame.thread,
            ..exit.clone()
        };
        let mut held = frame.glue(&mut state.heap, &exit.cut_points, &self.shapes);
        let (proc, block) = match frame.waits {
            HeadPoint::At { proc, block, .. } | HeadPoint::Stays { proc, block, .. } => (proc, block),
            HeadPoint::Outside(stage) => {
                // The first letter is read when `init` has ended.
                let is_first = self.stages[stage as usize].number < 0;
                state.last = if is_first { LastStep::default() } else { exit.last };
                state.point = HeadPoint::Outside(stage + 1);
                state.cut_points.clear();
                return Ok(state);
            }
        };
        let waiting = self.counting_after(proc, block);
        state.cut_points = held.split_off(waiting.len());
        state.locals = self.locals(proc, &[]);
        waiting.iter().zip(held).for_each(|(local, value)| state.locals[local.index()] = value);
        let TermOp::Call { results: places, next, .. } =
            &self.program.procs[proc].blocks[block].terminator.op
        else {
            return Err(Reason::InvalidProgram("a return to what is no call".to_owned()));
        };
        for (&place, &value) in places.iter().zip(results) {
            match place {
                Place::Local(local) => state.locals[local.index()] = value,
                Place::Global(global) => {
                    state.last.changed |= state.globals[global.index()] != value;
                    state.globals[global.index()] = value;
                }
            }
        }
        state.point = HeadPoint::At { proc, block: *next, index: 0 };
        Ok(state)
    }
}

impl<'k> Runner<'k> {
    fn run(&mut self, block: BlockId, index: usize) -> Result<(), Reason> {
        let mut pending = vec![StepPath { path: self.path(block, index), accepted: false, is_first: true }];
        for _ in 0..STEP_BUDGET {
            let Some(step) = pending.pop() else { return Ok(()) };
            let accepted = step.accepted;
            match self.advance(step) {
                Ok(paths) => {
                    for step in paths {
                        if self.is_boundary(&step.path) {
                            self.rest(&step);
                        } else {
                            pending.push(step);
                        }
                    }
                }
                Err(Reason::ErrorReachable(kind)) => self.end(End::Fails(kind), accepted),
                Err(other) => return Err(other),
            }
        }
        Err(Reason::TooLarge("a step has too many instructions"))
    }

    fn end(&mut self, end: End, accepted: bool) {
        self.moves.push(Move { end, accepted });
    }

    fn rest(&mut self, step: &StepPath<'k>) {
        self.end(End::Rests(self.state_of(&step.path)), step.accepted);
    }

    /// The paths that are longer by one instruction, but for those that end.
    fn advance(&mut self, mut step: StepPath<'k>) -> Result<Vec<StepPath<'k>>, Reason> {
        match step.path.terminator() {
            Some(TermOp::Call { proc, args, .. }) => {
                let args = step.path.eval_all(args)?;
                let call = self.call(&step.path, *proc, &args);
                self.end(End::Calls(call), step.accepted);
                return Ok(Vec::new());
            }
            Some(TermOp::Return { values }) => {
                let results = step.path.eval_all(values)?;
                self.end(End::Returns(self.state_of(&step.path), results), step.accepted);
                return Ok(Vec::new());
            }
            Some(TermOp::Select { joins, first, end }) => return self.select(step, joins, *first, *end),
            Some(
                TermOp::Goto { .. }
                | TermOp::Branch { .. }
                | TermOp::Switch { .. }
                | TermOp::SwitchClass { .. }
                | TermOp::Opaque { .. },
            ) => {}
            None => {
                if let Op::Check(CheckOp::Accept { condition }) =
                    &step.path.proc.blocks[step.path.at.0].instrs[step.path.at.1].op
                {
                    step.accepted |= step.path.eval(condition)?.truth();
                    step.path.at.1 += 1;
                    return Ok(vec![StepPath { is_first: false, ..step }]);
                }
            }
        }
        let accepted = step.accepted;
        let paths = step.path.advance()?.into_iter();
        Ok(paths.map(|path| StepPath { path, accepted, is_first: false }).collect())
    }

    /// A join whose guard faults is open, and fails when it is taken; others may be taken instead.
    fn select(
        &mut self,
        step: StepPath<'k>,
        joins: &[Join],
        first: bool,
        may_end: bool,
    ) -> Result<Vec<StepPath<'k>>, Reason> {
        let (mut taken, mut is_open) = (Vec::new(), false);
        for join in joins {
            match step.path.take(join) {
                Ok(None) => continue,
                Ok(Some(path)) => taken.push(StepPath { path, accepted: step.accepted, is_first: false }),
                Err(Reason::ErrorReachable(kind)) => self.end(End::Fails(kind), step.accepted),
                Err(other) => return Err(other),
            }
            is_open = true;
            if first {
                break;
            }
        }
        match (is_open, step.is_first) {
            (true, _) => {}
            (false, _) if self.in_atomic(&step.path) => return Err(FaultKind::BlockingInAtomic.into()),
            (false, true) => self.end(End::Waits { may_end }, step.accepted),
            (false, false) => self.rest(&step),
        }
        Ok(taken)
    }

    /// What a call cuts the heap into.
    fn call(&self, path: &Path<'k>, callee: ProcId, args: &[Value]) -> Call {
        let caller = self.state_of(path);
        let block = path.at.0;
        let params = self.setting.counting(callee, self.setting.program.procs[callee].entry(), 0);
        let args_seen = params.iter().filter_map(|param| args.get(param.index()));
        let seen: Vec<Value> = caller.globals.iter().chain(args_seen).copied().collect();
        let waiting = self.setting.counting_after(self.proc, block);
        let waiting = waiting.iter().map(|local| caller.locals[local.index()]);
        let held: Vec<Value> = waiting.chain(caller.cut_points.iter().copied()).collect();
        let cut = Cut::new(&caller.heap, &seen, &held);
        let State { point, in_atomic, initialising, thread, .. } = caller;
        let frame = Suspended::new(point, in_atomic, initialising, thread);
        let entry = State {
            point: self.setting.entry(callee),
            locals: self.setting.locals(callee, args),
            cut_points: cut.cut_points.iter().map(|&object| Value::Ref(object)).collect(),
            in_atomic: self.in_atomic(path),
            ..caller
        };
        Call { entry, cut, held, frame }
    }

    fn in_atomic(&self, path: &Path<'k>) -> bool {
        self.state.in_atomic || path.depth > 0
    }

    fn is_boundary(&self, path: &Path<'k>) -> bool {
        self.setting.is_boundary(self.proc, path.at.0, path.at.1, self.in_atomic(path))
    }

    /// The state as the executor takes it. A step that begins has done nothing.
    fn path(&self, block: BlockId, index: usize) -> Path<'k> {
        let Self { setting, state, proc, .. } = self;
        let mut path = Path::new(setting.known(state.in_atomic, state.thread), *proc);
        path.at = (block, index);
        path.depth = setting.depth(*proc, block, index) as i32;
        path.heap.clone_from(&state.heap);
        let globals = state.globals.iter().zip(0..);
        path.writes.extend(globals.map(|(&value, at)| (Spot::Global(GlobalId::new(at)), value)));
        let locals = state.locals.iter().zip(0..);
        path.writes.extend(locals.map(|(&value, at)| (Spot::Param(LocalId::new(at)), value)));
        let begins = setting.is_boundary(*proc, block, index, self.in_atomic(&path));
        path.step = if begins { LastStep { wrote_null: false, changed: false } } else { state.last };
        path
    }

    fn state_of(&self, path: &Path<'k>) -> State {
        let value = |spot| match path.read(spot) {
            Ok(Content::Value(value)) => value,
            Ok(Content::Class(_) | Content::List(_)) | Err(_) => Value::Null,
        };
        let program = self.setting.program;
        State {
            point: HeadPoint::At { proc: self.proc, block: path.at.0, index: path.at.1 as u32 },
            heap: path.heap.clone(),
            globals: program.globals.ids().map(|global| value(Spot::Global(global))).collect(),
            locals: path.proc.locals.ids().map(|local| value(Spot::Param(local))).collect(),
            cut_points: self.state.cut_points.clone(),
            in_atomic: self.state.in_atomic,
            initialising: self.state.initialising,
            thread: self.state.thread,
            last: path.step,
        }
    }
}
