//! Path expressions as automata over fields (Glushkov's construction): no silent moves, one state for each name of the
//! expression.
//!
//! Glushkov, "The abstract theory of automata" (1961). Each name of the expression is a *position*. Of every part of
//! the expression three things are kept: the positions that a walk through it can begin with, those that it can end
//! with, and whether it can be passed without a move. A sequence lets the ends of its first part be followed by the
//! beginnings of its second; a repetition does so with itself. The expression comes as postfix code, so one stack of
//! parts is enough, and nothing recurses.

use logic::{Rite, RiteOp};

use ir::FieldId;

use crate::proposition::Variable;

/// A path expression. State 0 is the beginning; state `i + 1` is entered by doing `actions[i]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    pub actions: Vec<Action>,
    /// For each state, which actions may come next, in order.
    pub follow: Vec<Vec<u32>>,
    /// For each state, whether a walk may end there.
    pub ends: Vec<bool>,
    /// For each action, the states that it may be done in, in order: the converse of `follow`.
    pub before: Vec<Vec<u32>>,
}

/// What a walk does in one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Stays if the variable refers to this object (or to nil, at nil).
    Is(Variable),
    /// Stays if it does not.
    IsNot(Variable),
    /// Goes along a field: the one of these that the object's class has. From nil it leads to nil; from an object
    /// without such a field nowhere.
    Along(Vec<FieldId>),
}

/// A name of a path expression, as its code has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named<'a> {
    Plain(&'a str),
    /// After `!`.
    Not(&'a str),
}

impl Walk {
    /// The automaton of an expression whose names mean these actions. Takes time and space quadratic in its names.
    pub(crate) fn new(rite: &Rite, mut action_of: impl FnMut(Named<'_>) -> Action) -> Self {
        let is_name = |op: &&RiteOp| matches!(op, RiteOp::Name(_) | RiteOp::Not(_));
        let n_positions = rite.code().iter().filter(is_name).count();
        let mut actions = Vec::with_capacity(n_positions);
        let mut construction = Construction::new(n_positions);
        for op in rite.code() {
            match op {
                RiteOp::Eps => construction.push_empty(),
                RiteOp::Name(name) => {
                    construction.push_position(actions.len());
                    actions.push(action_of(Named::Plain(name)));
                }
                RiteOp::Not(name) => {
                    construction.push_position(actions.len());
                    actions.push(action_of(Named::Not(name)));
                }
                RiteOp::Concat => construction.concat(),
                RiteOp::Sum => construction.sum(),
                RiteOp::Star => construction.star(),
            }
        }
        construction.finish(actions)
    }

    /// Whether the walk names a local variable.
    pub(crate) fn tests_local(&self) -> bool {
        let local = |action: &Action| {
            matches!(action, Action::Is(Variable::Local(_)) | Action::IsNot(Variable::Local(_)))
        };
        self.actions.iter().any(local)
    }

    pub fn n_states(&self) -> usize {
        self.ends.len()
    }
}

/// A set of positions as bits.
#[derive(Clone, Debug)]
struct Positions {
    words: Vec<u64>,
}

impl Positions {
    fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    fn insert(&mut self, position: usize) {
        self.words[position / 64] |= 1 << (position % 64);
    }

    fn add(&mut self, other: &Positions) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    fn contains(&self, position: usize) -> bool {
        self.words[position / 64] >> (position % 64) & 1 == 1
    }

    fn members(&self) -> Vec<u32> {
        (0..self.words.len() * 64).filter(|&at| self.contains(at)).map(|at| at as u32).collect()
    }
}

/// A part of the expression.
struct Part {
    begins: Positions,
    ends: Positions,
    /// Whether the part can be passed without a move.
    can_skip: bool,
}

struct Construction {
    n_positions: usize,
    parts: Vec<Part>,
    /// For each position, what may come right after it.
    follow: Vec<Positions>,
}

impl Construction {
    fn new(n_positions: usize) -> Self {
        let none = Positions::new(n_positions);
        Self { n_positions, parts: Vec::new(), follow: vec![none; n_positions] }
    }

    fn push_empty(&mut self) {
        let none = Positions::new(self.n_positions);
        self.parts.push(Part { begins: none.clone(), ends: none, can_skip: true });
    }

    fn push_position(&mut self, position: usize) {
        let mut alone = Positions::new(self.n_positions);
        alone.insert(position);
        self.parts.push(Part { begins: alone.clone(), ends: alone, can_skip: false });
    }

    fn concat(&mut self) {
        let (Some(second), Some(first)) = (self.parts.pop(), self.parts.pop()) else { return };
        self.link(&first.ends, &second.begins);
        let (mut begins, mut ends) = (first.begins, second.ends);
        if first.can_skip {
            begins.add(&second.begins);
        }
        if second.can_skip {
            ends.add(&first.ends);
        }
        self.parts.push(Part { begins, ends, can_skip: first.can_skip && second.can_skip });
    }

    fn sum(&mut self) {
        let (Some(second), Some(mut first)) = (self.parts.pop(), self.parts.pop()) else { return };
        first.begins.add(&second.begins);
        first.ends.add(&second.ends);
        first.can_skip |= second.can_skip;
        self.parts.push(first);
    }

    fn star(&mut self) {
        let Some(mut part) = self.parts.pop() else { return };
        self.link(&part.ends, &part.begins);
        part.can_skip = true;
        self.parts.push(part);
    }

    fn link(&mut self, ends: &Positions, begins: &Positions) {
        for end in ends.members() {
            self.follow[end as usize].add(begins);
        }
    }

    /// The code of a Rite leaves exactly one part.
    fn finish(mut self, actions: Vec<Action>) -> Walk {
        let none = || Positions::new(self.n_positions);
        let whole = self.parts.pop().unwrap_or(Part { begins: none(), ends: none(), can_skip: true });
        let rows = std::iter::once(&whole.begins).chain(&self.follow);
        let follow: Vec<Vec<u32>> = rows.map(Positions::members).collect();
        let ends = (0..self.n_positions).map(|position| whole.ends.contains(position));
        let ends = std::iter::once(whole.can_skip).chain(ends).collect();
        let mut before = vec![Vec::new(); self.n_positions];
        for (state, next) in follow.iter().enumerate() {
            next.iter().for_each(|&action| before[action as usize].push(state as u32));
        }
        Walk { actions, follow, ends, before }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Id, SourceId};
    use logic::{Atom, Formulas};

    /// Position `i` goes along field `i`, so that the automaton shows the structure alone.
    fn walk(text: &str) -> Walk {
        let mut formulas = Formulas::new();
        logic::parse(&mut formulas, SourceId::new(0), 0, text);
        let Some(Atom::Rite(rite)) = formulas.atoms().iter().next() else { panic!("{text} is no Rite") };
        let mut count = 0;
        Walk::new(rite, |_| {
            count += 1;
            Action::Along(vec![FieldId::new(count - 1)])
        })
    }

    fn check(text: &str, follow: &[&[u32]], ends: &[bool]) {
        let walk = walk(text);
        assert_eq!(walk.follow, follow, "{text}");
        assert_eq!(walk.ends, ends, "{text}");
        for (action, before) in walk.before.iter().enumerate() {
            let states = walk.follow.iter().enumerate();
            let expected = states.filter(|(_, next)| next.contains(&(action as u32)));
            assert_eq!(*before, expected.map(|(state, _)| state as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn each_operator_links_its_positions() {
        check("eps", &[&[]], &[true]);
        check("a", &[&[0], &[]], &[false, true]);
        check("a.b", &[&[0], &[1], &[]], &[false, false, true]);
        check("a + b", &[&[0, 1], &[], &[]], &[false, true, true]);
        check("a*", &[&[0], &[0]], &[true, true]);
        check("a*.b*", &[&[0, 1], &[0, 1], &[1]], &[true, true, true]);
        check("(a.b)*", &[&[0], &[1], &[0]], &[true, false, true]);
        check("(a + eps).b", &[&[0, 1], &[1], &[]], &[false, false, true]);
        check("a.b*.c + d", &[&[0, 3], &[1, 2], &[1, 2], &[], &[]], &[false, false, false, true, true]);
    }

    #[test]
    fn long_expressions_need_no_stack() {
        let chain = format!("x{}", ".f".repeat(3000));
        assert_eq!(walk(&chain).n_states(), 3002);
        let deep = format!("{}f{}", "(".repeat(2000), ")*".repeat(2000));
        assert_eq!(walk(&deep).follow, [[0], [0]]);
    }
}
