//! Conditions as people read them, simplified by what is known where they stand.
//!
//! A condition of a path stands behind others, a value in the description of an object that is there only under a
//! condition: what follows from these is not said again. A [`Reader`] has a path of such conditions, and shows a guard
//! as a formula that is equivalent *under them*:
//!
//! - what the path decides is a constant, by what follows without search;
//! - the parts of a conjunction are shown one under the others, those of a disjunction under their complements;
//! - a choice between two reads of one place is that read: where `to` is `this`, the name `to.next` means the field that
//!   is called `this.next` elsewhere ([`Reader::is_read_of`]).
//!
//! Names mean fields of the heap in which the path begins, so a text says what it says for any reader of that heap;
//! `testkit/src/shown_paths` evaluates it there. [`crate::wording`] has the texts of numbers.

use ir::ObjectId;
use solver::guard::Guard;
use solver::query::Checker;
use verdict::ConditionAtom;

use crate::executor::Executor;
use crate::state::{Made, Says, Source};
use crate::terms::Test;
use crate::values::OriginId;

/// Guards that are looked at for one that is shown; what is beyond that is not simplified.
const MOST_GUARDS: usize = 2_000;
/// The same for everything that is shown of one path.
const MOST_GUARDS_OF_A_PATH: usize = 100_000;
/// Guards and terms inside of each other; so recursion is no deeper.
const DEEPEST: usize = 100;

/// A condition that is equivalent to a guard under a path.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    Constant(bool),
    /// A guard that is not taken apart; the atom is true where the guard is, or, if `negated`, where it is not.
    Leaf {
        guard: Guard,
        atom: ConditionAtom,
        negated: bool,
    },
    And(Vec<Shown>),
    Or(Vec<Shown>),
    /// As it is: simplifying it would take too long.
    Whole(Guard),
}

/// Shows the guards and terms of a path.
pub(crate) struct Reader<'r, 'e> {
    pub(crate) executor: &'r Executor<'e>,
    /// What is known.
    pub(crate) path: Checker,
    /// Guards that may still be looked at, now and altogether.
    guards_left: usize,
    guards_left_of_path: usize,
    /// How much deeper it may still go.
    pub(crate) levels_left: usize,
    /// Questions to the solver that may still be asked.
    pub(crate) questions_left: usize,
    /// Parts that the present text may still have; `None` outside of texts.
    pub(crate) words_left: Option<usize>,
}

impl<'r, 'e> Reader<'r, 'e> {
    /// Nothing is known.
    pub(crate) fn new(executor: &'r Executor<'e>, mut path: Checker) -> Self {
        path.set_path(&executor.logic.guards, &[]);
        Self {
            executor,
            path,
            guards_left: 0,
            guards_left_of_path: MOST_GUARDS_OF_A_PATH,
            levels_left: DEEPEST,
            questions_left: crate::wording::MOST_QUESTIONS,
            words_left: None,
        }
    }

    /// From here on a guard is known, until it is released.
    pub(crate) fn assume(&mut self, guard: Guard) {
        self.path.push(&self.executor.logic.guards, guard);
    }

    pub(crate) fn release(&mut self) {
        self.path.pop();
    }

    /// The result of `show` where a guard is known.
    pub(crate) fn under<T>(&mut self, guard: Guard, show: impl FnOnce(&mut Self) -> T) -> T {
        self.assume(guard);
        let shown = show(self);
        self.release();
        shown
    }

    pub(crate) fn condition(&mut self, guard: Guard) -> Shown {
        self.with_effort(|reader| reader.part(guard))
    }

    /// What is shown now may cost as much as one guard.
    pub(crate) fn with_effort<T>(&mut self, show: impl FnOnce(&mut Self) -> T) -> T {
        let given = MOST_GUARDS.min(self.guards_left_of_path);
        self.guards_left = given;
        let shown = show(self);
        self.guards_left_of_path -= given - self.guards_left;
        shown
    }

    pub(crate) fn part(&mut self, guard: Guard) -> Shown {
        if let Some(value) = self.path.implied(guard) {
            return Shown::Constant(value);
        }
        if !self.spend() {
            return Shown::Whole(guard);
        }
        let shown = if self.executor.is_atom(guard) { self.leaf(guard) } else { self.connective(guard) };
        self.levels_left += 1;
        shown
    }

    /// One more guard is looked at, one level deeper; the level is given back at its end. False if nothing is left.
    pub(crate) fn spend(&mut self) -> bool {
        let may = self.guards_left > 0 && self.levels_left > 0;
        if may {
            self.guards_left -= 1;
            self.levels_left -= 1;
        }
        may
    }

    fn connective(&mut self, guard: Guard) -> Shown {
        self.joined_parts(guard.is_complement(), self.executor.parts(guard))
    }

    /// The conjunction of several guards.
    pub(crate) fn all(&mut self, guards: &[Guard]) -> Shown {
        self.with_effort(|reader| reader.joined_parts(false, guards.to_vec()))
    }

    fn joined_parts(&mut self, is_or: bool, mut parts: Vec<Guard>) -> Shown {
        parts.sort_by_key(|&part| self.rank(part));
        let mut shown = Vec::with_capacity(parts.len());
        let mut n_assumed = 0;
        for part in parts {
            match self.part(part) {
                Shown::Constant(value) if value == is_or => {
                    shown = vec![Shown::Constant(value)];
                    break;
                }
                Shown::Constant(_) => {}
                part_shown => {
                    shown.push(part_shown);
                    self.assume(part.complement_if(is_or));
                    n_assumed += 1;
                    if self.path.is_contradictory() {
                        shown = vec![Shown::Constant(is_or)];
                        break;
                    }
                }
            }
        }
        (0..n_assumed).for_each(|_| self.release());
        self.connected(is_or, shown)
    }

    /// Shapes come first, since they decide what can be read; then tests.
    fn rank(&self, part: Guard) -> u8 {
        match self.executor.pin(part).map(|pin| pin.says) {
            Some(Says::Null(_)) => 0,
            Some(Says::Old(..)) => 1,
            Some(Says::Class(..)) => 2,
            None if matches!(self.executor.logic.terms.test(part), Some((Test::Same(..), _))) => 1,
            None if self.executor.is_atom(part) => 3,
            None => 4,
        }
    }

    /// A guard that is an atom or the complement of one.
    pub(crate) fn leaf(&mut self, guard: Guard) -> Shown {
        let executor = self.executor;
        if let Some((test, negated)) = executor.logic.terms.test(guard) {
            let (atom, is_complement) = self.test_atom(test);
            return Shown::Leaf { guard, atom, negated: negated != is_complement };
        }
        let pin = executor.pin(guard).expect("an atom is a test or a choice");
        let atom = match pin.says {
            Says::Null(origin) => ConditionAtom::Null(executor.origin_name(origin)),
            Says::Old(origin, object) => {
                ConditionAtom::Same(executor.origin_name(origin), executor.object_name(object))
            }
            Says::Class(origin, class) => ConditionAtom::Class(executor.origin_name(origin), class),
        };
        Shown::Leaf { guard, atom, negated: guard.is_complement() }
    }

    /// Parts of a connective, those of the same one among them taken apart.
    fn connected(&mut self, is_or: bool, parts: Vec<Shown>) -> Shown {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Shown::And(inner) if !is_or => flat.extend(inner),
                Shown::Or(inner) if is_or => flat.extend(inner),
                part => flat.push(part),
            }
        }
        if flat.len() <= 1 {
            return flat.pop().unwrap_or(Shown::Constant(!is_or));
        }
        self.drop_implied(is_or, &mut flat);
        if flat.len() == 1 {
            return flat.remove(0);
        }
        if let Some(read) = self.read_of_either(is_or, &flat) {
            return read;
        }
        if is_or { Shown::Or(flat) } else { Shown::And(flat) }
    }

    /// A reference that is a certain object is not null and no other object, which is not said.
    ///
    /// The name of the object means it where it exists, so that must follow from the rest.
    fn drop_implied(&mut self, is_or: bool, parts: &mut Vec<Shown>) {
        let refers = |part: &Shown| match part {
            Shown::Leaf { guard, .. } if guard.is_complement() == is_or => {
                self.executor.pin(*guard).and_then(|pin| match pin.says {
                    Says::Old(origin, object) => Some((self.source(origin), object)),
                    Says::Null(_) | Says::Class(..) => None,
                })
            }
            _ => None,
        };
        let Some((source, object)) = parts.iter().find_map(refers) else { return };
        let is_implied = |part: &Shown| match part {
            Shown::Leaf { guard, .. } if guard.is_complement() != is_or => {
                self.executor.pin(*guard).is_some_and(|pin| match pin.says {
                    Says::Null(origin) => self.source(origin) == source,
                    Says::Old(origin, other) => self.source(origin) == source && other != object,
                    Says::Class(..) => false,
                })
            }
            _ => false,
        };
        let is_kept: Vec<bool> = parts.iter().map(|part| !is_implied(part)).collect();
        let kept: Vec<Guard> = parts
            .iter()
            .zip(&is_kept)
            .filter_map(|(part, &is_kept)| part.guard().filter(|_| is_kept))
            .map(|guard| guard.complement_if(is_or))
            .collect();
        kept.iter().for_each(|&guard| self.assume(guard));
        if self.is_known_to_hold(self.executor.state.object(object).exists) {
            let mut is_kept = is_kept.into_iter();
            parts.retain(|_| is_kept.next().unwrap_or(true));
        }
        kept.iter().for_each(|_| self.release());
    }

    fn source(&self, origin: OriginId) -> Source {
        self.executor.state.origin(origin).source
    }

    /// `c && x || !c && y`, or its complement in the form `(!c || x) && (c || y)`, where `y` reads what `x` reads.
    fn read_of_either(&mut self, is_or: bool, parts: &[Shown]) -> Option<Shown> {
        let [one, other] = parts else { return None };
        let [one, other] = [leaves_of_two(one, !is_or)?, leaves_of_two(other, !is_or)?];
        for (at, (condition, _)) in one.into_iter().enumerate() {
            let Some(opposite) = other.iter().position(|&(guard, _)| guard == !condition) else { continue };
            let ((here, shown_here), (there, shown_there)) = (one[1 - at], other[1 - opposite]);
            let is_here = condition.complement_if(!is_or);
            if self.under(!is_here, |reader| reader.is_atom_of(here, there)) {
                return Some(shown_here.clone());
            }
            if self.under(is_here, |reader| reader.is_atom_of(there, here)) {
                return Some(shown_there.clone());
            }
        }
        None
    }

    /// Whether the text of an atom says what another one says.
    fn is_atom_of(&self, named: Guard, other: Guard) -> bool {
        if let (Some((named, named_not)), Some((other, other_not))) =
            (self.executor.logic.terms.test(named), self.executor.logic.terms.test(other))
        {
            return match (named, other) {
                (Test::True(named), Test::True(other)) => {
                    named_not == other_not && self.is_read_of(named, other)
                }
                _ => false,
            };
        }
        let (Some(named_pin), Some(other_pin)) = (self.executor.pin(named), self.executor.pin(other)) else {
            return false;
        };
        named.is_complement() == other.is_complement()
            && match (named_pin.says, other_pin.says) {
                (Says::Null(named), Says::Null(other)) => self.is_read_of(named, other),
                (Says::Old(named, object), Says::Old(other, same)) => {
                    object == same && self.is_read_of(named, other)
                }
                _ => false,
            }
    }

    /// Whether the name of one origin means the place of another one, under what is known.
    pub(crate) fn is_read_of(&self, named: OriginId, other: OriginId) -> bool {
        let state = &self.executor.state;
        match (state.origin(named).source, state.origin(other).source) {
            (Source::Field(named, field), Source::Field(other, same)) => {
                field == same && self.is_name_of(named, other)
            }
            (named, other) => named == other,
        }
    }

    /// Whether the name of one object means another one, under what is known: the reference that the name ends with is
    /// known to refer to it, or both are found first in fields of one name.
    fn is_name_of(&self, mut named: ObjectId, mut object: ObjectId) -> bool {
        let state = &self.executor.state;
        while named != object {
            let (Made::Input(at), Made::Input(first)) = (state.object(named).made, state.object(object).made)
            else {
                return false;
            };
            let source = state.origin(at).source;
            let refers = |says: Says| match says {
                Says::Old(origin, old) => old == object && state.origin(origin).source == source,
                Says::Null(_) | Says::Class(..) => false,
            };
            if state.pins.iter().any(|pin| refers(pin.says) && self.is_known_to_hold(pin.means)) {
                return true;
            }
            match (source, state.origin(first).source) {
                (Source::Field(holder, field), Source::Field(other, same))
                    if field == same && self.is_known_to_hold(state.object(object).exists) =>
                {
                    (named, object) = (holder, other);
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether a conjunction follows from what is known, part by part.
    fn is_known_to_hold(&self, guard: Guard) -> bool {
        let holds = |guard: Guard| self.path.implied(guard) == Some(true);
        holds(guard) || (!guard.is_complement() && self.executor.parts(guard).into_iter().all(holds))
    }
}

impl Shown {
    /// The guard that is shown, of one that is not taken apart.
    fn guard(&self) -> Option<Guard> {
        match *self {
            Shown::Leaf { guard, .. } | Shown::Whole(guard) => Some(guard),
            Shown::Constant(_) | Shown::And(_) | Shown::Or(_) => None,
        }
    }
}

/// The parts of a connective that has two leaves.
fn leaves_of_two(shown: &Shown, is_or: bool) -> Option<[(Guard, &Shown); 2]> {
    let parts = match shown {
        Shown::And(parts) if !is_or => parts,
        Shown::Or(parts) if is_or => parts,
        Shown::And(_) | Shown::Or(_) | Shown::Constant(_) | Shown::Leaf { .. } | Shown::Whole(_) => {
            return None;
        }
    };
    match &parts[..] {
        [one @ Shown::Leaf { guard, .. }, other @ Shown::Leaf { guard: guard_of_other, .. }] => {
            Some([(*guard, one), (*guard_of_other, other)])
        }
        _ => None,
    }
}
