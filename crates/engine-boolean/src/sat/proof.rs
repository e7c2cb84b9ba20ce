//! What was found, as a proof that can be checked independently.
//!
//! Path edges at the entry and at heads of loops, and summary edges, are all that is said: between these places the
//! checker executes the program itself.
//!
//! A procedure with a universal summary was never searched for reachable values. Its proof says more: it begins only
//! with values for which nothing fails in it; and what its loops and returns do then is what they do for any values.

use ir::{BlockId, Place, ProcId};
use solver::aig::Signal;
use verdict::{Atom, BooleanProof, Formula, ProcProof};

use super::edges::{EdgeId, LayerId, SymbolicEdge};
use super::project::{Claim, Writer};
use super::sets::{ReadySummary, SatSets};
use crate::formulas::FormulaWriter;
use crate::program::CheckId;
use crate::representation::{At, Kind};

impl SatSets<'_, '_> {
    /// The proof that a program fails nowhere, if it is small enough. Everything must have been found.
    pub(crate) fn proof(&self) -> Option<BooleanProof> {
        let mut writer = Writer::new();
        let procs: Option<Vec<ProcProof>> =
            self.graph.program.procs.ids().map(|proc| self.proof_of(&mut writer, proc)).collect();
        Some(BooleanProof { procs: procs?, formulas: writer.formulas.formulas })
    }

    fn proof_of(&self, writer: &mut Writer, proc: ProcId) -> Option<ProcProof> {
        match &self.ready[proc] {
            Some(ready) => self.universal_proof(writer, proc, ready),
            None => self.searched_proof(writer, proc),
        }
    }

    /// The entry, and heads of loops.
    fn cut_points(&self, proc: ProcId) -> Vec<BlockId> {
        let code = &self.graph.program.procs[proc];
        let is_cut = |&block: &BlockId| block == code.entry() || self.graph.is_loop_head(proc, block);
        code.blocks.ids().filter(is_cut).collect()
    }

    fn searched_proof(&self, writer: &mut Writer, proc: ProcId) -> Option<ProcProof> {
        let aig = &self.space.aig;
        let mut invariants = Vec::new();
        for block in self.cut_points(proc) {
            let at = At { proc, block };
            let claims: Vec<Claim<Atom>> = if self.graph.is_loop_head(proc, block) {
                self.learnt(Kind::Block(at)).into_iter().map(|edge| self.at_block(at, edge)).collect()
            } else {
                self.learnt(Kind::Entry(proc)).into_iter().map(|edge| self.at_entry(at, edge)).collect()
            };
            invariants.push((block, writer.projection(aig, &claims)?));
        }
        let returned = self.learnt(Kind::Summary(proc)).into_iter();
        let claims: Vec<Claim<Atom>> = returned.map(|edge| self.at_exit(proc, edge)).collect();
        Some(ProcProof { invariants, summary: writer.projection(aig, &claims)? })
    }

    fn universal_proof(&self, writer: &mut Writer, proc: ProcId, ready: &ReadySummary) -> Option<ProcProof> {
        let aig = &self.space.aig;
        let ReadySummary { exit, errors, heads } = ready;
        let failing = |&(_, error): &(CheckId, EdgeId)| {
            let edge = &self.edges[error];
            Claim { conjuncts: edge.guard.conjuncts().to_vec(), values: self.entry_values(edge.layer) }
        };
        let failing: Vec<Claim<Atom>> = errors.iter().map(failing).collect();
        let fails = writer.projection(aig, &failing)?;
        let mut invariants = Vec::new();
        for block in self.cut_points(proc) {
            let at = At { proc, block };
            let reached = if self.graph.is_loop_head(proc, block) {
                let passing = heads.iter().filter(|(head, _)| *head == block);
                let claims: Vec<Claim<Atom>> =
                    passing.map(|&(_, edge)| self.at_block(at, &self.edges[edge])).collect();
                writer.projection(aig, &claims)?
            } else {
                self.begins(&mut writer.formulas, at)
            };
            invariants.push((block, writer.formulas.formulas.and(!fails, reached)));
        }
        let claims: Vec<Claim<Atom>> =
            exit.iter().map(|&exit| self.at_exit(proc, &self.edges[exit])).collect();
        Some(ProcProof { invariants, summary: writer.projection(aig, &claims)? })
    }

    /// All edges of a kind that were learnt.
    fn learnt(&self, kind: Kind) -> Vec<&SymbolicEdge> {
        let mut learnt: Vec<(LayerId, EdgeId)> = Vec::new();
        for (&(known, layer), edges) in &self.known {
            if known == kind {
                learnt.extend(edges.iter().map(|&edge| (layer, edge)));
            }
        }
        learnt.sort_unstable();
        learnt.into_iter().map(|(_, edge)| &self.edges[edge]).collect()
    }

    /// Touched globals and parameters.
    fn entry_places(&self, proc: ProcId) -> impl Iterator<Item = Place> + '_ {
        let facts = &self.graph.procs[proc];
        let globals = facts.touched.iter().map(|&global| Place::Global(global));
        globals.chain(facts.params.iter().map(|&local| Place::Local(local)))
    }

    /// Entry values, if they are known.
    fn entry_values(&self, layer: LayerId) -> Vec<(Atom, Signal)> {
        let layer = &self.layers[layer];
        let entry = self.entry_places(layer.proc).zip(&layer.entry);
        entry.map(|(place, &value)| (Atom::Entry(place), value)).collect()
    }

    fn at_block(&self, at: At, edge: &SymbolicEdge) -> Claim<Atom> {
        let mut values = self.entry_values(edge.layer);
        let layout = &self.layouts[at.proc];
        let current = self.graph.counting(at.proc, at.block);
        values.extend(current.map(|place| (Atom::Current(place), edge.values[layout.slot(place)])));
        Claim { conjuncts: self.conditions(edge), values }
    }

    /// At the entry, current values are entry values, and other locals are false.
    fn at_entry(&self, at: At, edge: &SymbolicEdge) -> Claim<Atom> {
        let mut values = Vec::new();
        if self.graph.knows_entry(at.proc) {
            let entry = self.entry_places(at.proc).zip(&edge.values);
            values.extend(entry.map(|(place, &value)| (Atom::Entry(place), value)));
        }
        let layout = &self.layouts[at.proc];
        let value = |place: Place| edge.values.get(layout.slot(place)).copied().unwrap_or(Signal::FALSE);
        let current = self.graph.counting(at.proc, at.block);
        values.extend(current.map(|place| (Atom::Current(place), value(place))));
        Claim { conjuncts: edge.guard.conjuncts().to_vec(), values }
    }

    /// The same of any entry values.
    fn begins(&self, writer: &mut FormulaWriter, at: At) -> Formula {
        let n_params = self.graph.procs[at.proc].params.len();
        let mut all = Formula::TRUE;
        for place in self.graph.counting(at.proc, at.block) {
            let current = writer.atom(Atom::Current(place));
            let is_entry_value = match place {
                Place::Global(_) => true,
                Place::Local(local) => base::Id::index(local) < n_params,
            };
            let fact = if is_entry_value {
                let entry = writer.atom(Atom::Entry(place));
                writer.equal(current, entry)
            } else {
                !current
            };
            all = writer.formulas.and(all, fact);
        }
        all
    }

    fn at_exit(&self, proc: ProcId, edge: &SymbolicEdge) -> Claim<Atom> {
        let mut values = self.entry_values(edge.layer);
        let touched =
            self.graph.procs[proc].touched.iter().map(|&global| Atom::Current(Place::Global(global)));
        let results = (0..).map(Atom::Result);
        values.extend(touched.chain(results).zip(edge.values.iter().copied()));
        Claim { conjuncts: edge.guard.conjuncts().to_vec(), values }
    }
}
