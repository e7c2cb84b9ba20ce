//! From a verdict's certificate to a document, and from there to text.

use ir::Program;
use serde_json::{Value as Json, json};
use verdict::portable::object_name;
use verdict::{
    Covered, PortableContent, PortableEffect, PortableObject, PortableSet, PortableSlots, PortableSpot,
    PortableSummary, PortableValue,
};

use super::formulas::FormulaProof;
use super::proof::Proof;
use super::{CertificateFile, Effect, Entry, FieldEntry, Ground, NewObject, Spot, Summary};
use crate::SCHEMA_VERSION;
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
                let set = PortableSet::of(program, set)
                    .unwrap_or_else(|malformed| panic!("a proof has summaries of no form: {malformed}"));
                Ground::Summaries(set.summaries.iter().map(Summary::from).collect())
            }
        }
    }

    fn of_counts(covered: &Covered) -> Option<Self> {
        match *covered {
            Covered::States { states, transitions, hash_compaction } => {
                Some(Ground::Exhaustive { states, transitions, hash_compaction })
            }
            Covered::Edges { visits, summaries } => Some(Ground::Edges { visits, summaries }),
            Covered::Summaries { .. } | Covered::Lemmas { .. } | Covered::Paths { .. } => None,
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

impl From<&PortableSummary> for Summary {
    fn from(summary: &PortableSummary) -> Self {
        let PortableSummary { procedure, fingerprint, uses, reads, effects } = summary;
        Self {
            procedure: procedure.clone(),
            fingerprint: fingerprint.to_string(),
            uses: *uses,
            reads: reads.iter().map(entry).collect(),
            effects: effects.iter().map(effect).collect(),
        }
    }
}

fn entry((spot, content): &(PortableSpot, PortableContent)) -> Entry {
    let content = match content {
        PortableContent::Value(content) => value(content),
        PortableContent::Class(name) => json!(name),
        PortableContent::List(values) => values.iter().map(value).collect(),
    };
    Entry(spot.into(), content)
}

impl From<&PortableSpot> for Spot {
    fn from(spot: &PortableSpot) -> Self {
        match spot {
            PortableSpot::Atomic => Spot::Atomic,
            PortableSpot::SelfId => Spot::Thread,
            PortableSpot::Parameter(name) => Spot::Parameter(name.clone()),
            PortableSpot::Global(name) => Spot::Global(name.clone()),
            PortableSpot::Field(object, name) => Spot::Field(object_name(*object), name.clone()),
            PortableSpot::Element(object, index) => Spot::Element(object_name(*object), *index),
            PortableSpot::Length(object) => Spot::Length(object_name(*object)),
            PortableSpot::Class(object) => Spot::Class(object_name(*object)),
            PortableSpot::Contents(object) => Spot::Contents(object_name(*object)),
        }
    }
}

/// A value whose kind can be seen. Every number of a type fits one of JSON's two kinds of integers.
fn value(value: &PortableValue) -> Json {
    match value {
        PortableValue::Null => Json::Null,
        PortableValue::Bool(truth) => json!(truth),
        PortableValue::Int(number) => {
            u64::try_from(*number).map_or_else(|_| json!(*number as i64), |number| json!(number))
        }
        // Digits enough to find the same bits again, and words for what JSON has no numbers for.
        PortableValue::Real(real) => json!({ "real": format!("{:?}", real.get()) }),
        PortableValue::Decimal(number) => json!({ "decimal": number.to_string() }),
        PortableValue::Constant(name) => json!({ "constant": name }),
        PortableValue::String(text) => json!({ "string": text }),
        PortableValue::Object(object) => json!(object_name(*object)),
    }
}

fn effect(effect: &PortableEffect) -> Effect {
    let PortableEffect { fresh, writes, results } = effect;
    Effect {
        new: fresh.iter().map(new_object).collect(),
        writes: writes.iter().map(entry).collect(),
        returns: results.iter().map(value).collect(),
    }
}

fn new_object(new: &PortableObject) -> NewObject {
    let PortableObject { class, slots } = new;
    let field = |(name, content): &(String, PortableValue)| FieldEntry(name.clone(), value(content));
    let (fields, elements) = match slots {
        PortableSlots::Fields(fields) => (Some(fields.iter().map(field).collect()), None),
        PortableSlots::Elements(elements) => (None, Some(elements.iter().map(value).collect())),
    };
    NewObject { class: class.clone(), fields, elements }
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
