//! Values as the user knows them: enum constants by name, objects by class and number.

use base::Id;
use heap::Heap;
use ir::{ClassKind, EnumId, IntType, ObjectId, Program, RealType, Type, Value};
use verdict::Shown;

/// Constants of the enum of this name are texts of the source language.
const STRING_ENUM: &str = "string";

/// How many elements of a set or channel are listed.
const MAX_LISTED: usize = 32;

/// A value of a declared type.
pub(crate) fn show(program: &Program, heap: &Heap, ty: Option<Type>, value: Value) -> Shown {
    match value {
        Value::Null => Shown::Null,
        Value::Bool(truth) => Shown::Plain(truth.to_string()),
        Value::Int(number) => Shown::Plain(show_number(program, ty, number)),
        Value::Real(real) => Shown::Plain(match ty {
            Some(Type::Real(RealType::F32)) => format!("{:?}", real.get() as f32),
            Some(_) | None => format!("{real:?}"),
        }),
        Value::Decimal(decimal) => Shown::Plain(decimal.to_string()),
        Value::String(text) => Shown::Plain(program.quoted(text)),
        Value::Ref(object) => Shown::Object {
            class: class_name(program, heap, object).to_owned(),
            number: object_number(object),
        },
    }
}

fn show_number(program: &Program, ty: Option<Type>, number: i64) -> String {
    match ty {
        Some(Type::Enum(of)) => show_constant(program, of, number),
        Some(Type::Int(int @ IntType::Machine { .. })) => int.decode(number).to_string(),
        Some(_) | None => number.to_string(),
    }
}

fn show_constant(program: &Program, of: EnumId, number: i64) -> String {
    let of = &program.enums[of];
    match usize::try_from(number).ok().and_then(|index| of.constants.get(index)) {
        Some(text) if of.name == STRING_ENUM => format!("{text:?}"),
        Some(name) => name.clone(),
        None => number.to_string(),
    }
}

/// The same as text on one line.
pub(crate) fn text_of(shown: &Shown) -> String {
    match shown {
        Shown::Plain(text) => text.clone(),
        Shown::Null => "null".to_owned(),
        Shown::Object { class, number } => format!("{class}#{number}"),
    }
}

/// Objects are numbered from 1 in order of allocation.
pub(crate) fn object_number(object: ObjectId) -> u32 {
    object.index() as u32 + 1
}

pub(crate) fn class_name<'p>(program: &'p Program, heap: &Heap, object: ObjectId) -> &'p str {
    &program.classes[heap.class(object)].name
}

pub(crate) fn object_name(program: &Program, heap: &Heap, object: ObjectId) -> String {
    format!("{}#{}", class_name(program, heap, object), object_number(object))
}

/// How a slot is written behind its object, `.next` or `[2]`, and its type. Elements of sets have no names.
pub(crate) fn slot_name(program: &Program, heap: &Heap, object: ObjectId, slot: usize) -> (String, Type) {
    match &program.classes[heap.class(object)].kind {
        ClassKind::Record { fields, .. } => {
            let field = &program.fields[fields[slot]];
            (format!(".{}", field.name), field.ty)
        }
        ClassKind::Array { element, .. } | ClassKind::Channel { element } => (format!("[{slot}]"), *element),
        ClassKind::Set { element, .. } => (String::new(), *element),
        ClassKind::Interface { .. } => panic!("{object} is of an interface"),
    }
}

/// All elements of a set, `{1, 2}`, or messages of a channel, `[1, 2]`; long ones are cut.
pub(crate) fn contents(program: &Program, heap: &Heap, object: ObjectId) -> String {
    let slots = heap.slots(object);
    let by_contents = program.contents_of(heap.class(object)).is_some();
    let element = |(slot, &value): (usize, &Value)| {
        if by_contents {
            return record_text(program, heap, value);
        }
        let (_, ty) = slot_name(program, heap, object, slot);
        text_of(&show(program, heap, Some(ty), value))
    };
    let mut listed: Vec<String> = slots.iter().enumerate().take(MAX_LISTED).map(element).collect();
    if slots.len() > MAX_LISTED {
        listed.push(format!("... ({} in all)", slots.len()));
    }
    let listed = listed.join(", ");
    match &program.classes[heap.class(object)].kind {
        ClassKind::Set { .. } => format!("{{{listed}}}"),
        ClassKind::Record { .. }
        | ClassKind::Interface { .. }
        | ClassKind::Array { .. }
        | ClassKind::Channel { .. } => format!("[{listed}]"),
    }
}

/// A record in a set by contents, which stands for a value: `Point(x = 1, y = 2)`.
pub(crate) fn record_text(program: &Program, heap: &Heap, record: Value) -> String {
    let Some(object) = record.object() else { return text_of(&Shown::Null) };
    let field = |(slot, &value): (usize, &Value)| {
        let (name, ty) = slot_name(program, heap, object, slot);
        format!("{} = {}", name.trim_start_matches('.'), text_of(&show(program, heap, Some(ty), value)))
    };
    let fields: Vec<String> = heap.slots(object).iter().enumerate().take(MAX_LISTED).map(field).collect();
    let more = if heap.slots(object).len() > MAX_LISTED { ", ..." } else { "" };
    format!("{}({}{more})", class_name(program, heap, object), fields.join(", "))
}

/// The text of a trace statement: `{0}`, `{1}` and so on stand for arguments, as in C#; arguments that the text does
/// not mention follow it, separated by commas.
pub(crate) fn trace_text(text: &str, args: &[String]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut mentioned = vec![false; args.len()];
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, from_brace) = rest.split_at(start);
        shown.push_str(before);
        match placeholder(from_brace, args.len()) {
            Some((arg, length)) => {
                shown.push_str(&args[arg]);
                mentioned[arg] = true;
                rest = &from_brace[length..];
            }
            None => {
                shown.push('{');
                rest = &from_brace[1..];
            }
        }
    }
    shown.push_str(rest);
    let unmentioned = args.iter().zip(mentioned).filter(|(_, mentioned)| !mentioned);
    let unmentioned: Vec<&str> = unmentioned.map(|(arg, _)| arg.as_str()).collect();
    if !unmentioned.is_empty() {
        shown.push_str(if shown.is_empty() { "" } else { " " });
        shown.push_str(&unmentioned.join(", "));
    }
    shown
}

/// The argument that a text beginning with a brace mentions, and how long the mention is.
fn placeholder(from_brace: &str, n_args: usize) -> Option<(usize, usize)> {
    let end = from_brace.find('}')?;
    let arg: usize = from_brace.get(1..end)?.parse().ok()?;
    (arg < n_args).then_some((arg, end + 1))
}

#[cfg(test)]
mod tests {
    use super::trace_text;

    #[test]
    fn trace_texts_mention_arguments_by_number_or_get_them_appended() {
        let check = |text: &str, args: &[&str], expected: &str| {
            let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
            assert_eq!(trace_text(text, &args), expected);
        };
        check("done", &[], "done");
        check("x = {0}, y = {1}", &["1", "null"], "x = 1, y = null");
        check("{1}{0}{1}", &["a", "b"], "bab");
        check("values", &["1", "2"], "values 1, 2");
        check("{0} and", &["1", "2"], "1 and 2");
        check("", &["7"], "7");
        check("{ {7} {x} {", &["1"], "{ {7} {x} { 1");
        check("é{0}é", &["{0}"], "é{0}é");
    }
}
