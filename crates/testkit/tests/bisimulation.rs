//! The theorem of the paper as a test: the interpreter and the two semantics with cut points make the same steps.
//!
//! Random Shylock programs are executed by the interpreter, with all objects that there ever were, and in lockstep
//! with heaps that are cut at calls and glued at returns, canonical ones and numbered ones. After each step the
//! visible heaps are equal up to names, and the same steps can follow: as many, with the same choices, that end in
//! the same way and lead to the same visible heaps.
//!
//! The ordinary run takes 500 programs, `CUTPOINT_LONG=1` 20,000.

use base::{Id, SourceId};
use cutpoint_testkit::rng::Rng;
use cutpoint_testkit::shylock::programs;
use engine_pushdown::Semantics;
use engine_pushdown::stepper::{Configuration, StepEnd, Stepper};
use engine_pushdown::trial::Literal;
use heap::{Canonizer, Heap, Shapes};
use interp::{Context, Outcome, State, successors};
use ir::{Program, Value};
use machine::{Code, Point};

const ORDINARY: u64 = 500;
const LONG: u64 = 20_000;
const WALKS: u64 = 4;
const MOST_STEPS: usize = 200;

/// How a step ends, as far as both sides must agree on it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// At a state that looks like this.
    Sees(Vec<u8>),
    Fails(verdict::ViolationKind, Option<base::Span>),
    GivenUp,
}

/// Writes what is visible in canonical form: where the procedure stands, the globals, its locals that count, and the
/// objects they reach.
struct Eye<'p> {
    code: &'p Code<'p>,
    canonizer: Canonizer,
}

impl<'p> Eye<'p> {
    fn new(code: &'p Code<'p>) -> Self {
        Self { code, canonizer: Canonizer::new(Shapes::new(code.program)) }
    }

    fn see(&mut self, heap: &Heap, globals: &[Value], running: Option<(Point, &[Value])>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoding = self.canonizer.encode(heap, &mut bytes);
        globals.iter().for_each(|&value| encoding.value(value));
        if let Some((point, locals)) = running {
            encoding.number(point.into());
            self.code.live(point, true).iter().for_each(|local| encoding.value(locals[local.index()]));
        }
        encoding.finish();
        bytes
    }

    fn of_interpreter(&mut self, state: &State) -> Vec<u8> {
        let code = self.code;
        let running = state.threads.first().map(|thread| {
            let interp::Frame { proc, block, index, locals } = thread.top();
            (code.block_point(*proc, *block) + *index as Point, locals.as_slice())
        });
        self.see(&state.heap, state.globals.as_slice(), running)
    }

    fn of_stepper(&mut self, stepper: &mut Stepper<'p>, at: &Configuration) -> Vec<u8> {
        let state = stepper.visible(at);
        let thread = &state.threads[0];
        let running = thread.frames.last().map(|frame| (frame.point, thread.locals()));
        self.see(&state.heap, &state.globals, running)
    }
}

/// The steps of the interpreter, and the states that they lead to.
fn steps_of_interpreter(
    ctx: &Context<'_>,
    eye: &mut Eye<'_>,
    state: &State,
) -> Vec<(Vec<u64>, End, Option<State>)> {
    let mut steps = Vec::new();
    for successor in successors(ctx, state).expect("Shylock has no guards that fail") {
        let choices = successor.step.choices;
        match successor.outcome {
            Outcome::State { state, .. } => {
                steps.push((choices, End::Sees(eye.of_interpreter(&state)), Some(state)))
            }
            Outcome::Violation { kind, span } => steps.push((choices, End::Fails(kind, span), None)),
            Outcome::Pruned => {}
            Outcome::GaveUp(_) => steps.push((choices, End::GivenUp, None)),
        }
    }
    steps
}

/// The same with cut points.
fn steps_with_cut_points<'p>(
    stepper: &mut Stepper<'p>,
    eye: &mut Eye<'p>,
    at: &Configuration,
) -> Vec<(Vec<u64>, End, Option<Configuration>)> {
    let mut steps = Vec::new();
    for step in stepper.steps(at) {
        let (end, next) = match step.end {
            StepEnd::Reaches(next) => (End::Sees(eye.of_stepper(stepper, &next)), Some(next)),
            StepEnd::Fails(failure) => (End::Fails(failure.kind, failure.span), None),
            StepEnd::GivenUp => (End::GivenUp, None),
        };
        steps.push((step.choices, end, next));
    }
    steps
}

/// What the walks have met, to see that they are worth something.
#[derive(Default, Debug)]
struct Seen {
    steps: usize,
    choices: usize,
    failures: usize,
    ended: usize,
    deepest: usize,
    deep: usize,
}

/// One execution of the interpreter, with steppers beside it.
fn walk<'p>(
    code: &'p Code<'p>,
    steppers: Vec<Stepper<'p>>,
    rng: &mut Rng,
    seen: &mut Seen,
) -> Result<(), String> {
    let ctx = Context::new(code.program);
    let mut eye = Eye::new(code);
    let mut state = State::initial(&ctx);
    let start = |mut stepper: Stepper<'p>| {
        let at = stepper.initial();
        (stepper, at)
    };
    let mut sides: Vec<(Stepper<'_>, Configuration)> = steppers.into_iter().map(start).collect();
    let mut deepest = 0;
    for step in 0..MOST_STEPS {
        let ours = steps_of_interpreter(&ctx, &mut eye, &state);
        let open: Vec<usize> = (0..ours.len()).filter(|&index| ours[index].2.is_some()).collect();
        let taken = rng.try_pick(&open).copied();
        for (side, (stepper, at)) in sides.iter_mut().enumerate() {
            let theirs = steps_with_cut_points(stepper, &mut eye, at);
            let same = ours.len() == theirs.len()
                && ours.iter().zip(&theirs).all(|(ours, theirs)| ours.0 == theirs.0 && ours.1 == theirs.1);
            if !same {
                let show = |steps: Vec<(&Vec<u64>, &End)>| format!("{steps:?}");
                return Err(format!(
                    "step {step}, stepper {side}\ninterpreter: {}\nwith cut points: {}",
                    show(ours.iter().map(|step| (&step.0, &step.1)).collect()),
                    show(theirs.iter().map(|step| (&step.0, &step.1)).collect()),
                ));
            }
            if let Some(next) = taken.and_then(|taken| theirs[taken].2.clone()) {
                *at = next;
            }
        }
        seen.steps += 1;
        seen.choices += usize::from(ours.len() > 1);
        seen.failures += ours.iter().filter(|step| matches!(step.1, End::Fails(..))).count();
        let Some(next) = taken.and_then(|taken| ours.into_iter().nth(taken)).and_then(|step| step.2) else {
            seen.ended += usize::from(state.threads.is_empty());
            break;
        };
        state = next;
        deepest = deepest.max(state.threads.first().map_or(0, |thread| thread.frames.len()));
    }
    seen.deepest = seen.deepest.max(deepest);
    seen.deep += usize::from(deepest > 10);
    Ok(())
}

fn compile(text: &str) -> Program {
    let compiled = lang_shylock::compile(SourceId::new(0), text, &Default::default());
    compiled.program.unwrap_or_else(|| panic!("{:#?}\n{text}", compiled.diagnostics))
}

#[test]
fn the_interpreter_and_heaps_with_cut_points_make_the_same_steps() {
    let seeds = cutpoint_testkit::settings::seeds(ORDINARY, LONG);
    let mut seen = Seen::default();
    for seed in seeds.clone() {
        let text = programs::program(seed);
        let program = compile(&text);
        let code = if seed % 2 == 0 { Code::new(&program) } else { Code::with_user_locals(&program) };
        for turn in 0..WALKS {
            let mut rng = Rng::new(seed * WALKS + turn);
            // What is hidden must not be seen again; so few steps do not get to the bound.
            let steppers = [Semantics::Canonical, Semantics::Paper]
                .map(|semantics| Stepper::new(&code, semantics, Some(10_000)));
            if let Err(difference) = walk(&code, steppers.into(), &mut rng, &mut seen) {
                panic!("seed {seed}, walk {turn}, {difference}\n{text}");
            }
        }
    }
    let n_walks = ((seeds.end - seeds.start) * WALKS) as usize;
    assert!(seen.steps > 20 * n_walks && seen.choices > 3 * n_walks, "{seen:?}");
    assert!(10 * seen.ended > n_walks && 20 * seen.failures > n_walks, "{seen:?}");
    assert!(seen.deepest > 40 && 20 * seen.deep > n_walks, "{seen:?}");
}

/// The walks distinguish wrong rules from right ones: each error of the paper that changes what programs do shows up
/// soon.
#[test]
fn each_error_of_the_paper_makes_other_steps() {
    let none = Literal::default();
    let errors = [
        Literal { e1: true, ..none },
        Literal { e2: true, ..none },
        Literal { e3: true, ..none },
        Literal { e4: true, ..none },
    ];
    for literal in errors {
        let differs = |seed: u64| {
            let program = compile(&programs::program(seed));
            let code = Code::with_user_locals(&program);
            let stepper = Stepper::literal(&code, literal);
            walk(&code, vec![stepper], &mut Rng::new(seed), &mut Seen::default()).is_err()
        };
        let first = (0..ORDINARY).find(|&seed| differs(seed));
        assert!(first.is_some(), "{literal:?} makes no difference");
    }
}
