//! Decision diagrams as a representation of sets of edges.

use base::Id;
use ir::{Expr, GlobalId, Place, ProcId, TermOp};
use rustc_hash::FxHashMap;
use solver::bdd::{Bdd, Variable};
use verdict::{Progress, StopReason};

use super::space::Space;
use super::tools::{ProcTools, SiteTools};
use crate::graph::{Act, Graph, act};
use crate::representation::{At, Kind, Representation};
use base::IndexVec;

/// Sets as functions of entry values and current values; of summary edges, of results, too.
pub(crate) struct BddSets<'a, 'p> {
    graph: &'a Graph<'p>,
    pub(crate) space: Space<'a>,
    pub(crate) tools: IndexVec<ProcId, ProcTools>,
    known: FxHashMap<Kind, Bdd>,
    /// Nodes after the last collection of garbage.
    n_kept: usize,
}

/// Below so many nodes garbage stays.
const FEW_NODES: usize = 1 << 18;

impl<'a, 'p> BddSets<'a, 'p> {
    pub(crate) fn new(
        graph: &'a Graph<'p>,
        max_bytes: Option<u64>,
        progress: &'a dyn Progress,
    ) -> Result<Self, StopReason> {
        let mut space = Space::new(graph, max_bytes, progress)?;
        let tools: Result<IndexVec<ProcId, ProcTools>, StopReason> =
            graph.program.procs.ids().map(|proc| ProcTools::new(graph, &mut space, proc)).collect();
        Ok(Self { graph, space, tools: tools?, known: FxHashMap::default(), n_kept: FEW_NODES })
    }

    /// All that was learnt.
    pub(crate) fn known(&self, kind: Kind) -> Bdd {
        self.known.get(&kind).copied().unwrap_or(Bdd::FALSE)
    }

    fn all_false(&mut self, globals: &[GlobalId]) -> Result<Bdd, StopReason> {
        let literals: Vec<(Variable, bool)> =
            globals.iter().map(|&global| (self.space.copies(Place::Global(global)).current, false)).collect();
        self.space.values(literals)
    }

    /// What a stage begins with, where these are the current values of all globals.
    fn stage(&mut self, proc: ProcId, globals: Bdd) -> Result<Bdd, StopReason> {
        let others = self.tools[proc].forgotten;
        self.space.exists(globals, others)
    }

    /// Values at a call, with the arguments as next values of the callee's parameters.
    pub(crate) fn with_arguments(&mut self, values: Bdd, args: &[Expr]) -> Result<Bdd, StopReason> {
        let mut values = values;
        for (index, arg) in args.iter().enumerate() {
            let arg = self.space.expr(arg)?;
            let param = self.space.copies(Place::Local(Id::new(index))).next;
            let passed = self.space.equal(param, arg)?;
            values = self.space.and(values, passed)?;
        }
        Ok(values)
    }

    /// The callee and the arguments of the call at the end of a block.
    fn call_at(&self, at: At) -> (ProcId, &'p [Expr]) {
        let TermOp::Call { proc: callee, args, .. } = &self.graph.block(at.proc, at.block).terminator.op
        else {
            unreachable!("the block ends with a call")
        };
        (*callee, args)
    }

    fn can_fail(&mut self, values: Bdd, act: Act<'_>) -> Result<bool, StopReason> {
        match act {
            Act::Assert(condition) => {
                let condition = self.space.expr(condition)?;
                Ok(self.space.and(values, !condition)? != Bdd::FALSE)
            }
            Act::Fail => Ok(true),
            Act::Assign(..) | Act::Choose(_) | Act::Assume(_) | Act::Nothing => Ok(false),
        }
    }
}

fn unless_empty(set: Bdd) -> Option<Bdd> {
    (set != Bdd::FALSE).then_some(set)
}

impl Representation for BddSets<'_, '_> {
    type Set = Bdd;

    fn start(&mut self, stage: ProcId) -> Result<Bdd, StopReason> {
        let globals: Vec<GlobalId> = self.graph.program.globals.ids().collect();
        let start = self.all_false(&globals)?;
        self.stage(stage, start)
    }

    fn next_stage(&mut self, first: ProcId, summary: &Bdd, second: ProcId) -> Result<Bdd, StopReason> {
        let touched = &self.graph.procs[first].touched;
        let entries: Vec<Variable> =
            touched.iter().map(|&global| self.space.copies(Place::Global(global)).entry).collect();
        let entries = self.space.cube(&entries)?;
        let globals = self.space.exists(*summary, entries)?;
        let untouched =
            self.graph.program.globals.ids().filter(|global| touched.binary_search(global).is_err());
        let untouched: Vec<GlobalId> = untouched.collect();
        let others = self.all_false(&untouched)?;
        let globals = self.space.and(globals, others)?;
        self.stage(second, globals)
    }

    fn entry_edges(&mut self, proc: ProcId, entries: &Bdd) -> Result<Bdd, StopReason> {
        let code = &self.graph.program.procs[proc];
        let n_params = self.graph.procs[proc].params.len();
        let mut edges = self.space.and(*entries, self.tools[proc].diagonal)?;
        for local in code.locals.ids().filter(|local| local.index() >= n_params) {
            let default = self.space.literal(self.space.copies(Place::Local(local)).current, false)?;
            edges = self.space.and(edges, default)?;
        }
        Ok(edges)
    }

    fn learn(&mut self, kind: Kind, set: Bdd) -> Result<Option<Bdd>, StopReason> {
        let set = match kind {
            Kind::Block(at) => self.space.exists(set, self.tools[at.proc].dead[at.block])?,
            Kind::Entry(_) | Kind::Call(_) | Kind::Summary(_) => set,
        };
        let known = self.known(kind);
        let new = self.space.and(set, !known)?;
        if new != Bdd::FALSE {
            let all = self.space.or(known, new)?;
            self.known.insert(kind, all);
        }
        Ok(unless_empty(new))
    }

    fn join(&mut self, _: Kind, left: &Bdd, right: &Bdd) -> Result<Bdd, StopReason> {
        self.space.or(*left, *right)
    }

    fn through(&mut self, at: At, set: &Bdd, failing: &mut Vec<usize>) -> Result<Option<Bdd>, StopReason> {
        let mut values = *set;
        for (index, instr) in self.graph.block(at.proc, at.block).instrs.iter().enumerate() {
            let act = act(&instr.op).expect("the program is supported");
            if self.can_fail(values, act)? {
                failing.push(index);
            }
            values = self.space.image(values, act)?;
            if values == Bdd::FALSE {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    fn follow(&mut self, at: At, end: &Bdd, way: usize) -> Result<Option<Bdd>, StopReason> {
        match &self.graph.block(at.proc, at.block).terminator.op {
            TermOp::Branch { condition, .. } => {
                let condition = self.space.expr(condition)?;
                let open = if way == 0 { condition } else { !condition };
                Ok(unless_empty(self.space.and(*end, open)?))
            }
            TermOp::Goto { .. }
            | TermOp::Call { .. }
            | TermOp::Return { .. }
            | TermOp::Switch { .. }
            | TermOp::SwitchClass { .. }
            | TermOp::Select { .. } => Ok(Some(*end)),
        }
    }

    fn entries(&mut self, at: At, end: &Bdd) -> Result<Bdd, StopReason> {
        let (callee, args) = self.call_at(at);
        let with_args = self.with_arguments(*end, args)?;
        let forgotten = self.tools[callee].forgotten;
        self.space.product_settled(with_args, Bdd::TRUE, forgotten)
    }

    fn take(&mut self, at: At, called: &Bdd, summary: &Bdd) -> Result<Option<Bdd>, StopReason> {
        let (callee, args) = self.call_at(at);
        let with_args = self.with_arguments(*called, args)?;
        let ProcTools { at_call, replaced, .. } = self.tools[callee];
        let moved = self.space.run(|bdds| bdds.substitute(*summary, at_call))?;
        let after = self.space.product_settled(with_args, moved, replaced)?;
        let SiteTools { overwritten, assigned } = self.tools[at.proc].sites[&at.block];
        let after = self.space.exists(after, overwritten)?;
        let after = self.space.run(|bdds| bdds.substitute(after, assigned))?;
        Ok(unless_empty(after))
    }

    fn leave(&mut self, at: At, end: &Bdd) -> Result<Bdd, StopReason> {
        let TermOp::Return { values: results } = &self.graph.block(at.proc, at.block).terminator.op else {
            unreachable!("the block returns")
        };
        let mut edges = *end;
        for (index, result) in results.iter().enumerate() {
            let result = self.space.expr(result)?;
            let returned = self.space.equal(self.space.results[index], result)?;
            edges = self.space.and(edges, returned)?;
        }
        let locals = self.tools[at.proc].locals;
        self.space.exists(edges, locals)
    }

    fn report(&mut self, visits: u64, frontier: u64) -> Result<(), StopReason> {
        (self.space.tick.states, self.space.tick.frontier) = (visits, frontier);
        self.space.report()
    }

    fn wants_collection(&self) -> bool {
        self.space.bdds.n_nodes() >= 2 * self.n_kept
    }

    fn collect(&mut self, live: &[&Bdd]) {
        let mut roots: Vec<Bdd> = live.iter().map(|&&set| set).collect();
        roots.extend(self.known.values());
        roots.extend(self.tools.iter().map(|tools| tools.diagonal));
        self.space.bdds.collect(roots);
        self.n_kept = self.space.bdds.n_nodes().max(FEW_NODES);
    }
}
