//! Sets of variables and renamings that are needed again and again, made once for each procedure and call.

use std::collections::HashMap;

use base::IndexVec;
use ir::{BlockId, Place, ProcId, TermOp};
use solver::bdd::{Bdd, Cube, Substitution, Variable};
use verdict::StopReason;

use super::space::{Copies, Space};
use crate::graph::Graph;

/// For a procedure.
pub(crate) struct ProcTools {
    /// Entry values are current values, of globals that it touches and of parameters.
    pub(super) diagonal: Bdd,
    /// Current values of locals.
    pub(super) locals: Cube,
    /// By block, current values of locals that are dead at its beginning.
    pub(super) dead: IndexVec<BlockId, Cube>,
    /// All that a call of this procedure does not see: entry values, locals of the caller, and globals that it never touches.
    pub(super) forgotten: Cube,
    /// Turns a summary to the caller's point of view: entry values of globals become current ones, of parameters next ones, and current values next ones.
    pub(super) at_call: Substitution,
    /// What a summary replaces: current values of touched globals, and the arguments.
    pub(super) replaced: Cube,
    /// What of a summary belongs to the callee, from the caller's point of view: arguments, exit values and results.
    pub(super) given_back: Cube,
    /// For each block that ends with a call.
    pub(super) sites: HashMap<BlockId, SiteTools>,
}

/// For a call.
#[derive(Clone, Copy)]
pub(crate) struct SiteTools {
    /// What results are written to, and results that are dropped.
    pub(super) overwritten: Cube,
    /// Results become current values.
    pub(super) assigned: Substitution,
}

impl ProcTools {
    pub(super) fn new(graph: &Graph<'_>, space: &mut Space<'_>, proc: ProcId) -> Result<Self, StopReason> {
        let (program, facts) = (graph.program, &graph.procs[proc]);
        let code = &program.procs[proc];
        let globals = || program.globals.ids().map(Place::Global);
        let touched: Vec<Copies> = facts.touched.iter().map(|&global| space.copies(global.into())).collect();
        let params: Vec<Copies> = facts.params.iter().map(|&local| space.copies(local.into())).collect();
        let untouched = globals().filter(|place| match place {
            Place::Global(global) => facts.touched.binary_search(global).is_err(),
            Place::Local(_) => false,
        });
        let mut forgotten: Vec<Variable> = untouched.map(|place| space.copies(place).current).collect();
        forgotten.extend(space.all_locals().iter().map(|copies| copies.current));
        forgotten.extend(globals().map(|place| space.copies(place).entry));
        forgotten.extend(space.all_locals().iter().map(|copies| copies.entry));
        let of_globals =
            touched.iter().flat_map(|copies| [(copies.entry, copies.current), (copies.current, copies.next)]);
        let of_params = params.iter().map(|copies| (copies.entry, copies.next));
        let moved: Vec<(Variable, Variable)> = of_globals.chain(of_params).collect();
        let replaced =
            touched.iter().map(|copies| copies.current).chain(params.iter().map(|copies| copies.next));
        let replaced: Vec<Variable> = replaced.collect();
        let mut given_back: Vec<Variable> = touched.iter().chain(&params).map(|copies| copies.next).collect();
        given_back.extend(&space.results);
        let locals: Vec<Variable> =
            code.locals.ids().map(|local| space.copies(local.into()).current).collect();
        let mut dead = IndexVec::new();
        for block in code.blocks.ids() {
            let locals = code.locals.ids().filter(|&local| !graph.is_live(proc, block, local));
            let variables: Vec<Variable> = locals.map(|local| space.copies(local.into()).current).collect();
            dead.push(space.cube(&variables)?);
        }
        let mut sites = HashMap::new();
        for (block, code) in code.blocks.iter_enumerated() {
            if let TermOp::Call { results, .. } = &code.terminator.op {
                sites.insert(block, SiteTools::new(space, results)?);
            }
        }
        Ok(Self {
            diagonal: diagonal(space, touched.iter().chain(&params).filter(|_| graph.knows_entry(proc)))?,
            locals: space.cube(&locals)?,
            dead,
            forgotten: space.cube(&forgotten)?,
            at_call: space.renaming(&moved)?,
            replaced: space.cube(&replaced)?,
            given_back: space.cube(&given_back)?,
            sites,
        })
    }
}

fn diagonal<'c>(space: &mut Space<'_>, all: impl Iterator<Item = &'c Copies>) -> Result<Bdd, StopReason> {
    let mut diagonal = Bdd::TRUE;
    for copies in all {
        let current = space.literal(copies.current, true)?;
        let same = space.equal(copies.entry, current)?;
        diagonal = space.and(diagonal, same)?;
    }
    Ok(diagonal)
}

impl SiteTools {
    /// Results are written in order: of two in the same place, the last stays.
    fn new(space: &mut Space<'_>, results: &[Place]) -> Result<Self, StopReason> {
        let (mut overwritten, mut assigned) = (Vec::new(), Vec::new());
        for (index, &place) in results.iter().enumerate() {
            overwritten.push(space.copies(place).current);
            if is_last(results, index) {
                assigned.push((space.results[index], space.copies(place).current));
            } else {
                overwritten.push(space.results[index]);
            }
        }
        Ok(Self { overwritten: space.cube(&overwritten)?, assigned: space.renaming(&assigned)? })
    }
}

/// Whether no later result is written to the same place.
pub(super) fn is_last(results: &[Place], index: usize) -> bool {
    !results[index + 1..].contains(&results[index])
}
