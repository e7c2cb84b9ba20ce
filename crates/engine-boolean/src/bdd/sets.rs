//! Decision diagrams as a representation of sets of edges.

use std::rc::Rc;

use base::IndexVec;
use ir::{GlobalId, Place, ProcId};
use rustc_hash::FxHashMap;
use solver::bdd::{Bdd, Variable};
use verdict::{Meter, StopReason};

use super::relation::{BlockRelation, Whole};
use super::space::Space;
use super::tools::{ProcTools, SiteTools};
use crate::graph::Graph;
use crate::program::{Act, Call, CheckId, End, Return};
use crate::representation::{At, Kind, Representation};

/// Sets as functions of entry values and current values; of summary edges, of results, too.
pub(crate) struct BddSets<'a, 'p> {
    graph: &'a Graph<'p>,
    pub(crate) space: Space<'a>,
    pub(crate) tools: IndexVec<ProcId, ProcTools>,
    relations: FxHashMap<At, Rc<BlockRelation>>,
    known: FxHashMap<Kind, Bdd>,
    /// What others need.
    kept: Vec<Bdd>,
    /// Nodes after the last collection of garbage.
    n_kept: usize,
}

/// Below so many nodes garbage stays.
const FEW_NODES: usize = 1 << 18;

impl<'a, 'p> BddSets<'a, 'p> {
    pub(crate) fn new(graph: &'a Graph<'p>, meter: &'a Meter<'a>) -> Result<Self, StopReason> {
        let mut space = Space::new(graph, meter)?;
        let tools: Result<IndexVec<ProcId, ProcTools>, StopReason> =
            graph.program.procs.ids().map(|proc| ProcTools::new(graph, &mut space, proc)).collect();
        Ok(Self {
            graph,
            space,
            tools: tools?,
            relations: FxHashMap::default(),
            known: FxHashMap::default(),
            kept: Vec::new(),
            n_kept: FEW_NODES,
        })
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

    /// What a block does, found out when it is needed first.
    pub(crate) fn relation(&mut self, at: At) -> Result<Rc<BlockRelation>, StopReason> {
        if let Some(known) = self.relations.get(&at) {
            return Ok(Rc::clone(known));
        }
        let new = Rc::new(BlockRelation::new(self.graph, &mut self.space, at)?);
        self.relations.insert(at, Rc::clone(&new));
        Ok(new)
    }

    /// Forgets what was learnt, but keeps these sets.
    pub(crate) fn forget(&mut self, kept: Vec<Bdd>) {
        self.known.clear();
        self.kept = kept;
    }

    /// Keeps these sets, and no others than those that were found.
    pub(crate) fn keep(&mut self, kept: Vec<Bdd>) {
        self.kept = kept;
    }

    /// The check that can fail.
    fn can_fail(&mut self, values: Bdd, act: &Act) -> Result<Option<CheckId>, StopReason> {
        match act {
            Act::Assert(condition, check) => {
                let condition = self.space.expr(condition)?;
                Ok((self.space.and(values, !condition)? != Bdd::FALSE).then_some(*check))
            }
            Act::Fail(check) => Ok(Some(*check)),
            Act::Assign(..) | Act::Choose(_) | Act::Assume(_) | Act::Nothing => Ok(None),
        }
    }

    /// Through a block whose relation is small.
    pub(super) fn at_once(
        &mut self,
        whole: &Whole,
        set: Bdd,
        failing: &mut Vec<CheckId>,
    ) -> Result<Bdd, StopReason> {
        if self.space.and(set, whole.any_failing)? != Bdd::FALSE {
            for &(check, values) in &whole.failing {
                if self.space.and(set, values)? != Bdd::FALSE {
                    failing.push(check);
                }
            }
        }
        self.space.product_settled(set, whole.relation, whole.replaced)
    }

    /// Through a block statement by statement.
    pub(super) fn one_by_one(
        &mut self,
        at: At,
        set: Bdd,
        failing: &mut Vec<CheckId>,
    ) -> Result<Bdd, StopReason> {
        let mut values = set;
        for act in &self.graph.block(at).acts {
            if values == Bdd::FALSE {
                break;
            }
            failing.extend(self.can_fail(values, act)?);
            values = self.space.image(values, act)?;
        }
        let dead = self.relation(at)?.dying;
        self.space.exists(values, dead)
    }
}

fn unless_empty(set: Bdd) -> Option<Bdd> {
    (set != Bdd::FALSE).then_some(set)
}

impl Representation for BddSets<'_, '_> {
    type Set = Bdd;

    fn start(&mut self, stage: ProcId) -> Result<Bdd, StopReason> {
        let globals: Vec<GlobalId> = self.graph.program.globals().collect();
        let start = self.all_false(&globals)?;
        self.stage(stage, start)
    }

    fn next_stage(&mut self, first: ProcId, summary: &Bdd, second: ProcId) -> Result<Bdd, StopReason> {
        let touched = &self.graph.procs[first].touched;
        let globals = self.space.product_settled(*summary, Bdd::TRUE, self.tools[first].touched)?;
        let untouched = self.graph.program.globals().filter(|global| touched.binary_search(global).is_err());
        let untouched: Vec<GlobalId> = untouched.collect();
        let others = self.all_false(&untouched)?;
        let globals = self.space.and(globals, others)?;
        self.stage(second, globals)
    }

    fn entry_edges(&mut self, proc: ProcId, entries: &Bdd) -> Result<Bdd, StopReason> {
        let ProcTools { diagonal, ignored, .. } = self.tools[proc];
        self.space.run(|bdds| bdds.and_exists(*entries, diagonal, ignored))
    }

    fn learn(&mut self, kind: Kind, set: Bdd) -> Result<Option<Bdd>, StopReason> {
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

    fn through(&mut self, at: At, set: &Bdd, failing: &mut Vec<CheckId>) -> Result<Option<Bdd>, StopReason> {
        let relation = self.relation(at)?;
        let end = match &relation.whole {
            Some(whole) => self.at_once(whole, *set, failing)?,
            None => self.one_by_one(at, *set, failing)?,
        };
        let end = match self.graph.block(at).end {
            End::Call(_) => self.space.and(end, relation.terminator)?,
            End::Goto(_) | End::Branch { .. } | End::Return(_) => end,
        };
        Ok(unless_empty(end))
    }

    fn reach(&mut self, at: At, set: &Bdd) -> Result<usize, StopReason> {
        let acts = &self.graph.block(at).acts;
        let may_end = |act: &Act| match act {
            Act::Assume(_) | Act::Assert(..) | Act::Fail(_) => true,
            Act::Assign(..) | Act::Choose(_) | Act::Nothing => false,
        };
        let Some(last) = acts.iter().rposition(may_end) else { return Ok(acts.len() + 1) };
        let mut values = *set;
        for (index, act) in acts[..=last].iter().enumerate() {
            if values == Bdd::FALSE {
                return Ok(index);
            }
            values = self.space.image(values, act)?;
        }
        Ok(if values == Bdd::FALSE { last + 1 } else { acts.len() + 1 })
    }

    fn follow(&mut self, at: At, end: &Bdd, branch: usize) -> Result<Option<Bdd>, StopReason> {
        let condition = self.relation(at)?.terminator;
        let open = if branch == 0 { condition } else { !condition };
        let open = match self.graph.block(at).end {
            End::Branch { .. } => open,
            End::Goto(_) | End::Call(_) | End::Return(_) => Bdd::TRUE,
        };
        let edges = match self.tools[at.proc].dying.get(&(at.block, branch)) {
            None => self.space.and(*end, open)?,
            Some(&dying) => self.space.run(|bdds| bdds.and_exists(*end, open, dying))?,
        };
        Ok(unless_empty(edges))
    }

    fn entries(&mut self, call: &Call, end: &Bdd) -> Result<Bdd, StopReason> {
        let forgotten = self.tools[call.callee].forgotten;
        self.space.product_settled(*end, Bdd::TRUE, forgotten)
    }

    fn take(&mut self, call: &Call, called: &Bdd, summary: &Bdd) -> Result<Option<Bdd>, StopReason> {
        let SiteTools { replaced, assigned } = self.tools[call.at.proc].sites[&call.at.block];
        let after = self.space.product(*called, *summary, replaced, assigned)?;
        Ok(unless_empty(after))
    }

    fn leave(&mut self, returned: &Return, end: &Bdd) -> Result<Bdd, StopReason> {
        let results = self.relation(returned.at)?.terminator;
        let ProcTools { locals, at_call, .. } = self.tools[returned.at.proc];
        self.space.product(*end, results, locals, at_call)
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
        roots.extend(self.relations.values().flat_map(|relation| relation.roots()));
        roots.extend(&self.kept);
        self.space.bdds.collect(roots);
        self.n_kept = self.space.bdds.n_nodes().max(FEW_NODES);
    }
}
