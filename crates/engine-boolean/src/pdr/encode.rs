//! From the code of a unit to its step.
//!
//! Blocks are visited in reverse post-order, so that all paths to a block have met before it is left. Where paths meet,
//! each variable becomes a choice between its values, by the condition of the path. An assertion ends paths on which it
//! fails, and an assumption without a trace.

use std::collections::BTreeMap;

use base::{Id, IndexVec};
use ir::facts::Cfg;
use ir::{BlockId, Place, ProcId};
use solver::aig::{Aig, Node, Signal};
use verdict::Atom;

use super::flow::{Flow, merged, one_of};
use super::layout::{Called, Cut, Layout, Part, PredId, UnitId};
use super::unit::{BlockSignals, CallSites, Decision, Exit, Site, Target, Unit};
use crate::graph::Graph;
use crate::program::{Act, Block, Call, End, Expr};
use crate::representation::At;
use crate::signals::signal;

/// The step of a unit.
pub(crate) fn encode(graph: &Graph<'_>, layout: &Layout, unit: UnitId) -> Unit {
    let mut encoder = Encoder::new(graph, layout, unit);
    let flow = encoder.begin();
    encoder.parts(flow);
    encoder.finish()
}

struct Encoder<'a, 'p> {
    graph: &'a Graph<'p>,
    layout: &'a Layout,
    unit: UnitId,
    n_globals: usize,
    aig: Aig,
    /// Values at the entry of the unit, in the order of its plan.
    entry: Vec<Signal>,
    sites: Vec<Site>,
    /// The sites where steps begin.
    starts: BTreeMap<(ProcId, BlockId), usize>,
    blocks: BTreeMap<(ProcId, BlockId), BlockSignals>,
    stage_calls: BTreeMap<usize, CallSites>,
    /// What arrives at predicates: values are those of their atoms.
    arrivals: BTreeMap<PredId, Vec<Flow>>,
}

impl<'a, 'p> Encoder<'a, 'p> {
    fn new(graph: &'a Graph<'p>, layout: &'a Layout, unit: UnitId) -> Self {
        let mut aig = Aig::new();
        let entry = aig.new_inputs(layout.units[unit].entry.len());
        Self {
            graph,
            layout,
            unit,
            n_globals: graph.program.n_globals,
            aig,
            entry,
            sites: Vec::new(),
            starts: BTreeMap::new(),
            blocks: BTreeMap::new(),
            stage_calls: BTreeMap::new(),
            arrivals: BTreeMap::new(),
        }
    }

    fn finish(mut self) -> Unit {
        let arrivals = std::mem::take(&mut self.arrivals).into_iter();
        let arrivals: Vec<(PredId, Flow)> =
            arrivals.filter_map(|(pred, flows)| Some((pred, merged(&mut self.aig, flows)?))).collect();
        let sizes = sizes(&self.aig);
        let target = |(pred, flow): (PredId, Flow)| Target {
            pred,
            arrives: flow.reached,
            weights: flow.values.iter().map(|value| sizes[value.node()]).collect(),
            values: flow.values,
            sites: flow.sites,
        };
        Unit {
            aig: self.aig,
            entry: self.entry,
            targets: arrivals.into_iter().map(target).collect(),
            sites: self.sites,
            blocks: self.blocks,
            stage_calls: self.stage_calls,
        }
    }

    fn index(&self, place: Place) -> usize {
        index(self.n_globals, place)
    }

    /// The values of a predicate's atoms. Those of the entry come first.
    fn atoms(&self, pred: PredId, places: &[Signal], results: &[Signal]) -> Vec<Signal> {
        let value = |(number, &atom): (usize, &Atom)| match atom {
            Atom::Entry(_) => self.entry[number],
            Atom::Current(place) => places[self.index(place)],
            Atom::Result(index) => results[index as usize],
        };
        self.layout.preds[pred].atoms.iter().enumerate().map(value).collect()
    }

    // ------------------------------------------------------------------------------------- where steps begin

    /// Makes sites of all cuts. What is left begins at the entry of the unit.
    fn begin(&mut self) -> Signal {
        let mut entered = Signal::TRUE;
        for part in self.layout.units[self.unit].parts.clone() {
            let Part::Code(proc) = part else { continue };
            let mut current: BTreeMap<Place, Signal> = BTreeMap::new();
            for &Cut { block, pred, ref places } in &self.layout.cuts[proc] {
                let chosen = self.aig.input();
                let active = self.aig.and(entered, chosen);
                entered = self.aig.and(entered, !chosen);
                let mut values = self.entry.clone();
                for &place in places {
                    values.push(*current.entry(place).or_insert_with(|| self.aig.input()));
                }
                self.starts.insert((proc, block), self.sites.len());
                self.sites.push(Site { pred, active, values, n_given: 0, start: Some((proc, block)) });
            }
        }
        entered
    }

    /// What a site lets begin at its block. Places that do not count there are false.
    fn begun(&self, site: usize, proc: ProcId) -> Flow {
        let Site { pred, active, values, .. } = &self.sites[site];
        let mut places = self.places(proc);
        for (&atom, &value) in self.layout.preds[*pred].atoms.iter().zip(values) {
            if let Atom::Current(place) = atom {
                places[self.index(place)] = value;
            }
        }
        let plan = &self.layout.units[self.unit];
        for (place, &value) in plan.entry.iter().zip(&self.entry) {
            if plan.kept.binary_search(place).is_ok() {
                places[self.index(*place)] = value;
            }
        }
        Flow { reached: *active, values: places, sites: vec![site] }
    }

    /// All places of the part, false.
    fn places(&self, proc: ProcId) -> Vec<Signal> {
        vec![Signal::FALSE; self.n_globals + self.graph.program.procs[proc].n_locals]
    }

    // ------------------------------------------------------------------------------------------------- parts

    /// All parts, one after the other.
    fn parts(&mut self, entered: Signal) {
        let globals = vec![Signal::FALSE; self.n_globals];
        let mut flow = Some(Flow { reached: entered, values: globals, sites: Vec::new() });
        for (index, part) in self.layout.units[self.unit].parts.clone().into_iter().enumerate() {
            flow = match part {
                Part::Code(proc) => self.code(index, proc, flow),
                Part::Call(proc) => flow.map(|mut flow| {
                    let sites = self.call(proc, &[], &[], &mut flow);
                    self.stage_calls.insert(index, sites);
                    flow
                }),
            };
        }
    }

    /// All blocks of a procedure; the globals at its returns, unless there is a predicate about them.
    fn code(&mut self, part: usize, proc: ProcId, enter: Option<Flow>) -> Option<Flow> {
        let code = &self.graph.program.source.procs[proc];
        let mut pending: IndexVec<BlockId, Vec<Flow>> = IndexVec::filled(Vec::new(), code.blocks.len());
        let mut returned = Vec::new();
        if let Some(mut flow) = enter {
            let globals = std::mem::replace(&mut flow.values, self.places(proc));
            flow.values[..self.n_globals].copy_from_slice(&globals);
            for (&place, &value) in self.layout.units[self.unit].entry.iter().zip(&self.entry) {
                let index = self.index(place);
                flow.values[index] = value;
            }
            self.arrive(proc, code.entry(), flow, &mut pending);
        }
        for &block in Cfg::new(code).reverse_postorder() {
            let flow = match self.starts.get(&(proc, block)) {
                None => merged(&mut self.aig, std::mem::take(&mut pending[block])),
                Some(&site) => Some(self.begun(site, proc)),
            };
            if let Some(flow) = flow {
                let next_part = part + 1;
                self.block(At { proc, block }, next_part, flow, &mut pending, &mut returned);
            }
        }
        merged(&mut self.aig, returned)
    }

    /// Paths arrive at the beginning of a block.
    fn arrive(
        &mut self,
        proc: ProcId,
        block: BlockId,
        mut flow: Flow,
        pending: &mut IndexVec<BlockId, Vec<Flow>>,
    ) {
        if let Some(pred) = self.layout.cut(proc, block) {
            flow.values = self.atoms(pred, &flow.values, &[]);
            return self.arrive_at(pred, flow);
        }
        for (index, value) in flow.values[self.n_globals..].iter_mut().enumerate() {
            if !self.graph.is_live(proc, block, Id::new(index)) {
                *value = Signal::FALSE;
            }
        }
        pending[block].push(flow);
    }

    fn arrive_at(&mut self, pred: PredId, flow: Flow) {
        self.arrivals.entry(pred).or_default().push(flow);
    }

    // ------------------------------------------------------------------------------------------------ blocks

    fn block(
        &mut self,
        at: At,
        next_part: usize,
        mut flow: Flow,
        pending: &mut IndexVec<BlockId, Vec<Flow>>,
        returned: &mut Vec<Flow>,
    ) {
        let (graph, proc) = (self.graph, at.proc);
        let block = graph.block(at);
        let decisions = self.acts(block, &mut flow);
        let exit = match &block.end {
            End::Goto(targets) => {
                let exits = one_of(&mut self.aig, targets.len()).into_iter().zip(targets.iter().copied());
                let exits: Vec<(Signal, BlockId)> = exits.collect();
                for &(chosen, target) in &exits {
                    let reached = self.aig.and(flow.reached, chosen);
                    self.arrive(proc, target, Flow { reached, ..flow.clone() }, pending);
                }
                Exit::Goto(exits)
            }
            &End::Branch { ref condition, then_to, else_to } => {
                let condition = self.expr(condition, &flow.values);
                let then = self.aig.and(flow.reached, condition);
                let otherwise = self.aig.and(flow.reached, !condition);
                self.arrive(proc, then_to, Flow { reached: then, ..flow.clone() }, pending);
                self.arrive(proc, else_to, Flow { reached: otherwise, ..flow }, pending);
                Exit::Branch { condition, then_to, else_to }
            }
            End::Call(call) => {
                let Call { callee, args, results, next, .. } = graph.call(*call);
                let sites = self.call(*callee, args, results, &mut flow);
                self.arrive(proc, *next, flow, pending);
                Exit::Call { sites, next: *next }
            }
            End::Return(values) => {
                self.leave(&graph.returned(*values).values, flow, returned);
                Exit::Return { next_part }
            }
        };
        self.blocks.insert((proc, at.block), BlockSignals { decisions, exit });
    }

    fn acts(&mut self, block: &Block, flow: &mut Flow) -> Vec<Decision> {
        let mut decisions = Vec::new();
        for act in &block.acts {
            match act {
                Act::Assign(place, value) => {
                    let index = self.index(*place);
                    flow.values[index] = self.expr(value, &flow.values);
                }
                Act::Choose(place) => {
                    let (index, chosen) = (self.index(*place), self.aig.input());
                    flow.values[index] = chosen;
                    decisions.push(Decision::Choice(chosen));
                }
                Act::Assume(condition) => {
                    let condition = self.expr(condition, &flow.values);
                    flow.reached = self.aig.and(flow.reached, condition);
                }
                Act::Assert(condition, check) => {
                    let condition = self.expr(condition, &flow.values);
                    let fails = self.aig.and(flow.reached, !condition);
                    self.fail(fails, &flow.sites);
                    flow.reached = self.aig.and(flow.reached, condition);
                    decisions.push(Decision::Check(condition, *check));
                }
                Act::Fail(check) => {
                    self.fail(flow.reached, &flow.sites);
                    flow.reached = Signal::FALSE;
                    decisions.push(Decision::Check(Signal::FALSE, *check));
                }
                Act::Nothing => {}
            }
        }
        decisions
    }

    fn fail(&mut self, fails: Signal, sites: &[usize]) {
        let error = self.layout.units[self.unit].error.expect("the unit can fail");
        self.arrive_at(error, Flow { reached: fails, values: self.entry.clone(), sites: sites.to_vec() });
    }

    /// At a return of a called procedure its predicate speaks; stages go on.
    fn leave(&mut self, values: &[Expr], mut flow: Flow, returned: &mut Vec<Flow>) {
        let Some(exit) = self.layout.units[self.unit].exit else {
            flow.values.truncate(self.n_globals);
            return returned.push(flow);
        };
        let results: Vec<Signal> = values.iter().map(|value| self.expr(value, &flow.values)).collect();
        flow.values = self.atoms(exit, &flow.values, &results);
        self.arrive_at(exit, flow);
    }

    /// A call either fails or returns with any values that its predicates allow.
    fn call(&mut self, callee: ProcId, args: &[Expr], results: &[Place], flow: &mut Flow) -> CallSites {
        let Called { unit, exit: pred } = self.layout.called(callee);
        let plan = &self.layout.units[unit];
        let args: Vec<Signal> = args.iter().map(|arg| self.expr(arg, &flow.values)).collect();
        let given = |&place: &Place| match place {
            Place::Global(global) => flow.values[global.index()],
            Place::Local(param) => args[param.index()],
        };
        let given: Vec<Signal> = plan.entry.iter().map(given).collect();
        let error = plan.error.map(|pred| self.call_error(pred, given.clone(), flow));
        let n_given = given.len();
        let mut values = given;
        for &atom in &self.layout.preds[pred].atoms[n_given..] {
            let value = self.aig.input();
            values.push(value);
            match atom {
                Atom::Current(place) => flow.values[self.index(place)] = value,
                Atom::Result(_) | Atom::Entry(_) => {}
            }
        }
        let n_results = self.graph.program.procs[callee].n_results;
        let returned = &values[values.len() - n_results..];
        for (&place, &value) in results.iter().zip(returned) {
            flow.values[self.index(place)] = value;
        }
        let exit = self.add_site(pred, flow.reached, values, n_given);
        flow.sites.push(exit);
        CallSites { error, exit }
    }

    fn call_error(&mut self, pred: PredId, given: Vec<Signal>, flow: &mut Flow) -> usize {
        let (n_given, stop) = (given.len(), self.aig.input());
        let active = self.aig.and(flow.reached, stop);
        flow.reached = self.aig.and(flow.reached, !stop);
        let site = self.add_site(pred, active, given, n_given);
        let mut sites = flow.sites.clone();
        sites.push(site);
        self.fail(active, &sites);
        site
    }

    fn add_site(&mut self, pred: PredId, active: Signal, values: Vec<Signal>, n_given: usize) -> usize {
        self.sites.push(Site { pred, active, values, n_given, start: None });
        self.sites.len() - 1
    }

    fn expr(&mut self, expr: &Expr, values: &[Signal]) -> Signal {
        let n_globals = self.n_globals;
        signal(&mut self.aig, expr, &|place| values[index(n_globals, place)])
    }
}

/// Globals come first, then locals.
fn index(n_globals: usize, place: Place) -> usize {
    match place {
        Place::Global(global) => global.index(),
        Place::Local(local) => n_globals + local.index(),
    }
}

/// The sizes of nodes as if nothing were shared.
fn sizes(aig: &Aig) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(aig.n_nodes());
    for (_, node) in aig.nodes() {
        sizes.push(match node {
            Node::Constant => 0,
            Node::Input(_) => 1,
            Node::And(first, second) => sizes[first.node()].saturating_add(sizes[second.node()]),
        });
    }
    sizes
}
