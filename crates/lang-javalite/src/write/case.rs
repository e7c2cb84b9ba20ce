//! The class of a test: a method that builds the inputs, calls, and asserts what is left.
//!
//! ```text
//!   (class Test () (
//!     (unit main ()
//!       (var Node node-1 := (new Node) in
//!       (begin
//!         (node-1 $ next := node-1)
//!         (var bool result := (node-1 @ contains 3) in
//!         (begin
//!           (assert (result == false))
//!           (assert ((node-1 $ next) == node-1)))))))))
//! ```
//!
//! An object that the method made gets a variable where the heap is first found to refer to it. It must be of its class
//! and none of the objects before it; so what is asserted holds of no other heap.

use std::collections::BTreeMap;

use base::Id;
use ir::{ClassId, ObjectId, Value};
use verdict::GivenObject;
use verdict::explore::{TestCase, TestSubject};

use super::Suite;
use crate::ast::MAX_NESTING;
use crate::hir::Ty;

/// Each object has a variable, and each variable is a list around the rest.
const MOST_OBJECTS: usize = MAX_NESTING - 30;

pub(super) struct Case<'a> {
    suite: &'a Suite<'a>,
    /// The objects that have a variable.
    names: BTreeMap<ObjectId, String>,
    text: String,
    /// Lists that are open.
    open: usize,
    indent: usize,
}

impl<'a> Case<'a> {
    /// The class as text, with a comment that says what it tests.
    pub(super) fn text(
        suite: &'a Suite<'a>,
        subject: &TestSubject<'_>,
        case: &TestCase<'_>,
        class: &str,
    ) -> Result<String, String> {
        let objects = case.example.start.objects.len().max(case.example.end.objects.len());
        if objects > MOST_OBJECTS {
            return Err(format!("its heap has {objects} objects, and programs have no room for so many"));
        }
        let end = case.failure().map_or("returns", |(kind, _)| kind.slug());
        let mut writer = Self { suite, names: BTreeMap::new(), text: String::new(), open: 0, indent: 2 };
        writer.text += &format!("; A test of {}, path {}: {end}.\n", subject.name, case.number);
        writer.line(&format!("(class {class} () ("), 2);
        writer.indent += 2;
        writer.line("(unit main ()", 1);
        writer.indent += 2;
        writer.inputs(&case.example.start.objects);
        match case.failure() {
            Some(_) => {
                writer.line(&writer.call(case), 0);
                writer.line("unit", 0);
            }
            None => writer.outcome(case),
        }
        writer.close();
        Ok(writer.text)
    }

    /// A line that opens so many lists more than it closes.
    fn line(&mut self, text: &str, opens: usize) {
        self.text += &format!("{}{text}\n", " ".repeat(self.indent));
        self.open += opens;
    }

    fn begin(&mut self) {
        self.line("(begin", 1);
        self.indent += 2;
    }

    fn close(&mut self) {
        self.text.truncate(self.text.trim_end().len());
        self.text += &")".repeat(self.open);
        self.text.push('\n');
    }

    fn variable(&mut self, class: &str, name: &str, value: &str) {
        self.line(&format!("(var {class} {name} := {value} in"), 1);
    }

    fn inputs(&mut self, objects: &[GivenObject]) {
        for (index, object) in objects.iter().enumerate() {
            let name = self.name(Id::new(index), object.class);
            let class = self.class(object.class).to_owned();
            self.variable(&class, &name, &format!("(new {class})"));
        }
        self.begin();
        for (index, object) in objects.iter().enumerate() {
            let fields = self.fields(object);
            for (field, value) in fields.into_iter().filter(|(_, value)| !is_default(*value)) {
                let line = format!("({} $ {field} := {})", self.names[&Id::new(index)], self.value(value));
                self.line(&line, 0);
            }
        }
    }

    /// Calls, and asserts the result and the heap.
    fn outcome(&mut self, case: &TestCase<'_>) {
        let end = &case.example.end;
        let result_type = self.suite.world.methods[case.example.start.proc].result;
        let call = self.call(case);
        let result = self.suite.fresh("result");
        let mut places: Vec<(String, Value)> = Vec::new();
        match end.results.first() {
            Some(&value) if result_type != Ty::Unit => {
                let class = self.type_name(result_type).to_owned();
                self.variable(&class, &result, &call);
                places.push((result, value));
            }
            Some(_) | None => self.line(&call, 0),
        }
        self.objects_left(&end.objects, places);
    }

    /// Asserts what is at each place, and at the fields of each object that is found there.
    fn objects_left(&mut self, objects: &[GivenObject], mut places: Vec<(String, Value)>) {
        let mut asserted: Vec<String> = Vec::new();
        let n_inputs = self.names.len();
        for index in 0..n_inputs {
            places.extend(self.places_of(Id::new(index), &objects[index]));
        }
        let mut next = 0;
        while let Some((place, value)) = places.get(next).cloned() {
            next += 1;
            match value {
                Value::Ref(id) if !self.names.contains_key(&id) => {
                    let object = &objects[id.index()];
                    asserted.extend(self.found(id, object, objects, &place));
                    places.extend(self.places_of(id, object));
                }
                value => asserted.push(format!("({place} == {})", self.value(value))),
            }
        }
        self.begin();
        for condition in &asserted {
            self.line(&format!("(assert {condition})"), 0);
        }
        if asserted.is_empty() {
            self.line("unit", 0);
        }
    }

    /// Gives an object a variable. Answers what distinguishes it from the objects before.
    fn found(
        &mut self,
        id: ObjectId,
        object: &GivenObject,
        objects: &[GivenObject],
        place: &str,
    ) -> Vec<String> {
        let before: Vec<String> = self
            .names
            .iter()
            .filter(|(other, _)| objects[other.index()].class == object.class)
            .map(|(_, name)| name.clone())
            .collect();
        let name = self.name(id, object.class);
        let class = self.class(object.class).to_owned();
        self.variable(&class, &name, &format!("({class} {place})"));
        let mut conditions = vec![format!("({name} != null)")];
        let children = self.suite.world.classes[object.class].children.iter();
        conditions.extend(children.map(|&child| format!("(! ({name} instanceof {}))", self.class(child))));
        conditions.extend(before.into_iter().map(|other| format!("({name} != {other})")));
        conditions
    }

    /// The fields of an object that has a variable, and what they hold.
    fn places_of(&self, id: ObjectId, object: &GivenObject) -> Vec<(String, Value)> {
        let name = &self.names[&id];
        let place = |(field, value)| (format!("({name} $ {field})"), value);
        self.fields(object).into_iter().map(place).collect()
    }

    /// `(node-1 @ contains (node-2 3))`.
    fn call(&self, case: &TestCase<'_>) -> String {
        let method = &self.suite.world.methods[case.example.start.proc];
        let name = self.suite.interner.text(method.name.symbol);
        let args = &case.example.start.args;
        let receiver = args.first().map_or_else(String::new, |&receiver| self.value(receiver));
        let arg = |(&value, &ty): (&Value, &Ty)| match ty {
            Ty::Unit => "unit".to_owned(),
            Ty::Bool | Ty::Int | Ty::Null | Ty::Class(_) | Ty::Unknown => self.value(value),
        };
        let args: Vec<String> = args.iter().skip(1).zip(&method.params).map(arg).collect();
        match args.as_slice() {
            [only] => format!("({receiver} @ {name} {only})"),
            args => format!("({receiver} @ {name} ({}))", args.join(" ")),
        }
    }

    /// Fields in the order of slots, without those of type `unit`, which hold nothing.
    fn fields(&self, object: &GivenObject) -> Vec<(&'a str, Value)> {
        let world = &self.suite.world;
        let mut chain: Vec<ClassId> = world.upwards(object.class).collect();
        chain.reverse();
        let ids = chain.into_iter().flat_map(|class| &world.classes[class].own_fields);
        let values = ids.map(|&id| &world.fields[id]).zip(&object.slots);
        let holds = values.filter(|(field, _)| field.ty != Ty::Unit);
        holds.map(|(field, &value)| (self.suite.interner.text(field.name.symbol), value)).collect()
    }

    /// Makes the name of the variable of an object: its number, which is that in reports, is behind the last `-`.
    fn name(&mut self, id: ObjectId, class: ClassId) -> String {
        let wanted = format!("{}-{}", self.class(class).to_lowercase(), id.index() + 1);
        let name = self.suite.fresh(&wanted);
        self.names.insert(id, name.clone());
        name
    }

    fn class(&self, class: ClassId) -> &'a str {
        self.suite.interner.text(self.suite.world.classes[class].name.symbol)
    }

    fn type_name(&self, ty: Ty) -> &'a str {
        match ty {
            Ty::Unit => "unit",
            Ty::Bool => "bool",
            Ty::Int => "int",
            Ty::Class(class) => self.class(class),
            Ty::Null | Ty::Unknown => unreachable!("no method declares this as its result"),
        }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Ref(id) => self.names[&id].clone(),
            Value::Real(_) | Value::Decimal(_) | Value::String(_) => {
                unreachable!("Javalite has no values of other types")
            }
        }
    }
}

/// What a new object has in its fields.
fn is_default(value: Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false) | Value::Int(0))
}
