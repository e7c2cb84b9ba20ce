//! A program whose names the tests use, and states of it that are made by hand.

use base::{Id, SourceId};
use cutpoint_temporal::{End, LastStep, Resolved, Running, Temporal, View};
use heap::Heap;
use ir::{BlockId, ClassId, ObjectId, ProcId, Program, Value};

/// Nodes have `f` and `g`, leaves another `f`; cells hold numbers. The first procedure has a temporary beside its
/// locals.
pub(crate) const DECLARATIONS: &str = r#"
class class0 "Node" record { field0 "f": object; field1 "g": object }
class class1 "Leaf" record { field2 "f": object }
class class2 "Cell" record { field3 "size": i32; field4 "g": i32 }
class class3 "List" array of object
global g0 "x": object
global g1 "A.y": object
global g2 "A.z": object
global g3 "B.z": object
global g4 "n": i32
global g5 "m": i32
"#;

pub(crate) const ONE_THREAD: &str = r#"
thread proc0
proc proc0 "main"() {
  local v0 "l": object
  local v1 "l": object
  temp v2: object
  local v3 "count": i32
block0:
label "start"
* goto block1
block1:
stuck
* goto block1
}
proc proc1 "A.p"(v0 "l": object, v1 "g": object) {
block0:
* return
}
proc proc2 "B.p"() {
block0:
* return
}
"#;

pub(crate) const NODE: usize = 0;
pub(crate) const LEAF: usize = 1;
pub(crate) const CELL: usize = 2;
pub(crate) const LIST: usize = 3;

pub(crate) fn program(procs: &str) -> Program {
    let text = format!("{DECLARATIONS}{procs}");
    let program = ir::read(SourceId::new(0), &text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    if let Err(errors) = ir::verify(&program) {
        panic!("{errors:#?}");
    }
    program
}

pub(crate) fn resolve(program: &Program, text: &str) -> Resolved {
    Temporal::new(program, false, SourceId::new(0), 0, text)
}

pub(crate) fn property(program: &Program, text: &str) -> Temporal {
    let resolved = resolve(program, text);
    resolved.property.unwrap_or_else(|| panic!("{text}: {:#?}", resolved.diagnostics))
}

/// A state with one running procedure at most, `main` at its beginning if nothing else is said.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) heap: Heap,
    /// `x`, `A.y`, `A.z`, `B.z`, `n`, `m`.
    pub(crate) globals: [Value; 6],
    pub(crate) running: Option<(usize, usize)>,
    pub(crate) locals: Vec<Value>,
    pub(crate) end: End,
    pub(crate) last: LastStep,
}

impl Scene {
    pub(crate) fn new() -> Self {
        let null = Value::Null;
        Self {
            heap: Heap::new(),
            globals: [null, null, null, null, Value::Int(0), Value::Int(0)],
            running: Some((0, 0)),
            locals: vec![null, null, null, Value::Int(0)],
            end: End::GoesOn,
            last: LastStep::default(),
        }
    }

    pub(crate) fn alloc(&mut self, class: usize, slots: &[Value]) -> Value {
        Value::Ref(self.heap.alloc_with(ClassId::new(class), slots))
    }

    pub(crate) fn set(&mut self, object: Value, slot: usize, value: Value) {
        self.heap.set(object.object().expect("a reference"), slot, value);
    }

    pub(crate) fn view<T>(&self, see: impl FnOnce(&View<'_>) -> T) -> T {
        let running = self.running.map(|(proc, block)| Running {
            number: Some(0),
            proc: ProcId::new(proc),
            block: BlockId::new(block),
            index: 0,
            locals: &self.locals,
        });
        see(&View {
            heap: &self.heap,
            globals: &self.globals,
            running: running.as_slice(),
            end: self.end,
            last: self.last,
        })
    }

    /// Whether the only atom of the text holds; all evaluators must agree.
    pub(crate) fn holds(&self, property: &Temporal) -> bool {
        let atom = property.atoms.ids().next().expect("an atom");
        let label = |wanted| logic::Label::literal(atom, wanted);
        self.view(|view| {
            let holds = property.holds(atom, view);
            assert_eq!(property.letter(view).contains(atom), holds);
            assert_eq!(property.admits(label(true), view), holds);
            assert_eq!(property.admits(label(false), view), !holds);
            assert!(property.admits(logic::Label::TRUE, view));
            holds
        })
    }
}

pub(crate) fn object(value: Value) -> ObjectId {
    value.object().expect("a reference")
}
