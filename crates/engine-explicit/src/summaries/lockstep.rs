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
use super::instance::InstanceId;
use super::node::Via;
use super::scheduler::{ErrorSite, NodeOf, Scheduler};
use super::trace::{Leg, Matched};

/// From objects of a node to concrete ones.
type Map = HashMap<ObjectId, ObjectId>;

/// A body that is executed twice at once.
pub(super) struct Lockstep<'s, 'a> {
    scheduler: &'s mut Scheduler<'a>,
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
    pub(super) fn new(scheduler: &'s mut Scheduler<'a>) -> Self {
        let code = scheduler.code;
        let machine = Machine::new(code, State::initial(code));
        let concrete = Concrete { machine, choices: Vec::new() };
        Self { scheduler, concrete, maps: vec![Map::new()] }
    }

    /// The choices of the flat execution that follows the path to its error.
    pub(super) fn choices(mut self, legs: &[Leg], site: &ErrorSite) -> Vec<u32> {
        for &leg in legs {
            match leg {
                Leg::Body(node) => self.body_to(node),
                Leg::Enter { call, callee, matched } => self.enter(call, callee, matched),
                Leg::Leave(node) => self.leave(node),
            }
        }
        self.run_body(site.node, &site.choices);
        self.close_instance(site.node);
        self.concrete.choices
    }

    /// The procedure around the program has no counterpart in the flat execution.
    fn is_outside(&self) -> bool {
        self.maps.len() == 1
    }

    fn body_to(&mut self, node: NodeOf) {
        let nodes = &self.scheduler.instances[node.instance].nodes;
        let Via::Body { from } = nodes.via(node.node) else {
            panic!("a leg of a body ends where a body was executed")
        };
        let choices = nodes.choices(node.node).to_vec();
        let pause = self.run_body(NodeOf { node: from, ..node }, &choices);
        let instance = &self.scheduler.instances[node.instance];
        let body = &mut self.scheduler.worker.body;
        let order = if pause == Some(Pause::Return) {
            body.encode_end(instance).1.into_order()
        } else {
            body.encode_node(instance).to_vec()
        };
        self.rename(&order);
        self.close_instance(node);
    }

    /// Executes the body from a node, beside the flat execution, to its next pause if it does not fail. Leaves the
    /// instance open.
    fn run_body(&mut self, from: NodeOf, choices: &[u32]) -> Option<Pause> {
        let is_outside = self.is_outside();
        let Self { scheduler, concrete, maps } = self;
        let instance = &mut scheduler.instances[from.instance];
        let worker = &mut scheduler.worker;
        worker.body.enter(instance);
        instance.load(worker, from.node);
        worker.body.machine.tape.play(choices);
        let map = maps.last_mut().expect("the outermost map stays");
        let mut followed = 0;
        let end = worker.body.run_beside(|action, machine, before| {
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

    fn close_instance(&mut self, node: NodeOf) {
        self.scheduler.worker.body.leave(&mut self.scheduler.instances[node.instance]);
    }

    /// The objects of the present node get their canonical names.
    fn rename(&mut self, order: &[ObjectId]) {
        let map = self.maps.last_mut().expect("the outermost map stays");
        let renamed = order.iter().enumerate();
        *map =
            renamed.filter_map(|(number, object)| Some((ObjectId::new(number), *map.get(object)?))).collect();
    }

    fn enter(&mut self, call: NodeOf, callee: InstanceId, matched: Matched) {
        if !self.is_outside() {
            self.concrete.act(&[]);
        }
        let caller = self.maps.last().expect("the outermost map stays");
        let pairs = self.scheduler.entry_objects(call, callee, matched);
        let map = pairs.into_iter().filter_map(|(inner, outer)| Some((inner, *caller.get(&outer)?)));
        self.maps.push(map.collect());
    }

    /// The callee is at its end, with its fresh objects numbered after those of its entry.
    fn leave(&mut self, node: NodeOf) {
        self.concrete.act(&[]);
        let via = self.scheduler.instances[node.instance].nodes.via(node.node);
        let Via::Return { call, callee, exit } = via else {
            panic!("a call is left where an effect was applied")
        };
        let inner = self.maps.pop().expect("a call that is left was entered");
        let call = NodeOf { node: call, ..node };
        let n_entry = self.scheduler.instances[callee].n_objects();
        let first_fresh = self.scheduler.apply_again(call, callee, exit as usize);
        let map = self.maps.last_mut().expect("the outermost map stays");
        for (&object, &concrete) in &inner {
            if let Some(fresh) = object.index().checked_sub(n_entry) {
                map.insert(ObjectId::new(first_fresh + fresh), concrete);
            }
        }
        let instance = &self.scheduler.instances[call.instance];
        let order = self.scheduler.worker.body.encode_node(instance).to_vec();
        self.rename(&order);
        self.close_instance(call);
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
    /// which is another one here, so their fields say which is which.
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

    /// The place of the counterpart of a chosen element in the counterpart of the collection.
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
        // An error ends the path.
        let _ = self.machine.act();
    }
}
