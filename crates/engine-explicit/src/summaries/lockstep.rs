//! Choices from sets of references, translated for an execution that names objects differently.
//!
//! Such a choice is recorded as a place in the value order of the set, and that order follows the names of objects:
//! in a node they are canonical, in a flat execution they count allocations. So the path is followed twice at once:
//! through the nodes, and on a concrete state of the whole program; a map leads from the objects of the node to the
//! concrete ones.

use std::collections::HashMap;

use base::Id;
use heap::Heap;
use ir::{Choice, ChoiceOp, ObjectId, Op, Value};
use machine::{Action, Machine, NoListener, State};

use super::body::Pause;
use super::footprint::Footprint;
use super::node::{NodeId, Via};
use super::root::RootId;
use super::rules::{ErrorSite, Summarizer};
use super::trace::{Leg, Matched};

/// From objects of a node to concrete ones.
type Map = HashMap<ObjectId, ObjectId>;

/// A body that is executed twice at once.
pub(super) struct Lockstep<'s, 'a> {
    summarizer: &'s mut Summarizer<'a>,
    concrete: Concrete<'a>,
    /// For each open call, the innermost last: the objects of its present node.
    maps: Vec<Map>,
}

/// The flat execution.
struct Concrete<'a> {
    machine: Machine<'a, NoListener>,
    choices: Vec<u32>,
}

impl<'s, 'a> Lockstep<'s, 'a> {
    pub(super) fn new(summarizer: &'s mut Summarizer<'a>) -> Self {
        let code = summarizer.code;
        let machine = Machine::new(code, State::initial(code));
        let concrete = Concrete { machine, choices: Vec::new() };
        Self { summarizer, concrete, maps: vec![Map::new()] }
    }

    /// The choices of the flat execution that follows the way to its error.
    pub(super) fn choices(mut self, legs: &[Leg], site: &ErrorSite) -> Vec<u32> {
        for &leg in legs {
            match leg {
                Leg::Body(node) => self.body_to(node),
                Leg::Enter { call, callee, matched } => self.enter(call, callee, matched),
                Leg::Leave(node) => self.leave(node),
            }
        }
        self.run_body(site.node, &site.choices);
        self.close_root(site.node);
        self.concrete.choices
    }

    /// The procedure around the program has no counterpart in the flat execution.
    fn is_outside(&self) -> bool {
        self.maps.len() == 1
    }

    fn body_to(&mut self, node: NodeId) {
        let Via::Body { from } = self.summarizer.nodes.via(node) else {
            panic!("a leg of a body ends where a body was executed")
        };
        let choices = self.summarizer.nodes.choices(node).to_vec();
        let pause = self.run_body(from, &choices);
        let id = self.summarizer.nodes.root(node);
        let root = &self.summarizer.roots[id];
        let body = &mut self.summarizer.body;
        let order = if pause == Some(Pause::Return) {
            body.encode_end(root).1.into_order()
        } else {
            body.encode_node(root).to_vec()
        };
        self.rename(&order);
        self.close_root(node);
    }

    /// Executes the body from a node, beside the flat execution, to its next pause if it does not fail. Leaves the root
    /// open.
    fn run_body(&mut self, from: NodeId, choices: &[u32]) -> Option<Pause> {
        let is_outside = self.is_outside();
        let Self { summarizer, concrete, maps } = self;
        let id = summarizer.nodes.root(from);
        summarizer.body.enter(&mut summarizer.roots[id]);
        summarizer.body.load(&summarizer.roots[id], summarizer.nodes.key(from));
        summarizer.body.machine.tape.play(choices);
        let map = maps.last_mut().expect("the outermost map stays");
        let mut followed = 0;
        let end = summarizer.body.run_beside(|action, machine, before| {
            followed = machine.tape.position();
            if !is_outside {
                concrete.follow(action, machine, before, map);
            }
        });
        if end.is_err() {
            // The action that failed was not shown. Only a select fails after a choice, and joins have an order of
            // their own.
            concrete.choices.extend_from_slice(&choices[followed..]);
        }
        end.ok()
    }

    fn close_root(&mut self, node: NodeId) {
        let id = self.summarizer.nodes.root(node);
        self.summarizer.body.leave(&mut self.summarizer.roots[id]);
    }

    /// The objects of the present node get their canonical names.
    fn rename(&mut self, order: &[ObjectId]) {
        let map = self.maps.last_mut().expect("the outermost map stays");
        let renamed = order.iter().enumerate();
        *map =
            renamed.filter_map(|(number, object)| Some((ObjectId::new(number), *map.get(object)?))).collect();
    }

    fn enter(&mut self, call: NodeId, callee: RootId, matched: Matched) {
        if !self.is_outside() {
            self.concrete.act(&[]);
        }
        let caller = self.maps.last().expect("the outermost map stays");
        let pairs = self.summarizer.entry_objects(call, callee, matched);
        let map = pairs.into_iter().filter_map(|(inner, outer)| Some((inner, *caller.get(&outer)?)));
        self.maps.push(map.collect());
    }

    /// The callee stands at its end, with its fresh objects numbered after those of its entry.
    fn leave(&mut self, node: NodeId) {
        self.concrete.act(&[]);
        let Via::Return { call, callee, exit } = self.summarizer.nodes.via(node) else {
            panic!("a call is left where an effect was applied")
        };
        let inner = self.maps.pop().expect("a call that is left was entered");
        let n_entry = self.summarizer.roots[callee].n_objects();
        let first_fresh = self.summarizer.apply_again(call, callee, exit as usize);
        let map = self.maps.last_mut().expect("the outermost map stays");
        for (&object, &concrete) in &inner {
            if let Some(fresh) = object.index().checked_sub(n_entry) {
                map.insert(ObjectId::new(first_fresh + fresh), concrete);
            }
        }
        let id = self.summarizer.nodes.root(call);
        let order = self.summarizer.body.encode_node(&self.summarizer.roots[id]).to_vec();
        self.rename(&order);
        self.close_root(call);
    }
}

impl Concrete<'_> {
    /// Does what the machine of the node has just done. `before` is the number of choices that had been made.
    fn follow(&mut self, action: Action<'_>, done: &Machine<'_, Footprint>, before: usize, map: &mut Map) {
        let taken = done.tape.alternatives();
        let taken = &taken[before..done.tape.position()];
        let n_objects = self.machine.state.heap.len();
        match action {
            Action::Instr(ir::Instr {
                op: Op::Choice(ChoiceOp::Choose { dst, from: Choice::Element(collection) }),
                ..
            }) if !taken.is_empty() => {
                let chosen = done.place_value(*dst);
                let place = self.place_of(collection, chosen, taken[0], map);
                self.act(&[place]);
            }
            Action::Instr(_) | Action::Term(_) => self.act(taken),
        }
        self.map_new_objects(&done.state.heap, n_objects, map);
    }

    /// Maps the objects that one action has allocated: mostly one. The records of a union come in the order of a set,
    /// which is another one here, so they are distinguished by their fields.
    fn map_new_objects(&self, node: &Heap, n_objects: usize, map: &mut Map) {
        let heap = &self.machine.state.heap;
        let mut open: Vec<ObjectId> = heap.objects().skip(n_objects).collect();
        for object in node.objects().skip(node.len() - open.len()) {
            let slots = node.slots(object).iter().map(|&value| match value {
                Value::Ref(inner) => map.get(&inner).map(|&concrete| Value::Ref(concrete)),
                plain => Some(plain),
            });
            let slots: Option<Vec<Value>> = slots.collect();
            let place = open.iter().position(|&new| Some(heap.slots(new)) == slots.as_deref());
            map.insert(object, open.remove(place.expect("both have allocated the same objects")));
        }
    }

    /// Where the counterpart of a chosen element stands in the counterpart of the collection.
    fn place_of(&self, collection: &ir::Expr, chosen: Value, taken: u32, map: &Map) -> u32 {
        let Value::Ref(object) = chosen else { return taken };
        let Ok(collection) = self.machine.eval_object(collection) else { return taken };
        let heap = &self.machine.state.heap;
        let program = self.machine.code.program;
        if !matches!(program.classes[heap.class(collection)].kind, ir::ClassKind::Set { .. }) {
            return taken;
        }
        let wanted = map.get(&object).map(|&concrete| Value::Ref(concrete));
        let place = heap.slots(collection).iter().position(|&element| Some(element) == wanted);
        place.expect("an element of a node's set has its counterpart") as u32
    }

    fn act(&mut self, choices: &[u32]) {
        self.choices.extend_from_slice(choices);
        self.machine.tape.play(choices);
        // An error ends the way.
        let _ = self.machine.act();
    }
}
