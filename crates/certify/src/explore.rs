//! All paths of all bodies.
//!
//! A path goes through its body block by block. Where paths meet, and behind calls, states are remembered up to the names of fresh
//! objects, so that every loop is left or found again; a body that has too many states ends the check.

use std::collections::{HashMap, HashSet};

use base::{Id, Span};
use ir::facts::{AtomicSections, Cfg, Liveness};
use ir::{BlockId, FaultKind, LocalId, ObjectId, Op, Proc, ProcId, Program, TermOp, Value};
use verdict::{Content, Effect, Spot, Stage, SummarySet, ViolationKind};

use crate::Report;
use crate::matching::{Call, Table};
use crate::refusal::{Reason, Refusal};
use crate::state::{Key, Keys, Known, State};
use crate::step::Path;
use crate::validate::Classes;

/// What a state costs beyond its values.
const STATE_COST: usize = 8;

pub(crate) fn certify(program: &Program, set: &SummarySet, budget: usize) -> Result<Report, Refusal> {
    let nowhere = |reason| Refusal { summary: None, proc: "program".to_owned(), span: None, reason };
    if let Err(errors) = ir::verify(program) {
        let what = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(nowhere(Reason::InvalidProgram(what)));
    }
    if program.threads.len() > 1 {
        return Err(nowhere(Reason::NotSequential("it has several threads")));
    }
    let (classes, mut knowledge) = (Classes::new(program), Vec::new());
    for (index, summary) in set.summaries.iter().enumerate() {
        let proc = program.procs.get(summary.proc);
        let place = |reason| Refusal {
            summary: Some(index),
            proc: proc.map_or_else(|| summary.proc.to_string(), |proc| proc.name.clone()),
            span: proc.and_then(|proc| proc.span),
            reason,
        };
        proc.ok_or_else(|| place(Reason::MalformedPattern("there is no such procedure".to_owned())))?;
        knowledge.push(classes.check(summary).map_err(place)?);
    }
    let effects = set.summaries.iter().map(|summary| summary.effects.len()).sum();
    let report = Report { summaries: set.summaries.len(), effects, ..Report::default() };
    let (table, keys) = (Table::new(&set.summaries), Keys::new(program));
    let mut checker = Checker { program, set, table, keys, report, budget };
    checker.sequential()?;
    checker.stages()?;
    let mut facts: HashMap<ProcId, Facts<'_>> = HashMap::new();
    for (index, known) in knowledge.iter().enumerate() {
        let proc = set.summaries[index].proc;
        let facts = facts.entry(proc).or_insert_with(|| Facts::new(program, proc));
        Body::new(&mut checker, index, known, facts).and_then(Body::run)?;
    }
    Ok(checker.report)
}

struct Checker<'a> {
    program: &'a Program,
    set: &'a SummarySet,
    table: Table,
    keys: Keys,
    report: Report,
    /// For each body.
    budget: usize,
}

impl Checker<'_> {
    fn refusal(&self, summary: Option<usize>, proc: &Proc, span: Option<Span>, reason: Reason) -> Refusal {
        Refusal { summary, proc: proc.name.clone(), span: span.or(proc.span), reason }
    }

    fn sequential(&self) -> Result<(), Refusal> {
        for proc in &self.program.procs {
            for instr in proc.blocks.iter().flat_map(|block| &block.instrs) {
                if matches!(instr.op, Op::Spawn { .. } | Op::Accept { .. }) {
                    let reason = Reason::NotSequential("it spawns or accepts");
                    return Err(self.refusal(None, proc, instr.site.span, reason));
                }
            }
        }
        Ok(())
    }

    /// The calls from outside, one after the other.
    fn stages(&mut self) -> Result<(), Refusal> {
        let globals = self.program.globals.iter_enumerated();
        let default =
            globals.map(|(id, global)| (Spot::Global(id), Content::Value(Value::default_of(global.ty))));
        let mut states = vec![State { writes: default.collect(), ..State::default() }];
        for Stage { proc: id, atomic, number } in SummarySet::stages(self.program) {
            let outside = [(Spot::Atomic, Value::Bool(atomic)), (Spot::SelfId, Value::Int(number))];
            let seen = outside.map(|(spot, value)| (spot, Content::Value(value))).into();
            let known = Known { program: self.program, seen, classes: Vec::new() };
            let (proc, mut seen, mut after) = (&self.program.procs[id], HashSet::new(), Vec::new());
            for state in states {
                let path = Path { known: &known, proc, state };
                let outcomes = self.call(&Call { path: &path, callee: id, args: &[], atomic });
                for (mut path, _) in outcomes.map_err(|reason| self.refusal(None, proc, None, reason))? {
                    path.state.collect(&known);
                    if seen.insert(self.keys.key(&known, 0, &path.state)) {
                        after.push(path.state);
                    }
                }
            }
            states = after;
        }
        Ok(())
    }

    /// All states in which a call can end, with its results.
    fn call<'k>(&mut self, call: &Call<'_, 'k>) -> Result<Vec<(Path<'k>, Vec<Value>)>, Reason> {
        let (summary, binding) = self.table.find(call)?;
        self.report.calls_covered += 1;
        let outcome = |effect| {
            let mut after = call.path.clone();
            let results = after.state.apply(after.known, effect, &binding)?;
            Ok((after, results))
        };
        self.set.summaries[summary].effects.iter().map(outcome).collect()
    }
}

/// What is known of the code of a procedure.
struct Facts<'a> {
    proc: &'a Proc,
    liveness: Liveness<'a>,
    sections: AtomicSections,
    /// The blocks where paths meet: on every cycle there is one.
    joins: Vec<bool>,
}

impl<'a> Facts<'a> {
    fn new(program: &'a Program, id: ProcId) -> Self {
        let proc = &program.procs[id];
        let cfg = Cfg::new(proc);
        let ways_in = |block: BlockId| cfg.edges_into(block).len() + usize::from(block == proc.entry());
        let joins = proc.blocks.ids().map(|block| ways_in(block) > 1).collect();
        Self { proc, liveness: Liveness::with_cfg(proc, &cfg), sections: AtomicSections::new(proc), joins }
    }
}

/// The paths of one body from one pattern.
struct Body<'c, 'a> {
    checker: &'c mut Checker<'a>,
    index: usize,
    known: &'c Known<'a>,
    facts: &'c Facts<'a>,
    listed: HashSet<Key>,
    visited: HashSet<Key>,
    pending: Vec<(BlockId, usize, State)>,
    budget: usize,
}

impl<'c, 'a> Body<'c, 'a> {
    fn new(
        checker: &'c mut Checker<'a>,
        index: usize,
        known: &'c Known<'a>,
        facts: &'c Facts<'a>,
    ) -> Result<Self, Refusal> {
        let (listed, visited, pending) = (HashSet::new(), HashSet::new(), Vec::new());
        let budget = checker.budget;
        let mut body = Self { checker, index, known, facts, listed, visited, pending, budget };
        let same: Vec<ObjectId> = (0..known.classes.len()).map(ObjectId::new).collect();
        let set = body.checker.set;
        for effect in &set.summaries[index].effects {
            let mut state = State::default();
            let results = state.apply(known, effect, &same).map_err(|reason| body.refusal(None, reason))?;
            let key = body.end(&mut state, results);
            body.listed.insert(key);
        }
        Ok(body)
    }

    fn refusal(&self, span: Option<Span>, reason: Reason) -> Refusal {
        self.checker.refusal(Some(self.index), self.facts.proc, span, reason)
    }

    /// The key of a state that is left with these results.
    fn end(&mut self, state: &mut State, results: Vec<Value>) -> Key {
        state.locals = results.into_iter().map(Some).collect();
        self.checker.keys.key(self.known, 0, state)
    }

    fn run(mut self) -> Result<(), Refusal> {
        let proc = self.facts.proc;
        let state = State { locals: Path::entry_locals(proc, &[]), ..State::default() };
        self.arrive(proc.entry(), state, true).map_err(|reason| self.refusal(None, reason))?;
        while let Some((block, index, state)) = self.pending.pop() {
            let code = &proc.blocks[block];
            let mut path = Path { known: self.known, proc, state };
            let mut at = index;
            let done = loop {
                let step = match code.instrs.get(at) {
                    Some(instr) => self.instr(&mut path, block, at, &instr.op),
                    None => self.terminator(path.clone(), block, &code.terminator.op).map(|()| false),
                };
                match step {
                    Ok(true) => at += 1,
                    done => break done,
                }
            };
            done.map_err(|reason| self.refusal(code.site(at).span, reason))?;
        }
        Ok(())
    }

    /// Executes an instruction; false if the path ends there.
    fn instr(&mut self, path: &mut Path<'_>, block: BlockId, at: usize, op: &Op) -> Result<bool, Reason> {
        match op {
            Op::Assume { condition } => Ok(path.eval(condition)?.truth()),
            Op::Choose { dst, from } => {
                for value in path.alternatives(from)? {
                    let mut chosen = path.clone();
                    chosen.assign(*dst, value)?;
                    self.push(block, at + 1, chosen.state)?;
                }
                Ok(false)
            }
            op => path.instr(op).map(|()| true),
        }
    }

    fn terminator(&mut self, mut path: Path<'_>, block: BlockId, op: &TermOp) -> Result<(), Reason> {
        let end = self.facts.proc.blocks[block].instrs.len();
        let atomic = self.facts.sections.depth_before(block, end) > 0;
        match op {
            TermOp::Call { proc, args, results, next } => {
                let args = &path.eval_all(args)?[..];
                let call = Call { path: &path, callee: *proc, args, atomic };
                for (mut after, values) in self.checker.call(&call)? {
                    results.iter().zip(values).try_for_each(|(&dst, value)| after.assign(dst, value))?;
                    self.arrive(*next, after.state, true)?;
                }
                Ok(())
            }
            TermOp::Return { values } => {
                let results = path.eval_all(values)?;
                let key = self.end(&mut path.state, results.clone());
                if self.listed.contains(&key) {
                    return Ok(());
                }
                path.state.collect(self.known);
                let State { locals, fresh, writes } = path.state;
                let results = locals.into_iter().flatten().collect();
                let effect = Effect { fresh, writes: writes.into_iter().collect(), results };
                Err(Reason::UnlistedEffect(Box::new(effect)))
            }
            TermOp::Select { joins, first, end } => {
                let mut blocked = true;
                for join in joins {
                    let Some(receives) = path.open(join)? else { continue };
                    blocked = false;
                    let mut taken = path.clone();
                    taken.receive(receives)?;
                    self.arrive(join.target, taken.state, false)?;
                    if *first {
                        break;
                    }
                }
                match blocked {
                    false => Ok(()),
                    true if atomic || path.value(Spot::Atomic)?.truth() => {
                        Err(FaultKind::BlockingInAtomic.into())
                    }
                    true if *end => Ok(()),
                    true => Err(Reason::ErrorReachable(ViolationKind::Deadlock)),
                }
            }
            TermOp::Goto { .. }
            | TermOp::Branch { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. } => {
                let mut targets = path.targets(op)?.into_iter();
                targets.try_for_each(|target| self.arrive(target, path.state.clone(), false))
            }
        }
    }

    /// Goes on at the beginning of a block, unless a path was there in the same state.
    fn arrive(&mut self, block: BlockId, mut state: State, remember: bool) -> Result<(), Reason> {
        let live = self.facts.liveness.live_in(block);
        for (local, value) in state.locals.iter_mut().enumerate() {
            *value = value.filter(|_| live.contains(LocalId::new(local)));
        }
        if remember || self.facts.joins[block.index()] {
            state.collect(self.known);
            if !self.visited.insert(self.checker.keys.key(self.known, block.index(), &state)) {
                return Ok(());
            }
        }
        self.push(block, 0, state)
    }

    fn push(&mut self, block: BlockId, index: usize, state: State) -> Result<(), Reason> {
        let rest = self.budget.checked_sub(STATE_COST + state.size());
        self.budget = rest.ok_or(Reason::TooLarge("a body has too many states"))?;
        self.checker.report.states += 1;
        self.pending.push((block, index, state));
        Ok(())
    }
}
