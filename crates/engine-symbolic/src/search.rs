//! The search: depth first, with a stack of its own, in an order that is the same in every run.
//!
//! One loop for all four machines. It executes the present path until that ends or forks; where it forks, a choice
//! point remembers the state's lengths and the alternatives that are left; where it ends, the search goes back to the
//! last choice point. It ticks by instructions, and the solver by its own work.

use ir::{Program, Type, Value};
use verdict::explore::{Bound, UnsupportedPath};
use verdict::{
    ExploreQuery, ExploredPath, HeapTotal, Init, Meter, PathCounts, PathDetail, PathOrder, StopReason, Tick,
    Unsupported, Violation,
};

use crate::example::InitialState;
use crate::executor::{Alternative, End, Executor, FailureId, Step};
use crate::guided::Guided;
use crate::logic::LogicMark;
use crate::shape::Shape;
use crate::state::{Mark, State, span_of};
use crate::values::Val;

/// Instructions between two ticks.
const INSTRUCTIONS_OF_A_TICK: u64 = 1 << 12;
/// Work on conditions between two ticks, as [`Logic::work`](crate::logic::Logic::work) counts it; so many bytes of a
/// path that is kept are as much work as a node.
const WORK_OF_A_TICK: u64 = 1 << 14;
const BYTES_OF_WORK: usize = 8;
/// The longest execution of the initialiser, in instructions.
const MOST_OF_INIT: u64 = 10_000_000;

pub(crate) struct Search<'a> {
    pub(crate) executor: Executor<'a>,
    points: Vec<ChoicePoint>,
    /// Alternatives of all choice points, those of one in a row, the next one last.
    listed: Vec<Alternative>,
    pub(crate) paths: Vec<ExploredPath>,
    pub(crate) unsupported: Vec<UnsupportedPath>,
    pub(crate) counts: PathCounts,
    pub(crate) n_instructions: u64,
    /// The work at the last tick for its sake.
    work_before: u64,
    pub(crate) deepest: usize,
    bytes_of_paths: usize,
    bytes_of_frontier: usize,
    goal: Goal,
    pub(crate) violations: Vec<Violation>,
    /// There are as many paths as were asked for, and perhaps more.
    pub(crate) reached_max_paths: bool,
    /// Nothing more is asked for.
    is_over: bool,
}

/// What a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// Every path of a call with unknown inputs.
    Paths,
    /// Failing paths of such a call.
    OpenErrors { all: bool },
    /// Failing paths of the program, from its beginning.
    ClosedErrors { all: bool },
}

/// What the present state of a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advance {
    /// An argument or an instruction is done.
    Executed,
    /// The next one is not: something that it needs was chosen.
    Chosen,
    /// There is none, or none that is asked for.
    Over,
}

impl Advance {
    fn since(before: (u64, u32), state: &State) -> Self {
        if state.progress() == before { Advance::Chosen } else { Advance::Executed }
    }
}

/// Where the search can go on differently.
struct ChoicePoint {
    mark: Mark,
    logic: LogicMark,
    left: Left,
}

/// The alternatives that are left.
enum Left {
    /// The last ones of the list; there were so many before.
    Listed { begin: usize },
    /// The ones from this number on.
    Shapes { shape: Shape, next: usize },
}

impl<'a> Search<'a> {
    pub(crate) fn new(program: &'a Program, query: &'a ExploreQuery, meter: &'a Meter<'a>) -> Self {
        Self::for_goal(Goal::Paths, program, query, meter)
    }

    pub(crate) fn for_goal(
        goal: Goal,
        program: &'a Program,
        query: &'a ExploreQuery,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self {
            executor: Executor::new(program, query, meter),
            points: Vec::new(),
            listed: Vec::new(),
            paths: Vec::new(),
            unsupported: Vec::new(),
            counts: PathCounts {
                heaps: query.counts_heaps.then_some(HeapTotal::NONE),
                ..PathCounts::default()
            },
            n_instructions: 0,
            work_before: 0,
            deepest: 0,
            bytes_of_paths: 0,
            bytes_of_frontier: 0,
            goal,
            violations: Vec::new(),
            reached_max_paths: false,
            is_over: false,
        }
    }

    pub(crate) fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether the search ended because it has found what it was asked for.
    pub(crate) fn found_enough(&self) -> bool {
        self.is_over && !self.reached_max_paths
    }

    /// Finds all paths, or those before a limit.
    pub(crate) fn run(&mut self) -> Result<(), StopReason> {
        if self.executor.query.order == PathOrder::Coverage {
            return Guided::run(self);
        }
        self.start()?;
        while self.advance()? != Advance::Over {}
        Ok(())
    }

    /// The state in which the procedure begins, before its arguments are chosen.
    pub(crate) fn start(&mut self) -> Result<(), StopReason> {
        self.initialise()?;
        self.begin()
    }

    /// The next state of the search.
    pub(crate) fn advance(&mut self) -> Result<Advance, StopReason> {
        self.n_instructions += 1;
        let work = self.executor.logic.work() + (self.bytes_of_paths / BYTES_OF_WORK) as u64;
        if self.n_instructions.is_multiple_of(INSTRUCTIONS_OF_A_TICK)
            || work - self.work_before >= WORK_OF_A_TICK
        {
            self.work_before = work;
            self.tick()?;
        }
        let before = self.executor.state.progress();
        let advance = match self.bounded_step()? {
            Step::Next => Advance::since(before, &self.executor.state),
            Step::Fork => {
                self.fork();
                self.go_back()?
            }
            Step::Shape(shape) => {
                self.push_point(Left::Shapes { shape, next: 0 });
                self.go_back()?
            }
            Step::End(end) => {
                self.end(end)?;
                self.go_back()?
            }
        };
        Ok(if self.is_over { Advance::Over } else { advance })
    }

    /// One step of a search that has so many prefixes of paths left.
    pub(crate) fn guided_step(&mut self, n_left: usize, bytes: usize) -> Result<Step, StopReason> {
        self.n_instructions += 1;
        self.deepest = self.deepest.max(n_left);
        self.bytes_of_frontier = bytes;
        if self.n_instructions.is_multiple_of(INSTRUCTIONS_OF_A_TICK) {
            self.tick()?;
        }
        self.bounded_step()
    }

    pub(crate) fn has_as_many_as_asked(&self) -> bool {
        self.executor.query.max_paths.is_some_and(|most| self.counts.paths >= most)
    }

    fn bounded_step(&mut self) -> Result<Step, StopReason> {
        let query = self.executor.query;
        if self.executor.state.n_steps >= query.max_steps {
            return Ok(Step::End(End::Cut(Bound::Steps(query.max_steps))));
        }
        self.executor.step()
    }

    fn tick(&mut self) -> Result<(), StopReason> {
        let tick = Tick {
            states: self.counts.paths,
            transitions: self.n_instructions,
            frontier: self.points.len() as u64,
            depth: self.executor.state.events().len() as u64,
            bytes: self.bytes(),
        };
        self.executor.logic.last_tick = tick;
        self.executor.meter.tick(tick)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let Executor { state, logic, account, .. } = &self.executor;
        let points = self.points.capacity() * size_of::<ChoicePoint>();
        logic.bytes()
            + (state.bytes() + account.bytes() + points + self.bytes_of_paths + self.bytes_of_frontier) as u64
    }

    /// Runs the initialiser of the program, if it has one, on the globals as they are declared.
    fn initialise(&mut self) -> Result<(), StopReason> {
        let executor = &mut self.executor;
        let program = executor.program;
        let mut globals = Vec::with_capacity(program.globals.len());
        for global in program.globals.iter() {
            globals.push(constant(executor, global.ty)?);
        }
        executor.state.globals = executor.state.allocate(globals);
        let Some(init) = program.init else { return Ok(()) };
        self.enter(init)?;
        for _ in 0..MOST_OF_INIT {
            self.n_instructions += 1;
            if self.n_instructions.is_multiple_of(INSTRUCTIONS_OF_A_TICK) {
                self.tick()?;
            }
            match self.executor.step()? {
                Step::Next => {}
                Step::End(End::Returned(_)) => return Ok(()),
                Step::End(End::Unsupported(unsupported)) => return Err(StopReason::Unsupported(unsupported)),
                Step::End(End::Failed(_) | End::Pruned | End::Cut(_)) => {
                    return Err(init_unsupported("The initialiser of the program fails."));
                }
                Step::Fork | Step::Shape(_) => {
                    return Err(init_unsupported("The initialiser of the program makes choices."));
                }
            }
        }
        Err(StopReason::StepTooLong(MOST_OF_INIT))
    }

    /// Begins the procedure that is explored.
    fn begin(&mut self) -> Result<(), StopReason> {
        self.executor.thread = 0;
        let query = self.executor.query;
        let n_steps = self.executor.state.n_steps;
        let (events, decisions) = self.executor.state.begin_path();
        let is_open = !matches!(self.goal, Goal::ClosedErrors { .. });
        if is_open && !decisions.is_empty() {
            return Err(init_unsupported("The initialiser of the program makes choices."));
        }
        self.executor.initial = InitialState { n_steps, events, decisions, ..self.executor.initial_state() };
        if let Goal::ClosedErrors { .. } = self.goal {
            return self.enter(query.entry);
        }
        self.executor.is_open = true;
        self.executor.state.has_begun = query.precondition.is_none();
        self.enter(query.precondition.unwrap_or(query.entry))
    }

    fn enter(&mut self, proc: ir::ProcId) -> Result<(), StopReason> {
        let executor = &mut self.executor;
        let code = &executor.program.procs[proc];
        let mut vals = if executor.is_open { vec![Val::Unread; code.n_params] } else { Vec::new() };
        match executor.defaults(code, &mut vals) {
            Ok(()) => {}
            Err(pause) => return Err(never_pauses(pause)),
        }
        let locals = executor.state.allocate(vals);
        executor.state.call(proc, locals, None);
        Ok(())
    }

    /// The alternatives of the executor become those of a choice point.
    fn fork(&mut self) {
        let begin = self.listed.len();
        self.listed.extend(self.executor.alternatives.drain(..).rev());
        self.push_point(Left::Listed { begin });
    }

    fn push_point(&mut self, left: Left) {
        let mark = self.executor.state.mark();
        let logic = self.executor.logic.mark();
        self.points.push(ChoicePoint { mark, logic, left });
        self.deepest = self.deepest.max(self.points.len());
    }

    /// Takes the next alternative that is left, of the last choice point that has one.
    fn go_back(&mut self) -> Result<Advance, StopReason> {
        while let Some(point) = self.points.last_mut() {
            if self.is_over {
                return Ok(Advance::Over);
            }
            let (executor, mark) = (&mut self.executor, point.mark);
            executor.logic.go_back(point.logic);
            match &mut point.left {
                Left::Listed { begin } => {
                    let is_last = self.listed.len() == *begin + 1;
                    executor.state.go_back(&mark, is_last);
                    if is_last {
                        self.points.pop();
                    }
                    let Some(Alternative { guard, action }) = self.listed.pop() else { continue };
                    executor.logic.assume(guard);
                    let before = executor.state.progress();
                    match executor.act(action) {
                        Step::End(end) => self.end(end)?,
                        Step::Next | Step::Fork | Step::Shape(_) => {
                            return Ok(Advance::since(before, &executor.state));
                        }
                    }
                }
                Left::Shapes { shape, next } => {
                    let shape = *shape;
                    executor.state.go_back(&mark, false);
                    match executor.next_pick(&shape, next) {
                        Some(picked) => {
                            executor.pick(&shape, picked);
                            return Ok(Advance::Chosen);
                        }
                        None => {
                            executor.state.go_back(&mark, true);
                            self.points.pop();
                        }
                    }
                }
            }
        }
        Ok(Advance::Over)
    }

    pub(crate) fn end(&mut self, end: End) -> Result<(), StopReason> {
        let executor = &mut self.executor;
        let end = match end {
            // A precondition does not hold of inputs that it cannot look at.
            End::Failed(_) if !executor.state.has_begun => End::Pruned,
            end => end,
        };
        match end {
            End::Pruned => self.counts.pruned += 1,
            End::Cut(bound) => executor.cut(bound),
            End::Unsupported(construct) => {
                let is_known = |path: &UnsupportedPath| path.construct == construct;
                if !self.unsupported.iter().any(is_known) {
                    let events = executor.state.events().to_vec();
                    self.unsupported.push(UnsupportedPath { events, construct });
                }
            }
            End::Returned(_) | End::Failed(_) => {
                let interrupted = self.keep(&end)?;
                self.executor.account.end(&self.executor.state, &end);
                self.counts.paths += 1;
                match end {
                    End::Returned(_) => self.counts.returns += 1,
                    _ => self.counts.throws += 1,
                }
                self.executor.meter.states(self.counts.paths)?;
                interrupted.map_or(Ok(()), Err)?;
                self.reached_max_paths = self.has_as_many_as_asked() && !self.points.is_empty();
                self.is_over |= self.reached_max_paths;
            }
        }
        Ok(())
    }

    /// The failure at the end of the present path, unless it is known.
    fn keep_failure(&mut self, failure: FailureId, all: bool) -> Result<(), StopReason> {
        let executor = &mut self.executor;
        let kind = executor.failure_kind(failure).clone();
        let span = span_of(executor.program, executor.state.point());
        if !self.violations.iter().any(|known| known.kind == kind && known.span == span) {
            let trace = match self.goal {
                Goal::ClosedErrors { .. } => executor.trace_of_program()?,
                Goal::OpenErrors { .. } | Goal::Paths => executor.trace_of_call(&End::Failed(failure))?,
            };
            self.violations.push(Violation { kind, span, witness: trace.into() });
        }
        self.is_over |= !all;
        Ok(())
    }

    /// Keeps what is asked for of a path that ends. Answers what interrupted that.
    fn keep(&mut self, end: &End) -> Result<Option<StopReason>, StopReason> {
        match (self.goal, end) {
            (Goal::Paths, _) => return self.keep_path(end),
            (Goal::OpenErrors { all } | Goal::ClosedErrors { all }, &End::Failed(failure)) => {
                self.keep_failure(failure, all)?;
            }
            (Goal::OpenErrors { .. } | Goal::ClosedErrors { .. }, _) => {}
        }
        Ok(None)
    }

    /// Counts the heaps of a path, and keeps the path, as far as it is asked for. Where counting was interrupted, the
    /// path has at least as many heaps as were counted.
    fn keep_path(&mut self, end: &End) -> Result<Option<StopReason>, StopReason> {
        let query = self.executor.query;
        let (heaps, interrupted) = match (query.counts_heaps, query.init) {
            (false, _) => (None, None),
            (true, Init::Summary) => {
                let (heaps, interrupted) = self.executor.count_heaps();
                (Some(heaps), interrupted)
            }
            (true, Init::Lazy | Init::Lazier | Init::LazierSharp) => (Some(HeapTotal::Exactly(1)), None),
        };
        if query.detail != PathDetail::Counts {
            let path = self.executor.explored_path(end, heaps)?;
            self.bytes_of_paths += crate::report::bytes_of(&path);
            self.paths.push(path);
        }
        if let (Some(total), Some(heaps)) = (&mut self.counts.heaps, heaps) {
            *total = total.plus(heaps);
        }
        Ok(interrupted)
    }
}

fn constant(executor: &mut Executor<'_>, ty: Type) -> Result<Val, StopReason> {
    executor.constant(Value::default_of(ty), ty).map_err(never_pauses)
}

fn never_pauses(pause: crate::executor::Pause) -> StopReason {
    panic!("a default value cannot be evaluated: {pause:?}")
}

fn init_unsupported(message: &str) -> StopReason {
    StopReason::Unsupported(Unsupported::new(message))
}
