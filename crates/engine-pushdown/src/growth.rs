//! What grows along the runs of a search that ended at a limit.

use ir::{ClassKind, Value};
use machine::growth::growth_by_place;
use machine::{Point, State};
use pushdown::{FactId, Head, HeadId, Saturation, Why};
use verdict::{Answer, Growth};

use crate::semantics::{HeapSemantics, Meaning};

/// As many visible objects are no growth.
const FEW_OBJECTS: u64 = 256;

/// Notes what grows on the path to the deepest call: variables, or what a procedure sees. `head_of` is the head of the
/// program in a head of what was searched, which may be a product.
pub(crate) fn note_growth<'p, S: HeapSemantics<'p>>(
    answer: &mut Answer,
    semantics: &mut S,
    found: &Saturation,
    head_of: impl Fn(HeadId) -> Head,
) {
    if answer.ended_at_a_limit() {
        let bound_seen = semantics.figures().bound_seen;
        let objects =
            || (bound_seen > FEW_OBJECTS).then_some(Growth::Objects { class: None, objects: bound_seen });
        let heads = Heads { found, head_of: &head_of };
        let growth = of_variables(semantics, heads).or_else(objects);
        answer.note_growth(growth, Growth::remedy);
    }
}

/// What was found, and the heads of the program in it.
#[derive(Clone, Copy)]
struct Heads<'a> {
    found: &'a Saturation,
    head_of: &'a dyn Fn(HeadId) -> Head,
}

impl Heads<'_> {
    fn of(self, fact: FactId) -> Head {
        (self.head_of)(self.found.fact(fact).head)
    }
}

/// Stacks have no depth here, and folded objects are not counted one by one: what remains are variables and the
/// sizes of collections.
fn of_variables<'p, S: HeapSemantics<'p>>(semantics: &mut S, heads: Heads<'_>) -> Option<Growth> {
    let found = heads.found;
    let mut path: Vec<FactId> =
        std::iter::successors(deepest(found), |&fact| fact_before(found, fact)).collect();
    path.reverse();
    let points = path.into_iter().filter_map(|fact| Some((point(semantics, heads.of(fact))?, fact)));
    let path: Vec<_> = points.map(|(point, fact)| (point, (fact, point))).collect();
    let program = semantics.code().program;
    growth_by_place(program, &path, &mut |(fact, point)| state(semantics, heads.of(fact), point))
}

/// The last fact of the procedure that was entered last.
fn deepest(found: &Saturation) -> Option<FactId> {
    let instance = found.instances().next_back()?;
    found.facts().rev().find(|&fact| found.fact(fact).instance == instance)
}

fn fact_before(found: &Saturation, fact: FactId) -> Option<FactId> {
    match found.fact(fact).why {
        Why::Initial => None,
        Why::Rule { from, .. } => Some(from),
        Why::Return { call, .. } => Some(found.call(call).from),
    }
}

fn point<'p, S: HeapSemantics<'p>>(semantics: &S, head: Head) -> Option<Point> {
    match semantics.symbols().meaning(head.symbol) {
        Meaning::Point(point) => Some(point),
        Meaning::Start
        | Meaning::Initialised
        | Meaning::Ended
        | Meaning::Overflow
        | Meaning::Stays(_)
        | Meaning::Frame(_) => None,
    }
}

/// The variables that a procedure sees, and how large collections are. What references lead to may be folded.
fn state<'p, S: HeapSemantics<'p>>(semantics: &mut S, head: Head, point: Point) -> State {
    let program = semantics.code().program;
    let State { globals, threads, heap, .. } = semantics.loaded(head.control, point);
    let mut sketch = State { globals: globals.clone(), threads: threads.clone(), ..State::default() };
    let locals = sketch.threads.iter_mut().flat_map(|thread| &mut thread.values);
    for value in sketch.globals.iter_mut().chain(locals).filter(|value| value.object().is_some()) {
        *value = Value::Null;
    }
    for object in heap.objects() {
        let class = heap.class(object);
        // What is folded has classes of its own.
        if program.classes.get(class).is_some_and(|class| is_collection(&class.kind)) {
            sketch.heap.alloc_with(class, &vec![Value::Null; heap.slots(object).len()]);
        }
    }
    sketch
}

fn is_collection(kind: &ClassKind) -> bool {
    match kind {
        ClassKind::Array { .. } | ClassKind::Set { .. } | ClassKind::Channel { .. } => true,
        ClassKind::Record { .. } | ClassKind::Interface { .. } => false,
    }
}
