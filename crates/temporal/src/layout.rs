//! What the atoms of a property need to know of a program to look at its states.

use base::IndexVec;
use ir::{ClassId, ClassKind, FieldId, LocalId, LocalKind, ProcId, Program};

/// Where fields lie in objects, and which locals belong to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The fields of each class of records in slot order; none for other classes.
    fields: IndexVec<ClassId, Vec<FieldId>>,
    slots: IndexVec<FieldId, usize>,
    user_locals: IndexVec<ProcId, Vec<LocalId>>,
}

impl Layout {
    pub(crate) fn new(program: &Program) -> Self {
        let user_locals = |proc: &ir::Proc| {
            let locals = proc.locals.iter_enumerated();
            locals.filter(|(_, local)| local.kind == LocalKind::User).map(|(id, _)| id).collect()
        };
        Self {
            fields: program.classes.iter().map(|class| fields_of(&class.kind)).collect(),
            slots: program.fields.iter().map(|field| field.slot as usize).collect(),
            user_locals: program.procs.iter().map(user_locals).collect(),
        }
    }

    /// The slot of the one of these fields that objects of the class have.
    pub(crate) fn slot(&self, class: ClassId, fields: &[FieldId]) -> Option<usize> {
        let of_class = &self.fields[class];
        let slot_if_there = |&field: &FieldId| {
            let slot = self.slots[field];
            (of_class.get(slot) == Some(&field)).then_some(slot)
        };
        fields.iter().find_map(slot_if_there)
    }

    pub(crate) fn user_locals(&self, proc: ProcId) -> &[LocalId] {
        &self.user_locals[proc]
    }
}

fn fields_of(kind: &ClassKind) -> Vec<FieldId> {
    match kind {
        ClassKind::Record { fields, .. } => fields.clone(),
        ClassKind::Interface { .. }
        | ClassKind::Array { .. }
        | ClassKind::Set { .. }
        | ClassKind::Channel { .. } => Vec::new(),
    }
}
