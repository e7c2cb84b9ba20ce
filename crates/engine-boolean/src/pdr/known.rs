//! What is known of predicates: lemmas, which exclude values at levels, and facts, which are values that can be
//! reached.
//!
//! A lemma at level n excludes a cube from everything that can be derived with height n or less; a step within a loop
//! or a recursion counts one. A fact says that everything in its cube can be reached, and remembers how.

use base::IndexVec;
use solver::sat::Lit;

use super::layout::PredId;
use super::prover::Cube;

/// Nothing in the cube is derived up to a level.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) cube: Cube,
    /// None if a stronger lemma took its place.
    pub(crate) level: Option<u32>,
    /// It holds at all levels.
    pub(crate) for_ever: bool,
    /// Why it could not be raised.
    pub(crate) witness: Option<Witness>,
}

/// Values at sites of a step that leads to what a lemma excludes. As long as lemmas allow them, the lemma cannot be
/// raised.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    pub(crate) points: Vec<Point>,
}

/// Values at a site: of a predicate, at a level, as far as its log was read.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) pred: PredId,
    pub(crate) level: u32,
    pub(crate) values: Vec<bool>,
    pub(crate) n_read: usize,
}

/// Everything in the cube is reached. It has few literals about the entry, and one for each other atom.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) pred: PredId,
    pub(crate) cube: Cube,
    /// The values of all inputs of the unit, by their numbers. Those of the entry may be any in the cube.
    pub(crate) inputs: Vec<bool>,
    /// The facts at sites on the way.
    pub(crate) premises: Vec<(usize, usize)>,
}

/// All lemmas and facts.
pub(crate) struct Known {
    lemmas: IndexVec<PredId, Vec<Lemma>>,
    /// Which lemma came to which level, in the order of time.
    log: IndexVec<PredId, Vec<(usize, u32)>>,
    facts: Vec<Fact>,
    facts_of: IndexVec<PredId, Vec<usize>>,
    /// Literals in all of them.
    n_literals: usize,
}

impl Known {
    pub(crate) fn new(n_preds: usize) -> Self {
        Self {
            lemmas: IndexVec::filled(Vec::new(), n_preds),
            log: IndexVec::filled(Vec::new(), n_preds),
            facts: Vec::new(),
            facts_of: IndexVec::filled(Vec::new(), n_preds),
            n_literals: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.n_literals * size_of::<Lit>()
    }

    pub(crate) fn lemmas(&self, pred: PredId) -> &[Lemma] {
        &self.lemmas[pred]
    }

    pub(crate) fn log(&self, pred: PredId) -> &[(usize, u32)] {
        &self.log[pred]
    }

    pub(crate) fn facts_of(&self, pred: PredId) -> &[usize] {
        &self.facts_of[pred]
    }

    pub(crate) fn fact(&self, fact: usize) -> &Fact {
        &self.facts[fact]
    }

    /// The highest level at which a lemma excludes the whole cube.
    pub(crate) fn excluded_up_to(&self, pred: PredId, cube: &[Lit]) -> Option<u32> {
        let covering = self.lemmas[pred].iter().filter(|lemma| is_within(&lemma.cube, cube));
        covering.filter_map(|lemma| lemma.level).max()
    }

    /// A fact that has something in common with the cube.
    pub(crate) fn meeting(&self, pred: PredId, cube: &[Lit]) -> Option<usize> {
        self.facts_of[pred].iter().copied().find(|&fact| meet(&self.facts[fact].cube, cube))
    }

    /// A fact that has these values of all atoms in its cube.
    pub(crate) fn covering(&self, pred: PredId, value: impl Fn(usize) -> bool) -> Option<usize> {
        let holds = |literal: &Lit| value(literal.variable()) == literal.is_positive();
        self.facts_of[pred].iter().copied().find(|&fact| self.facts[fact].cube.iter().all(holds))
    }

    pub(crate) fn add_lemma(&mut self, pred: PredId, cube: Cube, level: u32, for_ever: bool) {
        for lemma in &mut self.lemmas[pred] {
            if lemma.level.is_some_and(|known| known <= level) && is_within(&cube, &lemma.cube) {
                lemma.level = None;
            }
        }
        self.n_literals += cube.len();
        self.lemmas[pred].push(Lemma { cube, level: Some(level), for_ever, witness: None });
        let index = self.lemmas[pred].len() - 1;
        self.log[pred].push((index, level));
    }

    /// A lemma holds at a higher level, too.
    pub(crate) fn raise(&mut self, pred: PredId, index: usize, level: u32) {
        self.lemmas[pred][index].level = Some(level);
        self.lemmas[pred][index].witness = None;
        self.log[pred].push((index, level));
    }

    /// Remembers why a lemma cannot be raised.
    pub(crate) fn refuse(&mut self, pred: PredId, index: usize, witness: Witness) {
        self.n_literals += witness.points.iter().map(|point| point.values.len() / 4).sum::<usize>();
        self.lemmas[pred][index].witness = Some(witness);
    }

    /// Whether there is a witness against raising a lemma that no newer lemma excludes.
    pub(crate) fn is_refused(&mut self, pred: PredId, index: usize) -> bool {
        let Some(mut witness) = self.lemmas[pred][index].witness.take() else { return false };
        let is_allowed = witness.points.iter().all(|point| self.allows(point));
        if is_allowed {
            witness.points.iter_mut().for_each(|point| point.n_read = self.log[point.pred].len());
            self.lemmas[pred][index].witness = Some(witness);
        }
        is_allowed
    }

    /// Whether no lemma excludes the values of a point that is newer.
    fn allows(&self, point: &Point) -> bool {
        let is_in = |literal: &Lit| point.values[literal.variable()] == literal.is_positive();
        let newer = self.log[point.pred][point.n_read..].iter();
        let mut newer = newer.map(|&(index, _)| &self.lemmas[point.pred][index]);
        !newer.any(|lemma| lemma.level >= Some(point.level) && lemma.cube.iter().all(is_in))
    }

    pub(crate) fn add_fact(&mut self, fact: Fact) -> usize {
        self.n_literals += fact.cube.len() + fact.inputs.len() / 4;
        self.facts_of[fact.pred].push(self.facts.len());
        self.facts.push(fact);
        self.facts.len() - 1
    }
}

/// Whether all literals of the one sorted cube are in the other.
fn is_within(part: &[Lit], whole: &[Lit]) -> bool {
    let mut whole = whole.iter();
    part.len() <= whole.len() && part.iter().all(|literal| whole.by_ref().any(|other| other == literal))
}

/// Whether two sorted cubes have something in common.
fn meet(left: &[Lit], right: &[Lit]) -> bool {
    let mut right = right.iter().peekable();
    left.iter().all(|&literal| {
        while right.next_if(|other| other.variable() < literal.variable()).is_some() {}
        right.peek().is_none_or(|&&other| other != !literal)
    })
}
