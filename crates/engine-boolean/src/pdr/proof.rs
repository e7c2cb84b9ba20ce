//! The proof, from lemmas that no step leaves.
//!
//! Within a called procedure, everything is claimed for entries only from which no error is possible, as far as lemmas
//! say. For stages that are not called, lemmas at cuts say it all; `init` ends with what the thread begins with.

use std::collections::BTreeMap;

use base::IndexVec;
use ir::facts::Cfg;
use ir::{BlockId, Place, ProcId};
use solver::sat::Lit;
use verdict::{Atom, BooleanProof, Formula, Formulas, ProcProof};

use super::known::Known;
use super::layout::{Called, Part, PredId};
use super::system::System;
use crate::graph::Graph;

/// The proof by all lemmas from a level on.
pub(crate) fn proof(graph: &Graph<'_>, system: &System, known: &Known, level: u32) -> BooleanProof {
    let mut writer =
        Writer { graph, system, known, level, formulas: Formulas::default(), atoms: BTreeMap::new() };
    let procs: IndexVec<ProcId, ProcProof> =
        graph.program.procs.ids().map(|proc| writer.proc(proc)).collect();
    BooleanProof { formulas: writer.formulas, procs: procs.into_vec() }
}

struct Writer<'a, 'p> {
    graph: &'a Graph<'p>,
    system: &'a System,
    known: &'a Known,
    level: u32,
    formulas: Formulas,
    atoms: BTreeMap<Atom, Formula>,
}

impl Writer<'_, '_> {
    fn proc(&mut self, proc: ProcId) -> ProcProof {
        let layout = &self.system.layout;
        let stage = layout.units[layout.root].parts.iter().position(|&part| part == Part::Code(proc));
        match (layout.units_of_called[proc], stage) {
            (Some(called), _) => self.called(called, proc),
            (None, Some(stage)) => self.stage(stage, proc),
            (None, None) => ProcProof {
                invariants: self.graph.program.procs[proc]
                    .blocks
                    .ids()
                    .map(|b| (b, Formula::FALSE))
                    .collect(),
                summary: Formula::FALSE,
            },
        }
    }

    /// A procedure that is called.
    fn called(&mut self, Called { unit, exit }: Called, proc: ProcId) -> ProcProof {
        let plan = &self.system.layout.units[unit];
        let safe = plan.error.map_or(Formula::TRUE, |error| self.no_error(error, |atom| atom));
        let same = |writer: &mut Self, place| writer.equal(Atom::Current(place), Atom::Entry(place));
        let at_entry: Vec<Formula> = plan.entry.iter().map(|&place| same(self, place)).collect();
        let at_entry = self.all(at_entry);
        let kept: Vec<Formula> = plan.kept.iter().map(|&place| same(self, place)).collect();
        let kept = self.all(kept);
        let (at_entry, kept) = (self.formulas.and(at_entry, safe), self.formulas.and(kept, safe));
        ProcProof { invariants: self.invariants(proc, at_entry, kept), summary: self.clauses(exit) }
    }

    /// A stage that is not called.
    fn stage(&mut self, stage: usize, proc: ProcId) -> ProcProof {
        let globals: Vec<Place> = self.graph.program.globals().map(Place::Global).collect();
        let mut untouched = Formula::TRUE;
        if stage == 0 {
            let written = &self.graph.procs[proc].written;
            let kept =
                globals.iter().filter(|place| !matches!(place, Place::Global(g) if written.contains(g)));
            let kept: Vec<Formula> = kept.map(|&place| !self.atom(Atom::Current(place))).collect();
            untouched = self.all(kept);
        }
        let at_entry: Vec<Formula> = globals.iter().map(|&place| !self.atom(Atom::Current(place))).collect();
        let at_entry = self.all(at_entry);
        let summary = self.end_of_stage(stage);
        ProcProof { invariants: self.invariants(proc, at_entry, untouched), summary }
    }

    /// What the next stage begins with.
    fn end_of_stage(&mut self, stage: usize) -> Formula {
        let layout = &self.system.layout;
        match layout.units[layout.root].parts.get(stage + 1) {
            None => Formula::TRUE,
            Some(&Part::Code(next)) => {
                let entry = self.graph.program.procs[next].entry();
                self.clauses(layout.cut(next, entry).expect("a later stage begins with a cut"))
            }
            Some(&Part::Call(next)) => {
                let Called { unit, .. } = layout.called(next);
                let current = |atom| match atom {
                    Atom::Entry(place) => Atom::Current(place),
                    Atom::Current(_) | Atom::Result(_) => atom,
                };
                layout.units[unit].error.map_or(Formula::TRUE, |error| self.no_error(error, current))
            }
        }
    }

    /// Formulas at the entry and at cuts; blocks that no path reaches are excluded.
    fn invariants(&mut self, proc: ProcId, at_entry: Formula, at_cuts: Formula) -> Vec<(BlockId, Formula)> {
        let code = &self.graph.program.source.procs[proc];
        let cfg = Cfg::new(code);
        let mut invariants = Vec::new();
        for block in code.blocks.ids() {
            if let Some(pred) = self.system.layout.cut(proc, block) {
                let clauses = self.clauses(pred);
                invariants.push((block, self.formulas.and(clauses, at_cuts)));
            } else if block == code.entry() {
                let begin = self.locals_begin(proc);
                invariants.push((block, self.formulas.and(begin, at_entry)));
            } else if !cfg.is_reachable(block) {
                invariants.push((block, Formula::FALSE));
            }
        }
        invariants
    }

    /// Locals that are no parameters and whose first values count are false.
    fn locals_begin(&mut self, proc: ProcId) -> Formula {
        let entry = self.graph.program.procs[proc].entry();
        let params = &self.graph.procs[proc].params;
        let begins = |place: &Place| matches!(place, Place::Local(local) if !params.contains(local));
        let locals: Vec<Place> = self.graph.counting(proc, entry).filter(begins).collect();
        let locals: Vec<Formula> = locals.iter().map(|&place| !self.atom(Atom::Current(place))).collect();
        self.all(locals)
    }

    // --------------------------------------------------------------------------------------------- formulas

    fn atom(&mut self, atom: Atom) -> Formula {
        *self.atoms.entry(atom).or_insert_with(|| self.formulas.atom(atom))
    }

    fn equal(&mut self, left: Atom, right: Atom) -> Formula {
        let (left, right) = (self.atom(left), self.atom(right));
        let (both, neither) = (self.formulas.and(left, right), self.formulas.and(!left, !right));
        self.formulas.or(both, neither)
    }

    fn all(&mut self, parts: Vec<Formula>) -> Formula {
        parts.into_iter().fold(Formula::TRUE, |all, part| self.formulas.and(all, part))
    }

    fn cube(&mut self, pred: PredId, cube: &[Lit], renamed: impl Fn(Atom) -> Atom) -> Formula {
        let atoms = &self.system.layout.preds[pred].atoms;
        let mut literals = Vec::new();
        for literal in cube {
            let atom = self.atom(renamed(atoms[literal.variable()]));
            literals.push(if literal.is_positive() { atom } else { !atom });
        }
        self.all(literals)
    }

    /// What lemmas leave of a predicate.
    fn clauses(&mut self, pred: PredId) -> Formula {
        let excluded = self.excluded(pred, |atom| atom);
        let clauses = excluded.into_iter().map(|cube| !cube).collect();
        self.all(clauses)
    }

    /// What lemmas exclude from a predicate about errors.
    fn no_error(&mut self, error: PredId, renamed: impl Fn(Atom) -> Atom) -> Formula {
        let excluded = self.excluded(error, renamed);
        let errors = excluded.into_iter().map(|cube| !cube).collect();
        !self.all(errors)
    }

    fn excluded(&mut self, pred: PredId, renamed: impl Fn(Atom) -> Atom) -> Vec<Formula> {
        let (known, level) = (self.known, Some(self.level));
        let lemmas = known.lemmas(pred).iter().filter(|lemma| lemma.level >= level);
        lemmas.map(|lemma| self.cube(pred, &lemma.cube, &renamed)).collect()
    }
}
