//! Names in texts of starts: what has a name of its own is written by it, everything else by its id.

use base::Id;
use ir::print::Quoted;
use ir::{ClassId, ClassKind, FieldId, Program};

/// Entities of one kind with their names.
pub(super) type Named<'p, I> = Vec<(I, &'p str)>;

/// How an entity among those of its kind is written.
pub(super) fn written<I: Id>(id: I, all: &Named<'_, I>) -> String {
    let name = all.iter().find(|(other, _)| *other == id).map_or("", |(_, name)| name);
    let is_unique = all.iter().filter(|(_, other)| *other == name).count() == 1;
    match name {
        "" => id.to_string(),
        _ if !is_unique => id.to_string(),
        plain if is_plain(plain) && parse_id::<I>(plain).is_none() => plain.to_owned(),
        other => Quoted(other).to_string(),
    }
}

/// Whether a name needs no quotes: it is made of words with points between.
pub(super) fn is_plain(name: &str) -> bool {
    name.split('.').all(|word| {
        let begins_as_word = word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        begins_as_word && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// `proc0`, with no other writing of the same id.
pub(super) fn parse_id<I: Id>(word: &str) -> Option<I> {
    let number: u32 = word.strip_prefix(I::PREFIX)?.parse().ok()?;
    Some(I::new(number as usize)).filter(|id| id.to_string() == word)
}

pub(super) fn procs(program: &Program) -> Named<'_, ir::ProcId> {
    program.procs.iter_enumerated().map(|(id, proc)| (id, proc.name.as_str())).collect()
}

pub(super) fn params(proc: &ir::Proc) -> Named<'_, ir::LocalId> {
    proc.params().map(|(id, param)| (id, param.name.as_str())).collect()
}

pub(super) fn globals(program: &Program) -> Named<'_, ir::GlobalId> {
    program.globals.iter_enumerated().map(|(id, global)| (id, global.name.as_str())).collect()
}

pub(super) fn classes(program: &Program) -> Named<'_, ClassId> {
    program.classes.iter_enumerated().map(|(id, class)| (id, class.name.as_str())).collect()
}

/// Of a record, in slot order; other objects have none.
pub(super) fn fields(program: &Program, class: ClassId) -> Named<'_, FieldId> {
    match program.classes.get(class).map(|class| &class.kind) {
        Some(ClassKind::Record { fields, .. }) => {
            fields.iter().map(|&field| (field, program.fields[field].name.as_str())).collect()
        }
        Some(
            ClassKind::Interface { .. }
            | ClassKind::Array { .. }
            | ClassKind::Set { .. }
            | ClassKind::Channel { .. },
        )
        | None => Vec::new(),
    }
}
