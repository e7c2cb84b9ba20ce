//! The heads of a search and their rules, each stored once in flat vectors.

use base::{Id, IndexVec};

use crate::rule::{Control, Head, Rule, Symbol, Word};
use crate::table::{Key, Slot, Table};

base::typed_id!(
    /// A head that is known to be reachable, numbered in the order of discovery.
    HeadId,
    "h"
);
base::typed_id!(
    /// A rule of a head.
    RuleId,
    "rule"
);

/// A rule whose target is known by number: what steps and pushes lead to is a head again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Pop {
        control: Control,
        marked: bool,
    },
    Step {
        to: HeadId,
        marked: bool,
    },
    /// Puts the head `entry` on top of the symbol `below`.
    Push {
        entry: HeadId,
        below: Symbol,
        marked: bool,
    },
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    table: Table,
    heads: IndexVec<HeadId, Head>,
    rules_of: IndexVec<HeadId, RuleRange>,
    moves: IndexVec<RuleId, Move>,
}

#[derive(Clone, Copy, Debug)]
struct RuleRange {
    first: u32,
    /// [`UNASKED`] until the system was asked.
    count: u32,
}

const UNASKED: u32 = u32::MAX;

impl Heads {
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(crate) fn n_rules(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = HeadId> + ExactSizeIterator + use<> {
        self.heads.ids()
    }

    pub(crate) fn head(&self, head: HeadId) -> Head {
        self.heads[head]
    }

    pub(crate) fn find(&self, head: Head) -> Option<HeadId> {
        match self.table.find(key(head), |number| key(self.heads[HeadId::new(number as usize)])) {
            Slot::Taken { number, .. } => Some(HeadId::new(number as usize)),
            Slot::Free => None,
        }
    }

    pub(crate) fn intern(&mut self, head: Head) -> HeadId {
        if let Some(known) = self.find(head) {
            return known;
        }
        let id = self.heads.push(head);
        self.rules_of.push(RuleRange { first: 0, count: UNASKED });
        self.table.insert(id.index() as u32, |number| key(self.heads[HeadId::new(number as usize)]));
        id
    }

    pub(crate) fn is_asked(&self, head: HeadId) -> bool {
        self.rules_of[head].count != UNASKED
    }

    /// Keeps the rules of a head, and makes heads of their targets.
    pub(crate) fn set_rules(&mut self, head: HeadId, rules: &[Rule]) {
        let first = self.moves.len() as u32;
        for &Rule { control, word, marked } in rules {
            let step = match word {
                Word::Pop => Move::Pop { control, marked },
                Word::Step(symbol) => Move::Step { to: self.intern(Head { control, symbol }), marked },
                Word::Push { top, below } => {
                    Move::Push { entry: self.intern(Head { control, symbol: top }), below, marked }
                }
            };
            self.moves.push(step);
        }
        self.rules_of[head] = RuleRange { first, count: rules.len() as u32 };
    }

    /// The rules of a head in the order in which the system gave them; none if it was not asked yet.
    pub(crate) fn rules_of(&self, head: HeadId) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        let RuleRange { first, count } = self.rules_of[head];
        let count = if count == UNASKED { 0 } else { count };
        (first as usize..first as usize + count as usize).map(RuleId::new)
    }

    pub(crate) fn move_of(&self, rule: RuleId) -> Move {
        self.moves[rule]
    }

    pub(crate) fn rule(&self, rule: RuleId) -> Rule {
        match self.moves[rule] {
            Move::Pop { control, marked } => Rule { control, word: Word::Pop, marked },
            Move::Step { to, marked } => {
                let Head { control, symbol } = self.heads[to];
                Rule { control, word: Word::Step(symbol), marked }
            }
            Move::Push { entry, below, marked } => {
                let Head { control, symbol: top } = self.heads[entry];
                Rule { control, word: Word::Push { top, below }, marked }
            }
        }
    }

    /// The place of a rule among those of its head.
    pub(crate) fn index_of(&self, head: HeadId, rule: RuleId) -> usize {
        rule.index() - self.rules_of[head].first as usize
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
            + self.heads.capacity() * size_of::<Head>()
            + self.rules_of.capacity() * size_of::<RuleRange>()
            + self.moves.capacity() * size_of::<Move>()
    }
}

fn key(head: Head) -> Key {
    (head.control.index() as u32, head.symbol.index() as u32)
}
