//! Sets of variables and renamings that are needed again and again, made once for each procedure and call.
//!
//! Summary edges are kept from the point of view of the caller: values of globals at the entry of the procedure
//! are *current* ones, values at its exit *next* ones, and arguments next values of the parameters.

use std::collections::HashMap;

use ir::{BlockId, Place, ProcId};
use solver::bdd::{Bdd, Cube, Substitution, Variable};
use verdict::StopReason;

use super::relation::live_at_end;
use super::space::{Copies, Space};
use crate::graph::Graph;
use crate::program::{Call, End};
use crate::representation::At;

/// For a procedure.
pub(crate) struct ProcTools {
    /// Entry values are current values, of globals that it touches and of parameters; locals that count at the
    /// beginning are false.
    pub(super) diagonal: Bdd,
    /// Current values of parameters that do not count at the beginning.
    pub(super) ignored: Cube,
    /// Current values of locals.
    pub(super) locals: Cube,
    /// All that a call of this procedure does not see: entry values, locals of the caller, and globals that it never
    /// touches.
    pub(super) forgotten: Cube,
    /// From path edges at the exit to summary edges.
    pub(super) at_call: Substitution,
    /// Current values of touched globals.
    pub(super) touched: Cube,
    /// What of a summary belongs to the callee: arguments, exit values and results.
    pub(super) given_back: Cube,
    /// For each block that ends with a call.
    pub(super) sites: HashMap<BlockId, SiteTools>,
    /// For edges to blocks, by their number at a goto or branch: current values of locals that no longer count there.
    pub(super) dying: HashMap<(BlockId, usize), Cube>,
}

/// For a call.
#[derive(Clone, Copy)]
pub(crate) struct SiteTools {
    /// What a summary replaces, what results are written to, results that are dropped, and locals that no longer count.
    pub(super) replaced: Cube,
    /// Next values, and results, become current values.
    pub(super) assigned: Substitution,
}

impl ProcTools {
    pub(super) fn new(graph: &Graph<'_>, space: &mut Space<'_>, proc: ProcId) -> Result<Self, StopReason> {
        let (program, facts) = (graph.program, &graph.procs[proc]);
        let code = &program.procs[proc];
        let touched: Vec<Copies> = facts.touched.iter().map(|&global| space.copies(global.into())).collect();
        let params: Vec<Copies> = facts.params.iter().map(|&local| space.copies(local.into())).collect();
        let ignored = facts.params.iter().filter(|&&local| !graph.is_live(proc, code.entry(), local));
        let ignored: Vec<Variable> = ignored.map(|&local| space.copies(local.into()).current).collect();
        let of_globals =
            touched.iter().flat_map(|copies| [(copies.entry, copies.current), (copies.current, copies.next)]);
        let of_params = params.iter().map(|copies| (copies.entry, copies.next));
        let at_call: Vec<(Variable, Variable)> = of_globals.chain(of_params).collect();
        let mut given_back: Vec<Variable> = touched.iter().chain(&params).map(|copies| copies.next).collect();
        given_back.extend(&space.results);
        let locals: Vec<Variable> = code.locals().map(|local| space.copies(local.into()).current).collect();
        let touched_now: Vec<Variable> = touched.iter().map(|copies| copies.current).collect();
        Ok(Self {
            diagonal: diagonal(graph, space, proc)?,
            ignored: space.cube(&ignored)?,
            locals: space.cube(&locals)?,
            forgotten: forgotten(graph, space, proc)?,
            at_call: space.renaming(&at_call)?,
            touched: space.cube(&touched_now)?,
            given_back: space.cube(&given_back)?,
            sites: sites(graph, space, proc)?,
            dying: dying(graph, space, proc)?,
        })
    }
}

fn diagonal(graph: &Graph<'_>, space: &mut Space<'_>, proc: ProcId) -> Result<Bdd, StopReason> {
    let (code, facts) = (&graph.program.procs[proc], &graph.procs[proc]);
    let mut diagonal = Bdd::TRUE;
    for &local in graph.live(proc, code.entry()).iter().filter(|local| !facts.params.contains(local)) {
        let default = space.literal(space.copies(local.into()).current, false)?;
        diagonal = space.and(diagonal, default)?;
    }
    if graph.knows_entry(proc) {
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        for place in globals.chain(facts.params.iter().map(|&local| Place::Local(local))) {
            let copies = space.copies(place);
            let current = space.literal(copies.current, true)?;
            let same = space.equal(copies.entry, current)?;
            diagonal = space.and(diagonal, same)?;
        }
    }
    Ok(diagonal)
}

fn forgotten(graph: &Graph<'_>, space: &mut Space<'_>, proc: ProcId) -> Result<Cube, StopReason> {
    let touched = &graph.procs[proc].touched;
    let globals = || graph.program.globals();
    let untouched = globals().filter(|global| touched.binary_search(global).is_err());
    let mut forgotten: Vec<Variable> = untouched.map(|global| space.copies(global.into()).current).collect();
    forgotten.extend(globals().map(|global| space.copies(global.into()).entry));
    forgotten.extend(space.all_locals().iter().flat_map(|copies| [copies.current, copies.entry]));
    space.cube(&forgotten)
}

fn sites(
    graph: &Graph<'_>,
    space: &mut Space<'_>,
    proc: ProcId,
) -> Result<HashMap<BlockId, SiteTools>, StopReason> {
    let mut sites = HashMap::new();
    for (block, code) in graph.program.procs[proc].blocks.iter_enumerated() {
        if let End::Call(call) = code.end {
            sites.insert(block, SiteTools::new(graph, space, graph.call(call))?);
        }
    }
    Ok(sites)
}

/// An edge on which no local dies has no entry.
fn dying(
    graph: &Graph<'_>,
    space: &mut Space<'_>,
    proc: ProcId,
) -> Result<HashMap<(BlockId, usize), Cube>, StopReason> {
    let mut dying = HashMap::new();
    for (block, code) in graph.program.procs[proc].blocks.iter_enumerated() {
        let live = live_at_end(graph, At { proc, block });
        for (branch, target) in graph.targets(&code.end).into_iter().enumerate() {
            let dead = live.iter().filter(|&&local| !graph.is_live(proc, target, local));
            let dead: Vec<Variable> = dead.map(|&local| space.copies(local.into()).current).collect();
            if !dead.is_empty() {
                dying.insert((block, branch), space.cube(&dead)?);
            }
        }
    }
    Ok(dying)
}

impl SiteTools {
    /// Results are written in order: of two in the same place, the last stays.
    fn new(graph: &Graph<'_>, space: &mut Space<'_>, call: &Call) -> Result<Self, StopReason> {
        let Call { at: At { proc: caller, .. }, callee, ref results, next, .. } = *call;
        let facts = &graph.procs[callee];
        let touched = facts.touched.iter().map(|&global| space.copies(global.into()).current);
        let params = facts.params.iter().map(|&local| space.copies(local.into()).next);
        let mut replaced: Vec<Variable> = touched.chain(params).collect();
        let dead = graph.program.procs[caller].locals().filter(|&local| !graph.is_live(caller, next, local));
        replaced.extend(dead.map(|local| space.copies(local.into()).current));
        let mut assigned = Vec::new();
        for (index, &place) in results.iter().enumerate() {
            let (copies, result) = (space.copies(place), space.results[index]);
            replaced.push(copies.current);
            let counts = match place {
                Place::Global(global) => {
                    if facts.touched.binary_search(&global).is_ok() {
                        replaced.push(copies.next);
                    }
                    true
                }
                Place::Local(local) => graph.is_live(caller, next, local),
            };
            if counts && is_last(results, index) {
                assigned.push((result, copies.current));
            } else {
                replaced.push(result);
            }
        }
        let assigned = if assigned.is_empty() { space.settle } else { space.settling(&assigned)? };
        Ok(Self { replaced: space.cube(&replaced)?, assigned })
    }
}

/// Whether no later result is written to the same place.
pub(super) fn is_last(results: &[Place], index: usize) -> bool {
    !results[index + 1..].contains(&results[index])
}
