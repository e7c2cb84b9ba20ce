//! Names for people: inputs by access paths.

use base::Id;
use ir::{ObjectId, Value};
use rustc_hash::FxHashSet;
use solver::guard::Guard;

use crate::executor::Executor;
use crate::state::{Made, Pin, Source};
use crate::values::OriginId;

impl Executor<'_> {
    /// The access path of an input, from a parameter on.
    pub(crate) fn origin_name(&self, origin: OriginId) -> String {
        let mut fields: Vec<&str> = Vec::new();
        let mut source = self.state.origin(origin).source;
        loop {
            match source {
                Source::Field(object, field) => {
                    fields.push(&self.program.fields[field].name);
                    match self.state.object(object).made {
                        Made::Input(origin) => source = self.state.origin(origin).source,
                        Made::Initial | Made::New | Made::Scratch => {
                            return dotted(self.made_name(object), &fields);
                        }
                    }
                }
                Source::Argument(local) => {
                    let name = &self.program.procs[self.query.entry].locals[local].name;
                    return dotted(if name.is_empty() { local.to_string() } else { name.clone() }, &fields);
                }
                Source::Choice(number) => return dotted(format!("choice {}", number + 1), &fields),
            }
        }
    }

    /// The access path where an input object is found first; the number of another one.
    pub(crate) fn object_name(&self, object: ObjectId) -> String {
        match self.state.object(object).made {
            Made::Input(origin) => self.origin_name(origin),
            Made::Initial | Made::New | Made::Scratch => self.made_name(object),
        }
    }

    /// `new Node`, with a number where there are several.
    fn made_name(&self, object: ObjectId) -> String {
        let this = self.state.object(object);
        let same = |(_, other): &(ObjectId, &crate::state::Object)| {
            other.made == this.made && other.classes == this.classes
        };
        let before = self.state.objects().take(object.index()).filter(same).count();
        let class = match this.classes {
            crate::state::Classes::Exactly(class) => self.program.classes[class].name.as_str(),
            crate::state::Classes::OneOf(..) => "object",
        };
        let verb = if this.made == Made::Initial { "initial" } else { "new" };
        if before == 0 { format!("{verb} {class}") } else { format!("{verb} {class} {}", before + 1) }
    }

    /// The choice that a literal or its complement makes.
    pub(crate) fn pin(&self, literal: Guard) -> Option<&Pin> {
        let pins = &self.state.pins;
        let at = pins.binary_search_by_key(&literal.node(), |pin| pin.literal.node()).ok()?;
        Some(&pins[at])
    }

    /// Whether a guard is not taken apart.
    pub(crate) fn is_atom(&self, guard: Guard) -> bool {
        self.logic.terms.test(guard).is_some() || self.pin(guard).is_some()
    }

    /// The operands of a conjunction, those of its operands among them; of a complement, those of the disjunction.
    pub(crate) fn parts(&self, guard: Guard) -> Vec<Guard> {
        let mut parts = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![guard.complement_if(guard.is_complement())];
        while let Some(part) = stack.pop() {
            let is_root = part.node() == guard.node();
            if !seen.insert(part) {
                continue;
            }
            match self.logic.guards.node(part) {
                solver::aig::Node::And(first, second)
                    if is_root || (!part.is_complement() && !self.is_atom(part)) =>
                {
                    stack.extend([second, first]);
                }
                _ => parts.push(part.complement_if(guard.is_complement())),
            }
        }
        parts
    }

    /// A concrete value as text.
    pub(crate) fn value_text(&self, value: Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Real(real) => real.get().to_string(),
            Value::Decimal(decimal) => decimal.to_string(),
            Value::String(text) => text.to_string(),
            Value::Ref(object) => object.to_string(),
        }
    }
}

fn dotted(root: String, fields: &[&str]) -> String {
    fields.iter().rev().fold(root, |path, field| path + "." + field)
}
