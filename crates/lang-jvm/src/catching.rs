//! Which exceptions can be caught where: by a handler of the method, or of a method below it on the stack.
//!
//! A fault has an exceptional edge only where a handler can see it; elsewhere it ends the run. The classes of handlers
//! are carried from each call to what it may run, so that a method has the handlers of all chains of calls that lead
//! to it from the entry (docs/adr/0007).

use classfile::{At, Code};
use ir::facts::IdSet;
use rustc_hash::FxHashMap;

use crate::declare::Role;
use crate::reach::{Callee, Reach};
use crate::world::{ClassIx, MethodIx, THROWABLE, World};

const INITIALISER_ERROR: &str = "java/lang/ExceptionInInitializerError";

/// By what a procedure is made for: the classes of the handlers below it on the stack.
pub(crate) struct Catching {
    throwable: ClassIx,
    n_classes: usize,
    handlers: FxHashMap<Role, IdSet<ClassIx>>,
}

impl Catching {
    pub(crate) fn new(world: &World<'_>, reach: &Reach) -> Self {
        let throwable = world.find(THROWABLE).expect("every program mentions it");
        let mut catching = Self { throwable, n_classes: world.classes.len(), handlers: FxHashMap::default() };
        let mut pending: Vec<Role> = reach.methods.iter().map(|&method| Role::Method(method)).collect();
        pending.extend(reach.inits.iter().map(|&class| Role::Init(class)));
        while let Some(role) = pending.pop() {
            for (callee, handlers) in catching.calls(world, reach, &role) {
                catching.carry(&callee, &handlers, &mut pending);
            }
        }
        catching
    }

    /// What a procedure may run, each with the handlers on the stack then.
    fn calls(&self, world: &World<'_>, reach: &Reach, role: &Role) -> Vec<(Role, IdSet<ClassIx>)> {
        let outer = self.handlers.get(role);
        match role {
            Role::Method(method) => self.calls_of_method(world, reach, *method, outer),
            Role::Init(class) => {
                let callees = initialisers(world, reach, *class);
                let handlers = |callee: &Role| self.around_initialiser(world, role, callee, outer);
                callees.into_iter().map(|callee| (callee.clone(), handlers(&callee))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn copy(&self, handlers: Option<&IdSet<ClassIx>>) -> IdSet<ClassIx> {
        handlers.cloned().unwrap_or_else(|| IdSet::new(self.n_classes))
    }

    /// A handler that sees the error of an initialiser sees whatever is its cause.
    fn around_initialiser(
        &self,
        world: &World<'_>,
        role: &Role,
        callee: &Role,
        outer: Option<&IdSet<ClassIx>>,
    ) -> IdSet<ClassIx> {
        let mut handlers = self.copy(outer);
        let error = world.find(INITIALISER_ERROR);
        let is_seen = error.is_some_and(|error| self.is_caught(world, role, error));
        if matches!(callee, Role::Method(_)) && is_seen {
            handlers.insert(self.throwable);
        }
        handlers
    }

    fn calls_of_method(
        &self,
        world: &World<'_>,
        reach: &Reach,
        method: MethodIx,
        outer: Option<&IdSet<ClassIx>>,
    ) -> Vec<(Role, IdSet<ClassIx>)> {
        let Some(calls) = reach.calls.get(&method) else { return Vec::new() };
        let code = world.method(method).code.as_ref();
        let mut found = Vec::new();
        for (at, callee) in calls {
            let mut handlers = self.copy(outer);
            handlers.extend(code.into_iter().flat_map(|code| covering(code, *at)).map(|handler| {
                handler.class.as_ref().and_then(|name| world.find(name)).unwrap_or(self.throwable)
            }));
            found.extend(roles(world, reach, callee).into_iter().map(|role| (role, handlers.clone())));
        }
        found
    }

    fn carry(&mut self, callee: &Role, handlers: &IdSet<ClassIx>, pending: &mut Vec<Role>) {
        let n_classes = self.n_classes;
        let known = self.handlers.entry(callee.clone()).or_insert_with(|| IdSet::new(n_classes));
        if known.union_with(handlers) {
            pending.push(callee.clone());
        }
    }

    /// Whether some handler below the procedure on the stack may catch an object of the class.
    pub(crate) fn is_caught(&self, world: &World<'_>, role: &Role, class: ClassIx) -> bool {
        let Some(handlers) = self.handlers.get(role) else { return false };
        handlers.iter().any(|handler| world.is_below(class, handler) || world.is_below(handler, class))
    }

    pub(crate) fn any(&self, role: &Role) -> bool {
        self.handlers.get(role).is_some_and(|handlers| !handlers.is_empty())
    }
}

/// The handlers that cover an instruction; the first that fits catches.
pub(crate) fn covering(code: &Code, at: At) -> impl Iterator<Item = &classfile::Handler> {
    code.handlers.iter().filter(move |handler| handler.start <= at && at < handler.end)
}

/// The procedures that a callee may be.
fn roles(world: &World<'_>, reach: &Reach, callee: &Callee) -> Vec<Role> {
    match callee {
        Callee::Method(method) => vec![Role::Method(*method)],
        Callee::Init(class) => vec![Role::Init(*class)],
        Callee::Virtual(class, selector) => {
            let targets = reach.virtual_calls.get(&(*class, selector.clone()));
            let methods = targets.into_iter().flatten().filter_map(|&(_, method)| method);
            let mut roles: Vec<Role> = methods.map(Role::Method).collect();
            // What arrays select.
            roles.extend(world.resolve(*class, selector).map(Role::Method));
            roles.push(Role::Dispatch(*class, selector.clone()));
            roles
        }
    }
}

/// What the initialisation of a class runs, in order.
pub(crate) fn initialisers(world: &World<'_>, reach: &Reach, class: ClassIx) -> Vec<Role> {
    let above = world.classes[class].parent.into_iter().chain(world.default_interfaces(class));
    let above = above.filter(|above| reach.inits.contains(above)).map(Role::Init);
    let own = world.methods_named(class, "<clinit>").into_iter().map(Role::Method);
    above.chain(own).collect()
}
