//! The formulas of a proof over given values.

use base::Id;
use ir::Place;
use solver::aig::{Aig, Signal};
use verdict::{Atom, Formula, FormulaNode, Formulas};

/// What stands for atoms. A list that a formula does not speak of may be empty.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) entry_globals: &'a [Signal],
    /// Parameters at the entry.
    pub(super) entry_params: &'a [Signal],
    pub(super) globals: &'a [Signal],
    pub(super) locals: &'a [Signal],
    pub(super) results: &'a [Signal],
}

impl View<'_> {
    fn value(&self, atom: Atom) -> Signal {
        match atom {
            Atom::Entry(Place::Global(global)) => self.entry_globals[global.index()],
            Atom::Entry(Place::Local(local)) => self.entry_params[local.index()],
            Atom::Current(Place::Global(global)) => self.globals[global.index()],
            Atom::Current(Place::Local(local)) => self.locals[local.index()],
            Atom::Result(index) => self.results[index as usize],
        }
    }
}

/// Well-formed formulas, and their images over values.
pub(super) struct Instances<'a> {
    formulas: &'a Formulas,
    /// For each index the last round in which it was needed, and its image then.
    images: Vec<(u64, Signal)>,
    round: u64,
}

impl<'a> Instances<'a> {
    pub(super) fn new(formulas: &'a Formulas) -> Self {
        Self { formulas, images: vec![(0, Signal::FALSE); formulas.nodes.len() + 1], round: 0 }
    }

    /// A formula over the values of a view, and how many of its parts were looked at.
    pub(super) fn image(&mut self, aig: &mut Aig, formula: Formula, view: &View<'_>) -> (Signal, usize) {
        self.round += 1;
        self.images[0] = (self.round, Signal::FALSE);
        let (mut stack, mut work) = (vec![formula], 0);
        while let Some(&part) = stack.last() {
            if self.known(part).is_some() {
                stack.pop();
                continue;
            }
            let image = match self.formulas.node(part).expect("the constant has an image from the beginning")
            {
                FormulaNode::Atom(atom) => view.value(atom),
                FormulaNode::And(left, right) => match (self.known(left), self.known(right)) {
                    (Some(left), Some(right)) => aig.and(left, right),
                    (None, _) => {
                        stack.push(left);
                        continue;
                    }
                    (_, None) => {
                        stack.push(right);
                        continue;
                    }
                },
            };
            self.images[part.index()] = (self.round, image);
            work += 1;
        }
        (self.known(formula).expect("the walk ends when the formula has an image"), work)
    }

    fn known(&self, formula: Formula) -> Option<Signal> {
        let (round, image) = self.images[formula.index()];
        (round == self.round).then(|| image.complement_if(formula.is_negated()))
    }
}
