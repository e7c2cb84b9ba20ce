//! Proofs of the pushdown engine as documents.
//!
//! Procedures, globals and classes have their names, as in certificates of summaries. A proof is large, so what occurs
//! often is a number: heads refer to heaps and places by their positions in the lists, from 0 on. The slots of an
//! object are its fields in the order of the class, or its elements; values are written as they are held, constants of
//! enums by their numbers.

use base::Id;
use ir::{BlockId, Program, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use verdict::portable::names::Names;
use verdict::{Fact, Head, HeadPoint, Instance, NewObject, PushdownProof, SeenHeap, SeenObject};

use super::ValueForm;
use super::read::untyped;
use crate::summary::object_number;

/// All that procedures see, and ranks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Where cut points alone reach more objects than this, what they reach was forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forget_beyond: Option<u64>,
    /// The globals, in the order in which heaps have their values.
    pub globals: Vec<String>,
    pub places: Vec<Point>,
    /// Trees of objects. A reference `#1` to a tree is the first of the list; a tree holds only trees before it.
    pub trees: Vec<Object>,
    pub heaps: Vec<Heap>,
    /// Heap, place, state of the automaton, and rank.
    pub heads: Vec<(u32, u32, u32, u32)>,
    /// What is reached outside of all procedures.
    pub outside: Facts,
    pub instances: Vec<Entered>,
}

/// Where an execution is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// Outside of all procedures, after so many calls from there.
    Outside(u32),
    /// A procedure, a block, and an instruction.
    At(String, u32, u32),
    /// The same, and forever, because the next step would fail.
    Stays(String, u32, u32),
}

/// A heap as a procedure sees it. Its objects are `#1`, `#2` and so on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_atomic: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub initialising: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub wrote_null: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub changed: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub thread: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ValueForm>")]
    pub globals: Vec<Json>,
    /// The locals that count at the places of the heap, in the order of their declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ValueForm>")]
    pub locals: Vec<Json>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ValueForm>")]
    pub cut_points: Vec<Json>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Object>,
}

/// An object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Object {
    /// A class, and the slots.
    Of(String, #[schemars(with = "Vec<ValueForm>")] Vec<Json>),
    /// The root of a tree, by its position in the list of trees.
    Tree(u32),
    Forgotten,
}

/// A call of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// A head.
    pub entry: u32,
    pub facts: Facts,
}

/// Heads that are reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<u32>,
    /// Those where an execution may have been accepting since the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<u32>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

// ---------------------------------------------------------------------------------------- writing

impl Proof {
    pub(super) fn of(program: &Program, proof: &PushdownProof) -> Self {
        let names = Names::of(program);
        let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
        let object = |NewObject { class, slots }: &NewObject| {
            Object::Of(name(names.classes.name(*class)), values(slots))
        };
        let named = |point: HeadPoint| match point {
            HeadPoint::Outside(stage) => Point::Outside(stage),
            HeadPoint::At { proc, block, index } => {
                Point::At(name(names.procs.name(proc)), block.index() as u32, index)
            }
            HeadPoint::Stays { proc, block, index } => {
                Point::Stays(name(names.procs.name(proc)), block.index() as u32, index)
            }
        };
        let mut points: Vec<HeadPoint> = proof.heads.iter().map(|head| head.point).collect();
        points.sort_unstable();
        points.dedup();
        let number = |point| points.binary_search(&point).unwrap_or_default() as u32;
        let head = |&Head { heap, point, state, rank }: &Head| (heap, number(point), state, rank);
        let entered =
            |Instance { entry, facts }: &Instance| Entered { entry: *entry, facts: Facts::of(facts) };
        let heap = |heap: &SeenHeap| {
            let objects = heap.objects.iter().map(|seen| match seen {
                SeenObject::Object(new) => object(new),
                SeenObject::Tree(tree) => Object::Tree(*tree),
                SeenObject::Forgotten => Object::Forgotten,
            });
            Heap {
                in_atomic: heap.in_atomic,
                initialising: heap.initialising,
                wrote_null: heap.wrote_null,
                changed: heap.changed,
                thread: heap.thread,
                globals: values(&heap.globals),
                locals: values(&heap.locals),
                cut_points: values(&heap.cut_points),
                objects: objects.collect(),
            }
        };
        Self {
            forget_beyond: proof.forget_beyond,
            globals: program.globals.ids().map(|global| name(names.globals.name(global))).collect(),
            places: points.iter().map(|&point| named(point)).collect(),
            trees: proof.trees.iter().map(object).collect(),
            heaps: proof.heaps.iter().map(heap).collect(),
            heads: proof.heads.iter().map(head).collect(),
            outside: Facts::of(&proof.outside),
            instances: proof.instances.iter().map(entered).collect(),
        }
    }
}

impl Facts {
    fn of(facts: &[Fact]) -> Self {
        let select = |marked| facts.iter().filter(move |fact| fact.marked == marked).map(|fact| fact.head);
        Self { plain: select(false).collect(), marked: select(true).collect() }
    }

    /// In the order of their heads.
    fn facts(&self) -> Vec<Fact> {
        let fact = |marked| move |&head: &u32| Fact { head, marked };
        let all = self.plain.iter().map(fact(false)).chain(self.marked.iter().map(fact(true)));
        let mut facts: Vec<Fact> = all.collect();
        facts.sort_by_key(|fact| fact.head);
        facts
    }
}

fn values(values: &[Value]) -> Vec<Json> {
    let value = |&value: &Value| match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Int(number) => json!(number),
        // Digits enough to find the same bits again.
        Value::Real(real) => json!({ "real": format!("{:?}", real.get()) }),
        Value::Decimal(number) => json!({ "decimal": number.to_string() }),
        Value::String(text) => json!({ "string": text.to_string() }),
        Value::Ref(object) => json!(format!("#{}", object_number(object))),
    };
    values.iter().map(value).collect()
}

// ---------------------------------------------------------------------------------------- reading

/// What is wrong, in a few words.
type Problem = String;

impl Proof {
    /// What the document says of a program. Whether it is true, and even whether its numbers mean anything, is another
    /// question.
    pub(super) fn read(&self, program: &Program) -> Result<PushdownProof, Problem> {
        let names = Names::of(program);
        let reader = Reader { names: &names, order: order(&names, program, &self.globals)? };
        let places = all(&self.places, |place| reader.point(place))?;
        let head = |&(heap, place, state, rank): &(u32, u32, u32, u32)| {
            let point = places.get(place as usize).ok_or_else(|| format!("there is no place {place}"))?;
            Ok(Head { heap, point: *point, state, rank })
        };
        let entered = |entered: &Entered| Instance { entry: entered.entry, facts: entered.facts.facts() };
        Ok(PushdownProof {
            forget_beyond: self.forget_beyond,
            trees: all(&self.trees, |tree| match tree {
                Object::Of(class, slots) => reader.object(class, slots),
                Object::Tree(_) | Object::Forgotten => Err("a tree has no class".to_owned()),
            })?,
            heaps: all(&self.heaps, |heap| reader.heap(heap))?,
            heads: all(&self.heads, head)?,
            outside: self.outside.facts(),
            instances: self.instances.iter().map(entered).collect(),
        })
    }
}

struct Reader<'a> {
    names: &'a Names,
    /// For each global of the program, its position in the document.
    order: Vec<usize>,
}

/// The positions of the program's globals in a list that must have just these.
pub(super) fn order(names: &Names, program: &Program, listed: &[String]) -> Result<Vec<usize>, Problem> {
    for name in listed {
        names.globals.find("global", name).map_err(|problem| problem.to_string())?;
    }
    let position = |global| {
        let name = names.globals.name(global).unwrap_or_default();
        let found = listed.iter().position(|other| other == name);
        found.ok_or_else(|| format!("the global `{name}` is not listed"))
    };
    program.globals.ids().map(position).collect()
}

impl Reader<'_> {
    fn point(&self, place: &Point) -> Result<HeadPoint, Problem> {
        let proc =
            |name: &str| self.names.procs.find("procedure", name).map_err(|problem| problem.to_string());
        let block = |block: u32| BlockId::new(block as usize);
        Ok(match place {
            Point::Outside(stage) => HeadPoint::Outside(*stage),
            Point::At(name, at, index) => {
                HeadPoint::At { proc: proc(name)?, block: block(*at), index: *index }
            }
            Point::Stays(name, at, index) => {
                HeadPoint::Stays { proc: proc(name)?, block: block(*at), index: *index }
            }
        })
    }

    fn object(&self, class: &str, slots: &[Json]) -> Result<NewObject, Problem> {
        let id = self.names.classes.find("class", class).map_err(|problem| problem.to_string())?;
        Ok(NewObject { class: id, slots: all(slots, untyped)? })
    }

    fn heap(&self, heap: &Heap) -> Result<SeenHeap, Problem> {
        let globals: Vec<Value> = all(&heap.globals, untyped)?;
        let global = |&at: &usize| globals.get(at).copied().ok_or_else(|| "a heap lacks globals".to_owned());
        let object = |object: &Object| match object {
            Object::Of(class, slots) => self.object(class, slots).map(SeenObject::Object),
            Object::Tree(tree) => Ok(SeenObject::Tree(*tree)),
            Object::Forgotten => Ok(SeenObject::Forgotten),
        };
        Ok(SeenHeap {
            in_atomic: heap.in_atomic,
            initialising: heap.initialising,
            wrote_null: heap.wrote_null,
            changed: heap.changed,
            thread: heap.thread,
            globals: all(&self.order, global)?,
            locals: all(&heap.locals, untyped)?,
            cut_points: all(&heap.cut_points, untyped)?,
            objects: all(&heap.objects, object)?,
        })
    }
}

pub(super) fn all<T, U>(list: &[T], read: impl Fn(&T) -> Result<U, Problem>) -> Result<Vec<U>, Problem> {
    list.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ObjectId;

    #[test]
    fn values_are_read_as_they_were_written() {
        let list = [
            Value::Null,
            Value::Bool(true),
            Value::Int(-3),
            Value::Real(ir::Real::from(0.5)),
            Value::Ref(ObjectId::new(4)),
        ];
        assert_eq!(all(&values(&list), untyped), Ok(list.to_vec()));
    }
}
