//! Value sets: references as locations under conditions.
//!
//! The guards of a set exclude each other, and under the path condition one of them is true; both are checked in debug
//! builds (`invariants`). A set is made where it is needed and not filtered: an entry whose guard contradicts
//! the path condition does no harm, and asking costs more than keeping it.

use ir::Type;
use solver::guard::Guard;

use crate::executor::{Executor, Pause, unsupported};
use crate::state::{Classes, Entry};
use crate::values::{Loc, SetId, Val};

impl Executor<'_> {
    /// The entries of a reference; one location has one entry.
    pub(crate) fn entries_of(&self, val: Val) -> Vec<Entry> {
        match val {
            Val::One(loc) => vec![Entry { loc, guard: Guard::TRUE }],
            Val::Many(set) => self.state.entries(set).to_vec(),
            Val::Unread => vec![Entry { loc: Loc::UNREAD, guard: Guard::TRUE }],
            other => panic!("{other:?} where a reference must be"),
        }
    }

    /// When a set refers to a location.
    pub(crate) fn guard_in(&self, set: SetId, loc: Loc) -> Guard {
        let entries = self.state.entries(set);
        entries.binary_search_by_key(&loc, |entry| entry.loc).map_or(Guard::FALSE, |at| entries[at].guard)
    }

    /// When two references are the same: both refer to one location.
    pub(crate) fn equal_guard(&mut self, left: Val, right: Val) -> Guard {
        match (left, right) {
            (Val::One(left), Val::One(right)) => Guard::constant(left == right),
            (Val::One(loc), Val::Many(set)) | (Val::Many(set), Val::One(loc)) => self.guard_in(set, loc),
            (left, right) if left == right => Guard::TRUE,
            (left, right) => {
                let left = self.entries_of(left);
                let right = self.entries_of(right);
                let mut same = Vec::new();
                for entry in left {
                    if let Ok(at) = right.binary_search_by_key(&entry.loc, |entry| entry.loc) {
                        same.push(self.logic.guards.and(entry.guard, right[at].guard));
                    }
                }
                self.logic.guards.or_all(same)
            }
        }
    }

    /// A set of these entries, in any order: those of one location become one, those that are never true none.
    pub(crate) fn merged(&mut self, mut entries: Vec<Entry>) -> Val {
        entries.retain(|entry| entry.guard != Guard::FALSE);
        entries.sort_by_key(|entry| entry.loc);
        let mut merged: Vec<Entry> = Vec::with_capacity(entries.len());
        let mut rest = entries.as_slice();
        while let Some(first) = rest.first() {
            let n_same = rest.iter().take_while(|entry| entry.loc == first.loc).count();
            let guard = match &rest[..n_same] {
                [only] => only.guard,
                [one, other] => self.logic.guards.or(one.guard, other.guard),
                several => self.logic.guards.or_all(several.iter().map(|entry| entry.guard)),
            };
            merged.push(Entry { loc: first.loc, guard });
            rest = &rest[n_same..];
        }
        if let Some(certain) = merged.iter().find(|entry| entry.guard == Guard::TRUE) {
            return if certain.loc == Loc::UNREAD { Val::Unread } else { Val::One(certain.loc) };
        }
        assert!(!merged.is_empty(), "a reference that refers to nothing, at {:?}", self.state.point());
        #[cfg(debug_assertions)]
        self.logic.check_set(&merged);
        self.state.add_set(&merged)
    }

    /// `yes` where the condition holds, `no` elsewhere; both of the same type. Values without symbols cannot depend on
    /// a condition.
    pub(crate) fn either(&mut self, condition: Guard, yes: Val, no: Val) -> Result<Val, Pause> {
        if yes == no || condition == Guard::TRUE {
            return Ok(yes);
        }
        if condition == Guard::FALSE {
            return Ok(no);
        }
        Ok(match (yes, no) {
            (Val::Bool(yes), Val::Bool(no)) => Val::Bool(self.logic.guards.ite(condition, yes, no)),
            (Val::Int(yes), Val::Int(no)) => {
                Val::Int(self.logic.terms.either(&mut self.logic.guards, condition, yes, no))
            }
            (Val::Fixed(_), _) | (_, Val::Fixed(_)) => {
                return Err(unsupported(
                    "A real or decimal number that depends on inputs cannot be explored.",
                ));
            }
            (yes, no) => {
                let mut entries = self.under(condition, yes);
                entries.extend(self.under(!condition, no));
                self.merged(entries)
            }
        })
    }

    /// The entries of a reference under a further condition.
    pub(crate) fn under(&mut self, condition: Guard, val: Val) -> Vec<Entry> {
        let mut entries = self.entries_of(val);
        for entry in &mut entries {
            entry.guard = self.logic.guards.and(condition, entry.guard);
        }
        entries
    }

    /// When a location is an object that may stand where a reference of the type is declared.
    pub(crate) fn fits_guard(&mut self, loc: Loc, ty: Type) -> Guard {
        let Some(object) = loc.object() else { return Guard::FALSE };
        match self.state.object(object).classes {
            Classes::Exactly(class) => Guard::constant(self.world.fits(class, ty)),
            Classes::OneOf(options, first) => {
                let mut fitting = Vec::new();
                let n_classes = self.world.options(options).classes.len();
                for option in 0..n_classes {
                    let class = self.world.options(options).classes[option];
                    if self.world.fits(class, ty) {
                        fitting.push(self.state.class_guard(first, option));
                    }
                }
                if fitting.len() == n_classes {
                    return Guard::TRUE;
                }
                self.logic.guards.or_all(fitting)
            }
        }
    }

    /// The classes that a location may have, each with its condition.
    pub(crate) fn classes_of(&self, loc: Loc) -> Vec<(ir::ClassId, Guard)> {
        let Some(object) = loc.object() else { return Vec::new() };
        match self.state.object(object).classes {
            Classes::Exactly(class) => vec![(class, Guard::TRUE)],
            Classes::OneOf(options, first) => {
                let classes = self.world.options(options).classes.iter().enumerate();
                classes.map(|(option, &class)| (class, self.state.class_guard(first, option))).collect()
            }
        }
    }
}
