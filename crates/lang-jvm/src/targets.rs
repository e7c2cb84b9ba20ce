//! What a virtual call may run.

use crate::context::Context;
use crate::reach::Targets;
use crate::world::{ClassIx, MethodIx, OBJECT, Selector};

/// How many different methods are called in line; more are called by a procedure of their own.
pub(crate) const INLINE_TARGETS: usize = 3;

/// The methods that a call may run, with the exact classes that select each.
#[derive(Debug)]
pub(crate) struct Targeted {
    pub(crate) groups: Vec<(Option<MethodIx>, Vec<ClassIx>)>,
    /// What everything else selects: arrays, if the receiver may be one.
    pub(crate) default: Option<MethodIx>,
}

impl Targeted {
    pub(crate) fn new(ctx: &Context<'_>, receiver: ClassIx, selector: &Selector) -> Self {
        let targets = ctx.reach.virtual_calls.get(&(receiver, selector.clone()));
        let mut groups = targets.map_or(Vec::new(), by_method);
        let is_object = **ctx.world.name(receiver) == *OBJECT;
        let default = is_object.then(|| ctx.world.resolve(receiver, selector)).flatten();
        // What arrays select, other objects may select, too.
        groups.retain(|(method, _)| default.is_none() || *method != default);
        Self { groups, default }
    }
}

/// The different methods that are called, with the classes that select each.
pub(crate) fn by_method(targets: &Targets) -> Vec<(Option<MethodIx>, Vec<ClassIx>)> {
    let mut groups: Vec<(Option<MethodIx>, Vec<ClassIx>)> = Vec::new();
    for &(class, method) in targets {
        match groups.iter_mut().find(|group| group.0 == method) {
            Some(group) => group.1.push(class),
            None => groups.push((method, vec![class])),
        }
    }
    groups
}
