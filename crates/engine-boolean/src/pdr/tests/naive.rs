//! Whether a proof claims what is true, the naive way: for all values, one by one.
//!
//! From each place with a formula, for all values that it holds for, all paths are followed up to the next one.

use base::Id;
use ir::{BlockId, Place, ProcId};
use verdict::{Atom, BooleanProof, Formula, FormulaNode, ProcProof};

use crate::graph::Graph;
use crate::program::{Act, Call, End, Expr};
use crate::representation::At;

/// Programs with more bits of values at a place are not checked.
const MOST_BITS: usize = 13;

/// Values at the entry, and values now, of globals and then locals.
#[derive(Clone, Default)]
struct Values {
    entry: Vec<bool>,
    current: Vec<bool>,
    results: Vec<bool>,
}

pub(super) struct Naive<'a, 'p> {
    graph: &'a Graph<'p>,
    proof: &'a BooleanProof,
    n_globals: usize,
}

impl<'a, 'p> Naive<'a, 'p> {
    pub(super) fn new(graph: &'a Graph<'p>, proof: &'a BooleanProof) -> Self {
        Self { graph, proof, n_globals: graph.program.n_globals }
    }

    /// What is wrong with the proof; `None` if the program has too many variables.
    pub(super) fn check(&self) -> Option<Result<(), String>> {
        for proc in self.graph.program.procs.ids() {
            for &(block, formula) in &self.of(proc).invariants {
                match self.place(proc, block, formula)? {
                    Ok(()) => {}
                    wrong => return Some(wrong),
                }
            }
        }
        Some(self.stages())
    }

    fn of(&self, proc: ProcId) -> &'a ProcProof {
        &self.proof.procs[proc.index()]
    }

    fn index(&self, place: Place) -> usize {
        match place {
            Place::Global(global) => global.index(),
            Place::Local(local) => self.n_globals + local.index(),
        }
    }

    fn holds(&self, formula: Formula, values: &Values) -> bool {
        let mut nodes = vec![false];
        for node in &self.proof.formulas.nodes {
            let value = |part: Formula| nodes[part.index()] != part.is_negated();
            let value = match *node {
                FormulaNode::Atom(Atom::Entry(place)) => at(&values.entry, self.index(place)),
                FormulaNode::Atom(Atom::Current(place)) => at(&values.current, self.index(place)),
                FormulaNode::Atom(Atom::Result(index)) => at(&values.results, index as usize),
                FormulaNode::And(left, right) => value(left) && value(right),
            };
            nodes.push(value);
        }
        nodes[formula.index()] != formula.is_negated()
    }

    /// No values yet; dead locals stay false.
    fn nothing(&self, proc: ProcId) -> Values {
        let n_places = self.n_globals + self.graph.program.procs[proc].n_locals;
        Values { entry: vec![false; n_places], current: vec![false; n_places], results: Vec::new() }
    }

    // --------------------------------------------------------------------------------------------- stages

    fn stages(&self) -> Result<(), String> {
        let mut globals = vec![vec![false; self.n_globals]];
        for &proc in &self.graph.stages {
            for begin in &globals {
                self.enters(proc, begin, &[])?;
            }
            let ends = globals.iter().flat_map(|begin| self.returns(proc, begin, &[]));
            globals = ends.map(|values| values.current[..self.n_globals].to_vec()).collect();
            globals.sort();
            globals.dedup();
        }
        Ok(())
    }

    /// The formula at the entry holds.
    fn enters(&self, proc: ProcId, globals: &[bool], args: &[bool]) -> Result<(), String> {
        let code = &self.graph.program.procs[proc];
        let formula = self.of(proc).invariants.iter().find(|(block, _)| *block == code.entry());
        let formula = formula.ok_or("there is no formula at an entry")?.1;
        let values = self.begun(proc, globals, args);
        self.holds(formula, &values).then_some(()).ok_or_else(|| format!("the entry of {}", self.name(proc)))
    }

    fn begun(&self, proc: ProcId, globals: &[bool], args: &[bool]) -> Values {
        let mut values = self.nothing(proc);
        values.current[..self.n_globals].copy_from_slice(globals);
        values.current[self.n_globals..][..args.len()].copy_from_slice(args);
        values.entry = values.current.clone();
        values
    }

    /// All values that a summary allows behind a call.
    fn returns(&self, proc: ProcId, globals: &[bool], args: &[bool]) -> Vec<Values> {
        let begin = self.begun(proc, globals, args);
        let written = &self.graph.procs[proc].written;
        let n_results = self.graph.program.procs[proc].n_results;
        let mut found = Vec::new();
        for bits in 0..1_u64 << (written.len() + n_results) {
            let mut values = begin.clone();
            let bit = |index: usize| bits >> index & 1 == 1;
            written
                .iter()
                .enumerate()
                .for_each(|(index, global)| values.current[global.index()] = bit(index));
            values.results = (0..n_results).map(|index| bit(written.len() + index)).collect();
            if self.holds(self.of(proc).summary, &values) {
                found.push(values);
            }
        }
        found
    }

    // ---------------------------------------------------------------------------------------------- places

    /// All values at a place.
    fn place(&self, proc: ProcId, block: BlockId, formula: Formula) -> Option<Result<(), String>> {
        let params: Vec<Place> =
            self.graph.procs[proc].params.iter().map(|&param| Place::Local(param)).collect();
        let touched = self.graph.procs[proc].touched.iter().map(|&global| Place::Global(global));
        let entry: Vec<usize> =
            touched.chain(params.iter().copied()).map(|place| self.index(place)).collect();
        // A stage speaks of globals that it does not touch, too, and a formula may speak of parameters that are dead.
        let mut current: Vec<usize> = (0..self.n_globals).collect();
        let places = self.graph.counting(proc, block).chain(params);
        current.extend(places.map(|place| self.index(place)));
        current.sort_unstable();
        current.dedup();
        if entry.len() + current.len() > MOST_BITS {
            return None;
        }
        for bits in 0..1_u64 << (entry.len() + current.len()) {
            let mut values = self.nothing(proc);
            let bit = |index: usize| bits >> index & 1 == 1;
            entry.iter().enumerate().for_each(|(index, &at)| values.entry[at] = bit(index));
            current.iter().enumerate().for_each(|(index, &at)| values.current[at] = bit(entry.len() + index));
            if self.holds(formula, &values)
                && let Err(wrong) = self.follow(proc, block, values)
            {
                return Some(Err(format!("from {block} of {}: {wrong}", self.name(proc))));
            }
        }
        Some(Ok(()))
    }

    /// All paths up to the next formulas.
    fn follow(&self, proc: ProcId, block: BlockId, values: Values) -> Result<(), String> {
        let mut stack = vec![(block, values)];
        let mut arrived: Vec<(BlockId, Values)> = Vec::new();
        while let Some((block, values)) = stack.pop() {
            for values in self.instrs(proc, block, values)? {
                self.terminator(proc, block, values, &mut arrived)?;
            }
            for (block, values) in arrived.drain(..) {
                match self.of(proc).invariants.iter().find(|(at, _)| *at == block) {
                    Some(&(_, formula)) if !self.holds(formula, &values) => {
                        return Err(format!("{block} is reached otherwise"));
                    }
                    Some(_) => {}
                    None => stack.push((block, values)),
                }
            }
        }
        Ok(())
    }

    fn instrs(&self, proc: ProcId, block: BlockId, values: Values) -> Result<Vec<Values>, String> {
        let mut all = vec![values];
        for act in &self.graph.block(At { proc, block }).acts {
            match act {
                Act::Assign(place, value) => {
                    for values in &mut all {
                        values.current[self.index(*place)] = self.expr(value, values);
                    }
                }
                Act::Choose(place) => {
                    let index = self.index(*place);
                    let mut others = all.clone();
                    all.iter_mut().for_each(|values| values.current[index] = false);
                    others.iter_mut().for_each(|values| values.current[index] = true);
                    all.append(&mut others);
                }
                Act::Assume(condition) => all.retain(|values| self.expr(condition, values)),
                Act::Assert(condition, _) if all.iter().any(|values| !self.expr(condition, values)) => {
                    return Err("an assertion fails".to_owned());
                }
                Act::Fail(_) if !all.is_empty() => return Err("a fault happens".to_owned()),
                Act::Assert(..) | Act::Fail(_) | Act::Nothing => {}
            }
        }
        Ok(all)
    }

    fn terminator(
        &self,
        proc: ProcId,
        block: BlockId,
        mut values: Values,
        arrived: &mut Vec<(BlockId, Values)>,
    ) -> Result<(), String> {
        match &self.graph.block(At { proc, block }).end {
            End::Goto(targets) => arrived.extend(targets.iter().map(|&to| (to, values.clone()))),
            End::Branch { condition, then_to, else_to } => {
                let to = if self.expr(condition, &values) { *then_to } else { *else_to };
                arrived.push((to, values));
            }
            End::Call(call) => {
                let Call { callee, args, results, next, .. } = self.graph.call(*call);
                let args: Vec<bool> = args.iter().map(|arg| self.expr(arg, &values)).collect();
                let globals = values.current[..self.n_globals].to_vec();
                self.enters(*callee, &globals, &args)?;
                for returned in self.returns(*callee, &globals, &args) {
                    let mut values = values.clone();
                    values.current[..self.n_globals].copy_from_slice(&returned.current[..self.n_globals]);
                    for (&place, &result) in results.iter().zip(&returned.results) {
                        values.current[self.index(place)] = result;
                    }
                    arrived.push((*next, values));
                }
            }
            End::Return(returned) => {
                let results = &self.graph.returned(*returned).values;
                values.results = results.iter().map(|result| self.expr(result, &values)).collect();
                if !self.holds(self.of(proc).summary, &values) {
                    return Err("a return is not as the summary says".to_owned());
                }
            }
        }
        Ok(())
    }

    fn expr(&self, expr: &Expr, values: &Values) -> bool {
        expr.eval(&|place| values.current[self.index(place)])
    }

    fn name(&self, proc: ProcId) -> &'a str {
        &self.graph.program.source.procs[proc].name
    }
}

fn at(values: &[bool], index: usize) -> bool {
    values.get(index).copied().unwrap_or(false)
}
