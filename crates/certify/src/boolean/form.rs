//! The form of a proof: that it speaks of things that exist, and that each cycle of a procedure has a place with a
//! formula.

use base::{Id, IndexVec};
use ir::{BlockId, Place, Proc, ProcId, Program};
use verdict::{Atom, BooleanProof, Formula, FormulaNode, Formulas, ProcProof};

use crate::refusal::{Reason, Refusal};

/// Where a procedure has formulas, and in which order its other blocks can be executed.
pub(super) struct Shape {
    pub(super) invariants: IndexVec<BlockId, Option<Formula>>,
    /// Of blocks without a formula that can be reached from one with: larger than those of all such blocks that lead
    /// there.
    pub(super) order: IndexVec<BlockId, usize>,
}

/// The shapes of all procedures, if the proof is well-formed.
pub(super) fn shapes(program: &Program, proof: &BooleanProof) -> Result<IndexVec<ProcId, Shape>, Refusal> {
    let refuse = |proc, reason| Refusal::new(None, proc, None, reason);
    well_founded(&proof.formulas).map_err(|reason| refuse(None, reason))?;
    if proof.procs.len() != program.procs.len() {
        let counts = format!("it has {} procedures of {}", proof.procs.len(), program.procs.len());
        return Err(refuse(None, Reason::MalformedProof(counts)));
    }
    let mut atoms =
        Atoms { formulas: &proof.formulas, seen: vec![0; proof.formulas.nodes.len() + 1], round: 0 };
    let mut shape = |(proc, listed): (&Proc, &ProcProof)| {
        let shape = Shape::new(proc, listed)?;
        atoms.check(listed.invariants.iter().map(|&(_, formula)| formula), |atom| match atom {
            Atom::Entry(place) => is_entry_value(program, proc, place),
            Atom::Current(Place::Local(local)) => local.index() < proc.locals.len(),
            Atom::Current(Place::Global(global)) => global.index() < program.globals.len(),
            Atom::Result(_) => false,
        })?;
        atoms.check([listed.summary].into_iter(), |atom| match atom {
            Atom::Entry(place) => is_entry_value(program, proc, place),
            Atom::Current(Place::Local(_)) => false,
            Atom::Current(Place::Global(global)) => global.index() < program.globals.len(),
            Atom::Result(index) => (index as usize) < proc.results.len(),
        })?;
        Ok(shape)
    };
    let pairs = program.procs.iter().zip(&proof.procs);
    pairs.map(|pair| shape(pair).map_err(|reason| refuse(Some(pair.0), reason))).collect()
}

fn is_entry_value(program: &Program, proc: &Proc, place: Place) -> bool {
    match place {
        Place::Local(local) => local.index() < proc.n_params,
        Place::Global(global) => global.index() < program.globals.len(),
    }
}

/// All parts of formulas come before them.
fn well_founded(formulas: &Formulas) -> Result<(), Reason> {
    let is_late = |(index, node): (usize, &FormulaNode)| match *node {
        FormulaNode::Atom(_) => false,
        FormulaNode::And(left, right) => left.index() > index || right.index() > index,
    };
    // The node at position `index` is the formula of index `index + 1`.
    match formulas.nodes.iter().enumerate().position(is_late) {
        None => Ok(()),
        Some(at) => {
            Err(Reason::MalformedProof(format!("formula {} has parts that do not come before it", at + 1)))
        }
    }
}

/// Finds the atoms of formulas.
struct Atoms<'a> {
    formulas: &'a Formulas,
    /// For each index the last round that came by.
    seen: Vec<u64>,
    round: u64,
}

impl Atoms<'_> {
    /// Whether roots exist, and all atoms in them are allowed.
    fn check(
        &mut self,
        roots: impl Iterator<Item = Formula>,
        is_allowed: impl Fn(Atom) -> bool,
    ) -> Result<(), Reason> {
        self.round += 1;
        let mut stack: Vec<Formula> = roots.collect();
        if let Some(root) = stack.iter().find(|root| root.index() >= self.seen.len()) {
            return Err(Reason::MalformedProof(format!("there is no formula {}", root.index())));
        }
        while let Some(formula) = stack.pop() {
            let seen = &mut self.seen[formula.index()];
            if std::mem::replace(seen, self.round) == self.round {
                continue;
            }
            match self.formulas.node(formula) {
                Some(FormulaNode::Atom(atom)) if !is_allowed(atom) => {
                    return Err(Reason::MalformedProof(format!("{atom:?} means nothing there")));
                }
                Some(FormulaNode::And(left, right)) => stack.extend([left, right]),
                Some(FormulaNode::Atom(_)) | None => {}
            }
        }
        Ok(())
    }
}

impl Shape {
    fn new(proc: &Proc, listed: &ProcProof) -> Result<Self, Reason> {
        let mut invariants = IndexVec::filled(None, proc.blocks.len());
        let malformed = |what: String| Err(Reason::MalformedProof(what));
        for (index, &(block, formula)) in listed.invariants.iter().enumerate() {
            if block.index() >= proc.blocks.len() {
                return malformed(format!("there is no {block}"));
            }
            if index > 0 && listed.invariants[index - 1].0 >= block {
                return malformed(format!("{block} is out of order"));
            }
            invariants[block] = Some(formula);
        }
        if invariants[proc.entry()].is_none() {
            return malformed("the entry has no formula".to_owned());
        }
        let order = order(proc, &invariants)?;
        Ok(Self { invariants, order })
    }
}

/// How far a depth-first search is with a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Not,
    Open,
    Done,
}

/// A topological order of the blocks without a formula, from those with one on; a cycle among them is refused.
fn order(
    proc: &Proc,
    invariants: &IndexVec<BlockId, Option<Formula>>,
) -> Result<IndexVec<BlockId, usize>, Reason> {
    let mut visits = IndexVec::filled(Visit::Not, proc.blocks.len());
    let mut order = IndexVec::filled(0, proc.blocks.len());
    let mut next = proc.blocks.len();
    for start in proc.blocks.ids().filter(|&block| invariants[block].is_some()) {
        let mut stack = vec![(start, proc.blocks[start].successors())];
        while let Some((block, successors)) = stack.last_mut() {
            match successors.pop() {
                Some(to) if invariants[to].is_some() || visits[to] == Visit::Done => {}
                Some(to) if visits[to] == Visit::Open => return Err(Reason::Uncut(to)),
                Some(to) => {
                    visits[to] = Visit::Open;
                    stack.push((to, proc.blocks[to].successors()));
                }
                None => {
                    visits[*block] = Visit::Done;
                    next -= usize::from(invariants[*block].is_none());
                    order[*block] = next;
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}
