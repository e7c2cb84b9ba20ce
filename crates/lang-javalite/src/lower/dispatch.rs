//! Which method a call enters, by the class of the object.

use std::rc::Rc;

use ir::{ClassId, ProcId};
use rustc_hash::FxHashMap;

use crate::hir::World;

/// What the calls of one method on objects of one static type may enter.
#[derive(Debug)]
pub(super) struct Targets {
    /// What the static type itself declares or inherits.
    pub(super) usual: ProcId,
    /// Classes below for which another method is entered, in order of their ids.
    pub(super) others: Vec<(ClassId, ProcId)>,
}

pub(super) struct Dispatch<'a> {
    world: &'a World,
    known: FxHashMap<(ClassId, ProcId), Rc<Targets>>,
}

impl<'a> Dispatch<'a> {
    pub(super) fn new(world: &'a World) -> Self {
        Self { world, known: FxHashMap::default() }
    }

    /// `method` is the one that `class` has.
    pub(super) fn targets(&mut self, class: ClassId, method: ProcId) -> Rc<Targets> {
        let world = self.world;
        let targets = || Rc::new(Targets { usual: method, others: others(world, class, method) });
        self.known.entry((class, method)).or_insert_with(targets).clone()
    }
}

/// Walks down from a class, and changes the method where one is overridden.
fn others(world: &World, class: ClassId, usual: ProcId) -> Vec<(ClassId, ProcId)> {
    let name = world.methods[usual].name.symbol;
    let mut others = Vec::new();
    let mut pending = vec![(class, usual)];
    while let Some((class, method)) = pending.pop() {
        for &below in &world.classes[class].children {
            let entered = world.classes[below].method_ids.get(&name).copied().unwrap_or(method);
            if entered != usual {
                others.push((below, entered));
            }
            pending.push((below, entered));
        }
    }
    others.sort_unstable();
    others
}
