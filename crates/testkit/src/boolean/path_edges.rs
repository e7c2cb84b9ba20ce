//! All path edges and summary edges of a sequential Boolean program, one by one, and the proof that they are.
//!
//! Tabulation in the plainest form: values are lists, sets are sets of them. Only for small programs.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use ir::eval::Environment;
use ir::{
    BlockId, CheckOp, Choice, ChoiceOp, Expr, GlobalId, LocalId, Op, Place, Proc, ProcId, Program, TermOp,
    Value,
};
use verdict::{Atom, BooleanProof, Formula, Formulas, ProcProof};

/// Values of globals and of the locals of a procedure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Values {
    globals: Vec<bool>,
    locals: Vec<bool>,
}

/// A procedure and the values that it is entered with: of globals, and of parameters.
type Entry = (ProcId, Vec<bool>, Vec<bool>);
/// Values of globals and results at a return.
type Exit = (Vec<bool>, Vec<bool>);

/// What is known of a procedure that was entered with some values.
#[derive(Default)]
struct Instance {
    path_edges: BTreeSet<(BlockId, Values)>,
    exits: BTreeSet<Exit>,
    /// Calls of it: in an instance, at the end of a block, with the values there.
    calls: BTreeSet<(Entry, BlockId, Values)>,
}

/// All that a program can do.
pub struct PathEdges<'p> {
    program: &'p Program,
    instances: BTreeMap<Entry, Instance>,
    work: Vec<(Entry, BlockId, Values)>,
    n_edges: usize,
    /// Whether an assertion can fail, or a fault happen.
    pub has_error: bool,
}

impl Environment for Values {
    fn local(&self, local: LocalId) -> Value {
        Value::Bool(self.locals[local.index()])
    }

    fn global(&self, global: GlobalId) -> Value {
        Value::Bool(self.globals[global.index()])
    }

    fn self_id(&self) -> i64 {
        panic!("a Boolean program asks for no thread")
    }
}

impl Values {
    fn truth(&self, expr: &Expr) -> bool {
        expr.eval(self).expect("Boolean expressions do not fail").truth()
    }

    fn write(&mut self, dst: Place, value: bool) {
        match dst {
            Place::Local(local) => self.locals[local.index()] = value,
            Place::Global(global) => self.globals[global.index()] = value,
        }
    }
}

/// Finds all path edges; none if there are more than so many.
pub fn tabulate(program: &Program, most_edges: usize) -> Option<PathEdges<'_>> {
    let instances = BTreeMap::new();
    let mut edges = PathEdges { program, instances, work: Vec::new(), n_edges: 0, has_error: false };
    let mut starts = BTreeSet::from([vec![false; program.globals.len()]]);
    for stage in program.init.into_iter().chain(program.threads.first().copied()) {
        let entries: Vec<Entry> = starts.into_iter().map(|globals| (stage, globals, Vec::new())).collect();
        entries.iter().for_each(|entry| edges.enter(entry));
        while let Some((entry, block, values)) = edges.work.pop() {
            edges.block(&entry, block, values);
            if edges.n_edges > most_edges {
                return None;
            }
        }
        let exits = entries.iter().flat_map(|entry| &edges.instances[entry].exits);
        starts = exits.map(|(globals, _)| globals.clone()).collect();
    }
    Some(edges)
}

impl PathEdges<'_> {
    fn enter(&mut self, entry: &Entry) {
        if self.instances.contains_key(entry) {
            return;
        }
        self.instances.insert(entry.clone(), Instance::default());
        let (proc, globals, params) = entry.clone();
        let mut locals = params;
        locals.resize(self.program.procs[proc].locals.len(), false);
        self.reach(entry, self.program.procs[proc].entry(), Values { globals, locals });
    }

    fn reach(&mut self, entry: &Entry, block: BlockId, values: Values) {
        let instance = self.instances.get_mut(entry).expect("an instance is made when it is entered");
        if instance.path_edges.insert((block, values.clone())) {
            self.n_edges += 1;
            self.work.push((entry.clone(), block, values));
        }
    }

    /// Executes a block with all choices.
    fn block(&mut self, entry: &Entry, block: BlockId, values: Values) {
        let code = &self.program.procs[entry.0].blocks[block];
        let mut stack = vec![(0, values)];
        while let Some((index, mut values)) = stack.pop() {
            let Some(instr) = code.instrs.get(index) else {
                self.terminator(entry, block, values);
                continue;
            };
            match &instr.op {
                Op::Assign { dst, value } => values.write(*dst, values.truth(value)),
                Op::Choice(ChoiceOp::Choose { dst, from: Choice::Bool }) => {
                    let mut other = values.clone();
                    other.write(*dst, true);
                    stack.push((index + 1, other));
                    values.write(*dst, false);
                }
                Op::Check(CheckOp::Assume { condition }) if !values.truth(condition) => continue,
                Op::Check(CheckOp::Assert { condition, .. }) if !values.truth(condition) => {
                    self.has_error = true;
                    continue;
                }
                Op::Check(CheckOp::Fault { .. }) => {
                    self.has_error = true;
                    continue;
                }
                Op::Check(CheckOp::Assume { .. } | CheckOp::Assert { .. } | CheckOp::Trace { .. }) => {}
                other => panic!("{other:?} in a Boolean program"),
            }
            stack.push((index + 1, values));
        }
    }

    fn terminator(&mut self, entry: &Entry, block: BlockId, values: Values) {
        match &self.program.procs[entry.0].blocks[block].terminator.op {
            TermOp::Goto { targets } => targets.iter().for_each(|&to| self.reach(entry, to, values.clone())),
            TermOp::Branch { condition, then_to, else_to } => {
                let to = if values.truth(condition) { *then_to } else { *else_to };
                self.reach(entry, to, values);
            }
            TermOp::Call { proc, args, .. } => {
                let args = args.iter().map(|arg| values.truth(arg)).collect();
                let callee: Entry = (*proc, values.globals.clone(), args);
                self.enter(&callee);
                let call = (entry.clone(), block, values);
                let instance = self.instances.get_mut(&callee).expect("it was entered");
                instance.calls.insert(call.clone());
                let exits: Vec<Exit> = instance.exits.iter().cloned().collect();
                exits.iter().for_each(|exit| self.go_on(&call, exit));
            }
            TermOp::Return { values: results } => {
                let results = results.iter().map(|result| values.truth(result)).collect();
                let exit = (values.globals, results);
                let instance = self.instances.get_mut(entry).expect("it was entered");
                if instance.exits.insert(exit.clone()) {
                    let calls: Vec<_> = instance.calls.iter().cloned().collect();
                    calls.iter().for_each(|call| self.go_on(call, &exit));
                }
            }
            other => panic!("{other:?} in a Boolean program"),
        }
    }

    /// A caller goes on after a return.
    fn go_on(&mut self, (entry, block, values): &(Entry, BlockId, Values), (globals, returned): &Exit) {
        let code = &self.program.procs[entry.0].blocks[*block];
        let TermOp::Call { results, next, .. } = &code.terminator.op else { panic!("calls end with calls") };
        let mut values = Values { globals: globals.clone(), locals: values.locals.clone() };
        results.iter().zip(returned).for_each(|(&dst, &value)| values.write(dst, value));
        self.reach(entry, *next, values);
    }

    /// The path edges as formulas: at all blocks, or only at entries and where cycles close.
    pub fn proof(&self, at_all_blocks: bool) -> BooleanProof {
        let mut formulas = Formulas::default();
        let of_proc = |(id, proc): (ProcId, &Proc)| {
            let cuts = cuts(proc);
            let is_listed = |block: &BlockId| at_all_blocks || cuts.contains(block);
            let mut invariants: BTreeMap<BlockId, Formula> =
                proc.blocks.ids().filter(is_listed).map(|block| (block, Formula::FALSE)).collect();
            let mut summary = Formula::FALSE;
            for ((_, globals, params), instance) in self.instances.iter().filter(|(entry, _)| entry.0 == id) {
                let entry =
                    cube(&mut formulas, globals, |global| Atom::Entry(Place::Global(Id::new(global))));
                let given = cube(&mut formulas, params, |param| Atom::Entry(Place::Local(Id::new(param))));
                let entry = formulas.and(entry, given);
                for (block, values) in &instance.path_edges {
                    if let Some(formula) = invariants.get_mut(block) {
                        let locals = cube(&mut formulas, &values.locals, |local| {
                            Atom::Current(Place::Local(Id::new(local)))
                        });
                        let edge = current(&mut formulas, &values.globals, locals);
                        let edge = formulas.and(entry, edge);
                        *formula = formulas.or(*formula, edge);
                    }
                }
                for (globals, results) in &instance.exits {
                    let results = cube(&mut formulas, results, |result| Atom::Result(result as u32));
                    let edge = current(&mut formulas, globals, results);
                    let edge = formulas.and(entry, edge);
                    summary = formulas.or(summary, edge);
                }
            }
            ProcProof { invariants: invariants.into_iter().collect(), summary }
        };
        let procs = self.program.procs.iter_enumerated().map(of_proc).collect();
        BooleanProof { formulas, procs }
    }
}

/// These values and no others.
fn cube(formulas: &mut Formulas, values: &[bool], atom: impl Fn(usize) -> Atom) -> Formula {
    values.iter().enumerate().fold(Formula::TRUE, |cube, (index, &value)| {
        let literal = formulas.atom(atom(index));
        formulas.and(cube, if value { literal } else { !literal })
    })
}

/// These current values of globals, and something else.
fn current(formulas: &mut Formulas, globals: &[bool], other: Formula) -> Formula {
    let globals = cube(formulas, globals, |global| Atom::Current(Place::Global(Id::new(global))));
    formulas.and(globals, other)
}

/// The entry, and where a depth-first search from there finds that cycles close.
fn cuts(proc: &Proc) -> BTreeSet<BlockId> {
    let mut cuts = BTreeSet::from([proc.entry()]);
    let (mut seen, mut open) = (BTreeSet::from([proc.entry()]), BTreeSet::from([proc.entry()]));
    let mut stack = vec![(proc.entry(), proc.blocks[proc.entry()].successors())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(to) if open.contains(&to) => {
                cuts.insert(to);
            }
            Some(to) if seen.insert(to) => {
                open.insert(to);
                stack.push((to, proc.blocks[to].successors()));
            }
            Some(_) => {}
            None => {
                open.remove(block);
                stack.pop();
            }
        }
    }
    cuts
}
