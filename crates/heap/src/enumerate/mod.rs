//! All small heaps of a program, each once up to the names of its objects.
//!
//! A heap is seen from *roots*, variables of given types. [`Heaps`] makes the values of the roots and then the slots
//! of each object in the order of their numbers; a reference is null, an object that there is, or the next new object
//! of a class that fits. So objects are numbered in the order in which a breadth-first walk from the roots finds them,
//! which is the numbering of the canonical form ([`encode`](crate::encode)): two sequences of decisions make
//! two heaps that are not isomorphic, and no heap is compared with earlier ones. As every reference may be null, every
//! sequence can be completed, and the time from one heap to the next is linear in the alternatives of its slots.
//!
//! Objects that no root reaches, where they count, are numbered after the others, from one of them on at a time. More
//! than one order of them may be possible: `least` keeps one.
//!
//! The order of the heaps is fixed: that of the decisions, where null comes first, then the objects that there are,
//! then new ones by class and length; plain values come in the order given.
//!
//! ```
//! use base::{Id, IndexVec};
//! use cutpoint_heap::{Heaps, Scope};
//! use ir::{Class, ClassId, ClassKind, Field, FieldId, Program, Type};
//!
//! let (node, next) = (ClassId::new(0), FieldId::new(0));
//! let mut program = Program::default();
//! let kind = ClassKind::Record { parent: None, interfaces: Vec::new(), fields: vec![next] };
//! program.classes.push(Class::new("Node", kind, None));
//! let ty = Type::Ref(node);
//! program.fields.push(Field { name: "next".into(), class: node, ty, slot: 0, span: None });
//!
//! // Null, lists of one and two nodes, a node that points to itself, and two lists that end in a cycle.
//! let heaps = Heaps::new(&program, &[Type::Ref(node)], &Scope::new(&program, 2)).expect("records only");
//! assert_eq!(heaps.count(), 6);
//! ```

mod layout;
mod least;
mod tape;

use std::collections::BTreeMap;
use std::fmt;

use base::{Id, IndexVec};
use ir::{ClassId, EnumId, ObjectId, Program, Type, Value};

use crate::store::Heap;
use layout::{Layouts, New};
use tape::Tape;

/// Which heaps are small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The most objects in all.
    pub objects: usize,
    /// The most objects of each class itself, those of classes below it not counted.
    pub of_class: IndexVec<ClassId, usize>,
    /// The most elements of an array without a fixed length, and the most messages of a channel.
    pub length: usize,
    /// Candidates for each type of plain values, each of that type. None twice.
    pub values: BTreeMap<Type, Vec<Value>>,
    /// Whether objects count that no root reaches.
    pub unreachable: bool,
}

impl Scope {
    /// At most so many objects, of whatever classes, all reachable; at most as many elements in an array; both truth
    /// values and all constants of enums. Candidates for other types are for the caller to add.
    pub fn new(program: &Program, objects: usize) -> Self {
        let constants = |id: EnumId| (0..program.enums[id].constants.len() as i64).map(Value::Int).collect();
        let mut values: BTreeMap<Type, Vec<Value>> =
            program.enums.ids().map(|id| (Type::Enum(id), constants(id))).collect();
        values.insert(Type::Bool, vec![Value::Bool(false), Value::Bool(true)]);
        let of_class = IndexVec::filled(objects, program.classes.len());
        Self { objects, of_class, length: objects, values, unreachable: false }
    }
}

/// Why the heaps of a scope cannot be enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEnumerable {
    /// Objects of this class would be sets, whose elements have no order.
    Set(ClassId),
    /// The scope has no candidates for this type.
    NoValues(Type),
}

impl NotEnumerable {
    /// The reason, in the names of the program.
    pub fn describe(self, program: &Program) -> String {
        match self {
            Self::Set(class) => {
                format!("heaps with sets are not enumerated, and `{}` is one", program.classes[class].name)
            }
            Self::NoValues(ty) => {
                format!("the scope has no candidates for values of `{}`", program.type_name(ty))
            }
        }
    }
}

/// A heap and the values of the roots that it is seen from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RootedHeap {
    pub heap: Heap,
    pub roots: Vec<Value>,
}

/// The heaps of a scope, made one by one; memory is that of one heap.
pub struct Heaps<'p> {
    layouts: Layouts<'p>,
    roots: Vec<Type>,
    scope: Scope,
    tape: Tape,
    /// Whether all heaps have been made.
    is_done: bool,
}

impl<'p> Heaps<'p> {
    /// The heaps that are seen from roots of these types.
    ///
    /// # Errors
    ///
    /// If an object in scope would be a set, or a plain value has no candidates.
    pub fn new(program: &'p Program, roots: &[Type], scope: &Scope) -> Result<Self, NotEnumerable> {
        let layouts = Layouts::new(program, roots, scope)?;
        let (roots, scope) = (roots.to_vec(), scope.clone());
        Ok(Self { layouts, roots, scope, tape: Tape::default(), is_done: false })
    }
}

impl Iterator for Heaps<'_> {
    type Item = RootedHeap;

    /// Where unreachable objects count, candidates that are not the least of their kind are skipped: at most all
    /// heaps that continue a heap of this enumeration by what one more object reaches.
    fn next(&mut self) -> Option<RootedHeap> {
        while !self.is_done {
            self.tape.rewind();
            let made = Builder::new(self).build();
            self.is_done = !self.tape.advance();
            if made.is_some() {
                return made;
            }
        }
        None
    }
}

impl fmt::Debug for Heaps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heaps")
            .field("roots", &self.roots)
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}

/// Makes one heap, as the tape decides.
struct Builder<'a, 'p> {
    layouts: &'a Layouts<'p>,
    scope: &'a Scope,
    root_types: &'a [Type],
    tape: &'a mut Tape,
    made: RootedHeap,
    /// How many more objects of each class fit into the scope.
    left: IndexVec<ClassId, usize>,
}

impl<'a, 'p> Builder<'a, 'p> {
    fn new(heaps: &'a mut Heaps<'p>) -> Self {
        let Heaps { layouts, roots, scope, tape, is_done: _ } = heaps;
        let left = scope.of_class.clone();
        Self { layouts, scope, root_types: roots, tape, made: RootedHeap::default(), left }
    }

    /// The heap, unless it is known under other numbers.
    fn build(mut self) -> Option<RootedHeap> {
        for &ty in self.root_types {
            let root = self.value(ty);
            self.made.roots.push(root);
        }
        let mut n_filled = self.fill_from(0);
        let n_reachable = n_filled;
        while self.scope.unreachable {
            // Heaps that were accepted before, and are continued now, are not tested again.
            if self.tape.is_at_end() && !least::is_least(&self.made.heap, n_reachable) {
                return None;
            }
            let Some(new) = self.one_more() else { break };
            self.alloc(new);
            n_filled = self.fill_from(n_filled);
        }
        Some(self.made)
    }

    /// Fills the slots of all objects from this one on, including those that are made on the way; returns how many
    /// objects there are.
    fn fill_from(&mut self, first: usize) -> usize {
        let mut next = first;
        while next < self.made.heap.len() {
            let object = ObjectId::new(next);
            let class = self.made.heap.class(object);
            for slot in 0..self.made.heap.slots(object).len() {
                let value = self.value(self.layouts.slot_type(class, slot));
                self.made.heap.set(object, slot, value);
            }
            next += 1;
        }
        next
    }

    /// Any value of a type.
    fn value(&mut self, ty: Type) -> Value {
        if !ty.is_reference() {
            let candidates = &self.scope.values[&ty];
            return candidates[self.tape.decide(candidates.len())];
        }
        let heap = &self.made.heap;
        let old: Vec<ObjectId> =
            heap.objects().filter(|&object| self.layouts.fits(heap.class(object), ty)).collect();
        let new: Vec<New> = self.layouts.new_of(ty).filter(|new| self.has_room(new)).collect();
        match self.tape.decide(1 + old.len() + new.len()) {
            0 => Value::Null,
            chosen if chosen <= old.len() => Value::Ref(old[chosen - 1]),
            chosen => Value::Ref(self.alloc(new[chosen - 1 - old.len()])),
        }
    }

    /// No object more, or one that nothing refers to so far.
    fn one_more(&mut self) -> Option<New> {
        let new: Vec<New> = self.layouts.new_of(Type::Object).filter(|new| self.has_room(new)).collect();
        let chosen = self.tape.decide(1 + new.len());
        chosen.checked_sub(1).map(|index| new[index])
    }

    fn has_room(&self, new: &New) -> bool {
        self.made.heap.len() < self.scope.objects && self.left[new.class] > 0
    }

    fn alloc(&mut self, New { class, length }: New) -> ObjectId {
        self.left[class] -= 1;
        self.made.heap.alloc(class, length, Value::Null)
    }
}
