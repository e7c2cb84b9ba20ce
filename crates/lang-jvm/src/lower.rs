//! From an entry to a program: what can be reached, its declarations, and the body of every procedure.
//!
//! Bodies are lowered several times: at first, every procedure below a handler on the stack has an exceptional exit;
//! then only those that used it; until all do. Fewer exits can only lead to fewer exits.

use std::cell::RefCell;

use base::{IndexVec, SourceId, SourceMap};
use classfile::{Classes, Frames, Hierarchy, verify};
use ir::{Faults, Proc, ProcId, Program};
use rustc_hash::FxHashMap;

use crate::catching::Catching;
use crate::context::{Context, Lines};
use crate::declare::{Declared, Role, declare};
use crate::reach::{Reach, Scope, explore};
use crate::world::{ClassIx, MethodIx, World};
use crate::{body, natives, runtime};

/// What was found out while a program was lowered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Classes that are used and were not found, by the names that Java gives them.
    pub missing: Vec<String>,
    /// Why classes that were found count as missing.
    pub unreadable: Vec<classfile::Error>,
    /// Methods that did not pass verification, with the reason.
    pub refused: Vec<(String, String)>,
    /// Native methods that are reachable and not modelled, and others without a body that is looked into.
    pub unknown: Vec<String>,
}

/// Lowers everything that the methods can reach; the first of them is the entry.
pub(crate) fn lower(
    world: &mut World<'_>,
    classes: &dyn Classes,
    roots: &[MethodIx],
    scope: Scope,
    sources: &mut SourceMap,
    texts: &FxHashMap<String, SourceId>,
) -> (Program, Notes) {
    let reach = explore(world, roots, scope);
    let texts: FxHashMap<ClassIx, SourceId> = texts_of(world, texts);
    let world = &*world;
    let catching = Catching::new(world, &reach);
    let mut declared = declare(world, &reach, &catching);
    let hierarchy = Hierarchy::new(classes);
    let frames = verified(world, &reach, &hierarchy);
    let lines = RefCell::new(Lines::new(std::mem::take(sources), texts));
    let (bodies, notes) = {
        let faults = Faults::new(&declared.program);
        let lowering =
            Lowering { world, reach: &reach, declared: &declared, frames: &frames, entry: roots[0] };
        (lowering.run(&faults, &catching, &lines), lowering.notes())
    };
    *sources = lines.into_inner().into_sources();
    declared.program.procs = bodies;
    let entry = declared.procs[&Role::Entry];
    declared.program.threads = vec![entry];
    (declared.program, notes)
}

/// The sources at hand, by the classes that were compiled from them.
fn texts_of(world: &World<'_>, texts: &FxHashMap<String, SourceId>) -> FxHashMap<ClassIx, SourceId> {
    let of = |class: ClassIx| {
        let name = world.name(class);
        let file = world.file(class)?.source_file.as_ref()?;
        let folder = name.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
        let path = format!("{folder}{file}");
        let (_, &text) = texts.iter().find(|(name, _)| ends_with(name, &path) || ends_with(&path, name))?;
        Some((class, text))
    };
    world.classes.ids().filter_map(of).collect()
}

/// Whether a path is the other one, as it is found from a folder below.
fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

type Verified = FxHashMap<MethodIx, Result<Frames, classfile::Error>>;

fn verified(world: &World<'_>, reach: &Reach, hierarchy: &Hierarchy<'_>) -> Verified {
    let mut frames = Verified::default();
    for &method in reach.methods.iter().filter(|method| reach.calls.contains_key(method)) {
        let (class, index) = world.declared(method);
        frames.insert(method, verify(&class, &class.methods[index], hierarchy));
    }
    frames
}

struct Lowering<'a> {
    world: &'a World<'a>,
    reach: &'a Reach,
    declared: &'a Declared,
    frames: &'a Verified,
    entry: MethodIx,
}

impl Lowering<'_> {
    fn run(
        &self,
        faults: &Faults<'_>,
        catching: &Catching,
        lines: &RefCell<Lines>,
    ) -> IndexVec<ProcId, Proc> {
        let mut exits: IndexVec<ProcId, bool> =
            self.declared.roles.iter().map(|role| catching.any(role)).collect();
        loop {
            let ctx = Context {
                world: self.world,
                reach: self.reach,
                declared: self.declared,
                faults,
                catching,
                exits: &exits,
                lines,
            };
            let mut bodies = IndexVec::new();
            let mut used: IndexVec<ProcId, bool> = IndexVec::new();
            for (id, role) in self.declared.roles.iter_enumerated() {
                let (body, exits) = self.proc(&ctx, id, role);
                bodies.push(body);
                used.push(exits);
            }
            if used.as_slice() == exits.as_slice() {
                return bodies;
            }
            exits = used;
        }
    }

    fn proc(&self, ctx: &Context<'_>, id: ProcId, role: &Role) -> (Proc, bool) {
        match role {
            Role::Method(method) => self.method(ctx, id, *method),
            Role::Init(class) => runtime::init(ctx, id, *class),
            Role::Dispatch(class, selector) => runtime::dispatch(ctx, id, *class, selector),
            Role::Text(text) => runtime::text(ctx, id, text),
            Role::ClassObject(ty) => runtime::class_object(ctx, id, ty),
            Role::MultiArray(ty, dimensions) => runtime::multi_array(ctx, id, ty, *dimensions),
            Role::Entry => runtime::entry(ctx, id, self.entry),
        }
    }

    fn method(&self, ctx: &Context<'_>, id: ProcId, method: MethodIx) -> (Proc, bool) {
        let (class, _) = self.world.declared(method);
        match self.frames.get(&method) {
            Some(Ok(frames)) => body::lower(ctx, id, method, &class, frames),
            Some(Err(error)) => runtime::unknown(ctx, id, method, &error.to_string()),
            None if self.world.method(method).flags.is_native() => natives::lower(ctx, id, method),
            None => runtime::unknown(ctx, id, method, "its code is not looked into"),
        }
    }

    fn notes(&self) -> Notes {
        let name = |method: MethodIx| {
            let class = self.world.java_name(self.world.class_of(method));
            format!("{class}.{}", self.world.method(method).java_signature())
        };
        let missing = self.world.classes.ids().filter(|&class| self.world.file(class).is_none());
        let mut refused: Vec<(String, String)> = self
            .frames
            .iter()
            .filter_map(|(&method, frames)| Some((name(method), frames.as_ref().err()?.to_string())))
            .collect();
        refused.sort_unstable();
        let natives = self.reach.methods.iter().filter(|&&method| natives::is_unknown(self.world, method));
        let mut unknown: Vec<String> = natives.map(|&method| name(method)).collect();
        unknown.sort_unstable();
        let mut missing: Vec<String> = missing.map(|class| self.world.java_name(class)).collect();
        missing.sort_unstable();
        Notes { missing, unreadable: self.world.unreadable.clone(), refused, unknown }
    }
}
