//! From a verdict's certificate to a document, and from there to text.

use base::Id;
use ir::{ClassKind, ObjectId, ProcId, Program, Type, Value};
use serde_json::{Value as Json, json};
use verdict::{Content, Covered, Spot};

use super::formulas::FormulaProof;
use super::proof::Proof;
use super::{CertificateFile, Effect, Entry, FieldEntry, Ground, NewObject, Place, Summary};
use crate::SCHEMA_VERSION;
use crate::summary::names::Names;
use crate::summary::objects::{Objects, Slot, element_type};
use crate::summary::{object_number, values};
use crate::twin::question::Question;

impl CertificateFile {
    /// The certificate of a program that has the property.
    pub fn of_proof(
        file: &str,
        language: &str,
        program: &Program,
        property: &verdict::Property,
        proof: &verdict::Proof,
    ) -> Self {
        Self::new(file, language, property, Ground::of_proof(program, proof))
    }

    /// Counts that a second run could repeat, where there is no proof; `None` if there are none.
    pub fn of_counts(
        file: &str,
        language: &str,
        property: &verdict::Property,
        covered: &Covered,
    ) -> Option<Self> {
        Ground::of_counts(covered).map(|ground| Self::new(file, language, property, ground))
    }

    fn new(file: &str, language: &str, property: &verdict::Property, certificate: Ground) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            file: file.to_owned(),
            language: language.to_owned(),
            property: Question::of(property, None, &base::SourceMap::new()),
            certificate,
        }
    }

    /// JSON with one line for each summary, or for each part of a proof.
    pub fn text(&self) -> String {
        let compact =
            serde_json::to_string(self).expect("a certificate has string keys and finite numbers only");
        let depth = match self.certificate {
            Ground::Exhaustive { .. } | Ground::Edges { .. } | Ground::Summaries(_) => SUMMARY_DEPTH,
            Ground::Pushdown(_) | Ground::Boolean(_) => SUMMARY_DEPTH + 1,
        };
        lines(&compact, depth)
    }
}

impl Ground {
    fn of_proof(program: &Program, proof: &verdict::Proof) -> Self {
        match proof {
            verdict::Proof::Pushdown(proof) => Ground::Pushdown(Box::new(Proof::of(program, proof))),
            verdict::Proof::Boolean(proof) => Ground::Boolean(Box::new(FormulaProof::of(program, proof))),
            verdict::Proof::Summaries(set) => {
                let names = Names::of(program);
                let summary =
                    |summary: &verdict::Summary| Writer::new(program, &names, summary.proc).summary(summary);
                Ground::Summaries(set.summaries.iter().map(summary).collect())
            }
        }
    }

    fn of_counts(covered: &Covered) -> Option<Self> {
        match *covered {
            Covered::States { states, transitions, hash_compaction } => {
                Some(Ground::Exhaustive { states, transitions, hash_compaction })
            }
            Covered::Edges { visits, summaries } => Some(Ground::Edges { visits, summaries }),
            Covered::Summaries { .. } | Covered::Lemmas { .. } => None,
        }
    }
}

/// The nesting of the list of summaries: in the document, in its certificate, in the list.
const SUMMARY_DEPTH: usize = 3;

/// Breaks compact JSON into lines between the members of the lists at this nesting.
fn lines(compact: &str, list_depth: usize) -> String {
    let mut text = String::with_capacity(compact.len() + 1024);
    let (mut depth, mut in_list, mut in_string, mut escaped) = (0_usize, false, false, false);
    for character in compact.chars() {
        if in_string {
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            text.push(character);
            continue;
        }
        match character {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let opens = character == '[' && depth == list_depth;
        let closes = in_list && character == ']' && depth + 1 == list_depth;
        let separates = in_list && character == ',' && depth == list_depth;
        in_list = (in_list || opens) && !closes;
        text.push_str(if closes { "\n" } else { "" });
        text.push(character);
        text.push_str(if opens || separates { "\n" } else { "" });
    }
    text.push('\n');
    text
}

/// Puts names to one summary.
struct Writer<'a> {
    program: &'a Program,
    names: &'a Names,
    proc: ProcId,
    objects: Objects<'a>,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, names: &'a Names, proc: ProcId) -> Self {
        Self { program, names, proc, objects: Objects::new(program, &program.procs[proc]) }
    }

    fn summary(mut self, summary: &verdict::Summary) -> Summary {
        let verdict::Summary { proc, pattern, effects, uses } = summary;
        let reads: Vec<Entry> = pattern.iter().map(|read| self.entry(read.spot, &read.seen)).collect();
        let met = self.objects.count();
        Summary {
            procedure: self.names.procs.name(*proc).unwrap_or_default().to_owned(),
            uses: *uses,
            reads,
            effects: effects.iter().map(|effect| self.effect(effect, met)).collect(),
        }
    }

    fn entry(&mut self, spot: Spot, content: &Content) -> Entry {
        let entry = Entry(self.place(spot), self.content(spot, content));
        self.objects.learn(spot, content);
        entry
    }

    fn place(&self, spot: Spot) -> Place {
        let owned = |name: Option<&str>| name.unwrap_or_default().to_owned();
        match spot {
            Spot::Atomic => Place::Atomic,
            Spot::SelfId => Place::Thread,
            Spot::Param(local) => {
                Place::Parameter(owned(self.names.params(self.proc).and_then(|params| params.name(local))))
            }
            Spot::Global(global) => Place::Global(owned(self.names.globals.name(global))),
            Spot::Slot(object, slot) => match self.objects.slot(object, slot) {
                Slot::Field(field) => Place::Field(object_name(object), owned(self.names.fields.name(field))),
                Slot::Element => Place::Element(object_name(object), slot),
            },
            Spot::Length(object) => Place::Length(object_name(object)),
            Spot::Class(object) => Place::Class(object_name(object)),
            Spot::Contents(object) => Place::Contents(object_name(object)),
        }
    }

    fn content(&self, spot: Spot, content: &Content) -> Json {
        let ty = self.objects.type_of(spot);
        match content {
            Content::Value(value) => self.value(ty, *value),
            Content::Class(class) => json!(self.names.classes.name(*class).unwrap_or_default()),
            Content::List(values) => Json::Array(self.values(ty, values)),
        }
    }

    fn values(&self, ty: Option<Type>, values: &[Value]) -> Vec<Json> {
        values.iter().map(|&value| self.value(ty, value)).collect()
    }

    fn value(&self, ty: Option<Type>, value: Value) -> Json {
        match value {
            Value::Null => Json::Null,
            Value::Bool(truth) => json!(truth),
            Value::Int(number) => self.number(ty, number),
            // Digits enough to find the same bits again, and words for what JSON has no numbers for.
            Value::Real(real) => json!({ "real": format!("{:?}", real.get()) }),
            Value::Decimal(number) => json!({ "decimal": number.to_string() }),
            Value::Ref(object) => json!(object_name(object)),
        }
    }

    fn number(&self, ty: Option<Type>, number: i64) -> Json {
        match ty {
            Some(Type::Enum(of)) => match values::constant(self.program, of, number) {
                Some(name) if values::constant_number(self.program, of, name) == Some(number) => json!(name),
                Some(_) | None => json!(number),
            },
            // Every number of a type fits one of JSON's two kinds of integers.
            Some(Type::Int(int)) if int.decode(number) != i128::from(number) => json!(number as u64),
            Some(_) | None => json!(number),
        }
    }

    fn effect(&mut self, effect: &verdict::Effect, met: usize) -> Effect {
        let verdict::Effect { fresh, writes, results } = effect;
        let outer = self.objects.clone();
        for (index, new) in fresh.iter().enumerate() {
            self.objects.learn_new(ObjectId::new(met + index), new);
        }
        let types = &self.program.procs[self.proc].results;
        let result = |(index, &value): (usize, &Value)| self.value(types.get(index).copied(), value);
        let effect = Effect {
            new: fresh.iter().map(|new| self.new_object(new)).collect(),
            returns: results.iter().enumerate().map(result).collect(),
            writes: writes.iter().map(|(spot, content)| self.entry(*spot, content)).collect(),
        };
        self.objects = outer;
        effect
    }

    fn new_object(&self, new: &verdict::NewObject) -> NewObject {
        let verdict::NewObject { class, slots } = new;
        let name = self.names.classes.name(*class).unwrap_or_default().to_owned();
        let kind = &self.program.classes[*class].kind;
        match kind {
            ClassKind::Record { fields, .. } => {
                let field = |(&field, &value): (&ir::FieldId, &Value)| {
                    let ty = self.program.fields.get(field).map(|field| field.ty);
                    let name = self.names.fields.name(field).unwrap_or_default().to_owned();
                    FieldEntry(name, self.value(ty, value))
                };
                let fields = fields.iter().zip(slots).map(field).collect();
                NewObject { class: name, fields: Some(fields), elements: None }
            }
            ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. }
            | ClassKind::Interface { .. } => {
                let elements = self.values(element_type(kind), slots);
                NewObject { class: name, fields: None, elements: Some(elements) }
            }
        }
    }
}

fn object_name(object: ObjectId) -> String {
    format!("#{}", object_number(object))
}

#[cfg(test)]
mod tests {
    use super::{SUMMARY_DEPTH, lines};

    #[test]
    fn lines_break_between_summaries_only() {
        let compact =
            r#"{"file":"a[,\"b","certificate":{"summaries":[{"p":"x,[]","l":[1,[2]]},{"q":"\\"}]}}"#;
        let expected = "{\"file\":\"a[,\\\"b\",\"certificate\":{\"summaries\":[\n\
                        {\"p\":\"x,[]\",\"l\":[1,[2]]},\n{\"q\":\"\\\\\"}\n]}}\n";
        assert_eq!(lines(compact, SUMMARY_DEPTH), expected);
        let counts = r#"{"certificate":{"exhaustive":{"states":1,"transitions":0}}}"#;
        assert_eq!(lines(counts, SUMMARY_DEPTH), format!("{counts}\n"));
    }
}
