//! Step 2: a very weak alternating automaton.
//!
//! Its states are the temporal subformulas and literals; a transition has a label and leads to a *set* of states, which
//! all have to accept the rest of the word. With `+` for alternatives and `*` for pairing every transition of one with
//! every one of the other:
//!
//! ```text
//! d(literal) = (literal, {})         d(X a)   = (true, s) for each s in sets(a)
//! d(a && b)  = d(a) * d(b)           d(a U b) = d(b) + d(a) * (true, {a U b}, puts off a U b)
//! d(a || b)  = d(a) + d(b)           d(a R b) = d(b) * (d(a) + (true, {a R b}))
//! ```
//!
//! where `sets(a)` is the disjunctive form of `a` over temporal subformulas and literals. A state leads only to itself
//! and to its parts: that is *very weak*.

use std::collections::HashMap;

use super::{Budget, TooLarge};
use crate::bits::BitSet;
use crate::letter::Label;
use crate::normal::{Node, Normal, NormalId};
use base::Id;

/// A transition to a set of states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Move {
    pub(super) label: Label,
    pub(super) targets: BitSet,
    /// The until-formulas that wait for their end in this step; all of them are targets.
    pub(super) put_off: BitSet,
}

impl Move {
    fn new(label: Label, targets: BitSet) -> Self {
        Self { label, targets, put_off: BitSet::new() }
    }

    /// Both moves at once, if their labels allow it.
    fn and(&self, other: &Move) -> Option<Move> {
        let label = self.label.and(other.label)?;
        let targets = self.targets.union(&other.targets);
        Some(Move { label, targets, put_off: self.put_off.union(&other.put_off) })
    }

    /// Whether this move can always be made in place of another: for more letters, with less to do and less put off.
    fn replaces(&self, other: &Move) -> bool {
        self.label.includes(other.label)
            && self.targets.is_subset(&other.targets)
            && self.put_off.is_subset(&other.put_off)
    }
}

/// Moves of which none can replace another.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    list: Vec<Move>,
}

impl Moves {
    pub(super) fn single(only: Move) -> Self {
        Self { list: vec![only] }
    }

    /// The move that does nothing: the only one of the empty set.
    pub(super) fn idle() -> Self {
        Self::single(Move::new(Label::TRUE, BitSet::new()))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Move> {
        self.list.iter()
    }

    fn insert(&mut self, new: Move, budget: &mut Budget) -> Result<(), TooLarge> {
        budget.spend(self.list.len() + 1)?;
        if !self.list.iter().any(|old| old.replaces(&new)) {
            self.list.retain(|old| !new.replaces(old));
            self.list.push(new);
        }
        Ok(())
    }

    fn or(&self, other: &Moves, budget: &mut Budget) -> Result<Moves, TooLarge> {
        let mut moves = self.clone();
        other.iter().try_for_each(|new| moves.insert(new.clone(), budget))?;
        Ok(moves)
    }

    pub(super) fn and(&self, other: &Moves, budget: &mut Budget) -> Result<Moves, TooLarge> {
        let mut moves = Moves::default();
        for left in self.iter() {
            budget.spend(other.list.len())?;
            for both in other.iter().filter_map(|right| left.and(right)) {
                moves.insert(both, budget)?;
            }
        }
        Ok(moves)
    }
}

/// The automaton. States are numbered.
#[derive(Debug, Default)]
pub(super) struct Alternating {
    /// The alternatives to start with; all states of one have to accept.
    pub(super) initial: Vec<BitSet>,
    /// The moves of each state that can be reached.
    pub(super) moves: Vec<Moves>,
    /// For each state, others whose moves are part of its own: `b` and `c` for `a R (b && c)`.
    pub(super) covered: Vec<BitSet>,
}

impl Alternating {
    pub(super) fn new(
        normal: &Normal,
        root: NormalId,
        most_states: usize,
        budget: &mut Budget,
    ) -> Result<Self, TooLarge> {
        let mut builder = Builder::new(normal, root);
        if builder.states.len() > most_states {
            return Err(TooLarge);
        }
        builder.build(budget)?;
        let initial = builder.sets[&root].iter().map(|set| set.targets.clone()).collect();
        Ok(Self { initial, ..builder.automaton })
    }
}

/// What is known of a subformula.
struct Builder<'a> {
    normal: &'a Normal,
    /// Subformulas whose moves, and whose sets, are needed; operands first.
    needed: Vec<(NormalId, bool, bool)>,
    /// The number of the state of a temporal subformula or literal.
    states: HashMap<NormalId, usize>,
    moves: HashMap<NormalId, Moves>,
    /// The disjunctive form, as moves with the label `true`.
    sets: HashMap<NormalId, Moves>,
    automaton: Alternating,
}

impl<'a> Builder<'a> {
    fn new(normal: &'a Normal, root: NormalId) -> Self {
        let needed = needed(normal, root);
        let is_state = |id: NormalId| match normal.node(id) {
            Node::Literal(..) | Node::Next(_) | Node::Until(..) | Node::Release(..) => true,
            Node::True | Node::False | Node::And(_) | Node::Or(_) => false,
        };
        let states = needed.iter().map(|&(id, ..)| id).filter(|&id| is_state(id));
        let states: HashMap<NormalId, usize> = states.enumerate().map(|(state, id)| (id, state)).collect();
        Self {
            normal,
            needed,
            states,
            moves: HashMap::new(),
            sets: HashMap::new(),
            automaton: Alternating::default(),
        }
    }

    fn build(&mut self, budget: &mut Budget) -> Result<(), TooLarge> {
        for (id, moves, sets) in self.needed.clone() {
            if sets {
                let sets = self.sets_of(id, budget)?;
                self.sets.insert(id, sets);
            }
            if moves {
                let moves = self.moves_of(id, budget)?;
                if self.states.contains_key(&id) {
                    self.automaton.moves.push(moves.clone());
                    let covered = self.covered_by(id);
                    self.automaton.covered.push(covered);
                }
                self.moves.insert(id, moves);
            }
        }
        Ok(())
    }

    fn sets_of(&self, id: NormalId, budget: &mut Budget) -> Result<Moves, TooLarge> {
        match self.normal.node(id) {
            Node::True => Ok(Moves::idle()),
            Node::False => Ok(Moves::default()),
            Node::And(parts) => {
                parts.iter().try_fold(Moves::idle(), |all, part| all.and(&self.sets[part], budget))
            }
            Node::Or(parts) => {
                parts.iter().try_fold(Moves::default(), |any, part| any.or(&self.sets[part], budget))
            }
            Node::Literal(..) | Node::Next(_) | Node::Until(..) | Node::Release(..) => {
                Ok(Moves::single(Move::new(Label::TRUE, BitSet::single(self.states[&id]))))
            }
        }
    }

    fn moves_of(&self, id: NormalId, budget: &mut Budget) -> Result<Moves, TooLarge> {
        match self.normal.node(id) {
            Node::True => Ok(Moves::idle()),
            Node::False => Ok(Moves::default()),
            Node::Literal(atom, holds) => {
                Ok(Moves::single(Move::new(Label::literal(*atom, *holds), BitSet::new())))
            }
            Node::And(parts) => {
                parts.iter().try_fold(Moves::idle(), |all, part| all.and(&self.moves[part], budget))
            }
            Node::Or(parts) => {
                parts.iter().try_fold(Moves::default(), |any, part| any.or(&self.moves[part], budget))
            }
            Node::Next(operand) => Ok(self.sets[operand].clone()),
            Node::Until(hold, end) => {
                let itself = BitSet::single(self.states[&id]);
                let wait = Move { label: Label::TRUE, targets: itself.clone(), put_off: itself };
                let waiting = self.moves[hold].and(&Moves::single(wait), budget)?;
                self.moves[end].or(&waiting, budget)
            }
            Node::Release(end, hold) => {
                let itself = Move::new(Label::TRUE, BitSet::single(self.states[&id]));
                let go_on = self.moves[end].or(&Moves::single(itself), budget)?;
                self.moves[hold].and(&go_on, budget)
            }
        }
    }

    /// All moves of `a R b` contain one of `b`; so beside it, a conjunct of `b` adds nothing.
    fn covered_by(&self, id: NormalId) -> BitSet {
        let Node::Release(_, hold) = self.normal.node(id) else { return BitSet::new() };
        let parts = match self.normal.node(*hold) {
            Node::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(hold),
        };
        let direct: Vec<usize> = parts.iter().filter_map(|part| self.states.get(part).copied()).collect();
        let indirect = direct.iter().map(|&state| &self.automaton.covered[state]);
        indirect.fold(direct.iter().copied().collect(), |all, more| all.union(more))
    }
}

/// The subformulas whose moves and whose sets are needed, operands first.
fn needed(normal: &Normal, root: NormalId) -> Vec<(NormalId, bool, bool)> {
    let mut need = vec![(false, false); root.index() + 1];
    need[root.index()].1 = true;
    for index in (0..need.len()).rev() {
        let (moves, sets) = need[index];
        if !moves && !sets {
            continue;
        }
        match normal.node(NormalId::new(index)) {
            Node::True | Node::False => {}
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| {
                need[part.index()].0 |= moves;
                need[part.index()].1 |= sets;
            }),
            // A state that is in a set will be left by its moves.
            Node::Literal(..) => need[index].0 = true,
            Node::Next(operand) => {
                need[index].0 = true;
                need[operand.index()].1 = true;
            }
            Node::Until(left, right) | Node::Release(left, right) => {
                need[index].0 = true;
                need[left.index()].0 = true;
                need[right.index()].0 = true;
            }
        }
    }
    let all = need.into_iter().enumerate().filter(|(_, (moves, sets))| *moves || *sets);
    all.map(|(index, (moves, sets))| (NormalId::new(index), moves, sets)).collect()
}
