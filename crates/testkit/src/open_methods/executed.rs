//! Every small input of a procedure, executed: its control-flow paths, found without symbolic execution.
//!
//! `heap` makes all heaps of a scope that the parameters can see, each once up to the names of its objects, and the
//! interpreter follows the call in each of them. Where the scope is large enough, the paths that are met are all there
//! are; otherwise they are a part of them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use base::IndexVec;
use heap::{Heap, Heaps, RootedHeap, Scope};
use interp::Context;
use interp::choices::NoChoices;
use ir::{ClassId, ObjectId, Program, Type, Value};
use verdict::{ExploreQuery, GivenObject, GivenStart, Path, PathEnd, PathEvent};

/// Which inputs are small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallInputs {
    /// The most objects in one heap.
    pub objects: usize,
    /// The values of numbers.
    pub numbers: RangeInclusive<i64>,
    /// The longest chain of references from an argument, on which no object comes twice; `None` for any.
    pub chain: Option<usize>,
}

/// The paths that small inputs take, those that are discarded or too long left out. Of several bodies of a method, each
/// path begins with the one that is entered.
pub fn executed_paths(
    program: &Program,
    queries: &[ExploreQuery],
    inputs: &SmallInputs,
) -> Result<BTreeSet<Path>, String> {
    let mut paths = BTreeSet::new();
    for query in queries {
        for mut path in paths_of_body(program, query, inputs)? {
            if queries.len() > 1 {
                path.events.insert(0, PathEvent::Enter { proc: query.entry });
            }
            paths.insert(path);
        }
    }
    Ok(paths)
}

fn paths_of_body(
    program: &Program,
    query: &ExploreQuery,
    inputs: &SmallInputs,
) -> Result<BTreeSet<Path>, String> {
    let mut paths = BTreeSet::new();
    let ctx = Context::new(program);
    for start in starts(program, query, inputs)? {
        let follow = |start: &GivenStart| {
            let followed = interp::follow(&ctx, start, &mut NoChoices, query.max_steps);
            followed.map(|followed| followed.path).map_err(|problem| format!("{start:?}: {problem}"))
        };
        let path = follow(&start)?;
        if let Some(guard) = query.precondition {
            // What a guard admits goes on with the call, and ends as that does.
            let guarded = follow(&GivenStart { proc: guard, ..start })?;
            let is_admitted = guarded.events.ends_with(&path.events) && guarded.end == path.end;
            if !is_admitted {
                continue;
            }
        }
        match path.end {
            PathEnd::Returned | PathEnd::Failed { .. } => drop(paths.insert(path)),
            PathEnd::Pruned | PathEnd::Cut | PathEnd::Blocked => {}
        }
    }
    Ok(paths)
}

/// The calls with small inputs.
pub fn starts<'a>(
    program: &'a Program,
    query: &'a ExploreQuery,
    inputs: &'a SmallInputs,
) -> Result<impl Iterator<Item = GivenStart> + 'a, String> {
    if program.init.is_some() {
        return Err("the initialiser of the program is not executed before the call".to_owned());
    }
    let roots: Vec<Type> = program.procs[query.entry].params().map(|(_, local)| local.ty).collect();
    let heaps = Heaps::new(program, &roots, &scope(program, inputs));
    let heaps = heaps.map_err(|problem| problem.describe(program))?;
    let small = heaps.filter(|rooted| is_asked_for(rooted, query.receiver.as_deref(), inputs));
    Ok(small.map(|rooted| start(program, query, &rooted)))
}

fn scope(program: &Program, inputs: &SmallInputs) -> Scope {
    let mut scope = Scope::new(program, inputs.objects);
    let fields = program.fields.iter().map(|field| field.ty);
    let locals = program.procs.iter().flat_map(|proc| &proc.locals).map(|local| local.ty);
    for ty in fields.chain(locals) {
        if let Type::Int(int) = ty {
            let (lo, hi) = int.bounds();
            let numbers = inputs.numbers.clone().filter(|&n| lo <= i128::from(n) && i128::from(n) <= hi);
            scope.values.insert(ty, numbers.map(Value::Int).collect());
        }
    }
    scope
}

/// The receiver is not null and of one of its classes, and no chain is too long.
fn is_asked_for(rooted: &RootedHeap, receiver: Option<&[ClassId]>, inputs: &SmallInputs) -> bool {
    let fits = receiver.is_none_or(|classes| match rooted.roots[0] {
        Value::Ref(object) => classes.contains(&rooted.heap.class(object)),
        _ => false,
    });
    let mut chain = Chain { heap: &rooted.heap, on_it: Vec::new() };
    fits && inputs.chain.is_none_or(|most| rooted.roots.iter().all(|root| chain.fits(*root, most)))
}

/// A walk along references, and the objects on it.
struct Chain<'a> {
    heap: &'a Heap,
    on_it: Vec<ObjectId>,
}

impl Chain<'_> {
    /// Whether every chain that goes on here has at most so many references. Heaps are small, so it may recur.
    fn fits(&mut self, value: Value, most: usize) -> bool {
        let Value::Ref(object) = value else { return true };
        if self.on_it.contains(&object) {
            return true;
        }
        if self.on_it.len() > most {
            return false;
        }
        self.on_it.push(object);
        let fits = self.heap.slots(object).iter().all(|&slot| self.fits(slot, most));
        self.on_it.pop();
        fits
    }
}

fn start(program: &Program, query: &ExploreQuery, rooted: &RootedHeap) -> GivenStart {
    let heap = &rooted.heap;
    let object =
        |object: ObjectId| GivenObject { class: heap.class(object), slots: heap.slots(object).to_vec() };
    let globals: IndexVec<_, Value> =
        program.globals.iter().map(|global| Value::default_of(global.ty)).collect();
    GivenStart {
        proc: query.entry,
        args: rooted.roots.clone(),
        globals,
        objects: heap.objects().map(object).collect(),
    }
}
