//! The text of a given start.

use std::fmt::Write;

use base::Id;
use ir::print::Quoted;
use ir::{ClassId, ClassKind, EnumId, ObjectId, Program, Type, Value};

use super::names::{self, is_plain, written};
use super::{GivenObject, GivenStart};

impl GivenStart {
    /// The text of a start that fits the program. Globals that hold their defaults are left out.
    pub fn text(&self, program: &Program) -> String {
        let code = &program.procs[self.proc];
        let params = names::params(code);
        let arg = |((id, param), value): ((_, &ir::Local), &Value)| {
            format!("{} = {}", written(id, &params), value_text(program, *value, param.ty))
        };
        let args: Vec<String> = code.params().zip(&self.args).map(arg).collect();
        let head = format!("start {}({})", written(self.proc, &names::procs(program)), args.join(", "));
        let items = [self.globals_text(program), self.objects_text(program)].concat();
        if items.is_empty() {
            return head + "\n";
        }
        let mut text = head + " {\n";
        for item in items {
            writeln!(text, "  {item}").expect("a string takes all that is written");
        }
        text + "}\n"
    }

    fn globals_text(&self, program: &Program) -> Vec<String> {
        let globals = names::globals(program);
        let changed = program.globals.iter_enumerated().filter_map(|(id, global)| {
            let value = self.globals[id];
            let item =
                || format!("global {} = {}", written(id, &globals), value_text(program, value, global.ty));
            (value != Value::default_of(global.ty)).then(item)
        });
        changed.collect()
    }

    fn objects_text(&self, program: &Program) -> Vec<String> {
        let classes = names::classes(program);
        let object = |(index, object): (usize, &GivenObject)| {
            let number = shown(ObjectId::new(index));
            format!("{number} = {} {}", written(object.class, &classes), contents_text(program, object))
        };
        self.objects.iter().enumerate().map(object).collect()
    }
}

/// An object as traces number it: from 1.
pub(super) fn shown(object: ObjectId) -> String {
    format!("#{}", object.index() + 1)
}

fn contents_text(program: &Program, object: &GivenObject) -> String {
    let GivenObject { class, slots } = object;
    let list = |element: Type| {
        let elements: Vec<String> = slots.iter().map(|&value| value_text(program, value, element)).collect();
        elements.join(", ")
    };
    match program.classes[*class].kind {
        ClassKind::Record { .. } => record_text(program, *class, slots),
        ClassKind::Interface { .. } => "{}".to_owned(),
        ClassKind::Array { element, .. } | ClassKind::Channel { element } => format!("[{}]", list(element)),
        ClassKind::Set { element, .. } => format!("{{{}}}", list(element)),
    }
}

fn record_text(program: &Program, class: ClassId, slots: &[Value]) -> String {
    let fields = names::fields(program, class);
    let field = |(&(id, _), &value): (&(_, _), &Value)| {
        format!("{} = {}", written(id, &fields), value_text(program, value, program.fields[id].ty))
    };
    let listed: Vec<String> = fields.iter().zip(slots).map(field).collect();
    if listed.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", listed.join(", ")) }
}

/// A value of a type, as a start has it: `null`, `7`, `Red`, `#2`.
pub fn value_text(program: &Program, value: Value, ty: Type) -> String {
    match (value, ty) {
        (Value::Null, _) => "null".to_owned(),
        (Value::Bool(truth), _) => truth.to_string(),
        (Value::Int(number), Type::Enum(of)) => constant_text(program, of, number),
        (Value::Int(stored), Type::Int(int)) => int.decode(stored).to_string(),
        (Value::Int(number), _) => number.to_string(),
        (Value::Real(real), _) => real.to_string(),
        (Value::Decimal(decimal), _) => format!("{decimal}m"),
        (Value::String(text), _) => program.quoted(text),
        (Value::Ref(object), _) => shown(object),
    }
}

/// A constant by its name, if no other has it.
fn constant_text(program: &Program, of: EnumId, number: i64) -> String {
    let constants = &program.enums[of].constants;
    let name = usize::try_from(number).ok().and_then(|index| constants.get(index));
    match name.filter(|name| constants.iter().filter(|other| other == name).count() == 1) {
        Some(name) if is_plain(name) && !name.contains('.') => name.clone(),
        Some(name) => Quoted(name).to_string(),
        None => number.to_string(),
    }
}
