//! Names that mean one thing each.
//!
//! Names of a program are for people and need not differ. A certificate must name what it means, so an entity whose
//! name is taken by an earlier one gets a number behind it, `next~2`, and one without a name is called by its id, `v3`.
//! The names depend on the program alone, so the reader of a certificate finds the same ones as the writer.

use std::collections::{HashMap, HashSet};

use base::Id;
use ir::{ClassId, FieldId, GlobalId, LocalId, Proc, ProcId, Program};

/// The names of all that summaries talk about.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) procs: Table<ProcId>,
    pub(crate) globals: Table<GlobalId>,
    pub(crate) classes: Table<ClassId>,
    /// With the class that declares them: `Node.next`.
    pub(crate) fields: Table<FieldId>,
    /// For each procedure its parameters.
    params: Vec<Table<LocalId>>,
}

/// The two maps between the entities of one kind and their names.
#[derive(Debug)]
pub(crate) struct Table<I> {
    names: Vec<String>,
    ids: HashMap<String, I>,
}

impl Names {
    pub(crate) fn of(program: &Program) -> Self {
        let classes: Table<ClassId> = Table::new(program.classes.iter().map(|class| class.name.clone()));
        let field = |field: &ir::Field| {
            let class = classes.name(field.class).unwrap_or_default();
            format!("{class}.{}", field.name)
        };
        Self {
            procs: Table::new(program.procs.iter().map(|proc| proc.name.clone())),
            globals: Table::new(program.globals.iter().map(|global| global.name.clone())),
            fields: Table::new(program.fields.iter().map(field)),
            params: program.procs.iter().map(params).collect(),
            classes,
        }
    }

    pub(crate) fn params(&self, proc: ProcId) -> Option<&Table<LocalId>> {
        self.params.get(proc.index())
    }
}

fn params(proc: &Proc) -> Table<LocalId> {
    Table::new(proc.params().map(|(_, local)| local.name.clone()))
}

impl<I: Id> Table<I> {
    fn new(originals: impl Iterator<Item = String>) -> Self {
        let originals: Vec<String> = originals.collect();
        let reserved: HashSet<&str> = originals.iter().map(String::as_str).collect();
        let mut repeats: HashMap<&str, u32> = HashMap::new();
        let mut table = Self { names: Vec::with_capacity(originals.len()), ids: HashMap::new() };
        for (index, original) in originals.iter().enumerate() {
            let id = I::new(index);
            let mut name = if original.is_empty() { id.to_string() } else { original.clone() };
            while table.ids.contains_key(&name) || (name != *original && reserved.contains(name.as_str())) {
                let repeat = repeats.entry(original).or_insert(1);
                *repeat += 1;
                name = format!("{original}~{repeat}");
            }
            table.ids.insert(name.clone(), id);
            table.names.push(name);
        }
        table
    }

    pub(crate) fn name(&self, id: I) -> Option<&str> {
        self.names.get(id.index()).map(String::as_str)
    }

    pub(crate) fn id(&self, name: &str) -> Option<I> {
        self.ids.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entity_has_a_name_of_its_own() {
        let check = |originals: &[&str], expected: &[&str]| {
            let table: Table<GlobalId> = Table::new(originals.iter().map(|name| (*name).to_owned()));
            assert_eq!(table.names, expected);
            for (index, name) in expected.iter().enumerate() {
                assert_eq!(table.id(name), Some(GlobalId::new(index)), "{name}");
            }
        };
        check(&["a", "b"], &["a", "b"]);
        check(&["a", "a", "a"], &["a", "a~2", "a~3"]);
        check(&["a", "a", "a~2"], &["a", "a~3", "a~2"]);
        check(&["", "x", ""], &["g0", "x", "g2"]);
        check(&["g1", ""], &["g1", "~2"]);
    }
}
