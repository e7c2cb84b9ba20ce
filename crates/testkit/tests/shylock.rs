//! Random Shylock programs, executed twice: by the rules of the language on the syntax tree, and by the interpreter
//! on what they are lowered to. All ends must be the same: the heap at the end, where it is stuck, failed assertions,
//! and after how many steps.
//!
//! The evaluator here is as naive as it can be: it computes all states behind a statement from all states before it.

use std::collections::{BTreeMap, BTreeSet};

use base::{Id, Interner, SourceId, Symbol};
use cutpoint_testkit::rng::Rng;
use interp::{Context, Keyer, Locals, Outcome, State, successors};
use ir::Value;
use lang_shylock::ast::{Condition, Name, Path, Proc, Stmt, StmtKind, Unit, Value as Term};
use lang_shylock::{Blocked, Choice, Options, compile};

/// Executions are followed this far.
const MOST_STEPS: usize = 16;
/// More states than that on one side, and the program is left out.
const MOST_STATES: usize = 20_000;

/// How an execution ends, and after how many steps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    /// What the globals reach: objects are numbered in the order in which they are met, 0 is nil.
    Terminated(usize, Vec<usize>),
    Stuck(usize),
    Failed(usize),
}

// ------------------------------------------------------------------------------ on the syntax tree

/// Objects are numbers from 1 on; 0 is nil.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct World {
    globals: BTreeMap<Symbol, usize>,
    locals: BTreeMap<Symbol, usize>,
    fields: BTreeMap<(usize, Symbol), usize>,
    objects: usize,
    steps: usize,
    /// A guard or a choice was passed, whose step the next statement goes on with.
    goes_on: bool,
}

struct Oracle<'a> {
    unit: &'a Unit,
    options: Options,
    ends: BTreeSet<End>,
    work: usize,
}

impl<'a> Oracle<'a> {
    fn proc(&self, name: Symbol) -> &'a Proc {
        let unit = self.unit;
        unit.procs.iter().find(|proc| proc.name.symbol == name).expect("procedures exist")
    }

    fn get(world: &World, name: Name) -> usize {
        let found = world.globals.get(&name.symbol).or_else(|| world.locals.get(&name.symbol));
        found.copied().unwrap_or(0)
    }

    fn set(world: &mut World, name: Name, value: usize) {
        match world.globals.get_mut(&name.symbol) {
            Some(global) => *global = value,
            None => drop(world.locals.insert(name.symbol, value)),
        }
    }

    fn read(world: &World, root: Name, fields: &[Name]) -> usize {
        let field = |object, field: &Name| world.fields.get(&(object, field.symbol)).copied().unwrap_or(0);
        fields.iter().fold(Self::get(world, root), field)
    }

    fn term(world: &mut World, term: &Term) -> usize {
        match term {
            Term::Nil(_) => 0,
            Term::New(_) => {
                world.objects += 1;
                world.objects
            }
            Term::Path(path) => Self::read(world, path.root, &path.fields),
        }
    }

    fn object(world: &World, path: &Path) -> usize {
        let inner = path.fields.len().saturating_sub(1);
        Self::read(world, path.root, &path.fields[..inner])
    }

    fn write(world: &mut World, path: &Path, object: usize, value: usize) {
        match path.fields.last() {
            None => Self::set(world, path.root, value),
            Some(_) if object == 0 => {}
            Some(field) => drop(world.fields.insert((object, field.symbol), value)),
        }
    }

    fn holds(world: &World, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(constant) => *constant,
            Condition::Compare { is_equal, left, right } => {
                let value = |term| Self::term(&mut world.clone(), term);
                (value(left) == value(right)) == *is_equal
            }
            Condition::Not(inner) => !Self::holds(world, inner),
            Condition::And(parts) => parts.iter().all(|part| Self::holds(world, part)),
            Condition::Or(parts) => parts.iter().any(|part| Self::holds(world, part)),
        }
    }

    fn is_open(world: &World, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Guard { test, body } => {
                Self::holds(world, &test.condition) && Self::is_open(world, body)
            }
            StmtKind::Choice(branches) => branches.iter().any(|branch| Self::is_open(world, branch)),
            StmtKind::Seq(parts) => parts.first().is_none_or(|first| Self::is_open(world, first)),
            StmtKind::Labelled { body, .. } => Self::is_open(world, body),
            _ => true,
        }
    }

    /// Begins a step, unless a guard or a choice did.
    fn step(world: &mut World) {
        world.steps += usize::from(!world.goes_on);
        world.goes_on = false;
    }

    fn stuck(&mut self, world: &World) {
        if self.options.blocked == Blocked::Stuck && world.steps <= MOST_STEPS {
            self.ends.insert(End::Stuck(world.steps));
        }
    }

    /// All worlds behind a statement.
    fn run(&mut self, stmt: &Stmt, mut world: World) -> BTreeSet<World> {
        self.work += 1;
        if world.steps > MOST_STEPS || self.work > MOST_STATES {
            return BTreeSet::new();
        }
        match &stmt.kind {
            StmtKind::Skip => Self::step(&mut world),
            StmtKind::Assign { targets, values } => {
                Self::step(&mut world);
                let objects: Vec<usize> = targets.iter().map(|path| Self::object(&world, path)).collect();
                let values: Vec<usize> = values.iter().map(|term| Self::term(&mut world, term)).collect();
                for ((path, object), value) in targets.iter().zip(objects).zip(values) {
                    Self::write(&mut world, path, object, value);
                }
            }
            StmtKind::Call { targets, callee, args } => return self.call(targets, *callee, args, world),
            StmtKind::Assert { condition, .. } => {
                Self::step(&mut world);
                if !Self::holds(&world, condition) {
                    if world.steps <= MOST_STEPS {
                        self.ends.insert(End::Failed(world.steps));
                    }
                    return BTreeSet::new();
                }
            }
            StmtKind::Guard { test, body } => {
                Self::step(&mut world);
                if !Self::holds(&world, &test.condition) {
                    self.stuck(&world);
                    return BTreeSet::new();
                }
                world.goes_on = true;
                return self.run(body, world);
            }
            StmtKind::Choice(branches) => {
                Self::step(&mut world);
                let is_blind = self.options.choice == Choice::Blind;
                let open: Vec<&Stmt> =
                    branches.iter().filter(|branch| is_blind || Self::is_open(&world, branch)).collect();
                if open.is_empty() {
                    self.stuck(&world);
                }
                world.goes_on = true;
                return open.into_iter().flat_map(|branch| self.run(branch, world.clone())).collect();
            }
            StmtKind::Seq(parts) => {
                let mut worlds = BTreeSet::from([world]);
                for (index, part) in parts.iter().enumerate() {
                    let mut next = BTreeSet::new();
                    for mut world in worlds {
                        world.goes_on &= index == 0;
                        next.extend(self.run(part, world));
                    }
                    worlds = next;
                }
                return worlds;
            }
            StmtKind::If { arms, otherwise } => {
                Self::step(&mut world);
                let arm = arms.iter().find(|(test, _)| Self::holds(&world, &test.condition));
                let body = arm.map(|(_, body)| body).or(otherwise.as_deref());
                return body.map_or(BTreeSet::from([world.clone()]), |body| self.run(body, world));
            }
            StmtKind::While { test, body } => {
                world.goes_on = false;
                Self::step(&mut world);
                if Self::holds(&world, &test.condition) {
                    let turns = self.run(body, world);
                    return turns.into_iter().flat_map(|world| self.run(stmt, world)).collect();
                }
            }
            StmtKind::Labelled { body, .. } => {
                world.goes_on = false;
                if matches!(&body.kind, StmtKind::Seq(parts) if parts.is_empty()) {
                    Self::step(&mut world);
                }
                return self.run(body, world);
            }
        }
        BTreeSet::from([world])
    }

    fn call(&mut self, targets: &[Path], callee: Name, args: &[Term], mut world: World) -> BTreeSet<World> {
        Self::step(&mut world);
        let args: Vec<usize> = args.iter().map(|term| Self::term(&mut world, term)).collect();
        let Proc { params, results, body, .. } = self.proc(callee.symbol);
        let locals = params.iter().map(|param| param.symbol).zip(args).collect();
        let outer = std::mem::replace(&mut world.locals, locals);
        let ends = self.run(body, world);
        let back = |mut world: World| {
            world.goes_on = false;
            Self::step(&mut world);
            let values: Vec<usize> = results.iter().map(|name| Self::get(&world, *name)).collect();
            world.locals.clone_from(&outer);
            let pairs = || targets.iter().zip(&values);
            pairs().filter(|(path, _)| path.fields.is_empty()).for_each(|(path, value)| {
                Self::write(&mut world, path, 0, *value);
            });
            pairs().filter(|(path, _)| !path.fields.is_empty()).for_each(|(path, value)| {
                let object = Self::object(&world, path);
                Self::write(&mut world, path, object, *value);
            });
            world
        };
        ends.into_iter().map(back).collect()
    }
}

fn number(seen: &mut Vec<usize>, object: usize) -> usize {
    if object == 0 {
        return 0;
    }
    let known = seen.iter().position(|&other| other == object);
    known.unwrap_or_else(|| {
        seen.push(object);
        seen.len() - 1
    }) + 1
}

/// Globals, then the fields of each object in the order of the numbers.
fn canonical(globals: &[usize], fields: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut seen = Vec::new();
    let mut shape: Vec<usize> = globals.iter().map(|&object| number(&mut seen, object)).collect();
    let mut next = 0;
    while let Some(&object) = seen.get(next) {
        shape.extend(fields(object).into_iter().map(|object| number(&mut seen, object)));
        next += 1;
    }
    shape
}

fn by_the_rules(unit: &Unit, interner: &Interner, options: Options) -> Option<BTreeSet<End>> {
    let mut oracle = Oracle { unit, options, ends: BTreeSet::new(), work: 0 };
    let globals = unit.globals.iter().map(|name| (name.symbol, 0)).collect();
    let world = World { globals, ..World::default() };
    let main = interner.lookup("main").expect("there is a main");
    let worlds = oracle.run(&oracle.proc(main).body, world);
    for world in worlds {
        if world.steps < MOST_STEPS {
            let globals: Vec<usize> = unit.globals.iter().map(|&name| Oracle::get(&world, name)).collect();
            let names: Vec<Symbol> = unit.fields.iter().flatten().map(|name| name.symbol).collect();
            let fields = |object| {
                names.iter().map(|&name| world.fields.get(&(object, name)).copied().unwrap_or(0)).collect()
            };
            oracle.ends.insert(End::Terminated(world.steps + 1, canonical(&globals, fields)));
        }
    }
    (oracle.work <= MOST_STATES).then_some(oracle.ends)
}

// ------------------------------------------------------------------------------- by the interpreter

fn by_the_interpreter(text: &str, options: Options) -> Option<BTreeSet<End>> {
    let compiled = compile(SourceId::new(0), text, &options);
    let program = compiled.program.unwrap_or_else(|| panic!("{:#?}\n{text}", compiled.diagnostics));
    ir::verify(&program).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let stuck = program.stuck_blocks();
    let ctx = Context::new(&program);
    let mut keyer = Keyer::new(&ctx, Locals::Live);
    let mut ends = BTreeSet::new();
    let mut frontier = vec![State::initial(&ctx)];
    for steps in 0..=MOST_STEPS {
        let mut next = BTreeMap::new();
        for state in frontier {
            let Some(thread) = state.threads.first() else {
                ends.insert(End::Terminated(steps, shape(&state)));
                continue;
            };
            if stuck.contains(&(thread.top().proc, thread.top().block)) {
                ends.insert(End::Stuck(steps));
                continue;
            }
            for successor in successors(&ctx, &state).expect("one thread can move") {
                match successor.outcome {
                    Outcome::State { state, .. } => drop(next.insert(keyer.key(&ctx, &state), state)),
                    Outcome::Violation { .. } if steps < MOST_STEPS => {
                        ends.insert(End::Failed(steps + 1));
                    }
                    Outcome::Violation { .. } | Outcome::Pruned => {}
                    Outcome::GaveUp(reason) => panic!("the interpreter gave up: {reason}"),
                }
            }
        }
        if next.len() > MOST_STATES {
            return None;
        }
        frontier = next.into_values().collect();
    }
    Some(ends)
}

fn shape(state: &State) -> Vec<usize> {
    let number = |value: &Value| match value {
        Value::Null => 0,
        Value::Ref(object) => object.index() + 1,
        other => panic!("{other:?} is no object"),
    };
    let globals: Vec<usize> = state.globals.iter().map(number).collect();
    canonical(&globals, |object| state.heap.slots(ir::ObjectId::new(object - 1)).iter().map(number).collect())
}

// ------------------------------------------------------------------------------------ the programs

struct Writer {
    rng: Rng,
    labels: usize,
}

impl Writer {
    fn pick(&mut self, words: &[&str]) -> String {
        (*self.rng.pick(words)).to_owned()
    }

    fn variable(&mut self) -> String {
        self.pick(&["a", "b", "x", "y"])
    }

    fn path(&mut self) -> String {
        let root = self.variable();
        root + *self.rng.pick(&["", "", ".f", ".g", ".f.g", ".g.f.f"])
    }

    fn value(&mut self) -> String {
        match self.rng.below(6) {
            0 => "nil".to_owned(),
            1 | 2 => "new".to_owned(),
            _ => self.path(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(if depth == 0 { 3 } else { 6 }) {
            0 => format!("{} = nil", self.path()),
            1 => format!("{} != {}", self.path(), self.path()),
            2 => format!("{} = {}", self.path(), self.path()),
            3 => format!("!({})", self.condition(depth - 1)),
            4 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    fn basic(&mut self) -> String {
        match self.rng.below(12) {
            0 => "skip".to_owned(),
            1 => format!("x, y := {}, {}", self.value(), self.value()),
            2 => format!("a, {}.f, x := {}, {}, {}", self.path(), self.value(), self.value(), self.value()),
            3 => format!("{} := p({})", self.path(), self.value()),
            4 => "q".to_owned(),
            5 => format!("{}, b.g := two({}, {})", self.pick(&["a", "x", "x.f"]), self.value(), self.value()),
            6 => format!("assert {}", self.condition(1)),
            7 | 8 => format!("{} := new", self.variable()),
            _ => format!("{} := {}", self.path(), self.value()),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.basic();
        }
        let inner = depth - 1;
        match self.rng.below(13) {
            0 => format!("[{}] {}", self.condition(1), self.statement(inner)),
            1 => format!("[{}]", self.condition(1)),
            2..=4 => self.choice(inner),
            5 => format!("if ({}) {}", self.condition(1), self.statement(inner)),
            6 => format!(
                "if ({}) {} else if ({}) {} else {}",
                self.condition(1),
                self.basic(),
                self.condition(1),
                self.basic(),
                self.statement(inner)
            ),
            7 => format!("while ({}) {{ {} }}", self.condition(0), self.sequence(inner)),
            8 => {
                self.labels += 1;
                let label = format!("l{}: ", self.labels);
                label + &self.statement(inner)
            }
            9 => format!("{{ {} }}", self.sequence(inner)),
            _ => self.basic(),
        }
    }

    fn choice(&mut self, depth: usize) -> String {
        let branches: Vec<String> = (0..self.rng.between(2, 4)).map(|_| self.branch(depth)).collect();
        format!("({})", branches.join(" + "))
    }

    fn branch(&mut self, depth: usize) -> String {
        match self.rng.below(4) {
            0 => format!("[{}] {}", self.condition(1), self.statement(depth)),
            1 => format!("[{}][{}] {}; {}", self.condition(1), self.condition(0), self.basic(), self.basic()),
            2 => "{ }".to_owned(),
            _ => self.sequence(depth),
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        let parts: Vec<String> = (0..self.rng.between(1, 3)).map(|_| self.statement(depth)).collect();
        parts.join("; ")
    }

    fn program(&mut self) -> String {
        let (main, p, q) = (self.sequence(3), self.sequence(1), self.sequence(2));
        format!(
            "global a, b\nfield f, g\nmain :: x := nil; y := nil; {main}\np(x) -> y :: y := x; {p}\n\
             q :: x := new; y := a; {q}\ntwo(x, y) -> y, x :: a, b := b, a\n"
        )
    }
}

#[test]
fn random_programs_end_as_the_rules_say() {
    let (mut compared, mut ends_of_kind) = (0, [0_usize; 3]);
    for seed in cutpoint_testkit::settings::seeds(2_000, 60_000) {
        let text = Writer { rng: Rng::new(seed), labels: 0 }.program();
        let parsed = lang_shylock::parse::parse(SourceId::new(0), &text);
        let choice = if seed % 3 == 0 { Choice::Blind } else { Choice::Open };
        let blocked = if seed % 5 == 0 { Blocked::Prune } else { Blocked::Stuck };
        let options = Options { choice, blocked, ..Options::default() };
        let Some(expected) = by_the_rules(&parsed.unit, &parsed.interner, options) else { continue };
        let Some(found) = by_the_interpreter(&text, options) else { continue };
        assert_eq!(found, expected, "seed {seed}, {options:?}:\n{text}");
        compared += 1;
        for end in &found {
            ends_of_kind[match end {
                End::Terminated(..) => 0,
                End::Stuck(_) => 1,
                End::Failed(_) => 2,
            }] += 1;
        }
    }
    assert!(compared > 1_500, "only {compared} programs were compared");
    assert!(ends_of_kind.iter().all(|&number| number > 300), "ends of each kind: {ends_of_kind:?}");
}
